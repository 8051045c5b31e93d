//! Who wins a short game under perfect play.

use std::{fmt, ops::Neg};

use crate::Relation;

/// The outcome class of a game that always ends.
///
/// ```
/// use sidle_core::{Outcome, Relation};
/// // A game is an N-position exactly when it is confused with 0.
/// assert_eq!(Outcome::from(Relation::Fuzzy), Outcome::Next);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins, whoever starts (`G > 0`).
    Left,
    /// Right wins, whoever starts (`G < 0`).
    Right,
    /// The player who moves next wins (`G ‖ 0`).
    Next,
    /// The player who has just moved wins (`G = 0`).
    Previous,
}

/// The outcome of `G` from the relation of `G` to 0.
impl From<Relation> for Outcome {
    fn from(to_zero: Relation) -> Outcome {
        match to_zero {
            Relation::Less => Outcome::Right,
            Relation::Equal => Outcome::Previous,
            Relation::Greater => Outcome::Left,
            Relation::Fuzzy => Outcome::Next,
        }
    }
}

impl Neg for Outcome {
    type Output = Outcome;

    fn neg(self) -> Outcome {
        match self {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            same => same,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        })
    }
}
