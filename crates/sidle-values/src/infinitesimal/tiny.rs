//! Tinies and minies.

use sidle_core::{Meter, Player, StopReason};

use crate::{Game, Store};

impl Store {
    /// `⧾_G = {0 || 0 | -G}` (tiny-G).
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let tiny = store.tiny(store.integer(2));
    /// assert_eq!(store.as_tiny(tiny), Some(store.integer(2)));
    /// ```
    #[must_use]
    pub fn tiny(&self, game: Game) -> Game {
        self.expect_unlimited(self.try_tiny(game, &Meter::unlimited()))
    }

    /// [`Store::tiny`] under a meter.
    pub fn try_tiny(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        let zero = self.zero();
        let minus = self.try_negative(game, meter)?;
        let threat = self.try_game(&[zero], &[minus], meter)?;
        self.try_game(&[zero], &[threat], meter)
    }

    /// `⧿_G = {G | 0 || 0}` (miny-G), the negative of tiny-G.
    #[must_use]
    pub fn miny(&self, game: Game) -> Game {
        self.expect_unlimited(self.try_miny(game, &Meter::unlimited()))
    }

    /// [`Store::miny`] under a meter.
    pub fn try_miny(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        self.try_negative(self.try_tiny(game, meter)?, meter)
    }

    /// `H` if this game is tiny-H in canonical form with H positive up to infinitesimals, that is, if
    /// the Right stop of H is positive.
    #[must_use]
    pub fn as_tiny(&self, game: Game) -> Option<Game> {
        let threat = self.zero_and(game, Player::Left)?;
        let below = self.zero_and(threat, Player::Left)?;
        (self.stop(below, Player::Left).signum() < 0).then(|| self.negative(below))
    }

    /// `H` if this game is miny-H in canonical form, see [`Store::as_tiny`].
    #[must_use]
    pub fn as_miny(&self, game: Game) -> Option<Game> {
        let threat = self.zero_and(game, Player::Right)?;
        let above = self.zero_and(threat, Player::Right)?;
        (self.stop(above, Player::Right).signum() > 0).then_some(above)
    }

    /// The opponent's only option if the player's only option is 0.
    pub(super) fn zero_and(&self, game: Game, player: Player) -> Option<Game> {
        let mut own = self.options(game, player);
        let mut other = self.options(game, -player);
        (own.len() == 1 && other.len() == 1 && own.next() == Some(self.zero()))
            .then(|| other.next())
            .flatten()
    }
}
