//! Konane.

use std::ops::ControlFlow;

use sidle_core::{Flow, Player, Visit};

use crate::card::{Boards, BoardKind, Card, Choose, Family, game};
use crate::sample;

use super::own;
use crate::{
    packed::{EIGHT_WAY, ORTHOGONAL, PackedBoard},
    ruleset::least,
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
    fn moves(&self, at: &PackedBoard<2>, player: Player, visit: Visit<'_, PackedBoard<2>>) -> Flow {
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
}

board_game! {
    Konane,
    name: |_| "game.grid.Konane",
    letters: ".xo#",
    read: parse,
    normal: |game, at| least(game, at, &EIGHT_WAY),
    parts: |at| at.contains(BLOCKED).then(|| at.regions(BLOCKED, &ORTHOGONAL)),
    negative: |at| at.swap_colours(),
}

impl Family for Konane {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.grid.Konane",
                "A stone jumps over an enemy onto an empty cell, several times in one direction if it can.",
                "xoxo|ox.x|xoxo",
            ).tabled(Boards::Filled("xo")),
        ],
        ..Card::new("game.grid.Konane", BoardKind::Grid, "rows: `x` Left's, `o` Right's, `.` empty, `#` blocked")
    };

    fn games() -> Vec<Konane> {
        vec![Konane]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(Konane::LETTERS, size, choose)
    }
}
