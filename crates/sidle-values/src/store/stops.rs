//! Stops and the confusion interval.

use sidle_core::{Dyadic, Player};

use super::{Store, facts::flag};
use crate::Game;

/// A stop together with the player who is to move when it is reached (*Winning Ways*, ch. 6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdornedStop {
    /// The number play stops at.
    pub number: Dyadic,
    /// Who moves next there.
    pub to_move: Player,
}

/// The numbers a game is confused with: an interval whose ends may or may not belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusionInterval {
    /// The Right stop.
    pub low: Dyadic,
    /// Does the Right stop belong to the interval?
    pub low_closed: bool,
    /// The Left stop.
    pub high: Dyadic,
    /// Does the Left stop belong to the interval?
    pub high_closed: bool,
}

impl ConfusionInterval {
    /// Is the game confused with no number at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.low == self.high && !(self.low_closed && self.high_closed)
    }
}

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

    /// Does play with this player starting reach his stop only with himself to move? (For Left: is
    /// G ≤ its Left stop?)
    fn meets_stop(&self, game: Game, player: Player) -> bool {
        let flags = self.flags(self.unwrap(game));
        flags & [flag::MEETS_LEFT_STOP, flag::MEETS_RIGHT_STOP][player.index()] != 0
    }

    /// The stop of a player with the mover at that moment: the opponent, if the player can get
    /// the last move before it; for a number, nobody has moved yet.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// # use sidle_core::Player;
    /// let store = Store::new();
    /// let switch = store.game(&[store.integer(1)], &[store.integer(-1)]);
    /// assert_eq!(store.adorned_stop(switch, Player::Left).to_move, Player::Right);
    /// ```
    #[must_use]
    pub fn adorned_stop(&self, game: Game, player: Player) -> AdornedStop {
        let to_move = if self.meets_stop(game, player) {
            player
        } else {
            -player
        };
        AdornedStop {
            number: self.stop(game, player),
            to_move,
        }
    }

    /// The interval of numbers that a game is confused with. An end belongs to it iff the player whose
    /// stop it is can get there with the opponent to move.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let three = store.integer(3);
    /// let three_star = store.add(three, store.nimber(1));
    /// let interval = store.confusion_interval(store.game(&[three_star], &[store.integer(-3)]));
    /// assert!(interval.low_closed && !interval.high_closed);
    /// ```
    #[must_use]
    pub fn confusion_interval(&self, game: Game) -> ConfusionInterval {
        ConfusionInterval {
            low: self.stop(game, Player::Right),
            low_closed: !self.meets_stop(game, Player::Right),
            high: self.stop(game, Player::Left),
            high_closed: !self.meets_stop(game, Player::Left),
        }
    }
}
