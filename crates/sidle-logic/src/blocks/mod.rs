//! Sliding blocks: any pieces on any board, three ways to count moves, shortest solutions.

mod certificate;
mod cover;
mod disk;
mod hardest;
mod numbers;
mod puzzle;
mod replay;
mod solve;
mod space;

use std::{fmt, str::FromStr};

pub use certificate::certificate;
pub use disk::{solve_indexed, solve_on_disk};
pub use hardest::{Component, component};
pub use puzzle::{Axis, Cell, Piece, Puzzle};
pub use replay::{Frame, replay};
pub use solve::{Options, Solution, solve};

use crate::Error;

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// One piece moves one cell.
    Unit,
    /// One piece moves any distance in one direction.
    Straight,
    /// One piece moves along any path while all others stand still.
    #[default]
    Finger,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Unit => "unit",
            Metric::Straight => "straight",
            Metric::Finger => "finger",
        })
    }
}

impl FromStr for Metric {
    type Err = Error;

    fn from_str(word: &str) -> Result<Metric, Error> {
        match word {
            "unit" => Ok(Metric::Unit),
            "straight" => Ok(Metric::Straight),
            "finger" => Ok(Metric::Finger),
            _ => Err(
                Error::whole(format!("`{word}` is not a way to count moves"))
                    .help("write unit, straight or finger"),
            ),
        }
    }
}
