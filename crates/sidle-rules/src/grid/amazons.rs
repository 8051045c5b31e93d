//! Amazons.

use std::ops::ControlFlow;

use sidle_core::{Flow, Player, Visit};

use crate::card::{BoardKind, Card, Choose, Family, game};
use crate::sample;

use super::own;
use crate::{
    packed::{COMPASS, EIGHT_WAY, PackedBoard, Step},
    ruleset::least,
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

/// The cells that a queen can go to in one direction.
fn free(board: &PackedBoard<2>, from: usize, direction: Step) -> impl Iterator<Item = usize> {
    let ray = board.ray(from, direction);
    ray.take_while(|&cell| board.at(cell) == EMPTY)
}

impl Amazons {
    fn moves(&self, at: &PackedBoard<2>, player: Player, visit: Visit<'_, PackedBoard<2>>) -> Flow {
        let mine = own(player);
        for from in at.find(mine) {
            let gone = at.with(&[(from, EMPTY)]);
            for direction in COMPASS {
                for to in free(&gone, from, direction) {
                    let moved = gone.with(&[(to, mine)]);
                    for shot in COMPASS {
                        for target in free(&moved, to, shot) {
                            visit(moved.with(&[(target, BLOCKED)]))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

board_game! {
    Amazons,
    name: |_| "game.grid.Amazons",
    letters: ".xo#",
    read: parse,
    normal: |game, at| least(game, at, &EIGHT_WAY),
    parts: |at| Some(at.regions(BLOCKED, &COMPASS)),
    negative: |at| at.swap_colours(),
}

impl Family for Amazons {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.grid.Amazons",
                "An amazon moves like a chess queen and shoots an arrow that blocks a cell.",
                "x...|...o",
            ),
        ],
        ..Card::new("game.grid.Amazons", BoardKind::Grid, "rows: `x` Left's, `o` Right's, `.` empty, `#` blocked")
    };

    fn games() -> Vec<Amazons> {
        vec![Amazons]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(Amazons::LETTERS, size, choose)
    }
}
