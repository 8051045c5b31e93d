//! Fox and Geese.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    boards::{Cell, DIAGONAL, Grid, folded, step},
};

/// The text without the empty rows at the top; `free` where the fox has broken through: no goose is in a
/// row above it, or all that are stand in the next row, where a square next to the fox is open.
pub(crate) fn judged(text: &str) -> String {
    let grid = Grid::read(text);
    let geese = grid.find("x");
    let fox = grid.find("o").first().copied();
    let highest = geese.iter().map(|goose| goose.0).min();
    let free = fox.is_none_or(|fox| {
        let slips = [(-1, -1), (-1, 1)]
            .iter()
            .any(|&side| grid.is(step(fox, side, 1), "."));
        highest.is_none_or(|goose| goose >= fox.0 || goose + 1 == fox.0 && slips)
    });
    if free {
        return "free".to_owned();
    }
    let rows = text.split('|');
    let rows: Vec<&str> = rows
        .skip_while(|row| row.chars().all(|sign| sign == '.'))
        .collect();
    rows.join("|")
}

/// A goose (Left's) goes one step diagonally down; the fox up to `range` steps in one diagonal direction,
/// over empty squares.
pub(crate) fn fox_and_geese(range: i32, text: &str, player: Player) -> Options {
    if judged(text) == "free" {
        return match player {
            Player::Left => Options::new(),
            Player::Right => Options::from(["free".to_owned()]),
        };
    }
    // The fox may go above the highest goose, and is free there.
    let grid = Grid::read(&format!(
        "{}{text}",
        format!("{}|", ".".repeat(row_length(text))).repeat(range as usize)
    ));
    let mut options = Options::new();
    let mut go = |from: Cell, to: Cell, piece| {
        options.insert(judged(&grid.with(&[(from, '.'), (to, piece)]).text()))
    };
    match player {
        Player::Left => {
            for goose in grid.find("x") {
                for to in [(1, -1), (1, 1)].map(|side| step(goose, side, 1)) {
                    if grid.is(to, ".") {
                        go(goose, to, 'x');
                    }
                }
            }
        }
        Player::Right => {
            let fox = grid.find("o")[0];
            for direction in DIAGONAL {
                let way = (1..=range).map(|steps| step(fox, direction, steps));
                for to in way.take_while(|to| grid.is(*to, ".")) {
                    go(fox, to, 'o');
                }
            }
        }
    }
    options
}

fn row_length(text: &str) -> usize {
    text.find('|').unwrap_or(text.len())
}

/// `count` random boards of up to six rows, with up to four geese.
pub(crate) fn positions(rng: &mut Rng, width: usize, count: usize) -> Vec<String> {
    let board = |_| {
        let rows = rng.usize(1..=6);
        let mut letters = vec!['.'; rows * width];
        for piece in std::iter::repeat_n('x', rng.usize(0..=4)).chain(['o']) {
            let at = rng.usize(..letters.len());
            // Rows and columns are counted from 1 at the bottom left; a dark square has an even sum.
            if (rows - at / width + at % width + 1).is_multiple_of(2) {
                letters[at] = piece;
            }
        }
        letters
            .contains(&'o')
            .then(|| folded(&letters.iter().collect::<String>(), width))
    };
    (0..count).filter_map(board).collect()
}
