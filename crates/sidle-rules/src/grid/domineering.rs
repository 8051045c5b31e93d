//! Domineering (Göran Andersson; *Winning Ways*, ch. 5).
//!
//! Left places dominoes upright, Right lying down, on two free cells of a board. Who cannot move
//! loses. A board is written in rows from top to bottom, `.` for a free cell and `#` for a taken one.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{
    Decompose, Flow, KnownValue, KnownValues, Normal, Normalize, Player, Rules, Shortcuts, Tie,
    Visit,
};

use crate::card::{Boards, BoardKind, Card, Choose, Family, Opener, Parts, game};
use crate::sample;

use crate::{Bits, Board, BoardError, NotationError, Ruleset, read_cells};

/// Strips that bound a board have at most so many cells, unless they are one cell wide.
const STRIP_CELLS: usize = 18;

/// The rules of Domineering, on boards of `N` words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Domineering<const N: usize>;

/// The free cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DomineeringPosition<const N: usize> {
    free: Bits<N>,
    board: Board,
}

impl<const N: usize> Domineering<N> {
    /// Reads a board.
    ///
    /// ```
    /// use sidle_rules::{BoardError, Domineering};
    /// let error = Domineering::<1>::parse("..|.x").unwrap_err();
    /// assert_eq!(error.to_string(), "row 2, column 2: `x` is not one of `.#`");
    /// ```
    pub fn parse(text: &str) -> Result<DomineeringPosition<N>, BoardError> {
        let rows = read_cells(text, ".#")?;
        let board = Board::new::<N>(rows.len(), rows[0].len())?;
        let mut free = Bits::EMPTY;
        for (r, row) in rows.iter().enumerate() {
            for c in (0..row.len()).filter(|&c| row[c] == 0) {
                free = free.with(board.cell(r, c));
            }
        }
        Ok(DomineeringPosition { free, board })
    }

    /// The empty board.
    pub fn rectangle(rows: usize, columns: usize) -> Result<DomineeringPosition<N>, BoardError> {
        let board = Board::new::<N>(rows, columns)?;
        let free = board.cells();
        Ok(DomineeringPosition { free, board })
    }
}

impl<const N: usize> DomineeringPosition<N> {
    /// The same free cells on the smallest board around them.
    fn cropped(self) -> DomineeringPosition<N> {
        let (board, corner) = self.board.crop(self.free);
        let free = self.board.cut(self.free, board, corner);
        DomineeringPosition { free, board }
    }

    /// The least of the four images under reflections.
    fn least(self) -> DomineeringPosition<N> {
        let board = self.board;
        let turned = board.upside_down(self.free);
        let free = self
            .free
            .min(turned)
            .min(board.half_turn(self.free))
            .min(board.half_turn(turned));
        DomineeringPosition { free, board }
    }
}

impl<const N: usize> Rules for Domineering<N> {
    type Position = DomineeringPosition<N>;

    fn options(
        &self,
        at: &DomineeringPosition<N>,
        player: Player,
        visit: Visit<'_, DomineeringPosition<N>>,
    ) -> Flow {
        let step = match player {
            Player::Left => at.board.stride(),
            Player::Right => 1,
        };
        for cell in (at.free & at.free >> step).iter() {
            let domino = Bits::single(cell).with(cell + step);
            visit(DomineeringPosition {
                free: at.free & !domino,
                board: at.board,
            })?;
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, DomineeringPosition<N>> {
        Shortcuts {
            ends: true,
            decompose: Some(self),
            normalize: Some(self),
            known_value: Some(self),
            tie: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn letters(&self) -> Option<&'static str> {
        Some(".#")
    }

    fn name(&self) -> Cow<'static, str> {
        "game.grid.Domineering".into()
    }

    fn impartial_name(&self) -> Cow<'static, str> {
        "game.grid.Cram".into()
    }

    fn write(&self, at: &DomineeringPosition<N>, f: &mut dyn fmt::Write) -> fmt::Result {
        for row in 0..at.board.rows as usize {
            if row > 0 {
                f.write_char('|')?;
            }
            for column in 0..at.board.columns as usize {
                let free = at.free.contains(at.board.cell(row, column));
                f.write_char(if free { '.' } else { '#' })?;
            }
        }
        Ok(())
    }
}

impl<const N: usize> Decompose<DomineeringPosition<N>> for Domineering<N> {
    fn decompose(
        &self,
        at: &DomineeringPosition<N>,
        part: &mut dyn FnMut(DomineeringPosition<N>),
    ) -> bool {
        let mut rest = at.free;
        while let Some(cell) = rest.lowest() {
            let free = at.board.connected(cell, rest);
            if free == at.free {
                return false;
            }
            rest = rest & !free;
            // Nobody can move on a single cell.
            if free.len() > 1 {
                part(DomineeringPosition {
                    free,
                    board: at.board,
                });
            }
        }
        true
    }
}

impl<const N: usize> Normalize<DomineeringPosition<N>> for Domineering<N> {
    fn normalize(&self, at: DomineeringPosition<N>) -> Normal<DomineeringPosition<N>> {
        let at = at.cropped();
        let least = at.least();
        let board = at.board;
        if board.rows < board.columns || !board.can_transpose::<N>() {
            return Normal::same(least);
        }
        let turned = DomineeringPosition {
            free: board.transpose(at.free),
            board: board.transposed(),
        }
        .least();
        Normal {
            position: turned.min_by_shape(least),
            negated: turned.min_by_shape(least) != least,
        }
    }
}

impl<const N: usize> KnownValues<DomineeringPosition<N>> for Domineering<N> {
    fn known_value(&self, at: &DomineeringPosition<N>) -> Option<KnownValue> {
        match at.free.len() {
            0 | 1 => Some(KnownValue::ZERO),
            cells if at.board.rows == 1 && at.board.columns as usize == cells => {
                Some(KnownValue::from(-(cells as i64 / 2)))
            }
            cells if at.board.columns == 1 && at.board.rows as usize == cells => {
                Some(KnownValue::from(cells as i64 / 2))
            }
            _ => None,
        }
    }
}

impl<const N: usize> Tie<DomineeringPosition<N>> for Domineering<N> {
    /// Walls between columns take moves away from Right only, walls between rows from Left only.
    fn tie(
        &self,
        at: &DomineeringPosition<N>,
        player: Player,
        way: usize,
        part: &mut dyn FnMut(DomineeringPosition<N>),
    ) -> bool {
        let board = at.board;
        let (rows, columns) = (board.rows as usize, board.columns as usize);
        let (length, breadth) = match player {
            Player::Left => (columns, rows),
            Player::Right => (rows, columns),
        };
        let wide = (STRIP_CELLS / length).max(1);
        if wide >= breadth || way >= wide {
            return false;
        }
        let mut begin = 0;
        let mut end = wide - way;
        while begin < breadth {
            let across = begin..end.min(breadth);
            let strip = match player {
                Player::Left => board.rectangle(across, 0..columns),
                Player::Right => board.rectangle(0..rows, across),
            };
            let free = at.free & strip;
            if !free.is_empty() {
                part(DomineeringPosition { free, board });
            }
            (begin, end) = (end, end + wide);
        }
        true
    }
}

impl<const N: usize> DomineeringPosition<N> {
    /// The one that lies flat, or on a square board the lesser set of cells.
    fn min_by_shape(self, other: DomineeringPosition<N>) -> DomineeringPosition<N> {
        let key = |p: &DomineeringPosition<N>| (p.board.rows, p.free);
        if key(&self) < key(&other) {
            self
        } else {
            other
        }
    }
}

impl<const N: usize> Ruleset for Domineering<N> {
    fn parse(&self, text: &str) -> Result<DomineeringPosition<N>, NotationError> {
        Ok(Domineering::parse(text)?)
    }

    fn negative(&self, at: &DomineeringPosition<N>) -> Option<DomineeringPosition<N>> {
        let board = at.board;
        board.can_transpose::<N>().then(|| DomineeringPosition {
            free: board.transpose(at.free),
            board: board.transposed(),
        })
    }
}

impl Family for Domineering<1> {
    const CARD: &'static Card = &Card {
        parts: Parts::FlippedRegions(1),
        games: &[
            game(
                "game.grid.Domineering",
                "Left places dominoes upright, Right lying down.",
                "...|...|..#",
            ).tabled(Boards::Filled(".")),
            game(
                "game.grid.Cram",
                "Either player places dominoes either way.",
                "...|..#",
            ).tabled(Boards::Filled(".")).asked("NimValue")
            .impartial_variant(),
        ],
        ..Card::new("game.grid.Domineering", BoardKind::Grid, "rows: `.` free, `#` taken")
    };

    fn games() -> Vec<Domineering<1>> {
        vec![Domineering, Domineering]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        let sizes = vec![opener.typed(self), opener.small(Domineering::<16>)];
        opener.first_that_fits(sizes)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(".#", size, choose)
    }
}
