//! Companions and subordinates.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Relation, StopReason};

use super::Store;
use crate::{
    Game,
    recursion::{evaluate, from_options},
};

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
        let base = |game: Game| {
            let star = (game == self.zero()).then(|| self.nimber(1));
            Ok(star.or_else(|| self.is_number(game).then_some(game)))
        };
        let step = |game: Game, sides: &[Vec<Game>; 2]| {
            let [mut left, mut right] = sides.clone();
            match self.try_compare(game, self.zero(), meter)? {
                Relation::Greater => left.push(self.zero()),
                Relation::Less => right.push(self.zero()),
                _ => {}
            }
            self.try_game(&left, &right, meter)
        };
        evaluate(self, game, &mut FxHashMap::default(), meter, base, step)
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
        let step = |game: Game, sides: &[Vec<Option<Game>>; 2]| {
            let [left, right] = sides
                .each_ref()
                .map(|side| side.iter().flatten().copied().collect::<Vec<Game>>());
            let candidate = self.try_game(&left, &right, meter)?;
            let sum = self.try_ordinal_sum_on_form(base_left, base_right, candidate, meter)?;
            Ok((sum == game).then_some(candidate))
        };
        from_options(self, game, meter, step)
    }
}
