//! Toppling Dominoes.

use std::ops::ControlFlow;

use sidle_core::{Flow, Normal, Player, Visit};

use crate::card::{Boards, BoardKind, Card, Choose, Family, game};
use crate::sample;

use crate::{
    grid::own,
    packed::{FLIPS, PackedBoard},
    ruleset::least,
};

/// Toppling Dominoes (Albert, Nowakowski and Wolfe, Lessons in Play; Fink, Nowakowski, Siegel and
/// Wolfe 2015). Left topples a blue or green domino, Right a red or green one, to the left or to
/// the right, and every domino on that side falls with it.
///
/// Cells: `.` nothing, `l` blue, `r` red, `e` green (either).
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, strip::TopplingDominoes};
/// let start = TopplingDominoes.parse("lr").unwrap();
/// assert_eq!(TopplingDominoes.collect_options(&start, Player::Left).len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TopplingDominoes;

const NOTHING: u8 = 0;
const GREEN: u8 = 3;

impl TopplingDominoes {
    fn moves(&self, at: &PackedBoard<2>, player: Player, visit: Visit<'_, PackedBoard<2>>) -> Flow {
        for cell in 0..at.cells() {
            if at.at(cell) != own(player) && at.at(cell) != GREEN {
                continue;
            }
            for range in [0..cell + 1, cell..at.cells()] {
                let mut next = at.clone();
                for fallen in range {
                    next.set_at(fallen, NOTHING);
                }
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Gaps do not matter, and a row read backwards is the same game.
fn standing_only(game: &TopplingDominoes, at: PackedBoard<2>) -> Normal<PackedBoard<2>> {
    let standing: Vec<u8> = (0..at.cells())
        .map(|cell| at.at(cell))
        .filter(|&domino| domino != NOTHING)
        .collect();
    let rows = usize::from(!standing.is_empty());
    let packed = PackedBoard::from_cells(rows, standing.len(), &standing);
    least(game, packed, &[FLIPS[0], FLIPS[3]])
}

board_game! {
    TopplingDominoes,
    name: |_| "game.strip.TopplingDominoes",
    letters: ".lre",
    read: parse_strip,
    normal: standing_only,
    parts: |_| None,
    negative: |at| at.swap_colours(),
}

impl Family for TopplingDominoes {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.strip.TopplingDominoes",
                "Topple a domino to either side; all dominoes there fall with it.",
                "lrel",
            ).tabled(Boards::Pattern("l*m r*n")),
        ],
        ..Card::new("game.strip.TopplingDominoes", BoardKind::Strip, "a strip: `l` blue, `r` red, `e` green")
    };

    fn games() -> Vec<TopplingDominoes> {
        vec![TopplingDominoes]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::strip(TopplingDominoes::LETTERS, size, choose)
    }
}
