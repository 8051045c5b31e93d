//! Games for tests: small worlds in full and seeded samples of larger ones.

use sidle_core::Meter;

use crate::{Game, NumberUpStar, Store};

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub(crate) fn pick(&mut self, games: &[Game]) -> Game {
        games[self.below(games.len())]
    }
}

/// So many ups, and a star.
pub(crate) fn ups(store: &Store, ups: i64, star: u64) -> Game {
    store.number_up_star(&NumberUpStar {
        ups,
        star,
        ..NumberUpStar::ZERO
    })
}

/// All values born by a day.
pub(crate) fn born_by(store: &Store, day: u32) -> Vec<Game> {
    store
        .try_born_by(day, &Meter::unlimited())
        .expect("no limit")
}

/// Random games whose options come from a list, Left's moved up and Right's moved down by `shift`.
pub(crate) fn random_games(store: &Store, from: &[Game], count: usize, shift: i64) -> Vec<Game> {
    let mut random = Random(1);
    let (plus, minus) = (store.integer(shift), store.integer(-shift));
    let mut options = |shift: Game| {
        let count = 1 + random.below(4);
        let mut options = Vec::new();
        for _ in 0..count {
            options.push(store.add(random.pick(from), shift));
        }
        options
    };
    (0..count)
        .map(|_| {
            let (left, right) = (options(plus), options(minus));
            store.game(&left, &right)
        })
        .collect()
}
