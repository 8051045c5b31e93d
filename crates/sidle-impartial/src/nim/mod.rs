//! Nim-sequences of take-and-break games.
//!
//! Four methods, chosen by the code and the values: sets of values over all pairs of heaps, over the pairs with
//! a rare heap (sparse space), over single heaps (subtraction games), and over any numbers of heaps.

mod answer;
mod block;
mod bytes;
mod candidates;
mod cell;
mod checkpoint;
mod chosen;
mod coding;
mod family;
mod glide;
mod helpers;
mod kernel;
mod narrow;
mod octal;
mod own;
mod pairs;
mod partition;
mod sequence;
mod sets;
mod shape;
pub mod spawning;
mod statistics;
mod subtraction;
mod verify;

pub use answer::{
    ExceptionTable, Pace, PeriodAnswer, Regularity, RegularityKind, advance, until_periodic,
};
pub use cell::Values;
pub use checkpoint::{CheckpointError, Trust, parse_checkpoint, read_checkpoint, write_checkpoint};
pub use family::{
    LOOK, PeriodRow, PeriodTable, StateError, all_octal_codes, period_table, read_table_state,
};
pub use kernel::Space;
pub use sequence::{Method, Sequence, SequenceError};
pub use statistics::{SparseSpace, Statistics};
pub(crate) use subtraction::Subtraction;
pub use verify::{VerifyError, verify_values};

#[cfg(test)]
mod tests;
