//! What is computed for a game from the same thing for its options.

use std::collections::HashMap;

use dashu_int::IBig;
use sidle_core::{Meter, Outcome, Player, StopReason};

use super::Store;
use crate::Game;

impl Store {
    /// In how many ways play goes down to a number, the players moving in any order: 1 for a number, else
    /// the sum over all options.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let game = store.game(&[store.integer(3), store.nimber(1)], &[store.integer(-1)]);
    /// assert_eq!(store.try_stop_count(game, &Meter::unlimited())?, 2.into());
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_stop_count(&self, game: Game, meter: &Meter) -> Result<IBig, StopReason> {
        self.fold(game, meter, |known: &HashMap<Game, IBig>, game| {
            if self.is_number(game) {
                return Some(IBig::ONE);
            }
            let mut total = IBig::ZERO;
            for player in Player::BOTH {
                for option in self.options(game, player) {
                    total += known.get(&option)?;
                }
            }
            Some(total)
        })
    }

    /// Who wins misère play of a canonical form: whoever cannot move wins.
    pub fn try_misere_outcome(&self, game: Game, meter: &Meter) -> Result<Outcome, StopReason> {
        let wins = self.fold(game, meter, |known: &HashMap<Game, [bool; 2]>, game| {
            // A positive integer: Right cannot move and so wins, or gets there by waiting.
            if let Some(number) = self.as_number(game)
                && number.is_integer()
            {
                return Some([number.signum() <= 0, number.signum() >= 0]);
            }
            // A heap: the last counter loses, so only a heap of one is lost.
            if let Some(heap) = self.as_nimber(game) {
                return Some([heap != 1; 2]);
            }
            let mut wins = [false; 2];
            for player in Player::BOTH {
                let mut movable = false;
                for option in self.options(game, player) {
                    movable = true;
                    wins[player.index()] |= !known.get(&option)?[(-player).index()];
                }
                wins[player.index()] |= !movable;
            }
            Some(wins)
        })?;
        Ok(match wins {
            [true, true] => Outcome::Next,
            [true, false] => Outcome::Left,
            [false, true] => Outcome::Right,
            [false, false] => Outcome::Previous,
        })
    }

    /// Computes something for a game from the same thing for its options, bottom-up over the followers. `step`
    /// returns `None` when an option's is still missing.
    fn fold<T>(
        &self,
        game: Game,
        meter: &Meter,
        step: impl Fn(&HashMap<Game, T>, Game) -> Option<T>,
    ) -> Result<T, StopReason> {
        let mut known: HashMap<Game, T> = HashMap::new();
        let mut stack = vec![game];
        let mut ticker = meter.ticker();
        while let Some(&top) = stack.last() {
            ticker.step()?;
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            match step(&known, top) {
                Some(value) => {
                    ticker.node(64)?;
                    known.insert(top, value);
                    stack.pop();
                }
                None => {
                    for player in Player::BOTH {
                        let options = self.options(top, player);
                        stack.extend(options.filter(|option| !known.contains_key(option)));
                    }
                }
            }
        }
        let value = known.remove(&game);
        Ok(value.expect("the stack is empty once the game is known"))
    }
}
