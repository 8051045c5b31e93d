//! Rectangular boards: how they are written, their symmetries and their connected parts.

use std::ops::Range;

use thiserror::Error;

use crate::Bits;

/// Why a text is not a board. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A character without a meaning on this board.
    #[error("row {row}, column {column}: `{found}` is not one of `{allowed}`")]
    Letter {
        /// Where in the text, in bytes.
        offset: usize,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What is there.
        found: char,
        /// What may be there.
        allowed: String,
    },
    /// A row that is longer or shorter than the first.
    #[error("row {row} has {found} cells, but row 1 has {expected}; rows are separated by `|`")]
    Ragged {
        /// Where in the text the row begins, in bytes.
        offset: usize,
        /// The row.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many cells the first row has.
        expected: usize,
    },
    /// A board that does not fit into the words of the type.
    #[error(
        "a board of {rows} × {columns} cells is too large here: at most {capacity} cells, one more column for each row counted"
    )]
    TooLarge {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
        /// What there is room for.
        capacity: usize,
    },
    /// A rule about what may stand on a board is broken.
    #[error("row {row}, column {column}: {message}")]
    Rule {
        /// Where in the text, in bytes.
        offset: usize,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

impl BoardError {
    /// Where in the text, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        match self {
            BoardError::Letter { offset, .. }
            | BoardError::Ragged { offset, .. }
            | BoardError::Rule { offset, .. } => *offset,
            BoardError::TooLarge { .. } => 0,
        }
    }
}

/// Reads `"x.o|..."`: the rows, and in them the index of each character in `letters`, whatever its case.
pub fn read_cells(text: &str, letters: &str) -> Result<Vec<Vec<u8>>, BoardError> {
    let mut rows = vec![Vec::new()];
    let mut begin = 0;
    let check = |rows: &[Vec<u8>], begin: usize| match (rows.first(), rows.last()) {
        (Some(first), Some(last)) if first.len() != last.len() => Err(BoardError::Ragged {
            offset: begin,
            row: rows.len(),
            found: last.len(),
            expected: first.len(),
        }),
        _ => Ok(()),
    };
    for (offset, found) in text.char_indices() {
        if found == '|' {
            check(&rows, begin)?;
            begin = offset + 1;
            rows.push(Vec::new());
            continue;
        }
        let lower = found.to_ascii_lowercase();
        let row_number = rows.len();
        if let Some(row) = rows.last_mut() {
            match letters.chars().position(|letter| letter == lower) {
                Some(index) => row.push(index as u8),
                None => {
                    return Err(BoardError::Letter {
                        offset,
                        row: row_number,
                        column: row.len() + 1,
                        found,
                        allowed: letters.to_owned(),
                    });
                }
            }
        }
    }
    check(&rows, begin)?;
    Ok(rows)
}

/// The shape of a rectangular board whose cells are numbered row by row, with one number left out
/// between two rows. So a step across the edge of the board leads to a number that is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// Rows.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
}

impl Board {
    /// A board, if it fits into `N` words.
    pub fn new<const N: usize>(rows: usize, columns: usize) -> Result<Board, BoardError> {
        match (u8::try_from(rows), u8::try_from(columns)) {
            (Ok(r), Ok(c)) if rows * (columns + 1) <= Bits::<N>::CAPACITY && c < u8::MAX => {
                Ok(Board {
                    rows: r,
                    columns: c,
                })
            }
            _ => Err(BoardError::TooLarge {
                rows,
                columns,
                capacity: Bits::<N>::CAPACITY,
            }),
        }
    }

    /// How far it is from a cell to the cell below it.
    #[inline]
    #[must_use]
    pub fn stride(self) -> usize {
        self.columns as usize + 1
    }

    /// The number of a cell; rows and columns count from 0.
    #[inline]
    #[must_use]
    pub fn cell(self, row: usize, column: usize) -> usize {
        row * self.stride() + column
    }

    /// The row and the column of a cell.
    #[inline]
    #[must_use]
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.stride(), cell % self.stride())
    }

    /// All cells.
    #[must_use]
    pub fn cells<const N: usize>(self) -> Bits<N> {
        self.rectangle(0..self.rows as usize, 0..self.columns as usize)
    }

    /// The cells in some rows and columns.
    #[must_use]
    pub fn rectangle<const N: usize>(self, rows: Range<usize>, columns: Range<usize>) -> Bits<N> {
        let row = Bits::<N>::first(columns.len()) << columns.start;
        rows.fold(Bits::EMPTY, |all, r| all | row << (r * self.stride()))
    }

    /// The cells of `set` and those above, below, left and right of them.
    #[inline]
    #[must_use]
    pub fn spread<const N: usize>(self, set: Bits<N>) -> Bits<N> {
        set | set << 1 | set >> 1 | set << self.stride() | set >> self.stride()
    }

    /// The part of `among` that hangs together with the cell `from`, orthogonally.
    #[inline]
    #[must_use]
    pub fn connected<const N: usize>(self, from: usize, among: Bits<N>) -> Bits<N> {
        let mut part = Bits::single(from);
        loop {
            let next = self.spread(part) & among;
            if next == part {
                return part;
            }
            part = next;
        }
    }

    /// The smallest board around the cells of `set`, and where its corner lies.
    #[inline]
    #[must_use]
    pub fn crop<const N: usize>(self, set: Bits<N>) -> (Board, usize) {
        let (Some(low), Some(high)) = (set.lowest(), set.highest()) else {
            return (
                Board {
                    rows: 0,
                    columns: 0,
                },
                0,
            );
        };
        let stride = self.stride();
        let (top, bottom) = (low / stride, high / stride);
        let row = Bits::first(stride);
        let mut columns = Bits::<N>::EMPTY;
        for r in top..=bottom {
            columns = columns | (set >> (r * stride)) & row;
        }
        let (Some(left), Some(right)) = (columns.lowest(), columns.highest()) else {
            return (
                Board {
                    rows: 0,
                    columns: 0,
                },
                0,
            );
        };
        let board = Board {
            rows: (bottom - top + 1) as u8,
            columns: (right - left + 1) as u8,
        };
        (board, top * stride + left)
    }

    /// Moves the cells of `set` from this board to a smaller one whose corner lies at `corner`.
    #[inline]
    #[must_use]
    pub fn cut<const N: usize>(self, set: Bits<N>, smaller: Board, corner: usize) -> Bits<N> {
        let set = set >> corner;
        if smaller.columns == self.columns {
            return set;
        }
        let row = Bits::first(smaller.columns as usize);
        let mut cut = Bits::EMPTY;
        for r in 0..smaller.rows as usize {
            cut = cut | ((set >> (r * self.stride())) & row) << (r * smaller.stride());
        }
        cut
    }

    /// Rows in the opposite order.
    #[inline]
    #[must_use]
    pub fn upside_down<const N: usize>(self, set: Bits<N>) -> Bits<N> {
        let stride = self.stride();
        let row = Bits::first(stride);
        let last = self.rows as usize;
        let mut turned = Bits::EMPTY;
        for r in 0..last {
            turned = turned | ((set >> (r * stride)) & row) << ((last - 1 - r) * stride);
        }
        turned
    }

    /// The board turned by half a turn.
    #[inline]
    #[must_use]
    pub fn half_turn<const N: usize>(self, set: Bits<N>) -> Bits<N> {
        // The last of the numbers is no cell, so the mirror image is one place too high.
        set.reversed(self.rows as usize * self.stride()) >> 1
    }

    /// Is a set its own image under half a turn, with no cell that stays where it is and no two neighbours that
    /// change places? Then two neighbours and their images are four cells.
    #[inline]
    #[must_use]
    pub fn is_mirrored<const N: usize>(self, set: Bits<N>) -> bool {
        let [rows, columns] = [self.rows, self.columns].map(usize::from);
        let even = rows % 2 == 0 && columns % 2 == 0;
        let near_centre = || self.cell(rows.saturating_sub(1) / 2, columns.saturating_sub(1) / 2);
        self.half_turn(set) == set && (even || !set.contains(near_centre()))
    }

    /// Rows and columns exchanged: the board for [`transpose`](Board::transpose).
    #[inline]
    #[must_use]
    pub fn transposed(self) -> Board {
        Board {
            rows: self.columns,
            columns: self.rows,
        }
    }

    /// Rows and columns exchanged, if that fits into the words.
    #[inline]
    #[must_use]
    pub fn transpose<const N: usize>(self, set: Bits<N>) -> Bits<N> {
        let (from, to) = (self.stride(), self.rows as usize + 1);
        let mut turned = Bits::EMPTY;
        let (mut row, mut begin) = (0, 0);
        for cell in set.iter() {
            while cell - begin >= from {
                begin += from;
                row += 1;
            }
            turned = turned.with((cell - begin) * to + row);
        }
        turned
    }

    /// Does the transposed board fit into `N` words?
    #[inline]
    #[must_use]
    pub fn can_transpose<const N: usize>(self) -> bool {
        self.columns as usize * (self.rows as usize + 1) <= Bits::<N>::CAPACITY
    }
}
