//! Nimstring.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    boards::{Cell, Grid, words},
};

/// The boxes, each with its four lines: above, to the left, to the right, below. Rows of horizontal and of
/// vertical lines stand in turn.
fn boxes(lines: &Grid) -> Vec<[Cell; 4]> {
    let is_vertical = |cell: &Cell| cell.0 % 2 == 1;
    let to_the_left = lines.cells().into_iter().filter(is_vertical);
    let coins = to_the_left.map(|(row, column)| {
        [
            (row - 1, column),
            (row, column),
            (row, column + 1),
            (row + 1, column),
        ]
    });
    coins
        .filter(|[_, _, right, _]| lines.at(*right).is_some())
        .collect()
}

/// The strings of each coin.
fn coins(lines: &Grid) -> Vec<Vec<Cell>> {
    let open = |sides: [Cell; 4]| {
        sides
            .into_iter()
            .filter(|side| lines.is(*side, "."))
            .collect()
    };
    boxes(lines).into_iter().map(open).collect()
}

fn cut(lines: &Grid, string: Cell) -> Grid {
    lines.with(&[(string, 'x')])
}

/// The last strings of coins that hang by one.
fn last_strings(lines: &Grid) -> Vec<Cell> {
    let strings = coins(lines)
        .into_iter()
        .filter(|strings| strings.len() == 1);
    strings.flatten().collect()
}

/// Does a coin hang by its last string on a coin with two, the other of which can be cut without freeing a
/// coin?
fn is_loony(lines: &Grid) -> bool {
    let last = last_strings(lines);
    coins(lines).iter().any(|strings| match strings[..] {
        [a, b] => last.contains(&a) != last.contains(&b),
        _ => false,
    })
}

/// The position after all coins have been taken that can be had one after the other.
fn all_taken(lines: &Grid) -> Grid {
    let mut now = lines.clone();
    while let Some(string) = last_strings(&now).first() {
        now = cut(&now, *string);
    }
    now
}

/// The position after the coins have been taken that can be had at no loss; `None` if that leads to a
/// loony one.
fn settled(lines: &Grid) -> Option<Grid> {
    let mut now = lines.clone();
    while !is_loony(&now) {
        match last_strings(&now).first() {
            Some(string) => now = cut(&now, *string),
            None => return Some(now),
        }
    }
    None
}

fn quiet_options(lines: &Grid) -> Options {
    let cuts = lines.find(".").into_iter().map(|string| cut(lines, string));
    cuts.filter_map(|next| settled(&next))
        .map(|next| next.text())
        .collect()
}

/// A player cuts a string, and goes on while that frees coins. Coins that cost nothing are taken at once,
/// and moves to a loony position are left out. In a loony one the player to move takes everything, and
/// moves on or leaves the move to the opponent, whichever is better.
pub(crate) fn nimstring(text: &str, _: Player) -> Options {
    let lines = Grid::read(text);
    if let Some(settled) = settled(&lines) {
        return quiet_options(&settled);
    }
    let taken = all_taken(&lines);
    &quiet_options(&taken) | &Options::from([taken.text()])
}

/// All boards of one or two boxes, and random ones of up to twelve.
pub(crate) fn positions(rng: &mut Rng) -> Vec<String> {
    let fold = |word: &str, (rows, columns): (usize, usize)| {
        let mut letters = word.chars();
        let row = |r: usize| letters.by_ref().take(columns + r % 2).collect::<String>();
        (0..2 * rows + 1).map(row).collect::<Vec<_>>().join("|")
    };
    let mut all = Vec::new();
    for (size, lines) in [((1, 1), 4), ((1, 2), 7), ((2, 1), 7)] {
        all.extend(words(".x", lines).iter().map(|word| fold(word, size)));
    }
    for _ in 0..3000 {
        let (rows, columns) = (rng.usize(1..=3), rng.usize(1..=4));
        let drawn = rng.u32(0..=8);
        let lines = rows * (columns + 1) + columns * (rows + 1);
        let word: String = (0..lines)
            .map(|_| if rng.u32(0..10) < drawn { 'x' } else { '.' })
            .collect();
        all.push(fold(&word, (rows, columns)));
    }
    all
}
