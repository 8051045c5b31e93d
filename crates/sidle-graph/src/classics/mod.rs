//! Ready games to play with: the examples of the literature as small generators.

mod examples;
mod loopy_games;
mod welter;

pub use examples::{EXAMPLES, Example, nim, scoring};
pub use loopy_games::{LOOPY_EXAMPLES, LoopyExample};
pub use welter::Welter;
