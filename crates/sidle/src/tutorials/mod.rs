//! Guides that can be read from top to bottom. Every example in them is compiled and run by the
//! tests.
//!
//! 1. [First steps](_01_first_steps): games, sums, comparisons
//! 2. [A game of your own](_02_your_own_game): from rules to values
//! 3. [Limits](_03_limits): stopping a computation, watching it, going on
//! 4. [The calculator from Rust](_04_calculator): the language of the binary as a library
//! 5. [Sidle in a program](_05_programs): questions to a workspace, a ruleset with a picture, progress, cancellation

pub mod _01_first_steps;
pub mod _02_your_own_game;
pub mod _03_limits;
#[cfg(feature = "lang")]
pub mod _04_calculator;
pub mod _05_programs;
