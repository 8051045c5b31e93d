//! The two players.

use std::{fmt, ops::Neg};

/// One of the two players of a partizan game.
///
/// A statement about Right is the statement about Left of the negative, so code is written once
/// for a `Player` and `-player` is the opponent.
///
/// ```
/// use sidle_core::Player;
/// assert_eq!(-Player::Left, Player::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who likes positive games (bLue).
    Left = 0,
    /// The player who likes negative games (Red).
    Right = 1,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// 0 for Left, 1 for Right: an index into per-player arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Neg for Player {
    type Output = Player;

    #[inline]
    fn neg(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}
