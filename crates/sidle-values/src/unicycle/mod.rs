//! Unicycles: stoppers whose graph has one cycle, each vertex of which has one more move, an exit to
//! a loop-free game for the other player.
//!
//! A unicycle with the pattern `P` has vertices `v_0, …, v_{n-1}`, an edge `v_i → v_{i+1}` of colour
//! `P[i]` and an exit `e_i` for the other player at each of them, and is in graph-canonical form. Which
//! patterns occur is an open problem of A. N. Siegel, "New results in loopy games".
//!
//! * [`Pattern`]: cyclic words and their enumeration as necklaces;
//! * [`Exits`], [`ExitTable`]: the loop-free games a search may use as exits;
//! * [`test()`]: whether given exits make a unicycle, and if not, why;
//! * [`Finder`]: the search for exits, [`settle`] for many patterns.

mod automaton;
mod canonical;
mod exits;
mod finder;
mod frontier;
mod order;
mod pattern;
mod profile;
mod search;
mod table;

#[cfg(test)]
mod tests;

pub use canonical::{Flaw, test};
pub use exits::{Exits, ExitsError};
pub use finder::{Exhausted, Finder, SearchError, Settled, settle};
pub use pattern::{Necklaces, ParsePatternError, Pattern};
pub use search::Effort;
pub use table::{ExitTable, TableError};
