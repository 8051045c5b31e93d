//! Fission.

use sidle_core::Player;

use super::{
    Options,
    boards::{Grid, step},
};

/// A stone splits into two, which go to the empty cells on either side of it: above and below for Left,
/// left and right for Right.
pub(crate) fn fission(text: &str, player: Player) -> Options {
    let grid = Grid::read(text);
    let side = match player {
        Player::Left => (1, 0),
        Player::Right => (0, 1),
    };
    let mut options = Options::new();
    for stone in grid.find("x") {
        let (one, other) = (step(stone, side, 1), step(stone, side, -1));
        if grid.is(one, ".") && grid.is(other, ".") {
            options.insert(grid.with(&[(stone, '.'), (one, 'x'), (other, 'x')]).text());
        }
    }
    options
}
