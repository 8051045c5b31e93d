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

mod bits;
mod board;
mod clobber;
mod domineering;
pub mod go;
pub mod graph;
pub mod grid;
pub mod heap;
pub mod notation;
pub mod packed;
mod ruleset;
pub mod strip;
mod toads_and_frogs;
pub mod variant;

pub use bits::Bits;
pub use board::{Board, BoardError, read_cells};
pub use clobber::{Clobber, ClobberPosition};
pub use domineering::{Domineering, DomineeringPosition};
pub use notation::NotationError;
pub use ruleset::Ruleset;
pub use toads_and_frogs::{Strip, ToadsAndFrogs};
