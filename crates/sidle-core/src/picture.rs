//! Pictures of positions as data, for front ends to draw.

use std::borrow::Cow;

/// The owner of a vertex, an edge or a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Neither player's.
    #[default]
    Plain,
    /// Left's, blue.
    Left,
    /// Right's, red.
    Right,
    /// Of both, green.
    Either,
}

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A board or a strip of cells.
    Board {
        /// The rows, separated by `|`, one letter a cell.
        rows: String,
        /// The letters in the order of the values of cells; the first one stands for an empty cell.
        letters: Cow<'static, str>,
    },
    /// Heaps in a row.
    Row(Vec<u64>),
    /// Lines between dots: rows of horizontal and of vertical lines in turn, `.` open, `x` drawn.
    Lines(String),
    /// A graph.
    Graph {
        /// The name and the owner of each vertex.
        vertices: Vec<(String, Ink)>,
        /// The ends and the owner of each edge.
        edges: Vec<(usize, usize, Ink)>,
        /// The first vertex is the ground.
        ground: bool,
        /// Edges have a direction.
        arrows: bool,
    },
}
