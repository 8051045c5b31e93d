//! `G_ε`: every move costs an infinitesimal.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Relation, StopReason};

use crate::{Game, Store, recursion::evaluate};

impl Store {
    /// `G` reduced by ε, an infinitesimal with ε > 0 or ε confused with 0: numbers stay, other games
    /// become `{G^L reduced - ε | G^R reduced + ε}` (Definition 2.1). `None` for any other ε.
    ///
    /// This is a homomorphism, idempotent, and takes infinitesimally close games to the same game
    /// (Theorems 5.9 and 5.10).
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let switch = store.game(&[store.integer(1)], &[store.integer(-1)]);
    /// let star = store.nimber(1);
    /// let shifted = store.add(switch, star);
    /// assert_eq!(store.reduce_by(switch, star), store.reduce_by(shifted, star));
    /// assert_eq!(store.reduce_by(switch, store.zero()), None);
    /// ```
    #[must_use]
    pub fn reduce_by(&self, game: Game, epsilon: Game) -> Option<Game> {
        self.reduce_by_all(game, &[epsilon])
    }

    /// [`Store::reduce_by`] under a meter.
    pub fn try_reduce_by(
        &self,
        game: Game,
        epsilon: Game,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        self.try_reduce_by_all(game, &[epsilon], meter)
    }

    /// The reduction by a set of infinitesimals of section 7: numbers stay, other games get the
    /// options `ρ(G^L) - ε` and `ρ(G^R) + ε` for every ε. `None` if the set is empty or contains something
    /// that [`Store::reduce_by`] does not accept.
    #[must_use]
    pub fn reduce_by_all(&self, game: Game, epsilons: &[Game]) -> Option<Game> {
        self.expect_unlimited(self.try_reduce_by_all(game, epsilons, Meter::none()))
    }

    /// [`Store::reduce_by_all`] under a meter.
    pub fn try_reduce_by_all(
        &self,
        game: Game,
        epsilons: &[Game],
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        if epsilons.is_empty() {
            return Ok(None);
        }
        let mut negatives = Vec::new();
        for &epsilon in epsilons {
            if !self.try_is_reducer(epsilon, meter)? {
                return Ok(None);
            }
            negatives.push(self.try_negative(epsilon, meter)?);
        }
        let numbers = |game: Game| Ok(self.is_number(game).then_some(game));
        let taxed = |_: Game, [left, right]: &[Vec<Game>; 2]| {
            let left = self.all_sums(left, &negatives, meter)?;
            let right = self.all_sums(right, epsilons, meter)?;
            self.try_game(&left, &right, meter)
        };
        evaluate(self, game, &mut FxHashMap::default(), meter, numbers, taxed).map(Some)
    }

    /// Is this an infinitesimal that is greater than 0 or confused with it?
    pub(super) fn try_is_reducer(&self, epsilon: Game, meter: &Meter) -> Result<bool, StopReason> {
        let to_zero = self.try_compare(epsilon, self.zero(), meter)?;
        let outranks = matches!(to_zero, Relation::Greater | Relation::Fuzzy);
        Ok(outranks && self.is_infinitesimal(epsilon))
    }

    fn all_sums(
        &self,
        games: &[Game],
        summands: &[Game],
        meter: &Meter,
    ) -> Result<Vec<Game>, StopReason> {
        let mut sums = Vec::with_capacity(games.len() * summands.len());
        for &summand in summands {
            sums.extend(self.add_to_all(games, summand, meter)?);
        }
        Ok(sums)
    }

    /// Calistrate's *-projection of the canonical form (Definition 2.2): x and x + * become x, other
    /// games `{p(G^L) | p(G^R)}`.
    #[must_use]
    pub fn star_projection(&self, game: Game) -> Game {
        self.expect_unlimited(self.try_star_projection(game, Meter::none()))
    }

    /// [`Store::star_projection`] under a meter.
    pub fn try_star_projection(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        self.star_projection_with(game, |_| None, &mut FxHashMap::default(), meter)
    }

    pub(super) fn star_projection_with(
        &self,
        game: Game,
        remembered: impl Fn(Game) -> Option<Game>,
        known: &mut FxHashMap<Game, Game>,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let stop = |game: Game| {
            let value = self.as_number_up_star(game);
            let near = value.filter(|value| value.ups == 0 && value.star <= 1);
            Ok(near
                .map(|value| self.number(&value.number))
                .or_else(|| remembered(game)))
        };
        let projected = |_: Game, [left, right]: &[Vec<Game>; 2]| self.try_game(left, right, meter);
        evaluate(self, game, known, meter, stop, projected)
    }
}
