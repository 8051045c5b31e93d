//! Fission.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Normal, Player, Rules};

use crate::{
    notation::NotationError,
    packed::{EIGHT_WAY, FLIPS, ORTHOGONAL, PackedBoard},
    ruleset::{Ruleset, hand_out, least},
};

/// Fission. Left replaces a stone by two, on the cells above and below it, both of which must be
/// empty; Right on the cells to its left and right.
///
/// Cells: `.` empty, `x` stone, `#` blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Fission;

const EMPTY: u8 = 0;
const STONE: u8 = 1;
const BLOCKED: u8 = 2;

impl Fission {
    /// The letters of the board.
    pub const LETTERS: &'static str = ".x#";
}

impl Rules for Fission {
    type Position = PackedBoard<2>;

    fn options(
        &self,
        at: &PackedBoard<2>,
        player: Player,
        visit: &mut dyn FnMut(PackedBoard<2>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [one, other] = match player {
            Player::Left => [(-1, 0), (1, 0)],
            Player::Right => [(0, -1), (0, 1)],
        };
        for stone in at.find(STONE) {
            if let (Some(a), Some(b)) = (at.step(stone, one), at.step(stone, other))
                && at.at(a) == EMPTY
                && at.at(b) == EMPTY
            {
                visit(at.with(&[(stone, EMPTY), (a, STONE), (b, STONE)]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn decompose(&self, at: &PackedBoard<2>, part: &mut dyn FnMut(PackedBoard<2>)) -> bool {
        hand_out(self, at, at.regions(BLOCKED, &ORTHOGONAL), part)
    }

    fn normalize(&self, at: PackedBoard<2>) -> Normal<PackedBoard<2>> {
        least(self, at, &FLIPS)
    }

    fn always_ends(&self) -> bool {
        true
    }

    fn name(&self) -> Cow<'static, str> {
        "game.grid.Fission".into()
    }

    fn write(&self, at: &PackedBoard<2>, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&at.write(Fission::LETTERS))
    }
}

impl Ruleset for Fission {
    fn letters(&self) -> Option<&'static str> {
        Some(Fission::LETTERS)
    }

    fn parse(&self, text: &str) -> Result<PackedBoard<2>, NotationError> {
        PackedBoard::parse(text, Fission::LETTERS)
    }

    fn negative(&self, at: &PackedBoard<2>) -> Option<PackedBoard<2>> {
        Some(at.permuted(EIGHT_WAY[4]))
    }
}
