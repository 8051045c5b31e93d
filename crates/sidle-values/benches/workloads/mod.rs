//! The workloads that several benchmarks share: their generators, and one line of output per row.

use std::time::Duration;

use sidle_values::{Game, Store};

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

/// The 1,474 values born by day 3 in the order of the table.
pub(crate) fn day3(store: &Store) -> Vec<Game> {
    let table = include_str!("../../../../data/golden/day3_values.tsv");
    table
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|line| parse(store, line.split('\t').next().unwrap_or("")))
        .collect()
}

/// Reads a fully expanded form such as `{{|}|{|}}`.
fn parse(store: &Store, text: &str) -> Game {
    let mut stack: Vec<[Vec<Game>; 2]> = vec![Default::default()];
    let mut side = vec![0];
    for c in text.chars() {
        match c {
            '{' => {
                stack.push(Default::default());
                side.push(0);
            }
            '|' => *side.last_mut().expect("side") = 1,
            ',' => {}
            '}' => {
                let [left, right] = stack.pop().expect("open");
                side.pop();
                let game = store.game(&left, &right);
                stack.last_mut().expect("outer")[*side.last().expect("side")].push(game);
            }
            _ => panic!("unexpected {c}"),
        }
    }
    stack[0][0][0]
}

/// The random day-4 games of workload W4 from a list of values (day 3): one to four options a side,
/// Left's moved up and Right's moved down by `shift`.
pub(crate) fn day4(store: &Store, d3: &[Game], shift: i64) -> Vec<Game> {
    let (plus, minus) = (store.integer(shift), store.integer(-shift));
    let mut random = Random(1);
    let mut games = Vec::new();
    for _ in 0..10_000 {
        let (nl, nr) = (1 + random.below(4), 1 + random.below(4));
        let left: Vec<_> = (0..nl)
            .map(|_| store.add(d3[random.below(1474) as usize], plus))
            .collect();
        let right: Vec<_> = (0..nr)
            .map(|_| store.add(d3[random.below(1474) as usize], minus))
            .collect();
        games.push(store.game(&left, &right));
    }
    games
}

/// Is a workload among those named on the command line? All are if none is.
pub(crate) fn wanted() -> impl Fn(&str) -> bool {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    move |name| wanted.is_empty() || wanted.iter().any(|w| w == name)
}

pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) time: Duration,
    pub(crate) peer: f64,
}

pub(crate) fn report(row: Row, note: &str) {
    let seconds = row.time.as_secs_f64();
    println!(
        "{:<28} {:>10.4} s   peer {:>8.4} s   {:>7.1}x   {note}",
        row.name,
        seconds,
        row.peer,
        row.peer / seconds
    );
}
