//! Negatives: the players change places.

use sidle_core::{Meter, Player, StopReason};

use super::{
    Store,
    facts::{Facts, flag},
    work::Work,
};
use crate::{Game, game::Id};

impl Store {
    fn known_negative(&self, id: Id, work: &mut Work<'_>) -> Result<Option<Id>, StopReason> {
        if id.is_inline()
            && let Some(negative) = id.neg_inline()
        {
            return Ok(Some(negative));
        }
        if let Some(value) = self.to_number_up_star(id) {
            let negative = value.checked_neg().ok_or(StopReason::StoreFull)?;
            return self.number_up_star_id(&negative, work).map(Some);
        }
        Ok(self.record(id).negative())
    }

    pub(super) fn negative_in(&self, id: Id, work: &mut Work<'_>) -> Result<Id, StopReason> {
        let mut stack = vec![id];
        let mut last = Id::ZERO;
        while let Some(&id) = stack.last() {
            work.step()?;
            if let Some(known) = self.known_negative(id, work)? {
                last = known;
                stack.pop();
                continue;
            }
            let height = stack.len();
            let mut sides = work.take_sides();
            for player in Player::BOTH {
                let options = self.option_list(id, player);
                for option in options.iter() {
                    work.step()?;
                    match self.known_negative(option, work)? {
                        Some(negative) => sides[(-player).index()].push(negative),
                        None => stack.push(option),
                    }
                }
            }
            if stack.len() == height {
                last = self.intern_negative(id, &mut sides, work)?;
                stack.pop();
            }
            work.give_sides(sides);
        }
        Ok(last)
    }

    /// The mirror image of a canonical form is canonical.
    fn intern_negative(
        &self,
        id: Id,
        sides: &mut [Vec<Id>; 2],
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        sides.iter_mut().for_each(|side| side.sort_unstable());
        let facts = self.facts(id);
        let left_stop = self.negative_in(facts.stops[1], work)?;
        let right_stop = self.negative_in(facts.stops[0], work)?;
        let mut flags = 0;
        if facts.has(flag::MEETS_LEFT_STOP) {
            flags |= flag::MEETS_RIGHT_STOP;
        }
        if facts.has(flag::MEETS_RIGHT_STOP) {
            flags |= flag::MEETS_LEFT_STOP;
        }
        let mut unions = [0; 2];
        for (player, side) in Player::BOTH.into_iter().zip(sides.iter()) {
            for &option in side {
                let signature = self.facts(option).signature;
                unions[player.index()] |= if player == Player::Left {
                    signature.below
                } else {
                    signature.above
                };
            }
        }
        let signature = self.landmarks.signature(unions[0], unions[1]);
        let facts = Facts {
            signature,
            flags,
            stops: [left_stop, right_stop],
        };
        let negative = self.intern_canonical(sides, facts, work)?;
        self.record(id).set_negative(negative);
        self.record(negative).set_negative(id);
        Ok(negative)
    }

    /// The negative of a game.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let switch = store.game(&[store.integer(1)], &[store.integer(-1)]);
    /// assert_eq!(store.negative(switch), switch);
    /// ```
    #[must_use]
    pub fn negative(&self, game: Game) -> Game {
        let id = self.unwrap(game);
        self.wrap(self.unlimited(|work| self.negative_in(id, work)))
    }

    /// [`Store::negative`] under a meter.
    pub fn try_negative(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        let id = self.unwrap(game);
        self.negative_in(id, &mut Work::new(meter))
            .map(|id| self.wrap(id))
    }
}
