//! Symmetries of boards.

use smallvec::SmallVec;

use super::{PackedBoard, Step};

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
        let wanted = |by: &Symmetry| self.rows == self.cols || by.transpose == upright;
        if let [word] = self.words[..]
            && BITS == 2
        {
            let transposes = upright || self.rows == self.cols;
            let images = Images::new(word, self.rows(), self.cols(), transposes);
            let least = symmetries
                .iter()
                .filter(|by| wanted(by))
                .map(|&by| images.of(by))
                .min();
            let (rows, cols) = match upright {
                true => (self.cols, self.rows),
                false => (self.rows, self.cols),
            };
            return PackedBoard {
                rows,
                cols,
                words: SmallVec::from_slice(&[least.unwrap_or(word)]),
            };
        }
        let images = symmetries
            .iter()
            .filter(|by| wanted(by))
            .map(|&by| self.permuted(by));
        images.min().unwrap_or_else(|| self.clone())
    }
}

/// The images of a board of one word with two bits a cell: what is upside down costs a step for each row,
/// a half turn is the word read backwards, and only the transposed board is put together cell by cell.
struct Images {
    cells: u32,
    /// The board and the transposed board, each as it is and upside down.
    upright: [[u64; 2]; 2],
}

const LOW_BITS: u64 = 0x5555_5555_5555_5555;

impl Images {
    fn new(word: u64, rows: usize, cols: usize, transposes: bool) -> Images {
        let mut transposed = 0;
        let mut rest = word;
        for row in 0..if transposes { rows } else { 0 } {
            let mut shift = 2 * row;
            for _ in 0..cols {
                transposed |= (rest & 3) << shift;
                rest >>= 2;
                shift += 2 * rows;
            }
        }
        Images {
            cells: (rows * cols) as u32,
            upright: [
                [word, upside_down(word, rows, cols)],
                [transposed, upside_down(transposed, cols, rows)],
            ],
        }
    }

    fn of(&self, by: Symmetry) -> u64 {
        let [plain, turned] = self.upright[usize::from(by.transpose)];
        match (by.flip_rows, by.flip_cols) {
            (false, false) => plain,
            (true, false) => turned,
            (true, true) => self.half_turn(plain),
            (false, true) => self.half_turn(turned),
        }
    }

    /// The cells in the opposite order.
    fn half_turn(&self, word: u64) -> u64 {
        let bits = word.reverse_bits() >> (64 - 2 * self.cells);
        (bits & LOW_BITS) << 1 | bits >> 1 & LOW_BITS
    }
}

fn upside_down(word: u64, rows: usize, cols: usize) -> u64 {
    let width = 2 * cols as u32;
    let row_mask = u64::MAX >> (64 - width);
    (0..rows as u32).fold(0, |turned, row| {
        turned.checked_shl(width).unwrap_or(0) | word >> (row * width) & row_mask
    })
}

#[cfg(test)]
mod tests {
    use super::super::random_board;
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
    fn images_of_small_boards_are_those_of_any_board() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..500 {
            let (rows, cols) = (random.usize(1..=6), random.usize(1..=6));
            let board = random_board(&mut random, [rows, cols], &[0, 1, 2, 3]);
            for symmetries in [&EIGHT_WAY[..], &FLIPS[..], &FLIPS[2..3]] {
                let all = symmetries.iter().map(|&by| board.permuted(by));
                assert_eq!(Some(board.least_image(symmetries)), all.min());
            }
        }
    }
}
