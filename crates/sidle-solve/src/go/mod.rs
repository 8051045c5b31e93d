//! Kos as loopy games (D. Moews, "Loopy games and Go", in *Games of No Chance*, 1996).
//!
//! * `phi`: the games φ, φ_L and φ_R of any game with a ko ban, by the loopy engine
//! * `trace`: the same by nested sidling, step by step
//! * `temperature`: walls and temperatures beside a stack of coupons
//! * `kos`: several kos without a board, and the triple ko
//! * `region`: regions of a board of Go

mod kos;
mod phi;
mod region;
mod temperature;
mod trace;

pub use kos::{Ko, KoError, KoPosition, Kos, StagedKo, TripleKo, TriplePosition};
pub use phi::{KoAnswer, KoFailure, KoGame, KoMove, KoRules, value_of_ko, value_of_ko_within};
pub use region::GoRegion;
pub use temperature::{KoWalls, walls_of_ko};
pub use trace::{TraceRow, TraceTable, sidle_ko};
