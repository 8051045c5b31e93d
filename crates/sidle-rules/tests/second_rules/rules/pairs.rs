//! Games on two numbers, and Chomp.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    heaps::{partitions, read},
};

fn two(text: &str) -> (u32, u32) {
    match read(text)[..] {
        [a, b] => (a, b),
        _ => panic!("{text} is not a pair"),
    }
}

/// Take some tokens from one heap, or `k` from one and `l` from the other where `k ≤ l < bound(k)`.
pub(crate) fn wythoff_with(bound: impl Fn(u32) -> u32, text: &str) -> Options {
    let (m, n) = two(text);
    let mut options = Options::new();
    for a in 0..=m {
        for b in 0..=n {
            let (least, most) = ((m - a).min(n - b), (m - a).max(n - b));
            if least == 0 && most > 0 || least > 0 && most < bound(least) {
                options.insert(format!("{a},{b}"));
            }
        }
    }
    options
}

pub(crate) fn wythoff(text: &str, _: Player) -> Options {
    wythoff_with(|k| k + 1, text)
}

/// Take `a` tokens if `allowed(memory, a)`; they are remembered.
pub(crate) fn memory(allowed: impl Fn(u32, u32) -> bool, text: &str) -> Options {
    let (heap, memory) = two(text);
    let amounts = (1..=heap).filter(|a| allowed(memory, *a));
    amounts.map(|a| format!("{},{a}", heap - a)).collect()
}

pub(crate) fn mem(text: &str, _: Player) -> Options {
    memory(|memory, a| a >= memory, text)
}

pub(crate) fn fibonacci_nim(text: &str, _: Player) -> Options {
    memory(|memory, a| a <= 2 * memory, text)
}

/// From `(p, q)` Left moves to `q` and the remainder of `p` by `q`, Right to `q` and what `p` is short of
/// the next multiple. Where `q` divides `p` the game is over.
pub(crate) fn partizan_euclid(text: &str, player: Player) -> Options {
    let (p, q) = two(text);
    let multiples = (0..=p + q).filter(|m| q > 0 && m % q == 0);
    let (mut below, mut above) = (None, None);
    for multiple in multiples {
        if multiple <= p {
            below = Some(p - multiple);
        } else {
            above = above.or(Some(multiple - p));
        }
    }
    match (below, above, player) {
        (None | Some(0), _, _) | (_, None, _) => Options::new(),
        (Some(rest), _, Player::Left) => Options::from([format!("{q},{rest}")]),
        (_, Some(missing), Player::Right) => Options::from([format!("{q},{missing}")]),
    }
}

/// The rows that are not empty, each followed by a comma.
pub(crate) fn chomp_normal(text: &str) -> String {
    let rows = read(text);
    let rows = rows.iter().filter(|row| **row > 0);
    rows.map(|row| format!("{row},")).collect()
}

/// A player bites off a square, and everything that is not above it or to the left of it; the first square
/// is poisoned.
pub(crate) fn chomp(text: &str, _: Player) -> Options {
    let rows = read(text);
    let mut options = Options::new();
    for (row, &length) in rows.iter().enumerate() {
        for column in (0..length).filter(|column| row > 0 || *column > 0) {
            let left = |(r, length): (usize, &u32)| {
                if r < row {
                    *length
                } else {
                    column.min(*length)
                }
            };
            let bar: String = rows
                .iter()
                .enumerate()
                .map(|bar| format!("{},", left(bar)))
                .collect();
            options.insert(chomp_normal(&bar));
        }
    }
    options
}

/// All bars of up to nine squares, and larger ones.
pub(crate) fn bars(rng: &mut Rng) -> Vec<String> {
    let mut bars: Vec<Vec<u32>> = (1..=9)
        .flat_map(|squares| partitions(squares, squares))
        .collect();
    bars.extend((0..400).map(|_| {
        let mut bar: Vec<u32> = (0..rng.usize(1..=6)).map(|_| rng.u32(1..=12)).collect();
        bar.sort_by(|a, b| b.cmp(a));
        bar
    }));
    let text = |bar: &Vec<u32>| bar.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    bars.iter().map(text).collect()
}
