//! Questions about unicycles: stoppers in canonical form with one cycle.

mod checkpoint;
mod exits;
mod pattern;
mod patterns;
mod test;

pub use self::{pattern::*, patterns::*, test::*};
