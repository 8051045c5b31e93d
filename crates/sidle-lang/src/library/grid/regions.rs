//! The connected regions of a grid.

use smallvec::{SmallVec, smallvec};

use super::{Cells, Grid};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    library::{
        Argument,
        extract::{self, coordinates as at, items},
    },
    value::Value,
};

/// The steps between neighbours, each with its opposite.
type Steps = SmallVec<[(i32, i32); 16]>;

/// Regions in the order of their first cells; `None` if there is one, the grid itself.
pub(super) fn decomposition(
    machine: &mut Machine<'_>,
    grid: &Value,
    boundary: i64,
    directions: &Value,
) -> Result<Option<Vec<Value>>, Failure> {
    let grid = <&Grid>::of(machine, grid)?;
    let boundary = i8::try_from(boundary).ok();
    let mut steps = Steps::new();
    for direction in items(directions)?.iter() {
        let (row, column) = at(direction)?;
        for step in [(row, column), (row.wrapping_neg(), column.wrapping_neg())] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    match grid.cells.len() <= 64 {
        true => grid.small_regions(boundary, &steps, machine),
        false => grid.regions(boundary, &steps, machine),
    }
}

impl Grid {
    /// The regions of a grid whose cells fit the bits of a word; `None` if there is exactly one.
    fn small_regions(
        &self,
        boundary: Option<i8>,
        steps: &Steps,
        machine: &mut Machine<'_>,
    ) -> Result<Option<Vec<Value>>, Failure> {
        let (rows, columns) = (self.rows, self.columns);
        let mut rest = 0u64;
        for (place, &cell) in self.cells.iter().enumerate() {
            rest |= u64::from(Some(cell) != boundary) << place;
        }
        // Each step as a shift, with the cells from which it stays in its row.
        let each_row = (0..rows).fold(0u64, |bits, row| bits | 1 << (row * columns));
        let shifts: SmallVec<[(i32, u64); 16]> = steps
            .iter()
            .filter(|(down, right)| {
                (down.unsigned_abs() as usize) < rows && (right.unsigned_abs() as usize) < columns
            })
            .map(|&(down, right)| {
                let from = right.min(0).unsigned_abs();
                let width = columns as u32 - right.unsigned_abs();
                let row = (u64::MAX >> (64 - width)) << from;
                (down * columns as i32 + right, row.wrapping_mul(each_row))
            })
            .collect();
        let mut regions: SmallVec<[u64; 16]> = SmallVec::new();
        while rest != 0 {
            machine.tick()?;
            let mut region = rest & rest.wrapping_neg();
            loop {
                let mut grown = region;
                for &(shift, from) in &shifts {
                    let moved = region & from;
                    grown |= if shift < 0 {
                        moved >> -shift
                    } else {
                        moved << shift
                    };
                }
                grown &= rest;
                if grown == region {
                    break;
                }
                region = grown;
            }
            rest &= !region;
            regions.push(region);
        }
        if regions.len() == 1 {
            return Ok(None);
        }
        let row_bits = if columns >= 64 {
            u64::MAX
        } else {
            (1 << columns) - 1
        };
        let mut parts = Vec::with_capacity(regions.len());
        for region in regions {
            machine.count_value()?;
            let top = region.trailing_zeros() as usize / columns;
            let bottom = (63 - region.leading_zeros() as usize) / columns;
            let used = (top..=bottom).fold(0, |used, row| used | region >> (row * columns));
            let used = used & row_bits;
            let left = used.trailing_zeros() as usize;
            let right = 63 - used.leading_zeros() as usize;
            let (height, width) = (bottom - top + 1, right - left + 1);
            let mut part: Cells = smallvec![boundary.unwrap_or(0); height * width];
            let mut cells = region;
            while cells != 0 {
                let place = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let (row, column) = (place / columns - top, place % columns - left);
                part[row * width + column] = self.cells[place];
            }
            parts.push(Value::object(Grid::new(height, width, part)));
        }
        Ok(Some(parts))
    }

    /// The regions of any grid; `None` if there is exactly one.
    fn regions(
        &self,
        boundary: Option<i8>,
        steps: &Steps,
        machine: &mut Machine<'_>,
    ) -> Result<Option<Vec<Value>>, Failure> {
        let mut seen: Vec<bool> = self
            .cells
            .iter()
            .map(|cell| Some(*cell) == boundary)
            .collect();
        // The cells of all regions, one region after the other, and where each ends.
        let mut found: Vec<usize> = Vec::with_capacity(self.cells.len());
        let mut ends = Vec::new();
        for start in 0..self.cells.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut next = found.len();
            found.push(start);
            while next < found.len() {
                machine.tick()?;
                let (row, column) = (found[next] / self.columns, found[next] % self.columns);
                next += 1;
                for &(down, right) in steps {
                    let to = (row as i32 + 1)
                        .checked_add(down)
                        .zip((column as i32 + 1).checked_add(right));
                    if let Some(to) = to.and_then(|to| self.place(to))
                        && !seen[to]
                    {
                        seen[to] = true;
                        found.push(to);
                    }
                }
            }
            ends.push(found.len());
        }
        if let [_] = &ends[..] {
            return Ok(None);
        }
        let outside = boundary.unwrap_or(0);
        let mut parts = Vec::with_capacity(ends.len());
        let mut first = 0;
        for end in ends {
            let cells = &found[first..end];
            first = end;
            let rows = || cells.iter().map(|place| place / self.columns);
            let columns = || cells.iter().map(|place| place % self.columns);
            let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
            let (bottom, right) = (rows().max().unwrap_or(0), columns().max().unwrap_or(0));
            let (height, width) = (bottom - top + 1, right - left + 1);
            extract::count(machine, height * width / 16 + 1)?;
            let mut part: Cells = smallvec![outside; height * width];
            for place in cells {
                let (row, column) = (place / self.columns - top, place % self.columns - left);
                part[row * width + column] = self.cells[*place];
            }
            parts.push(Value::object(Grid::new(height, width, part)));
        }
        Ok(Some(parts))
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::Meter;
    use sidle_values::Store;

    use super::*;
    use crate::{
        evaluate::World,
        library::{coordinates::ORTHOGONAL, object},
    };

    /// Both methods give the same regions.
    #[test]
    fn words_and_lists_agree() {
        let (store, meter, mut world) = (Store::new(), Meter::unlimited(), World::default());
        let mut machine = Machine::new(&store, &meter, &mut world);
        let mut random = 12345u64;
        let mut below = |n: u64| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
            (random >> 33) % n
        };
        for round in 0..3000 {
            let (rows, columns) = match round % 20 {
                0 => (1, 64),
                1 => (64, 1),
                2 => (8, 8),
                _ => (1 + below(6) as usize, 1 + below(8) as usize),
            };
            let cells: Cells = (0..rows * columns).map(|_| below(3) as i8).collect();
            let grid = Grid::new(rows, columns, cells);
            let mut steps: Steps = ORTHOGONAL.iter().copied().collect();
            for _ in 0..below(3) {
                let (down, right) = (below(9) as i32 - 4, below(9) as i32 - 4);
                steps.push((down, right));
                steps.push((-down, -right));
            }
            let boundary = [Some(0), Some(1), Some(7), None][below(4) as usize];
            let texts = |parts: Option<Vec<Value>>| {
                let parts = parts.into_iter().flatten();
                parts
                    .map(|part| format!("{:?}", object::<Grid>(&part).unwrap()))
                    .collect::<Vec<_>>()
            };
            let small = grid.small_regions(boundary, &steps, &mut machine).unwrap();
            let all = grid.regions(boundary, &steps, &mut machine).unwrap();
            assert_eq!(texts(small), texts(all), "{grid:?} {boundary:?} {steps:?}");
        }
    }
}
