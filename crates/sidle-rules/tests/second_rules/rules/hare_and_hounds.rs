//! Hare and Hounds.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    boards::{Cell, Grid, compass, folded, step},
};

/// `free` where no hound is to the left of the hare any more: it can then move for ever.
pub(crate) fn judged(text: &str) -> String {
    let grid = Grid::read(text);
    let hare = grid.find("o");
    let is_behind = |hound: &Cell| hare.iter().any(|hare| hound.1 < hare.1);
    match grid.find("x").iter().any(is_behind) {
        true => text.to_owned(),
        false => "free".to_owned(),
    }
}

/// Along the lines of the board: rows, columns, and the diagonals through every second point of the middle
/// row. Hounds (Left's) do not go back to the left.
pub(crate) fn hare_and_hounds(text: &str, player: Player) -> Options {
    if judged(text) == "free" {
        return match player {
            Player::Left => Options::new(),
            Player::Right => Options::from(["free".to_owned()]),
        };
    }
    let grid = Grid::read(text);
    let letter = ["x", "o"][player.index()];
    let is_hub = |(row, column): Cell| row == 1 && column % 2 == 0;
    let mut options = Options::new();
    for from in grid.find(letter) {
        for (down, right) in compass() {
            let to = step(from, (down, right), 1);
            let is_line = down == 0 || right == 0 || is_hub(from) || is_hub(to);
            let is_back = player == Player::Left && right < 0;
            if is_line && !is_back && grid.is(to, ".") {
                let piece = grid.at(from).expect("a cell of the board");
                options.insert(judged(&grid.with(&[(from, '.'), (to, piece)]).text()));
            }
        }
    }
    options
}

/// All places of three hounds and a hare on a board of 5 columns or fewer, or `count` random ones.
pub(crate) fn positions(rng: &mut Rng, columns: usize, count: usize) -> Vec<String> {
    let points = 3 * columns;
    let corners = [0, columns - 1, 2 * columns, 3 * columns - 1];
    let place = |hounds: [usize; 3], hare: usize| {
        let mut letters = vec!['.'; points];
        corners.iter().for_each(|&corner| letters[corner] = '#');
        for (at, piece) in hounds.map(|at| (at, 'x')).into_iter().chain([(hare, 'o')]) {
            if letters[at] != '.' {
                return None;
            }
            letters[at] = piece;
        }
        Some(folded(&letters.iter().collect::<String>(), columns))
    };
    if columns > 5 {
        let random = (0..count).filter_map(|_| {
            let mut any = || rng.usize(..points);
            place([any(), any(), any()], any())
        });
        return random.collect();
    }
    let mut all = Vec::new();
    for (a, b, c) in
        (0..points.pow(3)).map(|n| (n / points / points, n / points % points, n % points))
    {
        if a < b && b < c {
            all.extend((0..points).filter_map(|hare| place([a, b, c], hare)));
        }
    }
    all
}
