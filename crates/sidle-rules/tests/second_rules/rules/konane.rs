//! Konane.

use sidle_core::Player;

use super::{
    Options,
    boards::{Grid, ORTHOGONAL, own, step},
};

/// A stone jumps over an adjacent enemy onto the empty cell behind it, and may go on in the same
/// direction. Every enemy jumped over is removed.
pub(crate) fn konane(text: &str, player: Player) -> Options {
    let grid = Grid::read(text);
    let mut options = Options::new();
    for from in grid.find(&own(player).to_string()) {
        for direction in ORTHOGONAL {
            let mut now = grid.clone();
            let mut at = from;
            loop {
                let (over, to) = (step(at, direction, 1), step(at, direction, 2));
                if !now.is(over, &own(-player).to_string()) || !now.is(to, ".") {
                    break;
                }
                now = now.with(&[(at, '.'), (over, '.'), (to, own(player))]);
                at = to;
                options.insert(now.text());
            }
        }
    }
    options
}
