//! Negatives: the players change places.

use crossbeam_utils::CachePadded;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};
use smallvec::{SmallVec, smallvec};

use super::{
    Store,
    facts::{Facts, flag},
    work::{Sides, Work},
};
use crate::{Game, game::Id};

const SHARDS: usize = 64;

/// Negatives that have been computed, both ways.
#[derive(Debug)]
pub(super) struct NegativeTable {
    shards: Box<[CachePadded<Mutex<FxHashMap<Id, Id>>>]>,
}

impl NegativeTable {
    pub(super) fn new() -> NegativeTable {
        NegativeTable {
            shards: (0..SHARDS).map(|_| CachePadded::default()).collect(),
        }
    }

    fn get(&self, id: Id) -> Option<Id> {
        self.shards[id.0 as usize % SHARDS].lock().get(&id).copied()
    }

    fn insert(&self, id: Id, negative: Id) {
        for (from, to) in [(id, negative), (negative, id)] {
            self.shards[from.0 as usize % SHARDS]
                .lock()
                .insert(from, to);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let entry = size_of::<(Id, Id)>() + 1;
        self.shards
            .iter()
            .map(|shard| shard.lock().capacity() * entry)
            .sum()
    }
}

impl Store {
    /// The negative if it can be looked up.
    #[inline]
    fn negative_at_hand(&self, id: Id) -> Option<Id> {
        if id.is_inline() {
            id.neg_inline()
        } else {
            self.negatives.get(id)
        }
    }

    fn known_negative(&self, id: Id, work: &mut Work<'_>) -> Result<Option<Id>, StopReason> {
        if let Some(negative) = self.negative_at_hand(id) {
            return Ok(Some(negative));
        }
        let Some(value) = self.to_number_up_star(id) else {
            return Ok(None);
        };
        let negative = value.checked_neg().ok_or(StopReason::StoreFull)?;
        self.number_up_star_id(&negative, work).map(Some)
    }

    pub(super) fn negative_in(&self, id: Id, work: &mut Work<'_>) -> Result<Id, StopReason> {
        let mut stack: SmallVec<[Id; 16]> = smallvec![id];
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
        sides: &mut Sides,
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
        let signature = self.signature_above(sides);
        let facts = Facts {
            signature,
            flags,
            stops: [left_stop, right_stop],
        };
        let negative = self.intern_canonical(sides, facts, work)?;
        self.negatives.insert(id, negative);
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
        let negative = match self.negative_at_hand(id) {
            Some(negative) => negative,
            None => self.negative_in(id, &mut Work::new(meter))?,
        };
        Ok(self.wrap(negative))
    }
}
