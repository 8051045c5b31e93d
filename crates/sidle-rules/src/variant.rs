//! Variants that every game has: impartial, dicotic, twisted.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, Normal, Player, Rules, Visit};

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
        match self.0.is_impartial() {
            true => ControlFlow::Continue(()),
            false => self.0.options(at, Player::Right, visit),
        }
    }

    fn decompose(&self, at: &R::Position, part: &mut dyn FnMut(R::Position)) -> bool {
        self.0.decompose(at, part)
    }

    fn normalize(&self, at: R::Position) -> Normal<R::Position> {
        // An exchange of the players makes no difference any more.
        Normal::same(self.0.normalize(at).position)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn depth_hint(&self, at: &R::Position) -> u64 {
        self.0.depth_hint(at)
    }

    fn name(&self) -> Cow<'static, str> {
        match &*self.0.name() {
            "game.grid.Domineering" => "game.grid.Cram".into(),
            name => format!("{name}.ImpartialVariant").into(),
        }
    }

    fn write(&self, at: &R::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write(at, f)
    }
}

impl<R: Ruleset> Ruleset for Impartial<R> {
    fn letters(&self) -> Option<&'static str> {
        self.0.letters()
    }

    fn parse(&self, text: &str) -> Result<R::Position, NotationError> {
        self.0.parse(text)
    }
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

    fn normalize(&self, at: R::Position) -> Normal<R::Position> {
        self.0.normalize(at)
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn depth_hint(&self, at: &R::Position) -> u64 {
        self.0.depth_hint(at)
    }

    fn name(&self) -> Cow<'static, str> {
        format!("{}.DicoticVariant", self.0.name()).into()
    }

    fn write(&self, at: &R::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write(at, f)
    }
}

impl<R: Ruleset> Ruleset for Dicotic<R> {
    fn letters(&self) -> Option<&'static str> {
        self.0.letters()
    }

    fn parse(&self, text: &str) -> Result<R::Position, NotationError> {
        self.0.parse(text)
    }

    fn negative(&self, at: &R::Position) -> Option<R::Position> {
        self.0.negative(at)
    }
}

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

    fn normalize(&self, at: Self::Position) -> Normal<Self::Position> {
        let Normal { position, negated } = self.0.normalize(at.position);
        // t(-G) = -t(G), and an exchange of the sides is a negative too.
        Normal {
            position: TwistedPosition {
                position,
                exchanged: false,
            },
            negated: negated != at.exchanged,
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
            f.write_char('-')?;
        }
        self.0.write(&at.position, f)
    }
}

impl<R: Ruleset> Ruleset for Twisted<R> {
    fn letters(&self) -> Option<&'static str> {
        self.0.letters()
    }

    fn parse(&self, text: &str) -> Result<Self::Position, NotationError> {
        Ok(TwistedPosition {
            position: self.0.parse(text)?,
            exchanged: false,
        })
    }

    fn negative(&self, at: &Self::Position) -> Option<Self::Position> {
        Some(TwistedPosition {
            position: at.position.clone(),
            exchanged: !at.exchanged,
        })
    }
}
