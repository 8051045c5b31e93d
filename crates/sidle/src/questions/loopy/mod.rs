//! Questions about loopy games in graph files: values, sides, canonical forms, comparisons, sums, approximations, drawings.

mod canonical;
mod compare;
mod draw;
mod example;
mod file;
mod judge;
mod order;
mod phi;
mod sides;
mod sidling;
mod sum;
mod value;

pub(crate) use self::file::GameFile;
pub use self::{
    canonical::*, compare::*, draw::*, example::*, judge::*, order::*, phi::*, sides::*,
    sidling::*, sum::*, value::*,
};
