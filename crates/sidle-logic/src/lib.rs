//! Constraint logic, Hitori and sliding blocks (section 7 of Fraenkel, Hearn and Siegel, *Theory of
//! combinatorial games*).
//!
//! - [`graph`]: constraint graphs, their files and their kinds of vertices
//! - [`decide`]: the decision problems of Table 1, from satisfiability to team games
//! - [`blocks`]: sliding-block puzzles and Rush Hour
//! - [`hitori`]: solver, uniqueness, generator, explanations
//! - [`compile`]: planar AND/OR graphs made into puzzles
//! - [`gadget`]: what gadgets do at their ports, and whether that is what they should
//! - [`search`]: breadth-first search over packed states whose moves can be taken back
#![forbid(unsafe_code)]

pub mod blocks;
pub mod compile;
pub mod decide;
mod error;
pub mod gadget;
pub mod graph;
pub mod hitori;
mod sat;
pub mod search;

pub use error::Error;
use error::cells;

/// Is it a count that need not be told?
fn is_zero(count: &u64) -> bool {
    *count == 0
}
