//! Companions and subordinates.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, Relation, StopReason};

use super::{
    Store,
    work::{Sides, Work},
};
use crate::{Game, game::Id};

impl Store {
    /// The companion of a game: 0 and * change places at the ends of play. The companion of 0 is *, a
    /// nonzero number is its own, and otherwise it is `{G^L' | G^R'}` over the companions of the options,
    /// with 0 adjoined for Left if G > 0 and for Right if G < 0.
    ///
    /// ```
    /// # use sidle_core::Meter;
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let star = store.try_companion(store.zero(), &Meter::unlimited())?;
    /// assert_eq!(store.as_nimber(star), Some(1));
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_companion(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        let id = self.unwrap(game);
        self.companion_in(id, &mut Work::new(meter))
            .map(|id| self.wrap(id))
    }

    fn companion_in(&self, id: Id, work: &mut Work<'_>) -> Result<Id, StopReason> {
        let mut memo: FxHashMap<Id, Id> = FxHashMap::default();
        memo.insert(Id::ZERO, self.nimber(1).id());
        let leaf = |id: Id| self.id_is_number(id).then_some(id);
        self.fold(id, &mut memo, work, leaf, |top, memo, work| {
            let mut sides = Sides::default();
            for player in Player::BOTH {
                let options = self.option_list(top, player);
                sides[player.index()].extend(options.iter().filter_map(|x| memo.get(&x).copied()));
            }
            match self.compare_in(top, Id::ZERO, work)? {
                Relation::Greater => sides[0].push(Id::ZERO),
                Relation::Less => sides[1].push(Id::ZERO),
                _ => {}
            }
            self.canonicalise(&sides, work)
        })
    }

    /// The game H with `base:H = game`, if there is one; `base` is given by its options as a form.
    ///
    /// Every option of `game` is an option of the base or subordinate itself, so H is built from the
    /// options that are, and the ordinal sum decides.
    pub fn try_subordinate(
        &self,
        game: Game,
        base_left: &[Game],
        base_right: &[Game],
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        let target = self.unwrap(game);
        let mut work = Work::new(meter);
        let mut memo: FxHashMap<Id, Option<Id>> = FxHashMap::default();
        let found = self.fold(
            target,
            &mut memo,
            &mut work,
            |_| None,
            |top, memo, work| {
                let mut sides = Sides::default();
                for player in Player::BOTH {
                    let options = self.option_list(top, player);
                    let known = options
                        .iter()
                        .filter_map(|x| memo.get(&x).copied().flatten());
                    sides[player.index()].extend(known);
                }
                let candidate = self.wrap(self.canonicalise(&sides, work)?);
                let sum = self.try_ordinal_sum_on_form(base_left, base_right, candidate, meter)?;
                Ok((sum.id() == top).then_some(candidate.id()))
            },
        )?;
        Ok(found.map(|id| self.wrap(id)))
    }
}
