//! Powers of up and their relatives.

use sidle_core::{Meter, Player, StopReason};

use crate::{Game, Store};

impl Store {
    /// `G` raised up to X: the ordinal sum `G : Y` with `1 : Y = X`, so that `Y = X - 1` for X ≥ 1; 0 for X = 0. For
    /// G = ↑ and X = n this is `↑ + ↑² + … + ↑ⁿ = {↑ + … + ↑ⁿ⁻¹ | *}`.
    ///
    /// # Panics
    /// If X is negative, or no such Y exists.
    ///
    /// ```
    /// use sidle_values::{NumberUpStar, Store};
    /// let store = Store::new();
    /// let up = store.number_up_star(&NumberUpStar { ups: 1, ..NumberUpStar::ZERO });
    /// let two = store.integer(2);
    /// assert_eq!(store.power_to(up, two), store.game(&[up], &[store.nimber(1)]));
    /// ```
    #[must_use]
    pub fn power_to(&self, game: Game, exponent: Game) -> Game {
        self.expect_unlimited(self.try_power_to(game, exponent, Meter::none()))
            .expect("an exponent that 1 can be extended to")
    }

    /// [`Store::power_to`] under a meter; `None` if there is no such Y.
    pub fn try_power_to(
        &self,
        game: Game,
        exponent: Game,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        let one = self.integer(1);
        if exponent == self.zero() {
            return Ok(Some(self.zero()));
        }
        let over_one = if self.try_le(one, exponent, meter)? {
            Some(self.try_sub(exponent, one, meter)?)
        } else {
            self.try_subordinate(exponent, &[self.zero()], &[], meter)?
        };
        match over_one {
            Some(over_one) => self.try_ordinal_sum(game, over_one, meter).map(Some),
            None => Ok(None),
        }
    }

    /// The power of a game `G = {0|H}`: `{0 | H - G raised up to X - 1}`, and mirrored for `{H|0}`. For G = ↑ and
    /// X = n this is `↑ⁿ = {0 | * - ↑ - … - ↑ⁿ⁻¹}`. `None` for other games, and for other exponents than
    /// numbers from 1 on.
    #[must_use]
    pub fn power(&self, game: Game, exponent: Game) -> Option<Game> {
        self.expect_unlimited(self.try_power(game, exponent, Meter::none()))
    }

    /// [`Store::power`] under a meter.
    pub fn try_power(
        &self,
        game: Game,
        exponent: Game,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        let zero = self.zero();
        if let Some(threat) = self.zero_and(game, Player::Left) {
            let one = self.integer(1);
            if !self.try_le(one, exponent, meter)? {
                return Ok(None);
            }
            let less = self.try_sub(exponent, one, meter)?;
            let Some(sum) = self.try_power_to(game, less, meter)? else {
                return Ok(None);
            };
            let threat = self.try_sub(threat, sum, meter)?;
            return self.try_game(&[zero], &[threat], meter).map(Some);
        }
        if self.zero_and(game, Player::Right).is_none() {
            return Ok(None);
        }
        let minus = self.try_negative(game, meter)?;
        match self.try_power(minus, exponent, meter)? {
            Some(power) => self.try_negative(power, meter).map(Some),
            None => Ok(None),
        }
    }
}
