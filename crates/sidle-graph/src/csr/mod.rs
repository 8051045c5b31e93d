//! Storage of digraphs: compressed sparse rows.

mod alternating;
mod board;
mod digraph;
mod explore;
mod id;
mod names;
mod rows;
mod sort;

pub use board::Board;
pub use digraph::Digraph;
pub use explore::{Alternating, Explored, explore};
pub(crate) use id::AtomicWord;
pub use id::VertexId;
pub use names::{NamedGraph, Names};
pub use rows::Csr;
pub(crate) use rows::{Rows, check_size};
