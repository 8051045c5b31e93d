//! Variants that every game has: impartial, dicotic, twisted.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, NoValue, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::{notation::NotationError, ruleset::Ruleset};

/// Both players may make the moves of either: Cram from Domineering.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, grid::Amazons, variant::Impartial};
/// let game = Impartial(Amazons);
/// let start = game.parse("x.o").unwrap();
/// assert_eq!(game.collect_options(&start, Player::Left).len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impartial<R>(pub R);

impl<R: Rules> Rules for Impartial<R> {
    type Position = R::Position;

    fn options(&self, at: &R::Position, _: Player, visit: Visit<'_, R::Position>) -> Flow {
        self.0.options(at, Player::Left, visit)?;
        match self.0.shortcuts().impartial {
            true => ControlFlow::Continue(()),
            false => self.0.options(at, Player::Right, visit),
        }
    }

    fn shortcuts(&self) -> Shortcuts<'_, R::Position> {
        // The values and the bounds of the game are not those of the variant.
        let Shortcuts {
            decompose,
            normalize,
            known_value: _,
            tie: _,
            no_value,
            impartial: _,
            ends,
        } = self.0.shortcuts();
        Shortcuts {
            decompose,
            normalize: normalize.map(|_| self as _),
            known_value: None,
            tie: None,
            no_value,
            impartial: true,
            ends,
        }
    }

    fn name(&self) -> Cow<'static, str> {
        self.0.impartial_name()
    }

    sidle_core::same_positions!(0);
}

impl<R: Rules> Normalize<R::Position> for Impartial<R> {
    fn normalize(&self, at: R::Position) -> Normal<R::Position> {
        // An exchange of the players makes no difference any more.
        Normal::same(self.0.shortcuts().normalize(at).position)
    }
}

impl<R: Ruleset> Ruleset for Impartial<R> {
    crate::same_readings!(0);
}

/// A player may move only where the opponent could move too, so that the game ends for both at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dicotic<R>(pub R);

impl<R: Rules> Rules for Dicotic<R> {
    type Position = R::Position;

    fn options(&self, at: &R::Position, player: Player, visit: Visit<'_, R::Position>) -> Flow {
        let other = self.0.options(at, -player, &mut |_| ControlFlow::Break(()));
        match other.is_break() {
            true => self.0.options(at, player, visit),
            false => ControlFlow::Continue(()),
        }
    }

    fn shortcuts(&self) -> Shortcuts<'_, R::Position> {
        // A move in one part ends with the moves of the whole: parts are not independent.
        let Shortcuts {
            decompose: _,
            normalize,
            known_value: _,
            tie: _,
            no_value,
            impartial,
            ends,
        } = self.0.shortcuts();
        Shortcuts {
            decompose: None,
            normalize,
            known_value: None,
            tie: None,
            no_value,
            impartial,
            ends,
        }
    }

    fn name(&self) -> Cow<'static, str> {
        format!("{}.DicoticVariant", self.0.name()).into()
    }

    sidle_core::same_positions!(0);
}

impl<R: Ruleset> Ruleset for Dicotic<R> {
    crate::same_readings!(0);

    fn negative(&self, at: &R::Position) -> Option<R::Position> {
        self.0.negative(at)
    }
}

/// The sign before a position of a twisted game in which the sides are exchanged. No notation begins with it.
pub const EXCHANGED: char = '~';

/// After each move the players exchange their sides: `t(G) = {-t(G^L) | -t(G^R)}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twisted<R>(pub R);

/// A position of a twisted game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TwistedPosition<P> {
    /// Where the game stands.
    pub position: P,
    /// Whether the sides are exchanged at the moment.
    pub exchanged: bool,
}

impl<R: Rules> Rules for Twisted<R> {
    type Position = TwistedPosition<R::Position>;

    fn options(
        &self,
        at: &Self::Position,
        player: Player,
        visit: Visit<'_, Self::Position>,
    ) -> Flow {
        let mover = if at.exchanged { -player } else { player };
        self.0.options(&at.position, mover, &mut |position| {
            visit(TwistedPosition {
                position,
                exchanged: !at.exchanged,
            })
        })
    }

    fn shortcuts(&self) -> Shortcuts<'_, TwistedPosition<R::Position>> {
        // The sides change after a move in any part: parts are not independent.
        let Shortcuts {
            decompose: _,
            normalize: _,
            known_value: _,
            tie: _,
            no_value,
            impartial,
            ends,
        } = self.0.shortcuts();
        Shortcuts {
            decompose: None,
            normalize: Some(self),
            known_value: None,
            tie: None,
            no_value: no_value.map(|_| self as _),
            impartial,
            ends,
        }
    }

    fn depth_hint(&self, at: &Self::Position) -> u64 {
        self.0.depth_hint(&at.position)
    }

    fn name(&self) -> Cow<'static, str> {
        format!("{}.TwistedVariant", self.0.name()).into()
    }

    fn write(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        if at.exchanged {
            f.write_char(EXCHANGED)?;
        }
        self.0.write(&at.position, f)
    }

    fn letters(&self) -> Option<&'static str> {
        self.0.letters()
    }

    fn picture(&self, at: &Self::Position) -> Option<Picture> {
        self.0.picture(&at.position)
    }
}

impl<R: Rules> Normalize<TwistedPosition<R::Position>> for Twisted<R> {
    fn normalize(&self, at: TwistedPosition<R::Position>) -> Normal<TwistedPosition<R::Position>> {
        let Normal { position, negated } = self.0.shortcuts().normalize(at.position);
        // t(-G) = -t(G), and an exchange of the sides is a negative too.
        Normal {
            position: TwistedPosition {
                position,
                exchanged: false,
            },
            negated: negated != at.exchanged,
        }
    }
}

impl<R: Rules> NoValue<TwistedPosition<R::Position>> for Twisted<R> {
    fn no_value(&self, at: &TwistedPosition<R::Position>, misere: bool) -> Option<&'static str> {
        self.0.shortcuts().no_value(&at.position, misere)
    }
}

impl<R: Ruleset> Ruleset for Twisted<R> {
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError> {
        let exchanged = text.strip_prefix(EXCHANGED);
        let position = self.0.parse(exchanged.unwrap_or(text));
        Ok(TwistedPosition {
            position: position.map_err(|error| match exchanged {
                Some(_) => error.shifted(EXCHANGED.len_utf8()),
                None => error,
            })?,
            exchanged: exchanged.is_some(),
        })
    }

    fn pack(&self, at: &Self::Position) -> Vec<u8> {
        let mut bytes = self.0.pack(&at.position);
        bytes.push(at.exchanged.into());
        bytes
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Self::Position> {
        let (&exchanged, bytes) = bytes.split_last().filter(|last| *last.0 <= 1)?;
        Some(TwistedPosition {
            position: self.0.unpack(bytes)?,
            exchanged: exchanged == 1,
        })
    }

    fn rank(&self, at: &Self::Position) -> Option<(u64, u64)> {
        let (rank, count) = self.0.rank(&at.position)?;
        Some((2 * rank + u64::from(at.exchanged), count.checked_mul(2)?))
    }

    fn squares_of_row(&self, row: u32) -> Vec<bool> {
        self.0.squares_of_row(row)
    }

    fn negative(&self, at: &Self::Position) -> Option<Self::Position> {
        Some(TwistedPosition {
            position: at.position.clone(),
            exchanged: !at.exchanged,
        })
    }
}
