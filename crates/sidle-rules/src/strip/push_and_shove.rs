//! Push and Shove.

use std::ops::ControlFlow;

use sidle_core::{Flow, Normal, Player, Visit};

use crate::card::{BoardKind, Card, Choose, Family, game};
use crate::sample;

use crate::{
    grid::own,
    packed::{FLIPS, PackedBoard},
    ruleset::least,
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
    fn moves(&self, at: &PackedBoard<2>, player: Player, visit: Visit<'_, PackedBoard<2>>) -> Flow {
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
}

/// Empty cells to the right of the last piece do not matter.
fn without_the_end(game: &PushAndShove, at: PackedBoard<2>) -> Normal<PackedBoard<2>> {
    let cells: Vec<u8> = (0..at.cells()).map(|cell| at.at(cell)).collect();
    let used = cells
        .iter()
        .rposition(|&c| c != EMPTY)
        .map_or(0, |last| last + 1);
    let trimmed = PackedBoard::from_cells(usize::from(used > 0), used, &cells[..used]);
    least(game, trimmed, &FLIPS[..1])
}

board_game! {
    PushAndShove,
    name: |game| match game {
        PushAndShove::Push => "game.strip.Push",
        PushAndShove::Shove => "game.strip.Shove",
    },
    letters: ".lr",
    read: parse_strip,
    normal: without_the_end,
    parts: |_| None,
    negative: |at| at.swap_colours(),
}

impl Family for PushAndShove {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.strip.Push",
                "Move a piece one cell to the left; it pushes the block before it.",
                ".l.rl",
            ),
            game(
                "game.strip.Shove",
                "Move a piece one cell to the left, and everything to its left with it.",
                ".l.rl",
            ).of_class("game.strip.Shove"),
        ],
        ..Card::new("game.strip.Push", BoardKind::Strip, "a strip: `l`, `r` pieces, `.` empty")
    };

    fn games() -> Vec<PushAndShove> {
        vec![PushAndShove::Push, PushAndShove::Shove]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::strip(PushAndShove::LETTERS, size, choose)
    }
}
