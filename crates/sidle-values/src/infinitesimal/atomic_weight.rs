//! Atomic weights (*Winning Ways*, ch. 8).

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, Relation, StopReason};

use crate::{Game, NumberUpStar, Store, recursion::evaluate};

/// One computation of an atomic weight.
struct Weighing<'s> {
    store: &'s Store,
    meter: &'s Meter,
    /// A nimber that is no follower of the game.
    far_star: Game,
    /// What a follower counts that is greater than some positive number.
    heavy: i64,
}

impl Store {
    /// A remote star: `*N` with N a power of two greater than every k such that a number plus `*k` plus
    /// ups is a follower.
    #[must_use]
    pub fn far_star(&self, game: Game) -> Game {
        self.expect_unlimited(self.try_far_star(game, Meter::none()))
    }

    /// [`Store::far_star`] under a meter. Stops with [`StopReason::StoreFull`] at nimbers beyond 2^62.
    pub fn try_far_star(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        let mut most = 3;
        for follower in self.try_followers(game, meter)? {
            if let Some(value) = self.as_number_up_star(follower) {
                most = most.max(value.star | 1);
            }
        }
        let star = (most + 1).checked_next_power_of_two();
        let star = star.filter(|&star| star < 1 << 63);
        Ok(self.nimber(star.ok_or(StopReason::StoreFull)?))
    }

    /// How a game compares with `ups·↑` plus a star that is remote from it.
    ///
    /// For an all-small game this is decided by its atomic weight minus `ups`, up to one (the two-ahead
    /// rule).
    pub fn try_compare_with_remote_ups(
        &self,
        game: Game,
        ups: i64,
        meter: &Meter,
    ) -> Result<Relation, StopReason> {
        let far_star = self.try_far_star(game, meter)?;
        let ups = self.number_up_star(&NumberUpStar {
            ups,
            ..NumberUpStar::ZERO
        });
        self.try_compare(game, self.try_add(far_star, ups, meter)?, meter)
    }

    /// The atomic weight of a game, or `None` if the game is not atomic.
    ///
    /// The weight of an all-small game always exists. Of other infinitesimals it is accepted if
    /// [`Store::try_has_atomic_weight`] confirms it.
    ///
    /// ```
    /// use sidle_values::{NumberUpStar, Store};
    /// let store = Store::new();
    /// let ups = |ups| store.number_up_star(&NumberUpStar { ups, ..NumberUpStar::ZERO });
    /// let game = store.game(&[ups(3)], &[ups(-2)]);
    /// let switch = store.game(&[store.integer(1)], &[store.zero()]);
    /// assert_eq!(store.atomic_weight(game), Some(switch));
    /// assert_eq!(store.atomic_weight(store.integer(1)), None);
    /// ```
    #[must_use]
    pub fn atomic_weight(&self, game: Game) -> Option<Game> {
        self.expect_unlimited(self.try_atomic_weight(game, Meter::none()))
    }

    /// [`Store::atomic_weight`] under a meter.
    pub fn try_atomic_weight(&self, game: Game, meter: &Meter) -> Result<Option<Game>, StopReason> {
        if !self.is_infinitesimal(game) {
            return Ok(None);
        }
        let far_star = self.try_far_star(game, meter)?;
        let birthday = i64::try_from(self.birthday(game)).unwrap_or(i64::MAX >> 4);
        let weigh = |heavy: i64| {
            let weighing = Weighing {
                store: self,
                meter,
                far_star,
                heavy,
            };
            weighing.weight(game)
        };
        // Weights stay below twice the birthday, so this is heavier than anything all-small.
        let weight = weigh(4 * birthday.min(i64::MAX >> 4) + 16)?;
        if self.is_all_small(game) || self.try_has_atomic_weight(game, weight, meter)? {
            return Ok(Some(weight));
        }
        // A threat may be too small to count as heavy at all.
        let weight = weigh(0)?;
        let confirmed = self.try_has_atomic_weight(game, weight, meter)?;
        Ok(confirmed.then_some(weight))
    }

    /// Is a game within one up and a remote star of `weight.↑`, that is
    /// `-(↑ + *N) ≤ G - weight.↑ ≤ ↑ + *N`?
    pub fn try_has_atomic_weight(
        &self,
        game: Game,
        weight: Game,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let up = self.number_up_star(&NumberUpStar {
            ups: 1,
            ..NumberUpStar::ZERO
        });
        let far_star = self.try_far_star(game, meter)?;
        let bound = self.try_add(up, far_star, meter)?;
        let product = self.try_norton_product(weight, up, meter)?;
        let rest = self.try_sub(game, product, meter)?;
        Ok(self.try_le(rest, bound, meter)?
            && self.try_le(self.try_negative(bound, meter)?, rest, meter)?)
    }

    /// Is the game atomic: does it have an atomic weight?
    pub fn try_is_atomic(&self, game: Game, meter: &Meter) -> Result<bool, StopReason> {
        Ok(self.try_atomic_weight(game, meter)?.is_some())
    }
}

impl Weighing<'_> {
    fn weight(&self, game: Game) -> Result<Game, StopReason> {
        let base = |game| Ok(self.known_weight(game));
        let step = |game, sides: &[Vec<Game>; 2]| self.weight_from_options(game, sides);
        evaluate(
            self.store,
            game,
            &mut FxHashMap::default(),
            self.meter,
            base,
            step,
        )
    }

    /// Weights that need no look at options: n·↑ + *k weighs n, and what exceeds a positive number is
    /// heavy.
    fn known_weight(&self, game: Game) -> Option<Game> {
        let store = self.store;
        let stops = Player::BOTH.map(|player| store.stop(game, player).signum());
        match stops {
            [_, 1] => return Some(store.integer(self.heavy)),
            [-1, _] => return Some(store.integer(-self.heavy)),
            _ => {}
        }
        let value = store.as_number_up_star(game)?;
        Some(store.integer(value.ups))
    }

    /// `{G^L weight - 2 | G^R weight + 2}`, unless that is an integer and the game lies on one side of
    /// the remote star: then the integer furthest on that side that the options allow.
    fn weight_from_options(
        &self,
        game: Game,
        [left, right]: &[Vec<Game>; 2],
    ) -> Result<Game, StopReason> {
        let (store, meter) = (self.store, self.meter);
        let left = store.add_to_all(left, store.integer(-2), meter)?;
        let right = store.add_to_all(right, store.integer(2), meter)?;
        let plain = store.try_game(&left, &right, meter)?;
        let integer = store.as_number(plain).and_then(|number| number.to_i64());
        let Some(integer) = integer else {
            return Ok(plain);
        };
        match store.try_compare(game, self.far_star, meter)? {
            Relation::Greater => self.furthest(integer, 1, &right),
            Relation::Less => self.furthest(integer, -1, &left),
            _ => Ok(plain),
        }
    }

    /// The last integer from `start` on, going up (`step` 1) or down (-1), that no game of the list has
    /// reached: n with n not ≥ any Right option, or not ≤ any Left option.
    fn furthest(&self, start: i64, step: i64, options: &[Game]) -> Result<Game, StopReason> {
        let (store, meter) = (self.store, self.meter);
        let mut n = start;
        loop {
            let next = store.integer(n + step);
            for &option in options {
                let reached = if step > 0 {
                    store.try_le(option, next, meter)?
                } else {
                    store.try_le(next, option, meter)?
                };
                if reached {
                    return Ok(store.integer(n));
                }
            }
            if options.is_empty() {
                return Ok(store.integer(n));
            }
            n += step;
        }
    }
}
