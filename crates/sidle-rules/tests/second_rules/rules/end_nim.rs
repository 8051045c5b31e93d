//! End Nim.

use fastrand::Rng;
use sidle_core::Player;

use super::Options;

fn heaps(text: &str) -> Vec<u32> {
    let digits = |digit: char| digit.to_digit(10).expect("a digit");
    match text.contains(',') {
        true => {
            let numbers = text.split(',').filter(|number| !number.is_empty());
            numbers
                .map(|number| number.parse().expect("a number"))
                .collect()
        }
        false => text.chars().map(digits).collect(),
    }
}

fn text(heaps: &[u32]) -> String {
    let heaps: Vec<String> = heaps.iter().map(|heap| format!("{heap},")).collect();
    heaps.concat()
}

/// The heaps, each followed by a comma.
pub(crate) fn normal(row: &str) -> String {
    text(&heaps(row))
}

/// Left takes any number of tokens from the first heap that has some, Right from the last.
pub(crate) fn end_nim(row: &str, player: Player) -> Options {
    let heaps = heaps(row);
    let mut filled = heaps.iter().enumerate().filter(|(_, heap)| **heap > 0);
    let end = match player {
        Player::Left => filled.next(),
        Player::Right => filled.next_back(),
    };
    let Some((at, &heap)) = end else {
        return Options::new();
    };
    let left = |tokens: u32| {
        let mut next = heaps.clone();
        next[at] = tokens;
        text(&next)
    };
    (0..heap).map(left).collect()
}

/// All rows of up to four heaps of up to three tokens, and random ones.
pub(crate) fn positions(rng: &mut Rng) -> Vec<String> {
    let mut all = super::boards::strips(rng, "0123", 4, 1, 0);
    all.extend((0..1500).map(|_| {
        let heaps: Vec<u32> = (0..rng.usize(1..=6)).map(|_| rng.u32(0..=14)).collect();
        text(&heaps)
    }));
    all
}
