//! The rows themselves: offsets and targets.

use super::{id::VertexId, sort};
use crate::{GraphError, io::Words, parallel::Threads};

/// Rows up to this length are copied without a look at their length.
const SHORT: usize = 8;

/// A digraph as compressed sparse rows: the successors of each vertex, strictly increasing, so
/// duplicate edges count once and membership is a binary search.
///
/// # Equality
/// Equal exactly when the numbers of vertices and the sets of edges are.
///
/// ```
/// use sidle_graph::Csr;
/// let graph = Csr::<u32>::from_edges(3, &[(2, 0), (0, 1), (0, 0), (0, 1)])?;
/// assert_eq!(graph.successors(0), [0, 1]);
/// assert_eq!(graph.edge_count(), 3);
/// assert!(graph.is_terminal(1));
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr<V: VertexId = u32> {
    offsets: Words<V>,
    targets: Words<V>,
}

impl<V: VertexId> Csr<V> {
    /// The graph on `vertices` vertices with the given edges, in any order, repetitions allowed.
    ///
    /// Cost: O(vertices + edges) and the sorting of each row; room for a copy of the edges.
    pub fn from_edges(vertices: usize, edges: &[(V, V)]) -> Result<Csr<V>, GraphError> {
        Csr::from_edges_with(vertices, edges, Threads::ONE)
    }

    /// The same with several threads.
    pub fn from_edges_with(
        vertices: usize,
        edges: &[(V, V)],
        threads: Threads,
    ) -> Result<Csr<V>, GraphError> {
        check_size::<V>(vertices, edges.len())?;
        if let Some(edge) = sort::first_bad_edge(vertices, edges, threads) {
            let (from, to) = (edges[edge].0.as_u64(), edges[edge].1.as_u64());
            return Err(GraphError::MissingVertex {
                edge,
                from,
                to,
                vertices,
            });
        }
        Ok(sort::from_checked_edges(vertices, edges, threads))
    }

    /// The graph with the given row offsets (`vertices + 1` of them, the first 0) and targets.
    /// Every row must be strictly increasing; this is checked.
    pub fn from_parts(offsets: Vec<V>, targets: Vec<V>) -> Result<Csr<V>, GraphError> {
        Csr::from_words(offsets.into(), targets.into())
    }

    /// The same for arrays that may lie in a mapped file.
    pub(crate) fn from_words(offsets: Words<V>, targets: Words<V>) -> Result<Csr<V>, GraphError> {
        let vertices = offsets.len().saturating_sub(1);
        check_size::<V>(vertices, targets.len())?;
        check_rows(&offsets, &targets)?;
        Ok(Csr { offsets, targets })
    }

    /// The rows as the kernels look at them.
    #[inline]
    pub(crate) fn rows(&self) -> Rows<'_, V> {
        Rows {
            offsets: &self.offsets,
            targets: &self.targets,
        }
    }

    /// Offsets and targets that are known to be good.
    pub(crate) fn from_trusted(offsets: Vec<V>, targets: Vec<V>) -> Csr<V> {
        debug_assert_eq!(check_rows(&offsets, &targets), Ok(()));
        let (offsets, targets) = (offsets.into(), targets.into());
        Csr { offsets, targets }
    }

    /// How many vertices there are; their ids are `0..vertex_count()`.
    #[inline]
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.offsets().len() - 1
    }

    /// How many different edges there are.
    #[inline]
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.targets().len()
    }

    /// The ids of all vertices in order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = V> + DoubleEndedIterator + use<V> {
        (0..self.vertex_count()).map(V::from_index)
    }

    /// All edges, ordered by source, then target.
    pub fn edges(&self) -> impl Iterator<Item = (V, V)> + '_ {
        self.vertices()
            .flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    /// Where each row begins in [`targets`](Csr::targets); one more entry than vertices.
    #[inline]
    #[must_use]
    pub fn offsets(&self) -> &[V] {
        &self.offsets
    }

    /// The rows one after the other.
    #[inline]
    #[must_use]
    pub fn targets(&self) -> &[V] {
        &self.targets
    }

    /// The successors of `v`, strictly increasing.
    ///
    /// # Panics
    /// If `v` is not a vertex of this graph.
    // Asked in the innermost loop of every engine, where some are too large for the compiler to inline it unasked.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn successors(&self, v: V) -> &[V] {
        let offsets = &self.offsets()[v.index()..v.index() + 2];
        &self.targets()[offsets[0].index()..offsets[1].index()]
    }

    /// How many successors `v` has.
    ///
    /// # Panics
    /// If `v` is not a vertex of this graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn out_degree(&self, v: V) -> usize {
        let offsets = &self.offsets()[v.index()..v.index() + 2];
        offsets[1].index() - offsets[0].index()
    }

    /// Does `v` have no successor?
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn is_terminal(&self, v: V) -> bool {
        self.out_degree(v) == 0
    }

    /// Is there an edge from `from` to `to`? Cost: O(log out-degree).
    #[must_use]
    #[track_caller]
    pub fn has_edge(&self, from: V, to: V) -> bool {
        self.successors(from).binary_search(&to).is_ok()
    }

    /// The same graph with every edge turned round.
    ///
    /// Cost: O(vertices + edges), one counting sort; room for the edges as pairs.
    #[must_use]
    pub fn reverse(&self) -> Csr<V> {
        self.reverse_with(Threads::ONE)
    }

    /// The same with several threads.
    #[must_use]
    pub fn reverse_with(&self, threads: Threads) -> Csr<V> {
        sort::transpose(self, threads)
    }

    /// Both graphs side by side; the vertices of `other` are shifted by the number of ours.
    ///
    /// # Errors
    /// If there are too many vertices or edges for the ids.
    pub fn disjoint_union(&self, other: &Csr<V>) -> Result<Csr<V>, GraphError> {
        let (vertices, edges) = (self.vertex_count(), self.edge_count());
        check_size::<V>(vertices + other.vertex_count(), edges + other.edge_count())?;
        let shifted = |word: &V, by: usize| V::from_index(word.index() + by);
        let mut offsets = self.offsets().to_vec();
        offsets.extend(other.offsets()[1..].iter().map(|word| shifted(word, edges)));
        let mut targets = self.targets().to_vec();
        targets.extend(other.targets().iter().map(|word| shifted(word, vertices)));
        Ok(Csr::from_trusted(offsets, targets))
    }

    /// Bytes that the two arrays take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.offsets().len() + self.targets().len()) * size_of::<V>()
    }
}

/// Are these numbers within the id type's reach?
pub(crate) fn check_size<V: VertexId>(vertices: usize, edges: usize) -> Result<(), GraphError> {
    let (vertices, edges, bits) = (vertices as u64, edges as u64, V::BITS);
    if vertices > V::MAX_VERTICES {
        let limit = V::MAX_VERTICES;
        return Err(GraphError::TooManyVertices {
            vertices,
            bits,
            limit,
        });
    }
    if edges > V::MAX_EDGES {
        let limit = V::MAX_EDGES;
        return Err(GraphError::TooManyEdges { edges, bits, limit });
    }
    Ok(())
}

/// Do the offsets rise from 0 to the number of targets, and are the rows strictly increasing?
fn check_rows<V: VertexId>(offsets: &[V], targets: &[V]) -> Result<(), GraphError> {
    let Some(vertices) = offsets.len().checked_sub(1) else {
        return Err(GraphError::BadOffset { row: 0 });
    };
    if offsets[0].index() != 0 {
        return Err(GraphError::BadOffset { row: 0 });
    }
    if offsets[vertices].index() != targets.len() {
        return Err(GraphError::BadOffset { row: vertices });
    }
    for row in 0..vertices {
        let (begin, end) = (offsets[row].index(), offsets[row + 1].index());
        if begin > end || end > targets.len() {
            return Err(GraphError::BadOffset { row: row + 1 });
        }
        let successors = &targets[begin..end];
        if successors.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(GraphError::UnsortedRow { row });
        }
        if let Some(&to) = successors.last().filter(|to| to.index() >= vertices) {
            let (edge, from, to) = (end - 1, row as u64, to.as_u64());
            return Err(GraphError::MissingVertex {
                edge,
                from,
                to,
                vertices,
            });
        }
    }
    Ok(())
}

/// The two arrays, wherever they lie.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a, V> {
    pub(crate) offsets: &'a [V],
    pub(crate) targets: &'a [V],
}

impl<V: VertexId> Rows<'_, V> {
    /// Where the row of `v` begins and ends.
    #[inline]
    pub(crate) fn place(self, v: V) -> (usize, usize) {
        let v = v.index();
        (self.offsets[v].index(), self.offsets[v + 1].index())
    }

    /// Appends the row of `v` to a list.
    ///
    /// The length of a row is hard to predict, so a short one is copied as if it had the greatest length
    /// that is short, and what is too much is cut off again.
    #[inline]
    pub(crate) fn append(self, v: V, list: &mut Vec<V>) {
        let (begin, end) = self.place(v);
        if end - begin <= SHORT
            && let Some(row) = self.targets.get(begin..begin + SHORT)
        {
            let length = list.len() + end - begin;
            list.extend_from_slice(row);
            list.truncate(length);
        } else {
            list.extend_from_slice(&self.targets[begin..end]);
        }
    }
}
