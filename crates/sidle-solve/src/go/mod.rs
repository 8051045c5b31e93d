//! Kos as loopy games (D. Moews, "Loopy games and Go", in *Games of No Chance*, 1996).
//!
//! * `phi`: the games φ, φ_L and φ_R of any game with a ko ban, by the loopy engine
//! * `bounds`: fights whose cycles change the number of prisoners
//! * `trace`: the same by nested sidling, step by step
//! * `survey`: the values of all positions, incentives, the best move
//! * `board`: the regions of a board, played as one
//! * `sum`: several games with one ban for all of them
//! * `superko`: short values under situational superko
//! * `temperature`: walls and temperatures beside a stack of coupons
//! * `kos`: several kos without a board, and the triple ko
//! * `table`: games given move by move, and sums with games without a ban
//! * `threats`: a finite number of ko threats
//! * `fight`: φ of a fight as a graph
//! * `region`, `settled`, `folded`: regions of a board of Go, those that end with a capture among them

mod board;
mod bounds;
mod fight;
mod folded;
mod kos;
mod phi;
mod query;
mod region;
mod settled;
mod sum;
mod superko;
mod survey;
mod table;
mod temperature;
mod threats;
mod trace;

pub use board::{BoardMove, BoardState, ScoreBounds, ScoreTable, WholeBoard};
pub use bounds::{KoBounds, bounds_of_ko};
pub use fight::{FightEdge, FightGraph, fight_graph};
pub use folded::{BoardPart, FoldedRegion, PartPosition};
pub use kos::{Ko, KoError, KoPosition, Kos, StagedKo, TripleKo, TriplePosition};
pub use phi::{KoAnswer, KoFailure, KoGame, KoMove, KoRules, value_of_ko, value_of_ko_within};
pub use region::GoRegion;
pub use settled::{PointRules, SettledRegion};
pub use sum::KoSum;
pub use superko::{SuperkoAnswer, value_under_superko};
pub use survey::{KoSurvey, SurveyedMove, stop_for};
pub use table::{KoBeside, KoTable, TableMove, TablePosition};
pub use temperature::{KoWalls, walls_of_ko};
pub use threats::Threatened;
pub use trace::{TraceRow, TraceTable, sidle_ko};
