//! Fission.

use std::ops::ControlFlow;

use sidle_core::{Flow, Player, Visit};

use crate::card::{BoardKind, Card, Choose, Family, game};
use crate::sample;

use crate::{
    packed::{EIGHT_WAY, FLIPS, ORTHOGONAL, PackedBoard},
    ruleset::least,
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
    fn moves(&self, at: &PackedBoard<2>, player: Player, visit: Visit<'_, PackedBoard<2>>) -> Flow {
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
}

board_game! {
    Fission,
    name: |_| "game.grid.Fission",
    letters: ".x#",
    read: parse,
    normal: |game, at| least(game, at, &FLIPS),
    parts: |at| Some(at.regions(BLOCKED, &ORTHOGONAL)),
    negative: |at| at.permuted(EIGHT_WAY[4]),
}

impl Family for Fission {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.grid.Fission",
                "Left splits a stone up and down, Right to the left and right, onto empty cells.",
                "...|.x.|...",
            ),
        ],
        ..Card::new("game.grid.Fission", BoardKind::Grid, "rows: `x` stone, `.` empty, `#` blocked")
    };

    fn games() -> Vec<Fission> {
        vec![Fission]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(Fission::LETTERS, size, choose)
    }
}
