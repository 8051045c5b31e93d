//! Go: regions of a board bounded by stones that cannot be captured.
//!
//! * `region`: the points, what stands around them, legal moves, captures and the ko ban
//! * `diagram`, `sgf`: how positions are read and written
//! * `score`: what a finished region is worth
//! * `board`: whole boards, unconditional life (Benson), and their endgame regions
//!
//! Black is Left and White is Right. The rules are those under which a score is a number of moves (E.
//! Berlekamp and D. Wolfe, *Mathematical Go*, ch. 2): a player moves on an empty point or gives a
//! prisoner back, and who cannot move has lost. A point of territory is then worth one move, a prisoner
//! likewise.
//!
//! ```
//! use sidle_core::Player;
//! use sidle_rules::go::{Diagram, Suicide};
//! // A ko: Black takes the white stone, White fills.
//! let ko = Diagram::parse("#BW#\nBO.W\n#BW#\n")?;
//! let taken = ko.region.play(&ko.stones, Player::Left, 1, Suicide::Forbidden).expect("a legal move");
//! assert_eq!((taken.captured, taken.stones.ban), (1, Some(0)));
//! # Ok::<(), sidle_rules::NotationError>(())
//! ```

mod board;
mod diagram;
mod point;
mod region;
mod score;
mod sgf;

pub use board::{Board, BoardRegion, Colour, Endgame};
pub use diagram::Diagram;
pub use point::BoardPoint;
pub use region::{Intersection, MAX_POINTS, Played, Region, Stones, Suicide};
pub use score::{Scoring, enclosed_value, score};
pub use sgf::{Sgf, SgfError, SgfMove};
