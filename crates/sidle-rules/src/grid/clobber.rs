//! Clobber (Albert, Grossman, Nowakowski and Wolfe, *An introduction to Clobber*, Integers 5(2), 2005).
//!
//! A player moves one of their stones to an orthogonally adjacent cell with a stone of the opponent,
//! which is removed. A board is written in rows from top to bottom: `x` for Left's stones, `o` for
//! Right's, `.` for an empty cell.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{
    Decompose, Flow, KnownValue, KnownValues, Normal, Normalize, Player, Rules, Shortcuts, Visit,
};

use crate::card::{Boards, BoardKind, Card, Choose, Family, Opener, Parts, game};
use crate::sample;
use super::ClobberFamily;

use crate::{Bits, Board, BoardError, NotationError, Ruleset, read_cells};

/// The rules of Clobber, on boards of `N` words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clobber<const N: usize>;

/// The stones of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClobberPosition<const N: usize> {
    /// Left's stones, Right's stones.
    stones: [Bits<N>; 2],
    board: Board,
}

impl<const N: usize> Clobber<N> {
    /// Reads a board.
    pub fn parse(text: &str) -> Result<ClobberPosition<N>, BoardError> {
        let rows = read_cells(text, ".xo")?;
        let board = Board::new::<N>(rows.len(), rows[0].len())?;
        let mut stones = [Bits::EMPTY; 2];
        for (r, row) in rows.iter().enumerate() {
            for c in (0..row.len()).filter(|&c| row[c] > 0) {
                let owner = &mut stones[row[c] as usize - 1];
                *owner = owner.with(board.cell(r, c));
            }
        }
        Ok(ClobberPosition { stones, board })
    }

    /// A full board, stones alternating like the squares of a chessboard, Left's in the corner.
    pub fn checkerboard(rows: usize, columns: usize) -> Result<ClobberPosition<N>, BoardError> {
        let board = Board::new::<N>(rows, columns)?;
        let mut stones = [Bits::EMPTY; 2];
        for r in 0..rows {
            for c in 0..columns {
                let owner = &mut stones[(r + c) % 2];
                *owner = owner.with(board.cell(r, c));
            }
        }
        Ok(ClobberPosition { stones, board })
    }
}

impl<const N: usize> ClobberPosition<N> {
    fn map(self, board: Board, change: impl Fn(Bits<N>) -> Bits<N>) -> ClobberPosition<N> {
        ClobberPosition {
            stones: self.stones.map(change),
            board,
        }
    }

    /// The same stones on the smallest board around them.
    fn cropped(self) -> ClobberPosition<N> {
        let (board, corner) = self.board.crop(self.stones[0] | self.stones[1]);
        self.map(board, |set| self.board.cut(set, board, corner))
    }

    /// Does half a turn exchange the colours, and does no stone stand next to its image? Then the position is 0:
    /// the second player answers each move by its image. After a stone has gone from `a` to `b`, the cells of
    /// the images of `a` and `b` are as they were, because the image of `a` is not `b`.
    fn is_mirrored(&self) -> bool {
        let [left, right] = self.stones;
        self.board.half_turn(left) == right && self.board.is_mirrored(left | right)
    }

    /// The four images under reflections.
    #[inline]
    fn reflected(self) -> [ClobberPosition<N>; 4] {
        let board = self.board;
        let turned = self.map(board, |set| board.upside_down(set));
        let around = |p: ClobberPosition<N>| p.map(board, |set| board.half_turn(set));
        [self, turned, around(self), around(turned)]
    }
}

impl<const N: usize> Rules for Clobber<N> {
    type Position = ClobberPosition<N>;

    fn options(
        &self,
        at: &ClobberPosition<N>,
        player: Player,
        visit: Visit<'_, ClobberPosition<N>>,
    ) -> Flow {
        let (own, other) = (at.stones[player.index()], at.stones[(-player).index()]);
        for from in own.iter() {
            // North, east, south, west, as the calculator lists them.
            let stride = at.board.stride();
            let near = [
                from.checked_sub(stride),
                Some(from + 1),
                Some(from + stride),
                from.checked_sub(1),
            ];
            let near = near.into_iter().flatten();
            for to in near.filter(|&to| to < Bits::<N>::CAPACITY && other.contains(to)) {
                let mut next = *at;
                next.stones[player.index()] = own.without(from).with(to);
                next.stones[(-player).index()] = other.without(to);
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, ClobberPosition<N>> {
        Shortcuts {
            ends: true,
            decompose: Some(self),
            normalize: Some(self),
            known_value: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn letters(&self) -> Option<&'static str> {
        Some(".xo")
    }

    fn name(&self) -> Cow<'static, str> {
        "game.grid.Clobber".into()
    }

    fn write(&self, at: &ClobberPosition<N>, f: &mut dyn fmt::Write) -> fmt::Result {
        for row in 0..at.board.rows as usize {
            if row > 0 {
                f.write_char('|')?;
            }
            for column in 0..at.board.columns as usize {
                let cell = at.board.cell(row, column);
                let [left, right] = at.stones.map(|set| set.contains(cell));
                f.write_char(match (left, right) {
                    (true, _) => 'x',
                    (_, true) => 'o',
                    _ => '.',
                })?;
            }
        }
        Ok(())
    }
}

impl<const N: usize> Decompose<ClobberPosition<N>> for Clobber<N> {
    fn decompose(&self, at: &ClobberPosition<N>, part: &mut dyn FnMut(ClobberPosition<N>)) -> bool {
        let all = at.stones[0] | at.stones[1];
        let mut rest = all;
        while let Some(cell) = rest.lowest() {
            let cells = at.board.connected(cell, rest);
            if cells == all {
                return false;
            }
            rest = rest & !cells;
            let stones = at.stones.map(|set| set & cells);
            // Nobody can move among stones of one colour.
            if stones.iter().all(|set| !set.is_empty()) {
                part(ClobberPosition {
                    stones,
                    board: at.board,
                });
            }
        }
        true
    }
}

impl<const N: usize> Normalize<ClobberPosition<N>> for Clobber<N> {
    fn normalize(&self, at: ClobberPosition<N>) -> Normal<ClobberPosition<N>> {
        let at = at.cropped();
        let board = at.board;
        let mut best = at;
        let mut negated = false;
        let mut consider = |mut image: ClobberPosition<N>| {
            // The stones of the players are different sets: the smaller one first is less.
            let exchange = image.stones[1] < image.stones[0];
            if exchange {
                image.stones.swap(0, 1);
            }
            if (image.board.rows, image.stones) < (best.board.rows, best.stones) {
                best = image;
                negated = exchange;
            }
        };
        at.reflected().into_iter().for_each(&mut consider);
        if board.rows >= board.columns && board.can_transpose::<N>() {
            at.map(board.transposed(), |set| board.transpose(set))
                .reflected()
                .into_iter()
                .for_each(&mut consider);
        }
        Normal {
            position: best,
            negated,
        }
    }
}

impl<const N: usize> KnownValues<ClobberPosition<N>> for Clobber<N> {
    fn known_value(&self, at: &ClobberPosition<N>) -> Option<KnownValue> {
        let zero = at.stones.iter().any(|set| set.is_empty()) || at.is_mirrored();
        zero.then_some(KnownValue::ZERO)
    }
}

impl<const N: usize> Ruleset for Clobber<N> {
    fn parse(&self, text: &str) -> Result<ClobberPosition<N>, NotationError> {
        Ok(Clobber::parse(text)?)
    }

    fn negative(&self, at: &ClobberPosition<N>) -> Option<ClobberPosition<N>> {
        let mut exchanged = *at;
        exchanged.stones.swap(0, 1);
        Some(exchanged)
    }
}

impl Family for Clobber<1> {
    const CARD: &'static Card = &Card {
        parts: Parts::Regions,
        games: &[
            game(
                "game.grid.Clobber",
                "A stone moves onto an enemy next to it and removes it.",
                "xoxo|oxox",
            ).tabled(Boards::Filled("xo")),
        ],
        ..Card::new("game.grid.GenClobber", BoardKind::Grid, "rows: `x` Left's, `o` Right's, `.` empty")
    };

    fn games() -> Vec<Clobber<1>> {
        vec![Clobber]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        let sizes = vec![opener.typed(self), opener.typed(ClobberFamily::clobber())];
        opener.first_that_fits(sizes)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(".xo", size, choose)
    }
}
