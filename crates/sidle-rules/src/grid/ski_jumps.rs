//! Ski-Jumps.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, Normal, Normalize, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Opener, game};
use crate::sample;

use crate::{
    notation::NotationError,
    packed::{FLIPS, PackedBoard, Symmetry},
    ruleset::{Ruleset, least},
};

/// Ski-Jumps (Winning Ways, chapter 1). Left's skiers slide any distance to the right along their
/// row, Right's to the left, as long as nobody is in the way; a slide may take a skier off the
/// slope for good. A jumper that has an enemy on the cell below it, with an empty cell below that
/// one, may jump there; the enemy jumped over, if a jumper, is a jumper no more.
///
/// Cells: `.` empty, `L` and `R` jumpers, `l` and `r` skiers that only slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SkiJumps;

const EMPTY: u8 = 0;

impl SkiJumps {
    /// The letters of the board; upper and lower case differ.
    pub const LETTERS: &'static str = ".LRlr";

    /// Whether the skier is Left's.
    fn is_lefts(skier: u8) -> bool {
        skier == 1 || skier == 3
    }
}

impl Rules for SkiJumps {
    type Position = PackedBoard<4>;

    fn options(
        &self,
        at: &PackedBoard<4>,
        player: Player,
        visit: Visit<'_, PackedBoard<4>>,
    ) -> Flow {
        let left = player == Player::Left;
        let ahead = if left { (0, 1) } else { (0, -1) };
        for from in 0..at.cells() {
            let skier = at.at(from);
            if skier == EMPTY || SkiJumps::is_lefts(skier) != left {
                continue;
            }
            let gone = at.with(&[(from, EMPTY)]);
            let mut cell = from;
            loop {
                match at.step(cell, ahead) {
                    None => {
                        visit(gone.clone())?;
                        break;
                    }
                    Some(next) if at.at(next) == EMPTY => {
                        visit(gone.with(&[(next, skier)]))?;
                        cell = next;
                    }
                    Some(_) => break,
                }
            }
            let jumps = skier <= 2;
            if jumps
                && let Some(over) = at.step(from, (1, 0))
                && at.at(over) != EMPTY
                && SkiJumps::is_lefts(at.at(over)) != left
                && let Some(to) = at.step(over, (1, 0))
                && at.at(to) == EMPTY
            {
                let humbled = if left { 4 } else { 3 };
                visit(gone.with(&[(over, humbled), (to, skier)]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, PackedBoard<4>> {
        Shortcuts {
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn letters(&self) -> Option<&'static str> {
        Some(SkiJumps::LETTERS)
    }

    fn name(&self) -> Cow<'static, str> {
        "game.grid.SkiJumps".into()
    }

    fn write(&self, at: &PackedBoard<4>, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&at.write(SkiJumps::LETTERS))
    }
}

impl Normalize<PackedBoard<4>> for SkiJumps {
    fn normalize(&self, at: PackedBoard<4>) -> Normal<PackedBoard<4>> {
        least(self, at, &[])
    }
}

impl Ruleset for SkiJumps {
    fn parse(&self, text: &str) -> Result<PackedBoard<4>, NotationError> {
        PackedBoard::parse(text, SkiJumps::LETTERS)
    }

    fn negative(&self, at: &PackedBoard<4>) -> Option<PackedBoard<4>> {
        const MIRROR: Symmetry = FLIPS[3];
        let colours = [0, 2, 1, 4, 3];
        Some(at.permuted(MIRROR).map(|v| colours[usize::from(v)]))
    }
}

impl Family for SkiJumps {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.grid.SkiJumps",
                "Skiers slide along their rows, Left's to the right; jumpers jump down over enemies.",
                "L..|..R|...",
            ),
        ],
        ..Card::new("game.grid.SkiJumps", BoardKind::Grid, "rows: `L`, `R` jumpers, `l`, `r` slippers, `.` empty")
    };

    fn games() -> Vec<SkiJumps> {
        vec![SkiJumps]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(SkiJumps::LETTERS, size, choose)
    }
}
