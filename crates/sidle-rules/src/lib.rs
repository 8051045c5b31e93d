//! The rules of games, one file each. A ruleset is a graph of positions given by [`Rules`]: it says
//! what the players may do and how positions are written, and never meets a store.
//!
//! ```
//! use sidle_core::{Player, Rules};
//! use sidle_rules::Domineering;
//! let board = Domineering::<1>::parse("..|.#")?;
//! assert_eq!(Domineering::<1>.collect_options(&board, Player::Left).len(), 1);
//! # Ok::<(), sidle_rules::BoardError>(())
//! ```
//!
//! Boards are packed into [`Bits`] of as many words as the type says. One word is enough for what can
//! be solved; the wider types are there so that a board which is too large for any machine is a long
//! computation and not an error.
//!
//! [`Rules`]: sidle_core::Rules
#![forbid(unsafe_code)]

#[macro_use]
mod board_game;
#[macro_use]
pub mod card;

mod argument;
mod bits;
mod board;
mod call;
pub mod go;
pub mod graph;
pub mod grid;
pub mod heap;
pub mod notation;
pub mod packed;
mod ruleset;
mod sample;
pub mod strip;
pub mod variant;

pub use argument::Argument;
pub use bits::Bits;
pub use board::{Board, BoardError, read_cells};
pub use call::{Call, Passed};

pub use grid::{Clobber, ClobberPosition, Domineering, DomineeringPosition};
pub use notation::NotationError;
pub use ruleset::Ruleset;
pub use strip::{Strip, ToadsAndFrogs};

/// Calls `visitor` for every family of rulesets. This is the registry: what a front end knows of rulesets, it reads
/// here.
pub fn families(visitor: &mut impl card::Visitor) {
    grid::register(visitor);
    strip::register(visitor);
    graph::register(visitor);
    heap::register(visitor);
}
