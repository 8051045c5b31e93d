//! Questions about positions of rulesets.

mod moves;
mod outcome;
mod value;

pub use self::{moves::*, outcome::*, value::*};
