//! Thermographs of stoppers.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player};
use sidle_numbers::Rational;

use super::{Kind, Loopy, Side, Stopper};
use crate::{CouponError, CouponGame, CouponWalls};

impl Loopy<'_> {
    /// The walls of a stopper: where play stops when each move costs the temperature, as for a short game,
    /// and beside coupons, which is how they are computed. `on` and `off` count as infinite.
    ///
    /// Alternating play of a stopper comes to an end, so at one temperature there is nothing to go round;
    /// only runs of moves of one player do, and at temperatures above 0 they gain nothing.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_values::{Store, loopy::Stopper};
    /// let store = Store::new();
    /// let over = store.loopy().over();
    /// let four = Stopper::Short(store.integer(4));
    /// let hot = store.loopy().game(&[four.into()], &[over.into()]).stopper().expect("a stopper");
    /// let walls = store.loopy().try_walls(hot, &Meter::unlimited())?;
    /// assert_eq!(walls.temperature(), Some(2.into()));
    /// assert_eq!(walls.mast(), Some(&2.into()));
    /// # Ok::<(), sidle_values::CouponError>(())
    /// ```
    pub fn try_walls(self, stopper: Stopper, meter: &Meter) -> Result<CouponWalls, CouponError> {
        self.expand(stopper.short(), meter)?;
        let start = self.node(stopper);
        let mut game = CouponGame::new();
        let mut place: FxHashMap<_, usize> = [(start, usize::MAX)].into_iter().collect();
        let mut members = vec![start];
        let mut ticker = meter.ticker();
        let mut next = 0;
        while let Some(&node) = members.get(next) {
            next += 1;
            ticker.node(128)?;
            let at = match self.score(node) {
                Some(score) => game.over(score),
                None => {
                    for player in Player::BOTH {
                        for &option in self.node_options(node, player) {
                            if let Entry::Vacant(place) = place.entry(option) {
                                place.insert(usize::MAX);
                                members.push(option);
                            }
                        }
                    }
                    game.vertex()
                }
            };
            place.insert(node, at);
        }
        for &node in &members {
            if self.score(node).is_some() {
                continue;
            }
            for player in Player::BOTH {
                for option in self.node_options(node, player) {
                    game.add_move(place[&node], player, place[option], 0);
                }
            }
        }
        let walls = game.try_walls(&[place[&start]], Side::Onside, meter)?;
        Ok(walls.into_iter().next().expect("one position, two walls"))
    }

    /// What a node counts where play stops: integers, and `on` and `off`.
    fn score(self, node: super::tables::Node) -> Option<Rational> {
        match self.kind(node) {
            Kind::Short(game) => {
                let number = Rational::from(&self.store.as_number(game)?);
                number.is_integer().then_some(number)
            }
            _ if self.is_on(node) => Some(Rational::infinity(false)),
            _ if self.is_off(node) => Some(Rational::infinity(true)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    /// For short games the walls are those of the thermograph.
    #[test]
    fn short_games_have_the_walls_of_their_thermographs() {
        let store = Store::new();
        let meter = Meter::unlimited();
        let small = crate::test_worlds::born_by(&store, 2);
        let mut games = small.clone();
        for (i, &g) in small.iter().enumerate() {
            for &h in &small[i..] {
                let three = store.integer(3);
                games.push(store.game(&[store.add(g, three)], &[h]));
                games.push(store.game(&[g], &[store.game(&[h], &[store.sub(g, three)])]));
            }
        }
        for game in games {
            let walls = store.loopy().try_walls(Stopper::Short(game), &meter);
            let walls = walls.expect("walls");
            let thermograph = store.thermograph(game);
            let temperature = Rational::from(thermograph.temperature());
            assert_eq!(walls.temperature(), Some(temperature), "{game:?}");
            for player in Player::BOTH {
                let (wall, expected) = (walls.wall(player), thermograph.wall(player));
                for k in -7..=40 {
                    let t = sidle_core::Dyadic::new(k, 3);
                    let value = wall.value_at(&Rational::from(&t)).expect("a value");
                    assert_eq!(
                        value,
                        Rational::from(&expected.value_at(&t)),
                        "{game:?} {t}"
                    );
                }
            }
        }
    }

    #[test]
    fn walls_of_stoppers() {
        let store = Store::new();
        let (loopy, meter) = (store.loopy(), Meter::unlimited());
        let walls = |stopper| loopy.try_walls(stopper, &meter).expect("walls");
        // Infinitesimals and pseudonumbers are cold.
        for stopper in [loopy.over(), loopy.under(), loopy.upon()] {
            assert_eq!(walls(stopper).temperature(), Some(0.into()));
            assert_eq!(walls(stopper).mast(), Some(&0.into()));
        }
        assert_eq!(walls(loopy.on()).temperature(), None);
    }
}
