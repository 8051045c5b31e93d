//! Ordinal sums: a move in the base annihilates what stands on it.
//!
//! Other compounds of games depend on their forms and are positions; they live in `sidle-solve`.

use sidle_core::{Meter, Player, StopReason};

use super::Store;
use crate::{Game, recursion::from_options};

impl Store {
    /// The ordinal sum `a:b` on the canonical form of `a`.
    #[must_use]
    pub fn ordinal_sum(&self, a: Game, b: Game) -> Game {
        self.expect_unlimited(self.try_ordinal_sum(a, b, &super::UNLIMITED))
    }

    /// [`Store::ordinal_sum`] under a meter.
    pub fn try_ordinal_sum(&self, a: Game, b: Game, meter: &Meter) -> Result<Game, StopReason> {
        let mut ticker = meter.ticker();
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            // A nimber has as many options as it likes.
            let options = self.options(a, player);
            meter.room(options.len() as u64 * 2 * size_of::<Game>() as u64)?;
            for option in options {
                ticker.step()?;
                sides[player.index()].push(option);
            }
        }
        let [left, right] = sides;
        self.try_ordinal_sum_on_form(&left, &right, b, meter)
    }

    /// The ordinal sum `{left|right}:game` on a base that is given by its options, which need not be
    /// canonical: the base matters as a form.
    ///
    /// ```
    /// # use sidle_core::Meter;
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let (star, one) = (store.nimber(1), store.integer(1));
    /// let up = store.try_ordinal_sum_on_form(&[star], &[star], one, &Meter::unlimited())?;
    /// assert_eq!(store.as_number_up_star(up).map(|nus| nus.ups), Some(1));
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_ordinal_sum_on_form(
        &self,
        left: &[Game],
        right: &[Game],
        game: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let step = |_: Game, sides: &[Vec<Game>; 2]| {
            let [left, right] = [[left, &sides[0]].concat(), [right, &sides[1]].concat()];
            self.try_game(&left, &right, meter)
        };
        from_options(self, game, meter, step)
    }
}
