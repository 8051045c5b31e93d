//! Stops.

use sidle_core::{Dyadic, Player};

use super::Store;
use crate::Game;

impl Store {
    /// The Left stop or the Right stop: the number play stops at when that player starts and both play
    /// for the best stop.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// # use sidle_core::Player;
    /// let store = Store::new();
    /// let game = store.game(&[store.integer(2)], &[store.integer(-1)]);
    /// assert_eq!(store.stop(game, Player::Left), 2.into());
    /// ```
    #[must_use]
    pub fn stop(&self, game: Game, player: Player) -> Dyadic {
        let facts = self.facts(self.unwrap(game));
        self.number_of(facts.stops[player.index()])
    }
}
