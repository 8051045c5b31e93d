//! Clobber and its relatives.

use sidle_core::Player;

use super::{
    Options,
    boards::{Cell, DIAGONAL, Grid, ORTHOGONAL, compass, own, step},
};

/// A game of the family.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) directions: Vec<Cell>,
    /// The letters that Left and Right may clobber.
    pub(crate) clobbered: [String; 2],
    /// What they leave on the cell they come from.
    pub(crate) left_behind: [char; 2],
    /// How many steps they can go at once; `None` if any number.
    pub(crate) most: Option<i32>,
}

impl Family {
    fn new(directions: Vec<Cell>, most: Option<i32>) -> Family {
        Family {
            directions,
            clobbered: ["o".to_owned(), "x".to_owned()],
            left_behind: ['.', '.'],
            most,
        }
    }

    pub(crate) fn clobber() -> Family {
        Family::new(ORTHOGONAL.to_vec(), Some(1))
    }

    pub(crate) fn kings() -> Family {
        Family::new(compass(), Some(1))
    }

    pub(crate) fn knights() -> Family {
        let steps = DIAGONAL.map(|(down, right)| [(2 * down, right), (down, 2 * right)]);
        Family::new(steps.concat(), Some(1))
    }

    pub(crate) fn rooks() -> Family {
        Family::new(ORTHOGONAL.to_vec(), None)
    }

    pub(crate) fn queens() -> Family {
        Family::new(compass(), None)
    }

    pub(crate) fn hot_clobber() -> Family {
        Family {
            clobbered: ["xo".to_owned(), "xo".to_owned()],
            ..Family::clobber()
        }
    }

    pub(crate) fn anti_clobber() -> Family {
        Family {
            clobbered: [".".to_owned(), ".".to_owned()],
            left_behind: ['o', 'x'],
            ..Family::clobber()
        }
    }

    /// A piece goes in one direction until it meets another piece or has made its steps. It moves to the
    /// cell it has come to if that holds something the player may clobber.
    pub(crate) fn options(&self, text: &str, player: Player) -> Options {
        let grid = Grid::read(text);
        let mut options = Options::new();
        for from in grid.find(&own(player).to_string()) {
            for &direction in &self.directions {
                let mut steps = 1;
                while self.most != Some(steps) && grid.is(step(from, direction, steps), ".") {
                    steps += 1;
                }
                let to = step(from, direction, steps);
                if grid.is(to, &self.clobbered[player.index()]) {
                    let behind = self.left_behind[player.index()];
                    options.insert(grid.with(&[(from, behind), (to, own(player))]).text());
                }
            }
        }
        options
    }
}
