//! Ready games to play with: the examples of the literature as small generators.

mod welter;

pub use welter::Welter;
