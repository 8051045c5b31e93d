//! The road from positions to values.
//!
//! A [`Position`] is anything that can be played: a canonical value, an explicit form, a compound, a
//! board of a ruleset ([`Rules`](sidle_core::Rules)), an instance of a script's class
//! ([`AnyPosition`]). There is one way from a position to its value, whatever the position is.
#![forbid(unsafe_code)]

pub mod go;

mod any_moves;
mod any_solver;
mod atom;
mod bounds;
mod decided;
mod dots_and_boxes;
mod error;
mod facts;
mod forms;
mod growth;
mod misere;
mod moves;
mod nimbers;
mod notation;
mod numbering;
mod order;
mod outcome;
mod partizan;
mod position;
mod recent;
mod search;
mod shared;
mod solver;
mod subordinate;
mod table;
mod table_file;
mod table_verify;
mod typed;
mod walk;

pub mod catalogue;

pub use any_solver::AnySolver;
pub use atom::{AnyPosition, Host, NoHost, RulesetPosition};
pub use bounds::Bounds;
pub use dots_and_boxes::{DotsAndBoxes, controlled_value};
pub use error::SolveError;
pub use forms::Asking;
pub use growth::Growth;
pub use order::LeafOrder;
pub use position::{Compound, Form, Position, Variant};
pub use solver::{Solver, value_of};
pub use table_file::TableFileError;
pub use typed::{TypedPosition, TypedTables};
