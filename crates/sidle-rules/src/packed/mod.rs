//! Rectangular boards, a few bits a cell.

mod regions;
mod symmetry;

use std::ops::Range;

use smallvec::SmallVec;

pub(crate) use regions::Lattice;
pub use symmetry::{EIGHT_WAY, FLIPS, Symmetry};

use crate::notation::{NotationError, letter_index, spaced};

/// The most cells a board may have: a limit of the notation, far beyond what any search can do.
pub const MAX_CELLS: usize = 1 << 20;

/// A rectangular board of cells with `BITS` bits each, packed; up to 64 cells of two bits need no
/// allocation. Rows and columns are counted from 0, row 0 on top. A strip is a board of one row.
///
/// ```
/// use sidle_rules::packed::PackedBoard;
/// let board: PackedBoard<2> = PackedBoard::parse("xo|.x", ".xo").unwrap();
/// assert_eq!(board.get(0, 1), 2);
/// assert_eq!(board.write(".xo"), "xo|.x");
/// assert!(PackedBoard::<2>::parse("xo|x", ".xo").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PackedBoard<const BITS: u32> {
    rows: u32,
    cols: u32,
    words: SmallVec<[u64; 2]>,
}

/// A step on a board: rows down, columns to the right.
pub type Step = (i32, i32);

/// North, east, south, west.
pub const ORTHOGONAL: [Step; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
/// North-east, south-east, south-west, north-west.
pub const DIAGONAL: [Step; 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
/// The eight steps of a chess king.
pub const COMPASS: [Step; 8] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];
/// The eight steps of a chess knight.
pub const KNIGHT: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

impl<const BITS: u32> PackedBoard<BITS> {
    const PER_WORD: usize = 64 / BITS as usize;
    const MASK: u64 = (1 << BITS) - 1;

    /// A board with every cell 0.
    ///
    /// # Panics
    /// If the board has more than [`MAX_CELLS`] cells.
    pub fn empty(rows: usize, cols: usize) -> PackedBoard<BITS> {
        let cells = rows.checked_mul(cols).filter(|&n| n <= MAX_CELLS);
        let cells = cells.expect("a board has at most MAX_CELLS cells");
        let words = cells.div_ceil(Self::PER_WORD);
        PackedBoard {
            rows: rows as u32,
            cols: cols as u32,
            words: SmallVec::from_elem(0, words),
        }
    }

    /// A board with the given cells, row by row.
    ///
    /// # Panics
    /// If the number of cells is not `rows * cols`, or a value does not fit.
    pub fn from_cells(rows: usize, cols: usize, cells: &[u8]) -> PackedBoard<BITS> {
        assert_eq!(cells.len(), rows * cols, "cells of a board");
        let mut board = PackedBoard::empty(rows, cols);
        for (i, &value) in cells.iter().enumerate() {
            assert!(u64::from(value) <= Self::MASK, "cell value of a board");
            board.set_at(i, value);
        }
        board
    }

    /// Reads rows separated by `|`; the value of a cell is the place of its letter in `letters`.
    /// Upper case is read as lower case.
    ///
    /// # Errors
    /// For an unknown letter, rows of different lengths, or a board that is too large.
    pub fn parse(text: &str, letters: &str) -> Result<PackedBoard<BITS>, NotationError> {
        let mut cells = Vec::new();
        let (mut rows, mut cols) = (0, 0);
        let mut at = 0;
        if text.is_empty() {
            return Ok(PackedBoard::empty(0, 0));
        }
        for line in text.split('|') {
            let before = cells.len();
            for (offset, c) in line.char_indices() {
                let span = at + offset..at + offset + c.len_utf8();
                let Some(value) = letter_index(letters, c) else {
                    return Err(unknown_letter(c, rows, cells.len() - before, span, letters));
                };
                cells.push(value);
            }
            let length = cells.len() - before;
            if rows == 0 {
                cols = length;
            } else if length != cols {
                return Err(ragged(rows, length, cols, at, line));
            }
            if cells.len() > MAX_CELLS {
                return Err(NotationError::whole(
                    format!("a board has at most {MAX_CELLS} cells"),
                    text,
                ));
            }
            rows += 1;
            at += line.len() + 1;
        }
        if cols == 0 {
            rows = 0;
        }
        Ok(PackedBoard::from_cells(rows, cols, &cells))
    }

    /// Reads a strip: a board of one row.
    ///
    /// # Errors
    /// For an unknown letter.
    pub fn parse_strip(text: &str, letters: &str) -> Result<PackedBoard<BITS>, NotationError> {
        if let Some(bar) = text.find('|') {
            return Err(NotationError::new("a strip has one row only", bar..bar + 1)
                .with_help(format!("write the cells side by side: {}", spaced(letters))));
        }
        PackedBoard::parse(text, letters)
    }

    /// The text that [`parse`](PackedBoard::parse) reads.
    pub fn write(&self, letters: &str) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let mut text = String::with_capacity(self.cells() + self.rows());
        for row in 0..self.rows() {
            if row > 0 {
                text.push('|');
            }
            for col in 0..self.cols() {
                text.push(letters[usize::from(self.get(row, col))]);
            }
        }
        text
    }

    /// The number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.rows() * self.cols()
    }

    /// The value of a cell.
    #[inline]
    pub fn get(&self, row: usize, col: usize) -> u8 {
        self.at(row * self.cols() + col)
    }

    /// The value of the cell with the given number, row by row.
    #[inline]
    pub fn at(&self, cell: usize) -> u8 {
        let shift = (cell % Self::PER_WORD) as u32 * BITS;
        ((self.words[cell / Self::PER_WORD] >> shift) & Self::MASK) as u8
    }

    /// Sets the cell with the given number.
    #[inline]
    pub fn set_at(&mut self, cell: usize, value: u8) {
        let shift = (cell % Self::PER_WORD) as u32 * BITS;
        let word = &mut self.words[cell / Self::PER_WORD];
        *word = (*word & !(Self::MASK << shift)) | (u64::from(value) << shift);
    }

    /// A copy with some cells changed.
    #[inline]
    #[must_use]
    pub fn with(&self, changes: &[(usize, u8)]) -> PackedBoard<BITS> {
        let mut board = self.clone();
        for &(cell, value) in changes {
            board.set_at(cell, value);
        }
        board
    }

    /// The cell one step away, if it is on the board.
    #[inline]
    pub fn step(&self, cell: usize, (down, right): Step) -> Option<usize> {
        let row = (cell / self.cols()) as i64 + i64::from(down);
        let col = (cell % self.cols()) as i64 + i64::from(right);
        let inside = (0..self.rows as i64).contains(&row) && (0..self.cols as i64).contains(&col);
        inside.then(|| row as usize * self.cols() + col as usize)
    }

    /// The cells in one direction up to the edge of the board, nearest first.
    #[inline]
    pub fn ray(&self, cell: usize, (down, right): Step) -> impl Iterator<Item = usize> + use<BITS> {
        let (row, col) = (cell / self.cols(), cell % self.cols());
        let room = |at: usize, size: usize, by: i32| match by {
            0 => usize::MAX,
            1.. => (size - 1 - at) / by as usize,
            _ => at / by.unsigned_abs() as usize,
        };
        let count = room(row, self.rows(), down).min(room(col, self.cols(), right));
        let count = if (down, right) == (0, 0) { 0 } else { count };
        let stride = down as isize * self.cols() as isize + right as isize;
        (1..=count as isize).map(move |steps| (cell as isize + steps * stride) as usize)
    }

    /// The board with every cell's value replaced.
    #[must_use]
    pub fn map(&self, change: impl Fn(u8) -> u8) -> PackedBoard<BITS> {
        let mut board = PackedBoard::empty(self.rows(), self.cols());
        for cell in 0..self.cells() {
            board.set_at(cell, change(self.at(cell)));
        }
        board
    }

    /// The board with the values 1 and 2 exchanged: what the players' colours usually are.
    #[must_use]
    pub fn swap_colours(&self) -> PackedBoard<BITS> {
        if BITS != 2 {
            return self.map(|value| match value {
                1 => 2,
                2 => 1,
                other => other,
            });
        }
        let mut board = self.clone();
        for word in &mut board.words {
            // The two bits of a cell are exchanged where they differ.
            let differ = (*word ^ *word >> 1) & 0x5555_5555_5555_5555;
            *word ^= differ | differ << 1;
        }
        board
    }

    /// The cells with a given value.
    pub fn find(&self, value: u8) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells()).filter(move |&cell| self.at(cell) == value)
    }

    /// Whether some cell has the value.
    pub fn contains(&self, value: u8) -> bool {
        self.find(value).next().is_some()
    }
}

fn unknown_letter(
    c: char,
    row: usize,
    col: usize,
    span: Range<usize>,
    letters: &str,
) -> NotationError {
    NotationError::new(
        format!(
            "unknown letter `{c}` at row {}, column {}",
            row + 1,
            col + 1
        ),
        span,
    )
    .with_help(format!("the letters of this board are {}", spaced(letters)))
}

fn ragged(row: usize, length: usize, cols: usize, at: usize, line: &str) -> NotationError {
    let span = match line.char_indices().nth(cols) {
        Some((extra, _)) => at + extra..at + line.len(),
        None => at..at + line.len(),
    };
    let what = if length < cols { "short" } else { "long" };
    NotationError::new(
        format!(
            "row {} is too {what}: it has {length} cells and the first row has {cols}",
            row + 1
        ),
        span,
    )
    .with_help("all rows have the same length; rows are separated by `|`")
}

/// A board whose cells are drawn from `among`.
#[cfg(test)]
pub(crate) fn random_board(
    random: &mut fastrand::Rng,
    [rows, cols]: [usize; 2],
    among: &[u8],
) -> PackedBoard<2> {
    let cells: Vec<u8> = (0..rows * cols)
        .map(|_| among[random.usize(..among.len())])
        .collect();
    PackedBoard::from_cells(rows, cols, &cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_cell() {
        let error = PackedBoard::<2>::parse("xo|xz", ".xo").unwrap_err();
        assert_eq!(error.message, "unknown letter `z` at row 2, column 2");
        assert_eq!(error.span, 4..5);
        let error = PackedBoard::<2>::parse("xo|xoo", ".xo").unwrap_err();
        assert_eq!(error.span, 5..6);
        let error = PackedBoard::<2>::parse_strip("xo|xo", ".xo").unwrap_err();
        assert_eq!(error.span, 2..3);
    }
}
