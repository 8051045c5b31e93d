//! Konane.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Normal, Player, Rules};

use super::own;
use crate::{
    notation::NotationError,
    packed::{EIGHT_WAY, ORTHOGONAL, PackedBoard},
    ruleset::{Ruleset, hand_out, least},
};

/// Konane, the game of Hawaii (Ernst 1995 gives the rules as used here). A stone jumps over an
/// enemy next to it onto an empty cell and removes it; it may go on jumping in the same
/// direction. There are no other moves.
///
/// Cells: `.` empty, `x` Left's stone, `o` Right's, `#` off the board.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{packed::PackedBoard, grid::Konane};
/// let start = PackedBoard::parse("xo.o.", Konane::LETTERS).unwrap();
/// let texts: Vec<_> = Konane
///     .collect_options(&start, Player::Left)
///     .iter()
///     .map(|b| b.write(Konane::LETTERS))
///     .collect();
/// assert_eq!(texts, ["..xo.", "....x"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Konane;

const EMPTY: u8 = 0;
const BLOCKED: u8 = 3;

impl Konane {
    /// The letters of the board.
    pub const LETTERS: &'static str = ".xo#";
}

impl Rules for Konane {
    type Position = PackedBoard<2>;

    fn options(
        &self,
        at: &PackedBoard<2>,
        player: Player,
        visit: &mut dyn FnMut(PackedBoard<2>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mine, theirs) = (own(player), own(-player));
        for from in at.find(mine) {
            for direction in ORTHOGONAL {
                let mut board = at.with(&[(from, EMPTY)]);
                let mut cell = from;
                while let Some(over) = board.step(cell, direction)
                    && board.at(over) == theirs
                    && let Some(to) = board.step(over, direction)
                    && board.at(to) == EMPTY
                {
                    board.set_at(over, EMPTY);
                    cell = to;
                    visit(board.with(&[(to, mine)]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn decompose(&self, at: &PackedBoard<2>, part: &mut dyn FnMut(PackedBoard<2>)) -> bool {
        at.contains(BLOCKED) && hand_out(self, at, at.regions(BLOCKED, &ORTHOGONAL), part)
    }

    fn normalize(&self, at: PackedBoard<2>) -> Normal<PackedBoard<2>> {
        least(self, at, &EIGHT_WAY)
    }

    fn always_ends(&self) -> bool {
        true
    }

    fn name(&self) -> Cow<'static, str> {
        "game.grid.Konane".into()
    }

    fn write(&self, at: &PackedBoard<2>, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&at.write(Konane::LETTERS))
    }
}

impl Ruleset for Konane {
    fn letters(&self) -> Option<&'static str> {
        Some(Konane::LETTERS)
    }

    fn parse(&self, text: &str) -> Result<PackedBoard<2>, NotationError> {
        PackedBoard::parse(text, Konane::LETTERS)
    }

    fn negative(&self, at: &PackedBoard<2>) -> Option<PackedBoard<2>> {
        Some(at.swap_colours())
    }
}
