//! Weights of stops (Definition 6.4) and reduction by all-small infinitesimals (Theorem 6.5).

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Dyadic, Meter, Player, StopReason};

use crate::{Game, Store, recursion::evaluate_on};

/// A follower together with the number of Left moves minus the number of Right moves that led to it.
type Weighted = (Game, i64);

impl Store {
    fn weighted_options(
        &self,
        (game, weight): Weighted,
        player: Player,
    ) -> impl Iterator<Item = Weighted> {
        let step = if player == Player::Left { 1 } else { -1 };
        let options = self.options(game, player);
        options.map(move |option| (option, weight + step))
    }

    /// The numbers that play first stops at in the canonical form, each with its weights: Left moves
    /// minus Right moves on the way. Sorted, without repetition.
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let [zero, one, two] = [0, 1, 2].map(|n| store.integer(n));
    /// let game = store.game(&[two], &[store.game(&[one], &[zero])]);
    /// let stops = store.weighted_stops(game);
    /// assert_eq!(stops, [(0.into(), -2), (1.into(), 0), (2.into(), 1)]);
    /// ```
    #[must_use]
    pub fn weighted_stops(&self, game: Game) -> Vec<(Dyadic, i64)> {
        self.expect_unlimited(self.try_weighted_stops(game, Meter::none()))
    }

    /// [`Store::weighted_stops`] under a meter.
    pub fn try_weighted_stops(
        &self,
        game: Game,
        meter: &Meter,
    ) -> Result<Vec<(Dyadic, i64)>, StopReason> {
        let mut ticker = meter.ticker();
        let mut stops = Vec::new();
        let mut seen = FxHashSet::from_iter([(game, 0)]);
        let mut stack = vec![(game, 0)];
        while let Some(position) = stack.pop() {
            ticker.step()?;
            if let Some(number) = self.as_number(position.0) {
                stops.push((number, position.1));
                continue;
            }
            for player in Player::BOTH {
                for option in self.weighted_options(position, player) {
                    if seen.insert(option) {
                        ticker.node(size_of::<Weighted>() * 2)?;
                        stack.push(option);
                    }
                }
            }
        }
        stops.sort();
        Ok(stops)
    }

    /// `G_ε` for an all-small ε that is greater than 0 or confused with it, by Theorem 6.5: take the
    /// reduced canonical form and replace each stop x of weight w by x - w·ε. `None` for any other ε.
    ///
    /// Independent of [`Store::reduce_by`].
    #[must_use]
    pub fn reduce_by_weights(&self, game: Game, epsilon: Game) -> Option<Game> {
        self.expect_unlimited(self.try_reduce_by_weights(game, epsilon, Meter::none()))
    }

    /// [`Store::reduce_by_weights`] under a meter.
    pub fn try_reduce_by_weights(
        &self,
        game: Game,
        epsilon: Game,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        if !self.is_all_small(epsilon) || !self.try_is_reducer(epsilon, meter)? {
            return Ok(None);
        }
        let form = self.try_reduced_canonical_form(game, meter)?;
        let stop = |(game, weight): Weighted| {
            if !self.is_number(game) {
                return Ok(None);
            }
            let tax = self.try_multiple(epsilon, -weight, meter)?;
            self.try_add(game, tax, meter).map(Some)
        };
        let options = |position, player| self.weighted_options(position, player);
        let same = |_, [left, right]: &[Vec<Game>; 2]| self.try_game(left, right, meter);
        let known = &mut FxHashMap::default();
        evaluate_on((form, 0), known, meter, options, stop, same).map(Some)
    }
}
