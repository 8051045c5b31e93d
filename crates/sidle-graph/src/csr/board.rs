//! Digraphs that people play on.

use std::borrow::Cow;

use super::{Digraph, NamedGraph, Names, VertexId};
use crate::Threads;

/// A digraph with the rows of both directions and the names of its vertices: what every question about a
/// graph file is asked of.
///
/// ```
/// use sidle_graph::{Board, NamedGraph, classics::EXAMPLES};
/// let craig = EXAMPLES.iter().find(|example| example.name == "craig").unwrap();
/// let board = Board::from(craig.board());
/// assert_eq!(board.name(0), craig.board().name(0));
/// ```
#[derive(Clone, Debug)]
pub struct Board<V: VertexId = u32> {
    /// The graph.
    pub graph: Digraph<V>,
    /// The names of its vertices.
    pub names: Names,
}

impl<V: VertexId> Board<V> {
    /// The name of a vertex.
    pub fn name(&self, vertex: V) -> Cow<'_, str> {
        self.names.name(vertex.index())
    }

    /// The graph and its names as they are written to a file.
    #[must_use]
    pub fn to_named(&self) -> NamedGraph<V> {
        NamedGraph {
            graph: self.graph.forward().clone(),
            names: self.names.clone(),
        }
    }
}

impl<V: VertexId> From<NamedGraph<V>> for Board<V> {
    fn from(named: NamedGraph<V>) -> Board<V> {
        Board {
            graph: Digraph::new_with(named.graph, Threads::available()),
            names: named.names,
        }
    }
}
