//! Games on graphs with owners: reachability (attractors), Büchi and co-Büchi games.
//!
//! Each vertex belongs to a [`Player`], who moves the token when it stands there. All three games
//! are determined with memoryless strategies, and the solutions carry them.

mod attractor;
mod buechi;
mod repair;
mod solution;

pub use attractor::{Attractor, attractor, try_attractor};
pub use buechi::{buechi, co_buechi, try_buechi, try_co_buechi};
use sidle_core::Player;
pub use solution::Solution;

use crate::{Digraph, csr::VertexId};

/// A graph whose vertices have owners.
///
/// ```
/// use sidle_core::Player::{Left, Right};
/// use sidle_graph::{Digraph, arena::Arena};
/// let graph = Digraph::<u32>::from_edges(2, &[(0, 1), (1, 0)])?;
/// let arena = Arena::new(&graph, &[Left, Right]);
/// assert_eq!(arena.owner(1), Right);
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Arena<'a, V: VertexId = u32> {
    graph: &'a Digraph<V>,
    owners: &'a [Player],
}

impl<'a, V: VertexId> Arena<'a, V> {
    /// A graph and the owner of each vertex.
    ///
    /// # Panics
    /// If there are not as many owners as vertices.
    #[must_use]
    #[track_caller]
    pub fn new(graph: &'a Digraph<V>, owners: &'a [Player]) -> Arena<'a, V> {
        assert_eq!(
            graph.vertex_count(),
            owners.len(),
            "every vertex has one owner"
        );
        Arena { graph, owners }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &'a Digraph<V> {
        self.graph
    }

    /// Who moves at `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn owner(&self, v: V) -> Player {
        self.owners[v.index()]
    }
}
