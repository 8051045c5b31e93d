//! Kos as loopy games (D. Moews, "Loopy games and Go", in *Games of No Chance*, 1996).
//!
//! * `phi`: the games φ, φ_L and φ_R of any game with a ko ban, by the loopy engine
//! * `trace`: the same by nested sidling, step by step
//! * `kos`: several kos without a board, and the triple ko
//! * `region`: regions of a board of Go

mod kos;
mod phi;
mod region;
mod trace;

pub use kos::{Ko, KoError, KoPosition, Kos, TripleKo, TriplePosition};
pub use phi::{KoAnswer, KoFailure, KoGame, KoMove, KoRules, value_of_ko};
pub use region::GoRegion;
pub use trace::{TraceRow, TraceTable, sidle_ko};
