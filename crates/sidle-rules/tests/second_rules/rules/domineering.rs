//! Domineering and Cram.

use sidle_core::Player;

use super::{
    Options,
    boards::{Grid, step},
};

/// A player covers two free cells with a domino: Left one above the other, Right side by side.
pub(crate) fn domineering(text: &str, player: Player) -> Options {
    let grid = Grid::read(text);
    let side = match player {
        Player::Left => (1, 0),
        Player::Right => (0, 1),
    };
    let mut options = Options::new();
    for cell in grid.find(".") {
        let other = step(cell, side, 1);
        if grid.is(other, ".") {
            options.insert(grid.with(&[(cell, '#'), (other, '#')]).text());
        }
    }
    options
}

/// Dominoes either way, for both players.
pub(crate) fn cram(text: &str, _: Player) -> Options {
    let [upright, flat] = Player::BOTH.map(|player| domineering(text, player));
    &upright | &flat
}
