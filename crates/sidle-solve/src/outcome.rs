//! Who wins: what the search needs to know of positions of typed rules and of positions of any kind.

use std::ops::ControlFlow;

use sidle_core::{Meter, Outcome, Player};
use sidle_values::Store;

use crate::{
    SolveError,
    bounds::Bounds,
    forms::known_value,
    moves::{Key, Moves, Part, RulesOn, Typed, visit_metered},
    numbering::{Measure, Summands},
    solver::Knowledge,
    table::State,
};

/// Parts with at most so many options of both players together are worked out. More make fewer sums and
/// larger values; measured on Domineering and Clobber, where values of ten options already cost more than
/// the sums they save.
pub(crate) const SMALL: u32 = 6;

/// A position with at most so many options is valued and not searched.
pub(crate) const VALUED: usize = 12;

/// Has a position at most so many options, those of both players counted?
pub(crate) fn has_few_options<P: Key>(rules: RulesOn<'_, P>, at: &P, most: usize) -> bool {
    let mut count = 0;
    Player::BOTH.iter().all(|&player| {
        rules
            .options(at, player, &mut |_| {
                count += 1;
                if count > most {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
            .is_continue()
    })
}

/// The outcome from who wins moving first, Left and Right.
pub(crate) fn from_wins(wins: [bool; 2]) -> Outcome {
    match wins {
        [true, true] => Outcome::Next,
        [true, false] => Outcome::Left,
        [false, true] => Outcome::Right,
        [false, false] => Outcome::Previous,
    }
}

/// The positions of typed rules.
pub(crate) struct TypedSummands<'a, P> {
    pub(crate) rules: RulesOn<'a, P>,
    pub(crate) knowledge: &'a mut Knowledge<P>,
    pub(crate) store: &'a Store,
    pub(crate) meter: &'a Meter,
}

impl<'a, P: Key> TypedSummands<'a, P> {
    fn moves(&self) -> Typed<'a, P> {
        Typed::new(self.rules, self.meter)
    }

    /// The bounds of a small position, which are those of its value.
    fn exact_bounds(&mut self, at: P) -> Result<Bounds, SolveError> {
        if let Some(&bounds) = self.knowledge.bounds.get(&at) {
            return Ok(bounds);
        }
        let moves = self.moves();
        let value = self
            .knowledge
            .value(moves, at.clone(), self.store, self.meter)?;
        let bounds = match value.short() {
            Some(game) => Bounds::of(game, self.store, self.meter)?,
            None => Bounds::default(),
        };
        self.meter.ticker().node(size_of::<(P, Bounds)>())?;
        self.knowledge.bounds.insert(at, bounds);
        Ok(bounds)
    }
}

impl<P: Key> Summands for TypedSummands<'_, P> {
    type Position = P;

    fn parts(&mut self, at: P, out: &mut Vec<Part<P>>) -> Result<(), SolveError> {
        self.moves().parts(at, out)
    }

    fn options(&mut self, at: &P, player: Player, out: &mut Vec<P>) -> Result<(), SolveError> {
        self.moves().options(at, player, out)
    }

    fn measure(&mut self, at: &P) -> Result<Measure, SolveError> {
        if let Some(State::Done(value)) = self.knowledge.values.get(at) {
            return Ok(Measure::Small(self.knowledge.pool.value(value)));
        }
        self.rules.shortcuts().prepare(at, self.meter)?;
        if let Some(known) = self.rules.shortcuts().known_value(at) {
            return Ok(Measure::Small(known_value(self.store, &known)));
        }
        let mut counts = [0; 2];
        for player in Player::BOTH {
            let count = &mut counts[player.index()];
            visit_metered(self.rules, at, player, self.meter, |_| *count += 1)?;
        }
        if counts[0] + counts[1] > SMALL {
            return Ok(Measure::Large(counts));
        }
        let moves = self.moves();
        self.knowledge
            .value(moves, at.clone(), self.store, self.meter)
            .map(Measure::Small)
    }

    fn bounds(&mut self, at: &P) -> Result<Bounds, SolveError> {
        let mut bounds = Bounds::default();
        let mut pieces = Vec::new();
        let shortcuts = self.rules.shortcuts();
        for tied in Player::BOTH {
            for way in 0.. {
                pieces.clear();
                let tie = &mut |piece| pieces.push(piece);
                if !shortcuts.tie(at, tied, way, tie) {
                    break;
                }
                let mut sum = Bounds::ZERO;
                for piece in pieces.drain(..) {
                    sum = sum.plus(self.exact_bounds(piece)?);
                }
                match tied {
                    Player::Left => bounds.raise_to(sum),
                    Player::Right => bounds.lower_to(sum),
                }
            }
        }
        Ok(bounds)
    }

    fn ends(&self, _: &P) -> bool {
        self.rules.shortcuts().ends
    }
}
