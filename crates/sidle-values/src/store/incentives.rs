//! Incentives: what a move gains.

use sidle_core::{Meter, Player, StopReason};

use super::{Store, work::Work};
use crate::{Game, game::Id};

impl Store {
    /// The undominated incentives of a player: `G^L - G` for Left, `G - G^R` for Right, the greatest only.
    ///
    /// ```
    /// # use sidle_core::{Meter, Player};
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let half = store.number(&"1/2".parse().expect("dyadic"));
    /// let gain = store.try_incentives(half, Player::Left, &Meter::unlimited())?;
    /// assert_eq!(gain, [store.negative(half)]);
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_incentives(
        &self,
        game: Game,
        player: Player,
        meter: &Meter,
    ) -> Result<Vec<Game>, StopReason> {
        let id = self.unwrap(game);
        let mut work = Work::new(meter);
        let mut incentives = Vec::new();
        for option in self.option_list(id, player).iter() {
            let (plus, minus) = match player {
                Player::Left => (option, id),
                Player::Right => (id, option),
            };
            let minus = self.negative_in(minus, &mut work)?;
            incentives.push(self.add_in(plus, minus, &mut work)?);
        }
        self.keep_maximal(&mut incentives, &mut work)?;
        Ok(incentives.into_iter().map(|id| self.wrap(id)).collect())
    }

    /// The undominated incentives of both players together.
    pub fn try_all_incentives(&self, game: Game, meter: &Meter) -> Result<Vec<Game>, StopReason> {
        let mut all = Vec::new();
        for player in Player::BOTH {
            all.extend(self.try_incentives(game, player, meter)?);
        }
        let mut ids: Vec<Id> = all.into_iter().map(Game::id).collect();
        self.keep_maximal(&mut ids, &mut Work::new(meter))?;
        Ok(ids.into_iter().map(|id| self.wrap(id)).collect())
    }

    /// Keeps the maximal elements of a list, one of each.
    fn keep_maximal(&self, ids: &mut Vec<Id>, work: &mut Work<'_>) -> Result<(), StopReason> {
        ids.sort_unstable();
        ids.dedup();
        let mut kept = Vec::new();
        for &x in ids.iter() {
            let mut dominated = false;
            for &y in ids.iter().filter(|&&y| y != x) {
                if self.le_in(x, y, work)? {
                    dominated = true;
                    break;
                }
            }
            if !dominated {
                kept.push(x);
            }
        }
        *ids = kept;
        Ok(())
    }
}
