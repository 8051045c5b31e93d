//! Followers, birthdays, and an order for printing.

use std::{
    cmp::Ordering,
    hash::{BuildHasher, Hash},
};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use sidle_core::{Meter, Player, StopReason, UBig};

use super::{Store, facts::flag, work::Work};
use crate::{Game, game::Id};

impl Store {
    /// All positions reachable from a game, itself first, in breadth-first order without repetition.
    /// Cost: one visit per edge of the canonical form.
    #[must_use]
    pub fn followers(&self, game: Game) -> Vec<Game> {
        let id = self.unwrap(game);
        let ids = self.unlimited(|work| self.followers_in(id, work));
        ids.into_iter().map(|id| self.wrap(id)).collect()
    }

    /// [`Store::followers`] under a meter.
    pub fn try_followers(&self, game: Game, meter: &Meter) -> Result<Vec<Game>, StopReason> {
        let ids = self.followers_in(self.unwrap(game), &mut Work::new(meter))?;
        Ok(ids.into_iter().map(|id| self.wrap(id)).collect())
    }

    /// How many followers a game has, itself included.
    ///
    /// The followers of a number are the numbers on the way to it in the tree of numbers, one for each day;
    /// those of `x + *n` are these and n more. Others are counted one by one.
    ///
    /// ```
    /// # use sidle_core::Meter;
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let huge = store.integer(-1_823_437_481_924i64);
    /// let count = store.try_follower_count(huge, &Meter::unlimited())?;
    /// assert_eq!(count, 1_823_437_481_925u64.into());
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_follower_count(&self, game: Game, meter: &Meter) -> Result<UBig, StopReason> {
        if let Some(parts) = self.as_number_up_star(game)
            && parts.ups == 0
        {
            let number = self.number(&parts.number);
            return Ok(self.birthday(number) + UBig::ONE + UBig::from(parts.star));
        }
        Ok(UBig::from(self.try_followers(game, meter)?.len()))
    }

    fn followers_in(&self, id: Id, work: &mut Work<'_>) -> Result<Vec<Id>, StopReason> {
        let mut found = vec![id];
        let mut seen = FxHashSet::from_iter([id]);
        let mut next = 0;
        while next < found.len() {
            for player in Player::BOTH {
                let options = self.option_list(found[next], player);
                for option in options.iter() {
                    work.step()?;
                    if seen.insert(option) {
                        work.ticker.node(24)?;
                        found.push(option);
                    }
                }
            }
            next += 1;
        }
        Ok(found)
    }

    /// The day a game is born: the depth of its canonical form.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// assert_eq!(store.birthday(store.integer(5)), 5u32.into());
    /// ```
    #[must_use]
    pub fn birthday(&self, game: Game) -> UBig {
        self.birthday_of(self.unwrap(game))
    }

    fn birthday_of(&self, id: Id) -> UBig {
        if let Some(value) = self.to_number_up_star(id) {
            return value.birthday();
        }
        match self.record(id).flags() >> flag::BIRTHDAY_SHIFT {
            flag::BIRTHDAY_MAX => self.large_birthday(id),
            birthday => UBig::from(birthday),
        }
    }

    /// Birthdays that do not fit into a record: followers are visited with an explicit stack.
    fn large_birthday(&self, id: Id) -> UBig {
        let mut known: FxHashMap<Id, UBig> = FxHashMap::default();
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            let height = stack.len();
            let mut latest = UBig::ZERO;
            for player in Player::BOTH {
                for option in self.option_list(top, player).iter() {
                    let large = !self.id_is_number_up_star(option)
                        && self.record(option).flags() >> flag::BIRTHDAY_SHIFT
                            == flag::BIRTHDAY_MAX;
                    match known.get(&option) {
                        Some(day) => latest = latest.max(day.clone()),
                        None if large => stack.push(option),
                        None => latest = latest.max(self.birthday_of(option)),
                    }
                }
            }
            if stack.len() == height {
                known.insert(top, latest + UBig::ONE);
                stack.pop();
            }
        }
        known.remove(&id).unwrap_or(UBig::ZERO)
    }

    /// Sorts games in an order that depends on their structure alone, never on the history of the
    /// store: numbers, nimbers, other number-up-stars, the rest; simple ones first.
    pub fn sort_structurally(&self, games: &mut [Game]) {
        if games.len() > 1 {
            let mut order = StructuralOrder::new(self);
            games.sort_by(|&a, &b| order.compare(a, b));
        }
    }
}

/// The order of [`Store::sort_structurally`], with a memory for use on many lists.
#[derive(Debug)]
pub struct StructuralOrder<'s> {
    store: &'s Store,
    fingerprints: FxHashMap<Id, u128>,
}

impl<'s> StructuralOrder<'s> {
    /// An order on the games of a store.
    #[must_use]
    pub fn new(store: &'s Store) -> StructuralOrder<'s> {
        StructuralOrder {
            store,
            fingerprints: FxHashMap::default(),
        }
    }

    /// Compares two games by structure. Equal only for equal games.
    pub fn compare(&mut self, a: Game, b: Game) -> Ordering {
        let store = self.store;
        let (a, b) = (store.unwrap(a), store.unwrap(b));
        if a == b {
            return Ordering::Equal;
        }
        match (store.to_number_up_star(a), store.to_number_up_star(b)) {
            (Some(x), Some(y)) => {
                let class = |v: &crate::NumberUpStar| match (v.ups, v.star) {
                    (0, 0) => 0,
                    (0, _) if v.number.is_zero() => 1,
                    _ => 2,
                };
                (class(&x), &x.number, x.ups, x.star).cmp(&(class(&y), &y.number, y.ups, y.star))
            }
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => self.compare_records(a, b),
        }
    }

    fn compare_records(&mut self, a: Id, b: Id) -> Ordering {
        let store = self.store;
        let count = |id: Id, player| store.option_list(id, player).len();
        let stops = |id: Id| store.facts(id).stops.map(|stop| store.number_of(stop));
        (store.birthday_of(a).cmp(&store.birthday_of(b)))
            .then_with(|| count(a, Player::Left).cmp(&count(b, Player::Left)))
            .then_with(|| count(a, Player::Right).cmp(&count(b, Player::Right)))
            .then_with(|| stops(b).cmp(&stops(a)))
            .then_with(|| self.fingerprint(a).cmp(&self.fingerprint(b)))
    }

    /// A 128-bit hash of the structure; two different games share one with negligible probability,
    /// and then merely print in an order that depends on nothing but chance.
    fn fingerprint(&mut self, id: Id) -> u128 {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            let height = stack.len();
            let mut sides: [Vec<u128>; 2] = Default::default();
            for player in Player::BOTH {
                for option in self.store.option_list(top, player).iter() {
                    match self.known_fingerprint(option) {
                        Some(print) => sides[player.index()].push(print),
                        None => stack.push(option),
                    }
                }
            }
            if stack.len() == height {
                sides.iter_mut().for_each(|side| side.sort_unstable());
                self.fingerprints.insert(top, double_hash(&sides));
                stack.pop();
            }
        }
        self.known_fingerprint(id)
            .expect("the fingerprint has just been computed")
    }

    fn known_fingerprint(&self, id: Id) -> Option<u128> {
        match self.store.to_number_up_star(id) {
            Some(value) => Some(double_hash(&(value.number, value.ups, value.star))),
            None => self.fingerprints.get(&id).copied(),
        }
    }
}

fn double_hash(value: &impl Hash) -> u128 {
    let low = FxBuildHasher.hash_one((0x51u8, value));
    let high = FxBuildHasher.hash_one((0x3cu8, value, low));
    u128::from(high) << 64 | u128::from(low)
}
