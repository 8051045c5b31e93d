//! Who wins: what the search needs to know of positions of typed rules and of positions of any kind.

use std::ops::ControlFlow;

use sidle_core::{Meter, Outcome, Player};
use sidle_values::{Store, loopy::LoopyValue};

use crate::{
    SolveError,
    forms::known_value,
    moves::{Key, Moves, Part, RulesOn, Typed},
    search::Summands,
    solver::Knowledge,
    table::State,
};

/// Parts with at most so many options of both players together are worked out.
pub(crate) const SMALL: usize = 18;

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
        Typed {
            rules: self.rules,
            meter: self.meter,
        }
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

    fn small_value(&mut self, at: &P) -> Result<Option<LoopyValue>, SolveError> {
        if let Some(State::Done(value)) = self.knowledge.values.get(at) {
            return Ok(Some(self.knowledge.pool.value(value)));
        }
        if let Some(known) = self.rules.known_value(at) {
            return Ok(Some(known_value(self.store, &known)));
        }
        if !has_few_options(self.rules, at, SMALL) {
            return Ok(None);
        }
        let moves = self.moves();
        self.knowledge
            .value(moves, at.clone(), self.store, self.meter)
            .map(Some)
    }

    fn freedom(&mut self, at: &P) -> Result<i64, SolveError> {
        let counts = Player::BOTH.map(|player| {
            let mut count = 0;
            let _ = self.rules.options(at, player, &mut |_| {
                count += 1;
                ControlFlow::Continue(())
            });
            count
        });
        Ok(counts[0] - counts[1])
    }

    fn ends(&self, _: &P) -> bool {
        self.rules.always_ends()
    }
}
