//! NoGo.

use sidle_core::Player;

use super::{
    Options,
    boards::{Cell, Grid, ORTHOGONAL, own, step},
};

/// Does every chain of stones have an empty neighbour?
fn all_breathe(grid: &Grid) -> bool {
    let breathes = |cell: Cell| {
        ORTHOGONAL
            .iter()
            .any(|side| grid.is(step(cell, *side, 1), "."))
    };
    let of_one_colour = |colour: &str| {
        let stones = grid.find(colour).into_iter();
        let mut chains = stones.map(|stone| grid.connected(stone, colour));
        chains.all(|chain| chain.into_iter().any(breathes))
    };
    of_one_colour("x") && of_one_colour("o")
}

/// A player puts a stone on an empty cell; afterwards every chain on the board must have a liberty.
pub(crate) fn nogo(text: &str, player: Player) -> Options {
    let grid = Grid::read(text);
    let put = |cell| grid.with(&[(cell, own(player))]);
    let boards = grid.find(".").into_iter().map(put);
    boards
        .filter(all_breathe)
        .map(|board| board.text())
        .collect()
}
