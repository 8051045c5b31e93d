//! Ski-Jumps.

use sidle_core::Player;

use super::{
    Options,
    boards::{Grid, step},
};

/// A skier slides any distance along its row, Left's to the right and Right's to the left, through empty
/// cells, and perhaps off the slope. A jumper (a capital letter) jumps over an enemy directly below it,
/// onto the empty cell below that; the enemy never jumps again.
pub(crate) fn ski_jumps(text: &str, player: Player) -> Options {
    let grid = Grid::read(text);
    let (own, enemies, ahead) = match player {
        Player::Left => ("Ll", "Rr", (0, 1)),
        Player::Right => ("Rr", "Ll", (0, -1)),
    };
    let mut options = Options::new();
    for from in grid.find(own) {
        let skier = grid.at(from).expect("a cell of the board");
        let gone = grid.with(&[(from, '.')]);
        let mut to = step(from, ahead, 1);
        while grid.is(to, ".") {
            options.insert(gone.with(&[(to, skier)]).text());
            to = step(to, ahead, 1);
        }
        if grid.at(to).is_none() {
            options.insert(gone.text());
        }
        let (below, landing) = (step(from, (1, 0), 1), step(from, (1, 0), 2));
        if skier.is_uppercase() && grid.is(below, enemies) && grid.is(landing, ".") {
            let humbled = grid.at(below).expect("a cell").to_ascii_lowercase();
            options.insert(gone.with(&[(below, humbled), (landing, skier)]).text());
        }
    }
    options
}
