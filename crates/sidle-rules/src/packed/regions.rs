//! The regions that a board falls into.

use std::ops::Range;

use smallvec::SmallVec;

use super::{ORTHOGONAL, PackedBoard, Step};

impl<const BITS: u32> PackedBoard<BITS> {
    /// The connected regions of cells that differ from `boundary`, each cut out with its bounding
    /// box and foreign cells set to `boundary`. Cells are joined by the steps and their opposites.
    pub fn regions(&self, boundary: u8, steps: &[Step]) -> Vec<PackedBoard<BITS>> {
        let near = steps.iter().all(|(d, r)| d.abs() <= 1 && r.abs() <= 1);
        if self.cells() <= 64 && near {
            return self.small_regions(boundary, steps);
        }
        self.flooded(boundary, steps, |_, _| true)
    }

    /// The regions of cells that differ from `boundary`, where two orthogonal neighbours hang together if their
    /// values do; cut out like [`PackedBoard::regions`].
    pub(crate) fn regions_joined(
        &self,
        boundary: u8,
        joined: impl Fn(u8, u8) -> bool,
    ) -> Vec<PackedBoard<BITS>> {
        self.flooded(boundary, &ORTHOGONAL, joined)
    }

    /// The regions joined by the steps and their opposites, between cells whose values allow it.
    fn flooded(
        &self,
        boundary: u8,
        steps: &[Step],
        joined: impl Fn(u8, u8) -> bool,
    ) -> Vec<PackedBoard<BITS>> {
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
                            && joined(self.at(cell), self.at(next))
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
        if BITS == 2 && self.words.len() == 1 {
            let word = self.words[0];
            let all = (1u64 << self.cells()) - 1;
            return (0..4).filter(|&value| wanted(value)).fold(0, |set, value| {
                // Both bits of a cell are 0 where it has the value.
                let other = word ^ (u64::from(value) * LOW_BITS);
                set | every_second(!(other | other >> 1)) & all
            });
        }
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
        let occupied = self.set_of(|value| value != boundary);
        let mut rest = occupied;
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
            if region == occupied && lattice.spans(region, self.rows()) {
                return vec![self.clone()];
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
}

/// The neighbourhoods of a board whose cells fit into a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    cols: i64,
    /// The cells of the first and of the last column.
    first: u64,
    last: u64,
}

const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// The bits 0, 2, 4 … of a word side by side.
fn every_second(word: u64) -> u64 {
    let mut bits = word & LOW_BITS;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF;
    (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
}

impl Lattice {
    /// Do some cells touch all four sides of a board with so many rows?
    fn spans(self, set: u64, rows: usize) -> bool {
        let row = u64::MAX >> (64 - self.cols.clamp(1, 64));
        let bottom = row.checked_shl((rows as u32 - 1) * self.cols as u32);
        [row, bottom.unwrap_or(0), self.first, self.last]
            .iter()
            .all(|side| set & side != 0)
    }

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

#[cfg(test)]
mod tests {
    use super::super::{COMPASS, DIAGONAL, EIGHT_WAY, random_board};
    use super::*;

    #[test]
    fn boards_of_any_size_fall_apart_alike() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..300 {
            let (rows, cols) = (random.usize(1..=5), random.usize(1..=6));
            let board = random_board(&mut random, [rows, cols], &[0, 1, 2, 3]);
            for steps in [&ORTHOGONAL[..], &COMPASS, &DIAGONAL, &[(-1, 0), (1, 1)]] {
                // The same board with a margin is too large for a word.
                let mut wide = PackedBoard::<2>::empty(rows + 20, cols + 9).map(|_| 3);
                for (cell, value) in (0..board.cells()).map(|cell| (cell, board.at(cell))) {
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
}
