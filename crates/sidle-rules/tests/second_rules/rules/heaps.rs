//! Heaps of tokens, and cakes.

use std::{collections::BTreeSet, iter};

use fastrand::Rng;
use sidle_core::Player;

use super::Options;

/// What moves make of one heap: heaps that are not empty.
pub(crate) type Heaps = BTreeSet<Vec<u32>>;

/// All rows of positive numbers with a sum, in descending order.
pub(crate) fn partitions(sum: u32, most: u32) -> Vec<Vec<u32>> {
    if sum == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: u32| {
        let rest = partitions(sum - first, first);
        rest.into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    (1..=most.min(sum)).flat_map(with_first).collect()
}

/// Take some tokens.
pub(crate) fn take_any(heap: u32) -> Heaps {
    let rest = |rest| if rest > 0 { vec![rest] } else { Vec::new() };
    (0..heap).map(rest).collect()
}

/// Leave two heaps of the tokens.
pub(crate) fn split_in_two(heap: u32) -> Heaps {
    let parts = partitions(heap, heap).into_iter();
    parts.filter(|parts| parts.len() == 2).collect()
}

/// Leave two heaps or more, all of one size.
pub(crate) fn split_equally(heap: u32) -> Heaps {
    let parts = partitions(heap, heap).into_iter();
    parts
        .filter(|parts| parts.len() >= 2 && parts.iter().all(|part| *part == parts[0]))
        .collect()
}

/// Take one token and leave two heaps at most.
pub(crate) fn eat(heap: u32) -> Heaps {
    let rests = heap.checked_sub(1).map(|rest| partitions(rest, rest));
    rests
        .into_iter()
        .flatten()
        .filter(|parts| parts.len() <= 2)
        .collect()
}

pub(crate) fn read(text: &str) -> Vec<u32> {
    let numbers = text.split(',').filter(|number| !number.is_empty());
    numbers
        .map(|number| number.parse().expect("a number"))
        .collect()
}

fn text(heaps: &[u32]) -> String {
    let mut heaps = heaps.to_vec();
    heaps.retain(|heap| *heap > 0);
    heaps.sort();
    heaps.iter().map(|heap| format!("{heap},")).collect()
}

/// The sizes in order, each followed by a comma.
pub(crate) fn normal(heaps: &str) -> String {
    text(&read(heaps))
}

/// A move changes one heap by the player's rule.
pub(crate) fn heap_game(rules: [&dyn Fn(u32) -> Heaps; 2], heaps: &str, player: Player) -> Options {
    let heaps = read(heaps);
    let mut options = Options::new();
    for (place, &heap) in heaps.iter().enumerate() {
        for left in rules[player.index()](heap) {
            options.insert(text(
                &[&heaps[..place], &left, &heaps[place + 1..]].concat(),
            ));
        }
    }
    options
}

pub(crate) fn nim(heaps: &str, player: Player) -> Options {
    heap_game([&take_any, &take_any], heaps, player)
}

/// All rows of up to three heaps of up to four tokens, and random ones.
pub(crate) fn positions(rng: &mut Rng) -> Vec<String> {
    let mut all: Vec<String> = (0..125)
        .map(|n| format!("{},{},{}", n / 25, n / 5 % 5, n % 5))
        .collect();
    all.extend((0..=12).map(|heap: u32| heap.to_string()));
    all.extend((0..300).map(|_| {
        let heaps: Vec<u32> = (0..rng.usize(1..=4)).map(|_| rng.u32(0..=20)).collect();
        heaps
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(",")
    }));
    all
}

/// A game on cakes of rows and columns.
#[derive(Clone, Copy)]
pub(crate) struct Cakes<'r> {
    /// What Left does to the columns and Right to the rows, as if they were a heap.
    pub(crate) rules: [&'r dyn Fn(u32) -> Heaps; 2],
    /// Is the cake turned by a quarter before each move?
    pub(crate) turned: bool,
}

pub(crate) const CUTCAKE: Cakes<'_> = Cakes {
    rules: [&split_in_two, &split_in_two],
    turned: false,
};

pub(crate) const MAUNDY_CAKE: Cakes<'_> = Cakes {
    rules: [&split_equally, &split_equally],
    turned: false,
};

pub(crate) const EATCAKE: Cakes<'_> = Cakes {
    rules: [&eat, &eat],
    turned: false,
};

pub(crate) const TURN_AND_EATCAKE: Cakes<'_> = Cakes {
    turned: true,
    ..EATCAKE
};

type Cake = (u32, u32);

impl Cakes<'_> {
    fn of_one(&self, (rows, columns): Cake, player: Player) -> Vec<Vec<Cake>> {
        let (rows, columns) = if self.turned {
            (columns, rows)
        } else {
            (rows, columns)
        };
        match player {
            Player::Left => {
                let left = self.rules[0](columns).into_iter();
                left.map(|parts| parts.into_iter().map(|part| (rows, part)).collect())
                    .collect()
            }
            Player::Right => {
                let left = self.rules[1](rows).into_iter();
                left.map(|parts| parts.into_iter().map(|part| (part, columns)).collect())
                    .collect()
            }
        }
    }

    /// The cakes in order, without those that neither player can cut.
    fn text(&self, mut cakes: Vec<Cake>) -> String {
        cakes.retain(|cake| {
            Player::BOTH
                .iter()
                .any(|player| !self.of_one(*cake, *player).is_empty())
        });
        cakes.sort();
        cakes
            .iter()
            .map(|(rows, columns)| format!("{rows},{columns};"))
            .collect()
    }

    fn read(text: &str) -> Vec<Cake> {
        let cakes = text.split(';').map(read).filter(|cake| !cake.is_empty());
        cakes.map(|cake| (cake[0], cake[1])).collect()
    }

    pub(crate) fn normal(&self, text: &str) -> String {
        self.text(Self::read(text))
    }

    /// A player cuts one of the cakes.
    pub(crate) fn options(&self, text: &str, player: Player) -> Options {
        let cakes = Self::read(text);
        let mut options = Options::new();
        for (place, &cake) in cakes.iter().enumerate() {
            for left in self.of_one(cake, player) {
                options.insert(self.text([&cakes[..place], &left, &cakes[place + 1..]].concat()));
            }
        }
        options
    }
}

/// All cakes of up to 12 × 12, and some tables with several.
pub(crate) fn cakes(rng: &mut Rng) -> Vec<String> {
    let mut all: Vec<String> = (0..169).map(|n| format!("{},{}", n / 13, n % 13)).collect();
    all.extend((0..300).map(|_| {
        let cakes = (0..rng.usize(2..=3)).map(|_| format!("{},{}", rng.u32(0..=8), rng.u32(0..=8)));
        cakes.collect::<Vec<_>>().join(";")
    }));
    all
}

/// Up to `most` and `most`, and some pairs of larger numbers.
pub(crate) fn pairs(rng: &mut Rng, most: u32, count: usize) -> Vec<String> {
    let all = (0..=most).flat_map(|a| (0..=most).map(move |b| (a, b)));
    let random = iter::repeat_with(|| (rng.u32(0..=60), rng.u32(0..=60))).take(count);
    all.chain(random).map(|(a, b)| format!("{a},{b}")).collect()
}
