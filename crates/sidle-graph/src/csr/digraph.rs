//! A graph that can be walked both ways.

use super::{id::VertexId, rows::Csr};
use crate::{GraphError, parallel::Threads};

/// The rows of a digraph and of its reverse: what every retrograde algorithm works on.
///
/// ```
/// use sidle_graph::Digraph;
/// let graph = Digraph::<u32>::from_edges(3, &[(0, 1), (2, 1)])?;
/// assert_eq!(graph.predecessors(1), [0, 2]);
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph<V: VertexId = u32> {
    forward: Csr<V>,
    reverse: Csr<V>,
}

impl<V: VertexId> Digraph<V> {
    /// The graph on `vertices` vertices with the given edges, in any order, repetitions allowed.
    pub fn from_edges(vertices: usize, edges: &[(V, V)]) -> Result<Digraph<V>, GraphError> {
        Csr::from_edges(vertices, edges).map(Digraph::new)
    }

    /// Adds the reverse rows to a graph.
    #[must_use]
    pub fn new(forward: Csr<V>) -> Digraph<V> {
        Digraph::new_with(forward, Threads::ONE)
    }

    /// The same with several threads.
    #[must_use]
    pub fn new_with(forward: Csr<V>, threads: Threads) -> Digraph<V> {
        let reverse = forward.reverse_with(threads);
        Digraph { forward, reverse }
    }

    /// The rows of successors.
    #[inline]
    #[must_use]
    pub fn forward(&self) -> &Csr<V> {
        &self.forward
    }

    /// The rows of successors alone.
    #[must_use]
    pub fn into_forward(self) -> Csr<V> {
        self.forward
    }

    /// The rows of predecessors.
    #[inline]
    #[must_use]
    pub fn reverse(&self) -> &Csr<V> {
        &self.reverse
    }

    /// How many vertices there are; their ids are `0..vertex_count()`.
    #[inline]
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.forward.vertex_count()
    }

    /// How many different edges there are.
    #[inline]
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.forward.edge_count()
    }

    /// The ids of all vertices in order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = V> + DoubleEndedIterator + use<V> {
        self.forward.vertices()
    }

    /// The successors of `v`, strictly increasing.
    ///
    /// # Panics
    /// If `v` is not a vertex of this graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn successors(&self, v: V) -> &[V] {
        self.forward.successors(v)
    }

    /// The predecessors of `v`, strictly increasing.
    ///
    /// # Panics
    /// If `v` is not a vertex of this graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn predecessors(&self, v: V) -> &[V] {
        self.reverse.successors(v)
    }

    /// Bytes that the rows of both directions take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.forward.bytes() + self.reverse.bytes()
    }
}

impl<V: VertexId> From<Csr<V>> for Digraph<V> {
    fn from(forward: Csr<V>) -> Digraph<V> {
        Digraph::new(forward)
    }
}
