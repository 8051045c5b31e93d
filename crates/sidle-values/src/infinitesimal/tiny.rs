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
        self.expect_unlimited(self.try_tiny(game, Meter::none()))
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
        self.expect_unlimited(self.try_miny(game, Meter::none()))
    }

    /// [`Store::miny`] under a meter.
    pub fn try_miny(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        self.try_negative(self.try_tiny(game, meter)?, meter)
    }

    /// `H` if this game is tiny-H in canonical form with H positive up to infinitesimals, that is, if
    /// the Right stop of H is positive.
    #[must_use]
    pub fn as_tiny(&self, game: Game) -> Option<Game> {
        let prize = self.prize(game, Player::Left)?;
        Some(self.negative(prize))
    }

    /// `H` if this game is miny-H in canonical form, see [`Store::as_tiny`].
    #[must_use]
    pub fn as_miny(&self, game: Game) -> Option<Game> {
        self.prize(game, Player::Right)
    }

    /// What is threatened in a tiny or a miny: `-G` in `⧾_G = {0 || 0 | -G}` for Left, `G` in
    /// `⧿_G = {G | 0 || 0}` for Right.
    ///
    /// A game of that shape is only called tiny if the threat is worth something: whoever threatens must be
    /// ahead there even if the other moves first.
    #[must_use]
    pub fn prize(&self, game: Game, player: Player) -> Option<Game> {
        let threat = self.zero_and(game, player)?;
        let prize = self.zero_and(threat, player)?;
        let stop = self.stop(prize, player).signum();
        let ahead = match player {
            Player::Left => stop < 0,
            Player::Right => stop > 0,
        };
        ahead.then_some(prize)
    }

    /// Is this a number, or a number plus a tiny or a miny?
    pub fn try_is_number_tiny(&self, game: Game, meter: &Meter) -> Result<bool, StopReason> {
        if !self.is_numberish(game) {
            return Ok(false);
        }
        let number = self.number(&self.stop(game, Player::Left));
        let rest = self.try_sub(game, number, meter)?;
        let tiny = |player| self.prize(rest, player).is_some();
        Ok(rest == self.zero() || Player::BOTH.into_iter().any(tiny))
    }

    /// The opponent's only option if the player's only option is 0.
    pub(super) fn zero_and(&self, game: Game, player: Player) -> Option<Game> {
        let own = self.only_option(game, player)?;
        let other = self.only_option(game, -player)?;
        (own == self.zero()).then_some(other)
    }
}
