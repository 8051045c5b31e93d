//! Tables of exits taken from a store.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use super::ExitTable;
use crate::{Game, Store};

/// Games to choose exits from, and the table a search works on.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_values::{Store, unicycle::Exits};
/// let store = Store::new();
/// let exits = Exits::born_by(&store, 2, &Meter::unlimited()).unwrap();
/// assert_eq!(exits.candidates().count(), 22);
/// ```
#[derive(Clone, Debug)]
pub struct Exits {
    table: ExitTable,
    /// The game of each number of the table.
    games: Vec<Game>,
}

/// Exits that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExitsError {
    /// Nothing to choose from.
    #[error("there are no exits to choose from")]
    Empty,
    /// The exits have too many followers for a table of all comparisons.
    #[error("the exits have more than {} different followers", Exits::MOST)]
    TooMany,
    /// There are too many values born by that day.
    #[error(
        "there are too many values born by day {0}; day 3 (1474 values) is the last that can be listed"
    )]
    Day(u32),
    /// The meter stopped it.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

impl Exits {
    /// The most games, candidates and followers together, that a table takes: the order among them
    /// is kept whole.
    pub const MOST: usize = 1 << 14;

    /// The given games as candidates, in the given order; a game that is given twice counts once.
    pub fn new(store: &Store, candidates: &[Game], meter: &Meter) -> Result<Exits, ExitsError> {
        if candidates.is_empty() {
            return Err(ExitsError::Empty);
        }
        let (games, numbers) = closed_list(store, candidates, meter)?;
        let options = |player: Player| -> Vec<Vec<u32>> {
            let of = |&game: &Game| store.options(game, player).map(|x| numbers[&x]).collect();
            games.iter().map(of).collect()
        };
        let mut chosen: Vec<u32> = Vec::new();
        for game in candidates {
            let number = numbers[game];
            if !chosen.contains(&number) {
                chosen.push(number);
            }
        }
        let table = ExitTable::from_options(options(Player::Left), options(Player::Right), chosen)
            .unwrap_or_else(|error| unreachable!("followers of canonical forms: {error}"));
        Ok(Exits { table, games })
    }

    /// The nimbers 0, `*`, …, `*(k-1)`.
    pub fn nimbers(store: &Store, k: u64, meter: &Meter) -> Result<Exits, ExitsError> {
        if k > Exits::MOST as u64 {
            return Err(ExitsError::TooMany);
        }
        let nimbers: Vec<Game> = (0..k).map(|n| store.nimber(n)).collect();
        Exits::new(store, &nimbers, meter)
    }

    /// All values born by the given day (1, 4, 22, 1474 values for days 0 to 3), by birthday, then in
    /// the structural order of the store.
    pub fn born_by(store: &Store, day: u32, meter: &Meter) -> Result<Exits, ExitsError> {
        if day > 3 {
            return Err(ExitsError::Day(day));
        }
        let mut values = vec![store.zero()];
        for _ in 0..day {
            values = next_day(store, &values, meter)?;
        }
        Exits::new(store, &values, meter)
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &ExitTable {
        &self.table
    }

    /// The game with a number of the table.
    ///
    /// # Panics
    /// If the table has no such number.
    #[must_use]
    pub fn game(&self, number: u32) -> Game {
        self.games[number as usize]
    }

    /// The number of a game in the table, if it is there.
    #[must_use]
    pub fn number(&self, game: Game) -> Option<u32> {
        let at = self.games.iter().position(|&g| g == game)?;
        u32::try_from(at).ok()
    }

    /// The candidates in their order.
    pub fn candidates(&self) -> impl Iterator<Item = Game> {
        self.table.candidates().iter().map(|&c| self.game(c))
    }
}

/// The candidates and their followers by birthday, so that options come first, and their numbers.
fn closed_list(
    store: &Store,
    candidates: &[Game],
    meter: &Meter,
) -> Result<(Vec<Game>, FxHashMap<Game, u32>), ExitsError> {
    let mut ticker = meter.ticker();
    let mut numbers: FxHashMap<Game, u32> = FxHashMap::default();
    let mut games = Vec::new();
    let mut waiting = candidates.to_vec();
    while let Some(game) = waiting.pop() {
        ticker.step()?;
        if numbers.insert(game, 0).is_some() {
            continue;
        }
        if games.len() == Exits::MOST {
            return Err(ExitsError::TooMany);
        }
        games.push(game);
        for player in Player::BOTH {
            waiting.extend(store.options(game, player));
        }
    }
    sort_by_day(store, &mut games);
    for (number, game) in games.iter().enumerate() {
        numbers.insert(*game, number as u32);
    }
    Ok((games, numbers))
}

fn sort_by_day(store: &Store, games: &mut [Game]) {
    store.sort_structurally(games);
    games.sort_by_cached_key(|&game| store.birthday(game));
}

/// The values all of whose options are among `values` in some form: it is enough to take sets of
/// options of which no two compare.
fn next_day(store: &Store, values: &[Game], meter: &Meter) -> Result<Vec<Game>, ExitsError> {
    let sets = antichains(store, values, meter)?;
    let mut seen: FxHashMap<Game, ()> = FxHashMap::default();
    for left in &sets {
        for right in &sets {
            seen.insert(store.try_game(left, right, meter)?, ());
        }
    }
    let mut all: Vec<Game> = seen.into_keys().collect();
    sort_by_day(store, &mut all);
    Ok(all)
}

/// All sets of pairwise confused values.
fn antichains(store: &Store, values: &[Game], meter: &Meter) -> Result<Vec<Vec<Game>>, StopReason> {
    let mut sets: Vec<Vec<Game>> = vec![Vec::new()];
    for &value in values {
        for i in 0..sets.len() {
            let mut fits = true;
            for &other in &sets[i] {
                let le = store.try_le(value, other, meter)?;
                fits &= !le && !store.try_le(other, value, meter)?;
            }
            if fits {
                let mut set = sets[i].clone();
                set.push(value);
                sets.push(set);
            }
        }
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicycle::{Finder, Pattern, test};

    #[test]
    fn the_first_days_have_the_known_numbers_of_values() {
        let store = Store::new();
        for (day, count) in [(0, 1), (1, 4), (2, 22)] {
            let exits = Exits::born_by(&store, day, Meter::none()).unwrap();
            assert_eq!(exits.candidates().count(), count);
            assert_eq!(exits.table().len(), count);
        }
        let fourth = Exits::born_by(&store, 4, Meter::none());
        assert_eq!(fourth.unwrap_err(), ExitsError::Day(4));
    }

    #[test]
    fn day_3_has_1474_values() {
        let store = Store::new();
        let values = (0..3).fold(vec![store.zero()], |values, _| {
            next_day(&store, &values, Meter::none()).unwrap()
        });
        assert_eq!(values.len(), 1474);
    }

    #[test]
    fn the_order_of_the_table_is_that_of_the_store() {
        let store = Store::new();
        let exits = Exits::born_by(&store, 2, Meter::none()).unwrap();
        let table = exits.table();
        for a in 0..22 {
            for b in 0..22 {
                assert_eq!(table.le(a, b), store.le(exits.game(a), exits.game(b)));
            }
        }
    }

    #[test]
    fn followers_come_along_and_repeated_candidates_count_once() {
        let store = Store::new();
        let up_two_star = store.add(
            store.game(&[store.zero()], &[store.nimber(1)]),
            store.nimber(2),
        );
        let exits = Exits::new(
            &store,
            &[up_two_star, store.integer(2), up_two_star],
            Meter::none(),
        )
        .unwrap();
        assert_eq!(exits.candidates().count(), 2);
        assert_eq!(exits.candidates().next(), Some(up_two_star));
        let mut expected = store.followers(up_two_star);
        expected.extend(store.followers(store.integer(2)));
        for game in &expected {
            let number = exits.number(*game).expect("a follower");
            assert_eq!(exits.game(number), *game);
        }
        expected.sort_by_key(|&game| exits.number(game));
        expected.dedup();
        assert_eq!(expected.len(), exits.table().len());
    }

    #[test]
    fn endless_or_empty_lists_are_refused() {
        let store = Store::new();
        let meter = Meter::unlimited();
        let empty = Exits::new(&store, &[], &meter);
        assert_eq!(empty.unwrap_err(), ExitsError::Empty);
        let many = Exits::new(&store, &[store.integer(1_000_000)], &meter);
        assert_eq!(many.unwrap_err(), ExitsError::TooMany);
        let many = Exits::nimbers(&store, u64::MAX, &meter);
        assert_eq!(many.unwrap_err(), ExitsError::TooMany);
    }

    #[test]
    fn values_of_day_2_answer_the_open_question_too() {
        let store = Store::new();
        let meter = Meter::unlimited();
        let exits = Exits::born_by(&store, 2, &meter).unwrap();
        let finder = Finder::new(exits.table().clone(), &meter).unwrap();
        let question: Pattern = "LLLRLRRRLR".parse().unwrap();
        let found = finder.first(&question, &meter).unwrap().expect("one");
        assert_eq!(test(exits.table(), &question, &found), Ok(()));
    }
}
