//! Push and Shove.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Normal, Player, Rules};

use crate::{
    grid::own,
    notation::NotationError,
    packed::{FLIPS, PackedBoard},
    ruleset::{Ruleset, least},
};

/// Push and Shove (Albert, Nowakowski and Wolfe, Lessons in Play). A player moves one of their
/// pieces one cell to the left. In Push, pieces that stand directly before it in one block move
/// along; in Shove, every piece to its left does. A piece pushed past the end is out of the game.
///
/// Cells: `.` empty, `l` Left's piece, `r` Right's.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, strip::PushAndShove};
/// for (game, expected) in [(PushAndShove::Push, "r.l."), (PushAndShove::Shove, "..l.")] {
///     let start = game.parse("r..l").unwrap();
///     let mut text = String::new();
///     game.write(&game.collect_options(&start, Player::Left)[0], &mut text).unwrap();
///     assert_eq!(text, expected);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushAndShove {
    /// Only the block before the piece moves along.
    Push,
    /// Everything to the left moves along.
    Shove,
}

const EMPTY: u8 = 0;

impl PushAndShove {
    /// The letters of the strip.
    pub const LETTERS: &'static str = ".lr";
}

impl Rules for PushAndShove {
    type Position = PackedBoard<2>;

    fn options(
        &self,
        at: &PackedBoard<2>,
        player: Player,
        visit: &mut dyn FnMut(PackedBoard<2>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for piece in at.find(own(player)) {
            let block = (0..piece).rev().take_while(|&cell| at.at(cell) != EMPTY);
            let first = match self {
                PushAndShove::Push => piece - block.count(),
                PushAndShove::Shove => 0,
            };
            let mut next = at.clone();
            for cell in first.max(1)..=piece {
                next.set_at(cell - 1, at.at(cell));
            }
            next.set_at(piece, EMPTY);
            visit(next)?;
        }
        ControlFlow::Continue(())
    }

    /// Empty cells to the right of the last piece do not matter.
    fn normalize(&self, at: PackedBoard<2>) -> Normal<PackedBoard<2>> {
        let cells: Vec<u8> = (0..at.cells()).map(|cell| at.at(cell)).collect();
        let used = cells
            .iter()
            .rposition(|&c| c != EMPTY)
            .map_or(0, |last| last + 1);
        let trimmed = PackedBoard::from_cells(usize::from(used > 0), used, &cells[..used]);
        least(self, trimmed, &FLIPS[..1])
    }

    fn name(&self) -> Cow<'static, str> {
        match self {
            PushAndShove::Push => "game.strip.Push".into(),
            PushAndShove::Shove => "game.strip.Shove".into(),
        }
    }

    fn write(&self, at: &PackedBoard<2>, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&at.write(PushAndShove::LETTERS))
    }
}

impl Ruleset for PushAndShove {
    fn letters(&self) -> Option<&'static str> {
        Some(PushAndShove::LETTERS)
    }

    fn parse(&self, text: &str) -> Result<PackedBoard<2>, NotationError> {
        PackedBoard::parse_strip(text, PushAndShove::LETTERS)
    }

    fn negative(&self, at: &PackedBoard<2>) -> Option<PackedBoard<2>> {
        Some(at.swap_colours())
    }
}
