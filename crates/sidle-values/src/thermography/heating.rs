//! Heating and overheating.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use crate::{Game, Store, recursion::evaluate};

impl Store {
    /// `G` heated by `H`: numbers stay, other games become `{G^L heated + H | G^R heated - H}`. Computed
    /// on the canonical form of G (*Winning Ways*, ch. 6).
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let hot = store.heat(store.nimber(1), store.integer(3));
    /// assert_eq!(hot, store.game(&[store.integer(3)], &[store.integer(-3)]));
    /// ```
    #[must_use]
    pub fn heat(&self, game: Game, by: Game) -> Game {
        self.expect_unlimited(self.try_heat(game, by, Meter::none()))
    }

    /// [`Store::heat`] under a meter.
    pub fn try_heat(&self, game: Game, by: Game, meter: &Meter) -> Result<Game, StopReason> {
        let numbers = |game: Game| Ok(self.is_number(game).then_some(game));
        self.heat_from(game, by, numbers, meter)
    }

    /// `G` overheated from `s` to `t`: integers n become n·s, other games `{G^L + t | G^R - t}` of
    /// overheated options (*Winning Ways*, ch. 6). Computed on the canonical form of G.
    ///
    /// ```
    /// use sidle_core::Dyadic;
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let quarter = store.number(&Dyadic::new(1, 2));
    /// let (zero, star) = (store.zero(), store.nimber(1));
    /// assert_eq!(store.overheat(quarter, zero, zero), store.game(&[zero], &[star]));
    /// ```
    #[must_use]
    pub fn overheat(&self, game: Game, s: Game, t: Game) -> Game {
        self.expect_unlimited(self.try_overheat(game, s, t, Meter::none()))
    }

    /// [`Store::overheat`] under a meter. Stops with [`StopReason::StoreFull`] at an integer beyond 64
    /// bits.
    pub fn try_overheat(
        &self,
        game: Game,
        s: Game,
        t: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let integers = |game: Game| match self.as_number(game) {
            Some(number) if number.is_integer() => {
                let n = number.to_i64().ok_or(StopReason::StoreFull)?;
                self.try_multiple(s, n, meter).map(Some)
            }
            _ => Ok(None),
        };
        self.heat_from(game, t, integers, meter)
    }

    /// `{G^L + by | G^R - by}` recursively, with `base` where the recursion ends.
    fn heat_from(
        &self,
        game: Game,
        by: Game,
        base: impl FnMut(Game) -> Result<Option<Game>, StopReason>,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let minus = self.try_negative(by, meter)?;
        let heated = |_: Game, [left, right]: &[Vec<Game>; 2]| {
            let left = self.add_to_all(left, by, meter)?;
            let right = self.add_to_all(right, minus, meter)?;
            self.try_game(&left, &right, meter)
        };
        evaluate(self, game, &mut FxHashMap::default(), meter, base, heated)
    }
}
