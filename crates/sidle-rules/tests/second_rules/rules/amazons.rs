//! Amazons.

use sidle_core::Player;

use super::{
    Options,
    boards::{Cell, Grid, compass, own, step},
};

/// The cells a chess queen can go to.
fn reach(grid: &Grid, from: Cell) -> Vec<Cell> {
    let mut cells = Vec::new();
    for direction in compass() {
        let way = (1..).map(|steps| step(from, direction, steps));
        cells.extend(way.take_while(|cell| grid.is(*cell, ".")));
    }
    cells
}

/// An amazon moves like a queen, then shoots an arrow from where it stands, which flies like a queen and
/// blocks a cell.
pub(crate) fn amazons(text: &str, player: Player) -> Options {
    let grid = Grid::read(text);
    let mut options = Options::new();
    for from in grid.find(&own(player).to_string()) {
        for to in reach(&grid, from) {
            let moved = grid.with(&[(from, '.'), (to, own(player))]);
            for arrow in reach(&moved, to) {
                options.insert(moved.with(&[(arrow, '#')]).text());
            }
        }
    }
    options
}
