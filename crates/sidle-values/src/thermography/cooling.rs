//! Cooling and freezing.

use rustc_hash::FxHashMap;
use sidle_core::{Dyadic, Meter, StopReason};

use crate::{Game, Store, recursion::evaluate};

impl Store {
    /// `G` cooled by `t` > -1: every move costs `t`, until the game is frozen. `None` if t ≤ -1, where
    /// cooling is not defined.
    ///
    /// G cooled by t is the mean of G if t exceeds the temperature, else `{G^L cooled - t | G^R cooled + t}`.
    ///
    /// ```
    /// use sidle_core::Dyadic;
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let switch = store.game(&[store.integer(1)], &[store.integer(-1)]);
    /// assert_eq!(store.cool(switch, &Dyadic::from(1)), Some(store.nimber(1)));
    /// assert_eq!(store.cool(switch, &Dyadic::from(2)), Some(store.zero()));
    /// assert_eq!(store.cool(switch, &Dyadic::from(-1)), None);
    /// ```
    #[must_use]
    pub fn cool(&self, game: Game, t: &Dyadic) -> Option<Game> {
        self.expect_unlimited(self.try_cool(game, t, Meter::none()))
    }

    /// [`Store::cool`] under a meter.
    pub fn try_cool(
        &self,
        game: Game,
        t: &Dyadic,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        if *t <= Dyadic::from(-1) {
            return Ok(None);
        }
        let (minus, plus) = (self.number(&-t), self.number(t));
        let frozen = |game: Game| {
            let is_frozen = *t > self.try_temperature(game, meter)?;
            Ok(if is_frozen {
                Some(self.number(&self.try_mean(game, meter)?))
            } else {
                None
            })
        };
        let taxed = |_: Game, [left, right]: &[Vec<Game>; 2]| {
            let left = self.add_to_all(left, minus, meter)?;
            let right = self.add_to_all(right, plus, meter)?;
            self.try_game(&left, &right, meter)
        };
        evaluate(self, game, &mut FxHashMap::default(), meter, frozen, taxed).map(Some)
    }

    /// The game cooled by its own temperature: its mean plus an infinitesimal. Numbers stay what they
    /// are.
    #[must_use]
    pub fn freeze(&self, game: Game) -> Game {
        self.expect_unlimited(self.try_freeze(game, Meter::none()))
    }

    /// [`Store::freeze`] under a meter.
    pub fn try_freeze(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        if self.is_number(game) {
            return Ok(game);
        }
        let temperature = self.try_temperature(game, meter)?;
        let cooled = self.try_cool(game, &temperature, meter)?;
        Ok(cooled.expect("a game can be cooled by its own temperature"))
    }

    /// Adds one game to each of a list.
    pub(crate) fn add_to_all(
        &self,
        games: &[Game],
        summand: Game,
        meter: &Meter,
    ) -> Result<Vec<Game>, StopReason> {
        games
            .iter()
            .map(|&game| self.try_add(game, summand, meter))
            .collect()
    }
}
