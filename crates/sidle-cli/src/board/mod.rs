//! Digraphs that people play on: loading them, naming positions on them, printing answers about them.

mod answer;
mod load;
mod position;
mod sheet;
mod table;

pub(crate) use sidle::graph::Board;

pub(crate) use answer::{NamedMove, PositionAnswer, meaning};
pub(crate) use load::{AnyBoard, load_board, load_graph, load_wide, narrow};
pub(crate) use position::{At, places};
pub(crate) use sheet::{Format, Sheet};
pub(crate) use table::{VertexRow, VertexTable, quoted};
