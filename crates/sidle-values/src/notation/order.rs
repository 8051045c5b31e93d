//! The order in which options are written.

use std::{cmp::Ordering, sync::Arc};

use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;
use sidle_core::{Meter, Player, StopReason};

use crate::{Game, Store, UptimalExpansion};

/// The order of short games as options: numbers, nimbers, other uptimals by number, digits and nimber,
/// then the rest by their Left and then their Right options, each list in this very order.
///
/// It depends on the values alone. What has been compared is remembered, so that many lists can be
/// sorted with one order.
#[derive(Debug)]
pub struct NotationOrder<'s> {
    store: &'s Store,
    /// The expansion of each game that is not a number-up-star; `None` if it is not an uptimal.
    uptimals: FxHashMap<Game, Option<Arc<UptimalExpansion>>>,
    sorted: FxHashMap<(Game, Player), Arc<[Game]>>,
    compared: FxHashMap<(Game, Game), Ordering>,
    prepared: FxHashSet<Game>,
}

/// Two games that have to be compared first.
type Unknown = (Game, Game);

impl<'s> NotationOrder<'s> {
    /// The order of a store's games.
    #[must_use]
    pub fn new(store: &'s Store) -> NotationOrder<'s> {
        NotationOrder {
            store,
            uptimals: FxHashMap::default(),
            sorted: FxHashMap::default(),
            compared: FxHashMap::default(),
            prepared: FxHashSet::default(),
        }
    }

    /// Finds out under the limits which followers of a game are uptimals, which is all that takes long in comparing it:
    /// whether a game is an uptimal is seen by computing it, and with a large nimber in it that is much work.
    pub fn prepare(&mut self, game: Game, meter: &Meter) -> Result<(), StopReason> {
        let mut ticker = meter.ticker();
        let mut waiting = vec![game];
        while let Some(game) = waiting.pop() {
            if self.store.as_number_up_star(game).is_some() || !self.prepared.insert(game) {
                continue;
            }
            let found = ticker.step().and_then(|()| self.try_uptimal(game, meter));
            if let Err(reason) = found {
                self.prepared.remove(&game);
                return Err(reason);
            }
            for player in Player::BOTH {
                waiting.extend(self.store.options(game, player));
            }
        }
        Ok(())
    }

    /// Which of the two is written first?
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use sidle_values::{Store, notation::NotationOrder};
    /// let store = Store::new();
    /// let mut order = NotationOrder::new(&store);
    /// let hot = store.game(&[store.integer(1)], &[store.integer(-1)]);
    /// assert_eq!(order.compare(store.integer(7), store.nimber(1)), Ordering::Less);
    /// assert_eq!(order.compare(hot, store.nimber(1)), Ordering::Greater);
    /// ```
    pub fn compare(&mut self, a: Game, b: Game) -> Ordering {
        let mut waiting: Vec<Unknown> = Vec::new();
        loop {
            let (x, y) = waiting.last().copied().unwrap_or((a, b));
            match self.attempt(x, y) {
                Ok(found) if waiting.is_empty() => return found,
                Ok(found) => {
                    self.compared.insert((x, y), found);
                    self.compared.insert((y, x), found.reverse());
                    waiting.pop();
                }
                Err(first) => waiting.push(first),
            }
        }
    }

    /// Compares two games, if the comparisons of their options that it takes are known.
    fn attempt(&mut self, a: Game, b: Game) -> Result<Ordering, Unknown> {
        if let Some(found) = self.at_sight(a, b) {
            return Ok(found);
        }
        for player in Player::BOTH {
            let (first, second) = (self.options(a, player)?, self.options(b, player)?);
            for (&x, &y) in first.iter().zip(&*second) {
                let found = self.known(x, y)?;
                if found.is_ne() {
                    return Ok(found);
                }
            }
            let found = first.len().cmp(&second.len());
            if found.is_ne() {
                return Ok(found);
            }
        }
        Ok(Ordering::Equal)
    }

    /// A comparison that needs no options, or that has been made.
    fn known(&mut self, a: Game, b: Game) -> Result<Ordering, Unknown> {
        if let Some(found) = self.at_sight(a, b) {
            return Ok(found);
        }
        self.compared.get(&(a, b)).copied().ok_or((a, b))
    }

    /// A comparison of two games of which one is an uptimal.
    fn at_sight(&mut self, a: Game, b: Game) -> Option<Ordering> {
        if a == b {
            return Some(Ordering::Equal);
        }
        match (self.uptimal(a), self.uptimal(b)) {
            (Some(x), Some(y)) => Some(compare_uptimals(&x, &y)),
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            (None, None) => None,
        }
    }

    /// The options in this order.
    fn options(&mut self, game: Game, player: Player) -> Result<Arc<[Game]>, Unknown> {
        if let Some(sorted) = self.sorted.get(&(game, player)) {
            return Ok(sorted.clone());
        }
        let (mut uptimals, mut rest) = (Vec::new(), Vec::<Game>::new());
        for option in self.store.options(game, player) {
            if let Some(expansion) = self.uptimal(option) {
                uptimals.push((expansion, option));
                continue;
            }
            // The place among those that have been sorted, by halving.
            let (mut low, mut high) = (0, rest.len());
            while low < high {
                let middle = (low + high) / 2;
                match self.known(rest[middle], option)? {
                    Ordering::Less => low = middle + 1,
                    _ => high = middle,
                }
            }
            rest.insert(low, option);
        }
        uptimals.sort_by(|(x, _), (y, _)| compare_uptimals(x, y));
        let sorted: Arc<[Game]> = uptimals
            .into_iter()
            .map(|(_, option)| option)
            .chain(rest)
            .collect();
        self.sorted.insert((game, player), sorted.clone());
        Ok(sorted)
    }

    /// The uptimal expansion of a game. All followers of an uptimal in canonical form are uptimals.
    fn uptimal(&mut self, game: Game) -> Option<Arc<UptimalExpansion>> {
        let found = self.try_uptimal(game, Meter::none());
        self.store.expect_unlimited(found)
    }

    fn try_uptimal(
        &mut self,
        game: Game,
        meter: &Meter,
    ) -> Result<Option<Arc<UptimalExpansion>>, StopReason> {
        let mut stack = vec![game];
        loop {
            let Some(&top) = stack.last() else {
                return Ok(None);
            };
            let found = match self.uptimal_by_options(top, meter)? {
                Ok(found) => found,
                Err(option) => {
                    stack.push(option);
                    continue;
                }
            };
            stack.pop();
            if stack.is_empty() {
                return Ok(found);
            }
            self.uptimals.insert(top, found);
        }
    }

    /// The expansion if those of all options are known; otherwise an option whose expansion is not.
    #[allow(clippy::type_complexity)]
    fn uptimal_by_options(
        &mut self,
        game: Game,
        meter: &Meter,
    ) -> Result<Result<Option<Arc<UptimalExpansion>>, Game>, StopReason> {
        if let Some(value) = self.store.as_number_up_star(game) {
            return Ok(Ok(Some(Arc::new(UptimalExpansion::from(value)))));
        }
        if let Some(known) = self.uptimals.get(&game) {
            return Ok(Ok(known.clone()));
        }
        let found = match self.guess(game, meter)? {
            Ok(found) => found.map(Arc::new),
            Err(option) => return Ok(Err(option)),
        };
        self.uptimals.insert(game, found.clone());
        Ok(Ok(found))
    }

    fn guess(
        &self,
        game: Game,
        meter: &Meter,
    ) -> Result<Result<Option<UptimalExpansion>, Game>, StopReason> {
        let store = self.store;
        if !store.is_numberish(game) {
            return Ok(Ok(None));
        }
        let mut sides: [Vec<Option<UptimalExpansion>>; 2] = Default::default();
        for player in Player::BOTH {
            for option in store.options(game, player) {
                let expansion = match store.as_number_up_star(option) {
                    Some(value) => UptimalExpansion::from(value),
                    None => match self.uptimals.get(&option) {
                        Some(Some(expansion)) => UptimalExpansion::clone(expansion),
                        Some(None) => return Ok(Ok(None)),
                        None => return Ok(Err(option)),
                    },
                };
                sides[player.index()].push(Some(expansion));
            }
        }
        let number = store.stop(game, Player::Left);
        let mut all = sides.iter().flatten().flatten();
        if all.any(|expansion| expansion.number != number) {
            return Ok(Ok(None));
        }
        store.uptimal_from_options(game, &sides, meter).map(Ok)
    }
}

/// Numbers, nimbers, then by number, digits and nimber.
fn compare_uptimals(a: &UptimalExpansion, b: &UptimalExpansion) -> Ordering {
    let class = |value: &UptimalExpansion| match (value.digits.is_empty(), value.star) {
        (true, 0) => 0,
        (true, _) if value.number.is_zero() => 1,
        _ => 2,
    };
    let key = |value: &UptimalExpansion| (class(value), value.number.clone());
    (key(a).cmp(&key(b)))
        .then_with(|| a.digits.cmp(&b.digits))
        .then_with(|| a.star.cmp(&b.star))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uptimals_come_by_their_digits() {
        let store = Store::new();
        let mut order = NotationOrder::new(&store);
        let uptimal = |digits: &[i64], star| {
            store.uptimal(&UptimalExpansion {
                number: sidle_core::Dyadic::ZERO,
                star,
                digits: digits.to_vec(),
            })
        };
        let sorted = [
            uptimal(&[], 1),
            uptimal(&[-1, 1, -1], 1),
            uptimal(&[0, -2], 4),
            uptimal(&[0, 2], 0),
            uptimal(&[1], 0),
            uptimal(&[1], 1),
            uptimal(&[1, -1], 0),
            uptimal(&[1, 1], 0),
            uptimal(&[2], 1),
            store.game(&[store.integer(1)], &[store.integer(0)]),
        ];
        for (i, &a) in sorted.iter().enumerate() {
            for (j, &b) in sorted.iter().enumerate() {
                assert_eq!(order.compare(a, b), i.cmp(&j), "{i} {j}");
            }
        }
    }

    #[test]
    fn the_fast_recognition_of_uptimals_agrees_with_the_slow_one() {
        let store = Store::new();
        let mut order = NotationOrder::new(&store);
        let games: Vec<Game> = crate::test_worlds::born_by(&store, 2);
        for &a in &games {
            for &b in &games {
                let sum = store.add(a, b);
                let found = order.uptimal(sum).map(|found| (*found).clone());
                assert_eq!(found, store.uptimal_expansion(sum));
            }
        }
        for first in -2..=2 {
            for second in -2..=2 {
                for third in -2..=2 {
                    for star in [0, 1, 2] {
                        let mut digits = vec![first, second, third];
                        while digits.last() == Some(&0) {
                            digits.pop();
                        }
                        let expansion = UptimalExpansion {
                            number: sidle_core::Dyadic::from(3),
                            star,
                            digits,
                        };
                        let game = store.uptimal(&expansion);
                        assert_eq!(order.uptimal(game).as_deref(), Some(&expansion));
                    }
                }
            }
        }
    }
}
