//! What can be wrong with a graph.

/// Why a graph could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge names a vertex that the graph does not have.
    #[error(
        "edge {edge} ({from} -> {to}) names a vertex that does not exist: there are {vertices} vertices, numbered from 0"
    )]
    MissingVertex {
        /// Position of the edge in the list, from 0.
        edge: usize,
        /// The vertex the edge leaves.
        from: u64,
        /// The vertex the edge enters.
        to: u64,
        /// How many vertices there are.
        vertices: usize,
    },
    /// More vertices than the id type can name.
    #[error("{vertices} vertices are too many for {bits}-bit vertex ids (at most {limit})")]
    TooManyVertices {
        /// How many were asked for.
        vertices: u64,
        /// Width of the id type.
        bits: u32,
        /// The most that fit.
        limit: u64,
    },
    /// More edges than the id type can count.
    #[error("{edges} edges are too many for {bits}-bit vertex ids (at most {limit})")]
    TooManyEdges {
        /// How many were asked for.
        edges: u64,
        /// Width of the id type.
        bits: u32,
        /// The most that fit.
        limit: u64,
    },
    /// Row offsets that do not start at 0, fall, or do not end at the number of targets.
    #[error("the offset of row {row} is out of order")]
    BadOffset {
        /// The first row whose offset is wrong.
        row: usize,
    },
    /// A row whose targets are not strictly increasing.
    #[error("the targets of row {row} are not strictly increasing")]
    UnsortedRow {
        /// The first such row.
        row: usize,
    },
}
