//! Partizan games under misère play: outcomes, and comparison modulo a universe of games.
//!
//! Modulo all games hardly anything is equal under misère play. Modulo a universe that is closed under options, sums,
//! conjugates, and under making new games from non-empty sets of options, comparison is finite: Larsson, Nowakowski and
//! Santos (*Absolute combinatorial game theory*); before that Dorbec, Renault, Siegel and Sopena for dicots, and Larsson,
//! Milley, Nowakowski, Renault and Santos for dead-ending games.

mod notation;
mod trees;
mod universe;

pub use notation::{TreeError, parse_tree};
pub use trees::{Outcome, Tree, Trees};
pub use universe::{Comparison, Relation, Universe, compare};

#[cfg(test)]
mod tests;
