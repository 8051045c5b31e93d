//! Amazons.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Normal, Player, Rules};

use super::own;
use crate::{
    notation::NotationError,
    packed::{COMPASS, EIGHT_WAY, PackedBoard},
    ruleset::{Ruleset, hand_out, least},
};

/// Amazons (Zamkauskas 1988). An amazon moves like a chess queen over empty cells and then shoots
/// an arrow, again like a queen, to an empty cell that is blocked from then on; the cell the
/// amazon came from counts as empty.
///
/// Cells: `.` empty, `x` Left's amazon, `o` Right's, `#` blocked.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{packed::PackedBoard, grid::Amazons};
/// let start = PackedBoard::parse("x..", Amazons::LETTERS).unwrap();
/// assert_eq!(Amazons.collect_options(&start, Player::Left).len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Amazons;

const EMPTY: u8 = 0;
const BLOCKED: u8 = 3;

impl Amazons {
    /// The letters of the board.
    pub const LETTERS: &'static str = ".xo#";
}

impl Rules for Amazons {
    type Position = PackedBoard<2>;

    fn options(
        &self,
        at: &PackedBoard<2>,
        player: Player,
        visit: &mut dyn FnMut(PackedBoard<2>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mine = own(player);
        for from in at.find(mine) {
            let gone = at.with(&[(from, EMPTY)]);
            for direction in COMPASS {
                let mut cell = from;
                while let Some(to) = gone.step(cell, direction)
                    && gone.at(to) == EMPTY
                {
                    cell = to;
                    let moved = gone.with(&[(to, mine)]);
                    for shot in COMPASS {
                        let mut flight = to;
                        while let Some(target) = moved.step(flight, shot)
                            && moved.at(target) == EMPTY
                        {
                            flight = target;
                            visit(moved.with(&[(target, BLOCKED)]))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn decompose(&self, at: &PackedBoard<2>, part: &mut dyn FnMut(PackedBoard<2>)) -> bool {
        hand_out(self, at, at.regions(BLOCKED, &COMPASS), part)
    }

    fn normalize(&self, at: PackedBoard<2>) -> Normal<PackedBoard<2>> {
        least(self, at, &EIGHT_WAY)
    }

    fn always_ends(&self) -> bool {
        true
    }

    fn name(&self) -> Cow<'static, str> {
        "game.grid.Amazons".into()
    }

    fn write(&self, at: &PackedBoard<2>, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&at.write(Amazons::LETTERS))
    }
}

impl Ruleset for Amazons {
    fn letters(&self) -> Option<&'static str> {
        Some(Amazons::LETTERS)
    }

    fn parse(&self, text: &str) -> Result<PackedBoard<2>, NotationError> {
        PackedBoard::parse(text, Amazons::LETTERS)
    }

    fn negative(&self, at: &PackedBoard<2>) -> Option<PackedBoard<2>> {
        Some(at.swap_colours())
    }
}
