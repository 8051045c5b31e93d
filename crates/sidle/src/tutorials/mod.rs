//! Guides that can be read from top to bottom. Every example in them is compiled and run by the
//! tests.
//!
//! 1. [First steps](_01_first_steps): games, sums, comparisons
//! 2. [A game of your own](_02_your_own_game): from rules to values
//! 3. [Limits](_03_limits): stopping a computation, watching it, going on
//! 4. [The calculator from Rust](_04_calculator): the language of the binary as a library

pub mod _01_first_steps;
pub mod _02_your_own_game;
pub mod _03_limits;
pub mod _04_calculator;
