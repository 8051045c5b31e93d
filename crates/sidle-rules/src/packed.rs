//! Rectangular boards, a few bits a cell.

use std::ops::Range;

use smallvec::SmallVec;

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

/// A symmetry of the rectangle: transpose first if asked, then reverse rows or columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// The image of a step.
    pub fn turn(self, (down, right): Step) -> Step {
        let (down, right) = match self.transpose {
            true => (right, down),
            false => (down, right),
        };
        (
            if self.flip_rows { -down } else { down },
            if self.flip_cols { -right } else { right },
        )
    }
}

const fn symmetry(transpose: bool, flip_rows: bool, flip_cols: bool) -> Symmetry {
    Symmetry {
        transpose,
        flip_rows,
        flip_cols,
    }
}

/// The four symmetries that keep rows rows.
pub const FLIPS: [Symmetry; 4] = [
    symmetry(false, false, false),
    symmetry(false, true, true),
    symmetry(false, true, false),
    symmetry(false, false, true),
];

/// All eight symmetries of the square.
pub const EIGHT_WAY: [Symmetry; 8] = [
    symmetry(false, false, false),
    symmetry(false, true, true),
    symmetry(false, true, false),
    symmetry(false, false, true),
    symmetry(true, false, false),
    symmetry(true, true, true),
    symmetry(true, true, false),
    symmetry(true, false, true),
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

    /// The image under a symmetry.
    #[must_use]
    pub fn permuted(&self, by: Symmetry) -> PackedBoard<BITS> {
        let (rows, cols) = match by.transpose {
            true => (self.cols(), self.rows()),
            false => (self.rows(), self.cols()),
        };
        // The cell that comes to the corner, and how far it is from there to the next row and column.
        let width = self.cols as isize;
        let (mut down, mut right) = match by.transpose {
            true => (1, width),
            false => (width, 1),
        };
        let mut corner = 0;
        if by.flip_rows && rows > 0 {
            corner += (rows as isize - 1) * down;
            down = -down;
        }
        if by.flip_cols && cols > 0 {
            corner += (cols as isize - 1) * right;
            right = -right;
        }
        let mut image = PackedBoard::empty(rows, cols);
        let (mut word, mut shift, mut place) = (0u64, 0, 0);
        for row in 0..rows as isize {
            let mut from = corner + row * down;
            for _ in 0..cols {
                word |= u64::from(self.at(from as usize)) << shift;
                from += right;
                shift += BITS;
                if shift as usize == Self::PER_WORD * BITS as usize {
                    image.words[place] = word;
                    (word, shift, place) = (0, 0, place + 1);
                }
            }
        }
        if shift > 0 {
            image.words[place] = word;
        }
        image
    }

    /// The least image under some symmetries.
    #[must_use]
    pub fn least_image(&self, symmetries: &[Symmetry]) -> PackedBoard<BITS> {
        // A board with fewer rows is less, so only squares have to be both kept and transposed.
        let upright = self.rows > self.cols && symmetries.iter().any(|by| by.transpose);
        let images = symmetries
            .iter()
            .filter(|by| self.rows == self.cols || by.transpose == upright)
            .map(|&by| self.permuted(by));
        images.min().unwrap_or_else(|| self.clone())
    }

    /// The connected regions of cells that differ from `boundary`, each cut out with its bounding
    /// box and foreign cells set to `boundary`. Cells are joined by the steps and their opposites.
    pub fn regions(&self, boundary: u8, steps: &[Step]) -> Vec<PackedBoard<BITS>> {
        let near = steps.iter().all(|(d, r)| d.abs() <= 1 && r.abs() <= 1);
        if self.cells() <= 64 && near {
            return self.small_regions(boundary, steps);
        }
        let mut seen = vec![false; self.cells()];
        let mut regions = Vec::new();
        let mut stack = Vec::new();
        let mut region = Vec::new();
        for start in 0..self.cells() {
            if seen[start] || self.at(start) == boundary {
                continue;
            }
            region.clear();
            seen[start] = true;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                region.push(cell);
                for &(down, right) in steps {
                    for step in [(down, right), (-down, -right)] {
                        if let Some(next) = self.step(cell, step)
                            && !seen[next]
                            && self.at(next) != boundary
                        {
                            seen[next] = true;
                            stack.push(next);
                        }
                    }
                }
            }
            regions.push(self.cut_out(&region, boundary));
        }
        regions
    }

    /// The cells whose values are asked for, as bits of a word.
    ///
    /// # Panics
    /// If the board has more than 64 cells.
    pub(crate) fn set_of(&self, wanted: impl Fn(u8) -> bool) -> u64 {
        assert!(self.cells() <= 64, "a board whose cells fit into a word");
        (0..self.cells())
            .filter(|&cell| wanted(self.at(cell)))
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// How the cells lie, for boards of at most 64 cells.
    pub(crate) fn lattice(&self) -> Lattice {
        let (rows, cols) = (self.rows(), self.cols());
        let first = (0..rows).fold(0u64, |set, row| set | 1 << (row * cols));
        let last = first
            .checked_shl(cols as u32 - u32::from(cols > 0))
            .unwrap_or(0);
        Lattice {
            cols: cols as i64,
            first,
            last,
        }
    }

    /// The regions of a board whose cells fit into a word, for steps to neighbours only.
    fn small_regions(&self, boundary: u8, steps: &[Step]) -> Vec<PackedBoard<BITS>> {
        let mut rest = self.set_of(|value| value != boundary);
        let lattice = self.lattice();
        let mut regions = Vec::new();
        while rest != 0 {
            let mut region = rest & rest.wrapping_neg();
            loop {
                let mut grown = region;
                for &(down, right) in steps {
                    grown |= lattice.shifted(region, (down, right));
                    grown |= lattice.shifted(region, (-down, -right));
                }
                grown &= rest;
                if grown == region {
                    break;
                }
                region = grown;
            }
            rest &= !region;
            let mut found: SmallVec<[usize; 64]> = SmallVec::new();
            let mut set = region;
            while set != 0 {
                found.push(set.trailing_zeros() as usize);
                set &= set - 1;
            }
            regions.push(self.cut_out(&found, boundary));
        }
        regions
    }

    /// The bounding box of some cells, with every other cell in it set to `boundary`.
    fn cut_out(&self, region: &[usize], boundary: u8) -> PackedBoard<BITS> {
        let rows = bounds(region.iter().map(|cell| cell / self.cols()));
        let cols = bounds(region.iter().map(|cell| cell % self.cols()));
        let mut board = PackedBoard::empty(rows.len(), cols.len());
        if boundary != 0 {
            for cell in 0..board.cells() {
                board.set_at(cell, boundary);
            }
        }
        for &cell in region {
            let row = cell / self.cols() - rows.start;
            let col = cell % self.cols() - cols.start;
            board.set_at(row * cols.len() + col, self.at(cell));
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

/// The neighbourhoods of a board whose cells fit into a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    cols: i64,
    /// The cells of the first and of the last column.
    first: u64,
    last: u64,
}

impl Lattice {
    /// The cells that a step to a neighbour leads to.
    #[inline]
    pub(crate) fn shifted(self, set: u64, (down, right): Step) -> u64 {
        let set = match right {
            1 => set & !self.last,
            -1 => set & !self.first,
            _ => set,
        };
        match i64::from(down) * self.cols + i64::from(right) {
            by @ 0.. => set.checked_shl(by as u32).unwrap_or(0),
            by => set.checked_shr((-by) as u32).unwrap_or(0),
        }
    }

    /// The cells above, below, left and right of some cells.
    #[inline]
    pub(crate) fn around(self, set: u64) -> u64 {
        ORTHOGONAL
            .into_iter()
            .fold(0, |near, step| near | self.shifted(set, step))
    }

    /// The part of `among` that hangs together with some of its cells, orthogonally.
    #[inline]
    pub(crate) fn chain(self, from: u64, among: u64) -> u64 {
        let mut chain = from;
        loop {
            let grown = (chain | self.around(chain)) & among;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }
}

fn bounds(values: impl Iterator<Item = usize> + Clone) -> Range<usize> {
    let least = values.clone().min().unwrap_or(0);
    least..values.max().map_or(least, |most| most + 1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_of_a_rectangle() {
        let board: PackedBoard<2> = PackedBoard::parse("xo.|..o", ".xo").unwrap();
        assert_eq!(board.permuted(EIGHT_WAY[4]).write(".xo"), "x.|o.|.o");
        assert_eq!(board.permuted(FLIPS[1]).write(".xo"), "o..|.ox");
        for by in EIGHT_WAY {
            let image = board.permuted(by);
            assert_eq!(image.least_image(&EIGHT_WAY), board.least_image(&EIGHT_WAY));
        }
    }

    #[test]
    fn boards_of_any_size_fall_apart_alike() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let (rows, cols) = (1 + random(5) as usize, 1 + random(6) as usize);
            let cells: Vec<u8> = (0..rows * cols).map(|_| random(4) as u8).collect();
            let board = PackedBoard::<2>::from_cells(rows, cols, &cells);
            for steps in [&ORTHOGONAL[..], &COMPASS[..], &DIAGONAL[..]] {
                // The same board with a margin is too large for a word.
                let mut wide = PackedBoard::<2>::empty(rows + 20, cols + 9).map(|_| 3);
                for (cell, &value) in cells.iter().enumerate() {
                    let place = (cell / cols + 3) * (cols + 9) + cell % cols + 4;
                    wide.set_at(place, value);
                }
                assert_eq!(board.regions(3, steps), wide.regions(3, steps));
            }
            let swapped = board.map(|v| [0, 2, 1, 3][usize::from(v)]);
            assert_eq!(board.swap_colours(), swapped);
            let all = EIGHT_WAY.map(|by| board.permuted(by));
            assert_eq!(
                board.least_image(&EIGHT_WAY),
                all.into_iter().min().unwrap()
            );
        }
    }

    #[test]
    fn regions_are_cut_out() {
        let board: PackedBoard<2> = PackedBoard::parse("xo..|...o|..xx", ".xo").unwrap();
        let parts: Vec<String> = board
            .regions(0, &ORTHOGONAL)
            .iter()
            .map(|b| b.write(".xo"))
            .collect();
        assert_eq!(parts, ["xo", ".o|xx"]);
    }

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
