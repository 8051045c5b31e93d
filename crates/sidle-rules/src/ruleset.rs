//! What every ruleset of this crate offers beside its moves: a notation, and its negative.

use std::ops::ControlFlow;

use sidle_core::{Normal, Player, Rules};

use crate::{
    notation::NotationError,
    packed::{PackedBoard, Symmetry},
};

/// A ruleset whose positions can be typed.
///
/// ```
/// use sidle_rules::{Ruleset, grid::Amazons};
/// assert!(Amazons.parse("x..|..o").is_ok());
/// assert_eq!(Amazons.parse("x..|.y.").unwrap_err().span, 5..6);
/// ```
pub trait Ruleset: Rules {
    /// Reads a position; [`Rules::write`] writes the same text.
    ///
    /// # Errors
    /// For a text that is not a position, with the place of the fault.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A position as canonical bytes: equal positions of one ruleset have the same, and
    /// [`unpack`](Ruleset::unpack) reads that very position. Unless the ruleset says otherwise, the bytes are its text.
    fn pack(&self, at: &Self::Position) -> Vec<u8> {
        let mut text = String::new();
        let _ = self.write(at, &mut text);
        text.into_bytes()
    }

    /// The position of some bytes that [`pack`](Ruleset::pack) wrote; `None` for others.
    fn unpack(&self, bytes: &[u8]) -> Option<Self::Position> {
        self.parse(std::str::from_utf8(bytes).ok()?).ok()
    }

    /// The number of a position among the boards of its shape, and how many of these there are, one for each choice of
    /// letters. `None` for positions that are not boards of letters, and where there are more than 2⁶⁴.
    fn rank(&self, at: &Self::Position) -> Option<(u64, u64)> {
        let letters = self.letters()?;
        let base = letters.chars().count() as u64;
        let mut text = String::new();
        self.write(at, &mut text).ok()?;
        let (mut rank, mut count) = (0u64, 1u64);
        for cell in text.chars().filter(|&cell| cell != '|') {
            let digit = letters.chars().position(|letter| letter == cell)? as u64;
            // `rank < count` holds, so that `rank * base + digit < count * base`.
            count = count.checked_mul(base)?;
            rank = rank * base + digit;
        }
        Some((rank, count))
    }

    /// For a ruleset that is called with squares: which columns of a row, both counted from 1, are squares.
    fn squares_of_row(&self, row: u32) -> Vec<bool> {
        let _ = row;
        Vec::new()
    }

    /// The position with the players exchanged, where the game can express it: an impartial one is its own
    /// negative.
    fn negative(&self, at: &Self::Position) -> Option<Self::Position> {
        self.shortcuts().impartial.then(|| at.clone())
    }
}

/// The part of [`Ruleset`] by which wrappers with the same positions pass on how these are read and packed.
#[macro_export]
macro_rules! same_readings {
    ($inner:tt) => {
        fn parse(&self, text: &str) -> Result<Self::Position, $crate::NotationError> {
            self.$inner.parse(text)
        }

        fn pack(&self, at: &Self::Position) -> Vec<u8> {
            self.$inner.pack(at)
        }

        fn unpack(&self, bytes: &[u8]) -> Option<Self::Position> {
            self.$inner.unpack(bytes)
        }

        fn rank(&self, at: &Self::Position) -> Option<(u64, u64)> {
            self.$inner.rank(at)
        }

        fn squares_of_row(&self, row: u32) -> Vec<bool> {
            self.$inner.squares_of_row(row)
        }
    };
}

/// The least image of a board under some symmetries and the exchange of the players.
pub(crate) fn least<const BITS: u32, R>(
    rules: &R,
    at: PackedBoard<BITS>,
    symmetries: &[Symmetry],
) -> Normal<PackedBoard<BITS>>
where
    R: Ruleset<Position = PackedBoard<BITS>>,
{
    let negative = rules.negative(&at);
    let least = at.least_image(symmetries);
    if let Some(negative) = negative {
        let other = negative.least_image(symmetries);
        if other < least {
            return Normal {
                position: other,
                negated: true,
            };
        }
    }
    Normal::same(least)
}

/// Hands out the parts of a position in which somebody can move; false if it is in one piece.
pub(crate) fn hand_out<R: Rules>(
    rules: &R,
    at: &R::Position,
    parts: Vec<R::Position>,
    part: &mut dyn FnMut(R::Position),
) -> bool {
    if let [only] = &parts[..]
        && only == at
    {
        return false;
    }
    for p in parts {
        if can_move(rules, &p) {
            part(p);
        }
    }
    true
}

/// Whether either player has a move.
pub(crate) fn can_move<R: Rules>(rules: &R, at: &R::Position) -> bool {
    [Player::Left, Player::Right].into_iter().any(|player| {
        rules
            .options(at, player, &mut |_| ControlFlow::Break(()))
            .is_break()
    })
}
