//! Powers of up and their relatives.

use sidle_core::{Meter, Player, StopReason};

use crate::{Game, Store};

impl Store {
    /// `G` raised up to X: the ordinal sum `G : (X - 1)`. For G = ↑ and X = n this is
    /// `↑ + ↑² + … + ↑ⁿ = {↑ + … + ↑ⁿ⁻¹ | *}`.
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
        self.expect_unlimited(self.try_power_to(game, exponent, &Meter::unlimited()))
    }

    /// [`Store::power_to`] under a meter.
    pub fn try_power_to(
        &self,
        game: Game,
        exponent: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let less = self.try_sub(exponent, self.integer(1), meter)?;
        self.try_ordinal_sum(game, less, meter)
    }

    /// The power of a game `G = {0|H}`: `{0 | H : (1 - X)}`, and mirrored for `{H|0}`. For G = ↑ and X = n this
    /// is `↑ⁿ = {0 | * - ↑ - … - ↑ⁿ⁻¹}`. `None` for other games.
    #[must_use]
    pub fn power(&self, game: Game, exponent: Game) -> Option<Game> {
        self.expect_unlimited(self.try_power(game, exponent, &Meter::unlimited()))
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
            let less = self.try_sub(self.integer(1), exponent, meter)?;
            let threat = self.try_ordinal_sum(threat, less, meter)?;
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
