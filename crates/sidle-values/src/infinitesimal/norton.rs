//! The Norton product G.U.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use crate::{Game, Store, recursion::evaluate};

impl Store {
    /// The Norton product `G.U` for a unit U > 0: integers n give n·U, other games
    /// `{G^L.U + (U+Δ) | G^R.U - (U+Δ)}` with Δ over the incentives of U (*Winning Ways*, ch. 8).
    ///
    /// ```
    /// use sidle_core::Dyadic;
    /// use sidle_values::{NumberUpStar, Store};
    /// let store = Store::new();
    /// let up = store.number_up_star(&NumberUpStar { ups: 1, ..NumberUpStar::ZERO });
    /// assert_eq!(store.norton_product(store.integer(3), up), store.multiple(up, 3));
    /// ```
    #[must_use]
    pub fn norton_product(&self, game: Game, unit: Game) -> Game {
        self.expect_unlimited(self.try_norton_product(game, unit, Meter::none()))
    }

    /// [`Store::norton_product`] under a meter. Stops with [`StopReason::StoreFull`] at an integer beyond
    /// 64 bits.
    pub fn try_norton_product(
        &self,
        game: Game,
        unit: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        // A dominated incentive gives a dominated option, so the maximal ones suffice.
        let mut plus = Vec::new();
        let mut minus = Vec::new();
        for incentive in self.try_all_incentives(unit, meter)? {
            let step = self.try_add(unit, incentive, meter)?;
            plus.push(step);
            minus.push(self.try_negative(step, meter)?);
        }
        let integers = |game: Game| match self.as_number(game) {
            Some(number) if number.is_integer() => {
                let n = number.to_i64().ok_or(StopReason::StoreFull)?;
                self.try_multiple(unit, n, meter).map(Some)
            }
            _ => Ok(None),
        };
        let product = |_: Game, sides: &[Vec<Game>; 2]| {
            let mut options: [Vec<Game>; 2] = Default::default();
            for (i, steps) in [&plus, &minus].into_iter().enumerate() {
                for &step in steps {
                    options[i].extend(self.add_to_all(&sides[i], step, meter)?);
                }
            }
            self.try_game(&options[0], &options[1], meter)
        };
        let known = &mut FxHashMap::default();
        evaluate(self, game, known, meter, integers, product)
    }
}
