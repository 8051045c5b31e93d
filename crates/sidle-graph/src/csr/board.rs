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
    /// The graph with its reverse rows, which are made on several threads.
    #[must_use]
    pub fn new(named: NamedGraph<V>, threads: Threads) -> Board<V> {
        Board {
            graph: Digraph::new_with(named.graph, threads),
            names: named.names,
        }
    }

    /// The name of a vertex.
    pub fn name(&self, vertex: V) -> Cow<'_, str> {
        self.names.name(vertex.index())
    }

    /// The graph and its names without the reverse rows.
    #[must_use]
    pub fn into_named(self) -> NamedGraph<V> {
        NamedGraph {
            graph: self.graph.into_forward(),
            names: self.names,
        }
    }
}

impl<V: VertexId> From<NamedGraph<V>> for Board<V> {
    fn from(named: NamedGraph<V>) -> Board<V> {
        Board::new(named, Threads::ONE)
    }
}
