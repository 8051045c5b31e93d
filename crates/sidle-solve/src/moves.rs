//! Where positions come from, as the engine sees it: typed rules, or positions of any kind.

use std::{hash::Hash, ops::ControlFlow};

use sidle_core::{KnownValue, Meter, Player, Rules};

use crate::SolveError;

/// A position that counts a number of times: -1 is a negative.
#[derive(Clone, Debug)]
pub(crate) struct Part<P> {
    pub(crate) position: P,
    pub(crate) times: i64,
}

/// What the engine asks about positions.
pub(crate) trait Moves {
    type Position: Clone + Eq + Hash;

    /// The value in normal play, if it is known.
    fn known(&mut self, at: &Self::Position) -> Result<Option<Known>, SolveError>;

    /// Appends the representatives of the independent parts of a position.
    fn parts(
        &mut self,
        at: Self::Position,
        out: &mut Vec<Part<Self::Position>>,
    ) -> Result<(), SolveError>;

    /// The representative of a position as a whole.
    fn whole(&mut self, at: Self::Position) -> Result<Part<Self::Position>, SolveError>;

    /// Appends the options.
    fn options(
        &mut self,
        at: &Self::Position,
        player: Player,
        out: &mut Vec<Self::Position>,
    ) -> Result<(), SolveError>;
}

/// A value that needs no work.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// Named by the rules.
    Named(KnownValue),
    /// A canonical value.
    Short(sidle_values::Game),
    /// A canonical loopy value.
    Loopy(sidle_values::loopy::LoopyValue),
    /// A nim value.
    Nim(sidle_graph::gamma::LoopyNimber),
}

/// The positions of typed rules.
pub(crate) struct Typed<'a, R: ?Sized> {
    pub(crate) rules: &'a R,
    pub(crate) meter: &'a Meter,
}

impl<R: Rules + ?Sized> Moves for Typed<'_, R> {
    type Position = R::Position;

    #[inline]
    fn known(&mut self, at: &R::Position) -> Result<Option<Known>, SolveError> {
        Ok(self.rules.known_value(at).map(Known::Named))
    }

    #[inline]
    fn parts(
        &mut self,
        at: R::Position,
        out: &mut Vec<Part<R::Position>>,
    ) -> Result<(), SolveError> {
        let split = self
            .rules
            .decompose(&at, &mut |part| out.push(representative(self.rules, part)));
        if !split {
            out.push(representative(self.rules, at));
        }
        Ok(())
    }

    #[inline]
    fn whole(&mut self, at: R::Position) -> Result<Part<R::Position>, SolveError> {
        Ok(representative(self.rules, at))
    }

    #[inline]
    fn options(
        &mut self,
        at: &R::Position,
        player: Player,
        out: &mut Vec<R::Position>,
    ) -> Result<(), SolveError> {
        let mut ticker = self.meter.ticker();
        let mut stopped = Ok(());
        let _ = self.rules.options(at, player, &mut |option| {
            out.push(option);
            match ticker.step() {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    stopped = Err(reason);
                    ControlFlow::Break(())
                }
            }
        });
        Ok(stopped?)
    }
}

#[inline]
fn representative<R: Rules + ?Sized>(rules: &R, at: R::Position) -> Part<R::Position> {
    let normal = rules.normalize(at);
    Part {
        position: normal.position,
        times: if normal.negated { -1 } else { 1 },
    }
}
