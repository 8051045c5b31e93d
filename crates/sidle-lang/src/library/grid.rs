//! Grids: rectangles of small numbers, rows from the top, columns from the left, both from 1.

mod regions;

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use smallvec::smallvec;

use super::{
    Argument, Default, NativeClass, Object, Show, State,
    cells::{self, BoardCell, Cells},
    class_names::{INTEGER, LIST, MAP, OBJECT},
    classes, coordinates,
    extract::{self, coordinates as at, for_each_entry, items},
    known,
    symmetry::{self, Symmetry},
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{Order, Value},
};

const GRID: &str = "cgsuite.util.Grid";
const MAX_CELLS: usize = 1 << 24;

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A rectangle of small numbers.
    class GRID: [OBJECT] "Grid.Parse(\".x|o.\", \".xo\")"
    static {
        /// A grid of zeros.
        fn Empty(rows: i64, cols: i64) "Grid.Empty(2, 3)" => {
            if rows < 0 || cols < 0 {
                return Err(Failure::new("a grid cannot have a negative size"));
            }
            let size = usize::try_from(rows.saturating_mul(cols)).unwrap_or(usize::MAX);
            if size > MAX_CELLS {
                return Err(Failure::new("overflow: the grid is too large"));
            }
            extract::count(m, size / 16)?;
            match size {
                0 => Value::object(Grid::new(0, 0, Cells::new())),
                _ => Value::object(Grid::new(rows as usize, cols as usize, smallvec![0; size])),
            }
        };
        /// Reads a grid: rows are separated by `|`, a character stands for its place in the map.
        fn Parse(str: &str, charMap: &str) "Grid.Parse(\".x|o.\", \".xo\")"
            => Value::object(Grid::parse(str, charMap)?);
    }
    {
        /// How many rows.
        get RowCount(grid: &Grid) "Grid.Empty(2, 3).RowCount" => grid.rows as i64;
        /// How many columns.
        get ColCount(grid: &Grid) "Grid.Empty(2, 3).ColCount" => grid.columns as i64;
        /// Do the coordinates lie in the grid?
        fn IsInBounds(grid: &Grid, coord: (i32, i32)) "Grid.Empty(2, 3).IsInBounds((2,3))"
            => grid.place(coord).is_some();
        /// The coordinates of all cells with a value, row by row.
        fn FindAll(grid: &Grid, value: i64) "Grid.Empty(1, 2).FindAll(0)" => {
            let wanted = i8::try_from(value).ok();
            let is_wanted = |cell: &i8| Some(*cell) == wanted;
            extract::count(m, grid.cells.iter().filter(|cell| is_wanted(cell)).count())?;
            let found = grid.cells.iter().enumerate().filter(|(_, cell)| is_wanted(cell));
            found.map(|(place, _)| grid.coordinates(place)).collect::<Vec<_>>()
        };
        /// The grid with another value in one cell.
        fn Updated(grid: &Grid, coord: (i32, i32), value: &Value as INTEGER) "Grid.Empty(1, 2).Updated((1,2), 5)" => {
            let mut cells = Cells::from_slice(&grid.cells);
            grid.update(&mut cells, coord, value)?;
            Value::object(Grid::new(grid.rows, grid.columns, cells))
        };
        /// The grid with other values in some cells.
        fn Updated(grid: &Grid, updates: &Value as MAP) "Grid.Empty(1, 2).Updated({(1,2) => 5})" => {
            let mut cells = Cells::from_slice(&grid.cells);
            for_each_entry(updates, |place, value| grid.update(&mut cells, at(place)?, value))?;
            Value::object(Grid::new(grid.rows, grid.columns, cells))
        };
        /// The part between two corners, both included.
        fn Subgrid(grid: &Grid, northwest: (i32, i32), southeast: (i32, i32))
            "Grid.Empty(3, 3).Subgrid((1,1), (2,2))" => {
            let ((top, left), (bottom, right)) = (northwest, southeast);
            // A part may be empty: it ends just before it begins.
            let fits = |first: i32, last: i32, count: usize| {
                first >= 1 && i64::from(first) <= i64::from(last) + 1 && i64::from(last) <= count as i64
            };
            if !fits(top, bottom, grid.rows) || !fits(left, right, grid.columns) {
                return Err(Failure::new("the corners do not lie in the grid"));
            }
            Value::object(grid.part(top, left, bottom, right))
        };
        /// The grid as a string, a character for each cell.
        fn ToString(grid: &Grid, charMap: &str) "Grid.Empty(2, 2).ToString(\".x\")"
            => grid.rows().map(|row| cells::write(row, charMap)).collect::<Result<Vec<_>, _>>()?.join("|");
        /// The image of the grid under a symmetry.
        fn Permuted(grid: &Grid, symmetry: Symmetry) "Grid.Parse(\"ab\", \"ab\").Permuted(Symmetry.Transpose)"
            => Value::object(grid.permuted(symmetry));
        /// The least image of the grid under some symmetries.
        fn SymmetryInvariant(own: &Value, symmetries: &Value as LIST)
            "Grid.Parse(\"ba\", \"ab\").SymmetryInvariant(Symmetry.Flip)" => {
            let grid = <&Grid>::of(m, own)?;
            let mut best: Option<Symmetry> = None;
            for symmetry in items(symmetries)?.iter() {
                m.meter.check()?;
                let symmetry = symmetry::symmetry(symmetry)?;
                if best.is_none_or(|best| best != symmetry && grid.image_order(symmetry, best).is_lt()) {
                    best = Some(symmetry);
                }
            }
            match best {
                Some(Symmetry::Identity) => Ok(own.clone()),
                Some(best) => Ok(Value::object(grid.permuted(best))),
                None => Err(Failure::new("the list of symmetries is empty")),
            }
        };
        /// The connected regions of cells with other values than that of the boundary.
        fn Decomposition(
            own: &Value, boundaryValue: i64, directions: &Value as LIST = Default::Made(coordinates::orthogonal)
        )
            "Grid.Parse(\"aa#a\", \"a#\").Decomposition(1)" => match regions::decomposition(m, own, boundaryValue, directions)? {
            Some(parts) => parts,
            None => vec![own.clone()],
        };
    }
};

/// A rectangle of cells, row by row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    rows: usize,
    columns: usize,
    cells: Cells,
}

/// Where an image of a grid begins among its cells, and the steps to the next row and column.
#[derive(Clone, Copy, Debug, std::default::Default)]
struct Way {
    first: usize,
    down: isize,
    right: isize,
}

impl State for Grid {
    const CLASS: &'static str = GRID;
    const WHAT: &'static str = "a grid";
}

impl Grid {
    fn new(rows: usize, columns: usize, cells: Cells) -> Grid {
        Grid {
            rows,
            columns,
            cells,
        }
    }

    fn parse(text: &str, characters: &str) -> Result<Grid, Failure> {
        let mut cells = Cells::with_capacity(text.len());
        let (mut rows, mut columns) = (0, None);
        let mut start = 0;
        for line in text.split('|') {
            let row = cells::parse(text, start, line, characters)?;
            rows += 1;
            let first = *columns.get_or_insert(row.len());
            if first != row.len() {
                let message = format!(
                    "row {rows} has {} cells and the first row has {first}",
                    row.len()
                );
                return Err(Failure::new(message)
                    .with_help("the rows of a grid must have the same length")
                    .inside(text, start..start + line.len()));
            }
            start += line.len() + 1;
            cells.extend(row);
        }
        match columns {
            None | Some(0) => Ok(Grid::new(0, 0, Cells::new())),
            Some(columns) => Ok(Grid::new(rows, columns, cells)),
        }
    }

    fn rows(&self) -> impl Iterator<Item = &[i8]> {
        self.cells.chunks_exact(self.columns.max(1))
    }

    fn place(&self, (row, column): (i32, i32)) -> Option<usize> {
        let row = usize::try_from(row).ok()?.checked_sub(1)?;
        let column = usize::try_from(column).ok()?.checked_sub(1)?;
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    fn coordinates(&self, place: usize) -> Value {
        let (row, column) = (place / self.columns, place % self.columns);
        Value::Coordinates(row as i32 + 1, column as i32 + 1)
    }

    /// What grids are ordered by.
    fn key(&self) -> (usize, usize, &[i8]) {
        (self.rows, self.columns, &self.cells)
    }

    /// The order of two images of the grid: by their sizes, then by their cells. Images are compared
    /// without being made.
    fn image_order(&self, a: Symmetry, b: Symmetry) -> Ordering {
        let (rows, columns) = a.size(self.rows, self.columns);
        let sizes = (rows, columns).cmp(&b.size(self.rows, self.columns));
        if sizes.is_ne() {
            return sizes;
        }
        let (a, b) = (self.way(a), self.way(b));
        let (mut a_row, mut b_row) = (a.first, b.first);
        for _ in 0..rows {
            let (mut a_cell, mut b_cell) = (a_row, b_row);
            for _ in 0..columns {
                let order = self.cells[a_cell].cmp(&self.cells[b_cell]);
                if order.is_ne() {
                    return order;
                }
                a_cell = a_cell.wrapping_add_signed(a.right);
                b_cell = b_cell.wrapping_add_signed(b.right);
            }
            a_row = a_row.wrapping_add_signed(a.down);
            b_row = b_row.wrapping_add_signed(b.down);
        }
        Ordering::Equal
    }

    /// The way through the cells that reads an image row by row.
    fn way(&self, symmetry: Symmetry) -> Way {
        use Symmetry as S;
        let (columns, last) = (self.columns as isize, self.cells.len().saturating_sub(1));
        let (right_end, last_row) = (
            self.columns.saturating_sub(1),
            self.cells.len() - self.columns,
        );
        let (first, down, right) = match symmetry {
            S::Identity => (0, columns, 1),
            S::Inversion => (last, -columns, -1),
            S::HorizontalFlip => (last_row, -columns, 1),
            S::VerticalFlip => (right_end, columns, -1),
            S::Transpose => (0, 1, columns),
            S::AntiTranspose => (last, -1, -columns),
            S::ClockwiseRotation => (right_end, -1, columns),
            S::AnticlockwiseRotation => (last_row, 1, -columns),
        };
        Way { first, down, right }
    }

    /// The value of a cell; `Nothing` outside of the grid.
    fn cell(&self, place: (i32, i32)) -> BoardCell {
        let place = self.place(place);
        place.map_or(BoardCell::Outside, |place| {
            BoardCell::Holds(self.cells[place])
        })
    }

    /// Gives one of the cells, which are those of a grid of this size, another value.
    fn update(
        &self,
        cells: &mut [i8],
        (row, column): (i32, i32),
        value: &Value,
    ) -> Result<(), Failure> {
        let place = self.place((row, column)).ok_or_else(|| {
            Failure::new(format!(
                "the coordinates ({row},{column}) are out of bounds"
            ))
        })?;
        cells[place] = cells::cell(value)?;
        Ok(())
    }

    /// The part between two corners that lie inside.
    fn part(&self, top: i32, left: i32, bottom: i32, right: i32) -> Grid {
        let (top, left) = (top as usize - 1, left as usize - 1);
        let (bottom, right) = (bottom as usize, right as usize);
        let rows = self.rows().skip(top).take(bottom - top);
        let cells = rows.flat_map(|row| row[left..right].iter().copied());
        Grid::new(bottom - top, right - left, cells.collect())
    }

    fn permuted(&self, symmetry: Symmetry) -> Grid {
        let (rows, columns) = symmetry.size(self.rows, self.columns);
        let mut image = Cells::with_capacity(self.cells.len());
        let way = self.way(symmetry);
        let mut row = way.first;
        for _ in 0..rows {
            let mut cell = row;
            for _ in 0..columns {
                image.push(self.cells[cell]);
                cell = cell.wrapping_add_signed(way.right);
            }
            row = row.wrapping_add_signed(way.down);
        }
        Grid::new(rows, columns, image)
    }
}

impl Object for Grid {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        known!(GRID)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        other.downcast_ref::<Grid>() == Some(self)
    }

    fn extent(&self) -> usize {
        self.cells.len() / 8
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_usize(self.columns);
        cells::hash(&self.cells, &mut hasher);
        hasher.finish()
    }

    fn compare(&self, other: &dyn Object, _order: &mut Order<'_>) -> Ordering {
        let other = other.downcast_ref::<Grid>();
        other.map_or(Ordering::Equal, |other| self.key().cmp(&other.key()))
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        let rows: Vec<String> = self.rows().map(cells::listed).collect();
        Ok(format!("Grid([{}])", rows.join(",")))
    }

    /// `Nothing` outside of the grid.
    fn index(&self, _machine: &mut Machine<'_>, index: &Value) -> Option<Result<Value, Failure>> {
        Some(at(index).map(|index| self.cell(index).into()))
    }

    fn updated_cells(&self, updates: &[Value]) -> Option<Result<Value, Failure>> {
        let mut cells = Cells::from_slice(&self.cells);
        for update in updates.chunks_exact(2) {
            let place = at(&update[0]);
            let updated = place.and_then(|place| self.update(&mut cells, place, &update[1]));
            if let Err(failure) = updated {
                return Some(Err(failure));
            }
        }
        Some(Ok(Value::object(Grid::new(self.rows, self.columns, cells))))
    }

    fn cell_at(&self, index: &Value) -> Option<BoardCell> {
        match *index {
            Value::Coordinates(row, column) => Some(self.cell((row, column))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{symmetry::ALL, *};

    /// The ways through the cells lead where the symmetries say.
    #[test]
    fn images() {
        for (rows, columns) in [(1, 1), (1, 5), (4, 1), (3, 4), (5, 2)] {
            let cells: Cells = (0..rows * columns).map(|cell| cell as i8).collect();
            let grid = Grid::new(rows, columns, cells);
            for symmetry in ALL {
                let image = grid.permuted(symmetry);
                assert_eq!((image.rows, image.columns), symmetry.size(rows, columns));
                for place in 0..rows * columns {
                    let (row, column) = (place / columns, place % columns);
                    let (row, column) = symmetry.image((row, column), rows, columns);
                    assert_eq!(image.cells[row * image.columns + column], place as i8);
                }
                for other in ALL {
                    let found = grid.image_order(symmetry, other);
                    assert_eq!(found, image.key().cmp(&grid.permuted(other).key()));
                }
            }
        }
    }
}
