//! The two players.

use std::{fmt, ops::Neg, str::FromStr};

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

/// A word that names no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the players are `Left` and `Right`")]
pub struct NoPlayer;

impl FromStr for Player {
    type Err = NoPlayer;

    fn from_str(name: &str) -> Result<Player, NoPlayer> {
        let of_name = |player: &Player| name.eq_ignore_ascii_case(player.name());
        Player::BOTH.into_iter().find(of_name).ok_or(NoPlayer)
    }
}

impl Player {
    fn name(self) -> &'static str {
        match self {
            Player::Left => "Left",
            Player::Right => "Right",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
