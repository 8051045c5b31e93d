//! Questions about positions of rulesets.

mod comparison;
mod moves;
mod nim_value;
mod outcome;
mod score;
mod solved;
mod value;

pub use self::{comparison::*, moves::*, nim_value::*, outcome::*, score::*, solved::*, value::*};
