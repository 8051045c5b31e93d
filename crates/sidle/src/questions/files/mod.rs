//! Questions about files of Sidle.

mod check;
mod convert;

pub use self::{check::*, convert::*};
