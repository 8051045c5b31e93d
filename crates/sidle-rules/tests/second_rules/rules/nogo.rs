//! NoGo.

use sidle_core::Player;

use super::{
    Options,
    boards::{Grid, ORTHOGONAL, own, step},
};

/// Does every chain of stones have an empty neighbour?
fn all_breathe(grid: &Grid) -> bool {
    grid.find("xo").into_iter().all(|stone| {
        let chain = grid.chain(stone);
        let mut stones = chain.iter();
        stones.any(|&cell| {
            ORTHOGONAL
                .iter()
                .any(|&side| grid.is(step(cell, side, 1), "."))
        })
    })
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
