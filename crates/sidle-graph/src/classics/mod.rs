//! Ready games to play with: the examples of the literature as small generators.

mod examples;
mod welter;

pub use examples::{EXAMPLES, Example, nim, scoring};
pub use welter::Welter;
