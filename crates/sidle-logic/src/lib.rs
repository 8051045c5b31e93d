//! Constraint logic, Hitori and sliding blocks (section 7 of Fraenkel, Hearn and Siegel, *Theory of
//! combinatorial games*).
//!
//! - [`graph`]: constraint graphs, their files and their kinds of vertices
//! - [`decide`]: the decision problems of Table 1, from satisfiability to team games
//! - [`blocks`]: sliding-block puzzles and Rush Hour
//! - [`hitori`]: solver, uniqueness, generator, explanations
//! - [`search`]: breadth-first search over packed states whose moves can be taken back
#![forbid(unsafe_code)]

pub mod blocks;
pub mod decide;
mod error;
pub mod graph;
pub mod hitori;
mod sat;
pub mod search;

pub use error::Error;
