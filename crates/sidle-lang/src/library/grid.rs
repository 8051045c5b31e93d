//! Grids: rectangles of small numbers, rows from the top, columns from the left, both from 1.

mod regions;

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use smallvec::smallvec;

use super::{
    Default, Member, NativeClass, Object, Show,
    cells::{self, BoardCell, Cells},
    class, coordinates,
    extract::{self, coordinates as at, for_each_entry, items, text},
    known, method, object, optional, property, required, symmetry,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{Order, Value},
};

const GRID: &str = "cgsuite.util.Grid";
const INTEGER: &str = "game.Integer";
const COORDINATES: &str = "cgsuite.lang.Coordinates";
const STRING: &str = "cgsuite.lang.String";
const MAX_CELLS: usize = 1 << 24;

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: STATICS,
    members: MEMBERS,
    ..class(
        GRID,
        &["cgsuite.lang.Object"],
        "A rectangle of small numbers.",
        "Grid.Parse(\".x|o.\", \".xo\")",
    )
}];

const STATICS: &[Member] = &[
    method(
        "Empty",
        &[required("rows", INTEGER), required("cols", INTEGER)],
        "A grid of zeros.",
        "Grid.Empty(2, 3)",
        |m, a| {
            let (rows, columns) = (extract::index(&a[0])?, extract::index(&a[1])?);
            if rows < 0 || columns < 0 {
                return Err(Failure::new("a grid cannot have a negative size"));
            }
            let size = usize::try_from(rows.saturating_mul(columns)).unwrap_or(usize::MAX);
            if size > MAX_CELLS {
                return Err(Failure::new("overflow: the grid is too large"));
            }
            extract::count(m, size / 16)?;
            if size == 0 {
                return Ok(Value::object(Grid::new(0, 0, Cells::new())));
            }
            let grid = Grid::new(rows as usize, columns as usize, smallvec![0; size]);
            Ok(Value::object(grid))
        },
    ),
    method(
        "Parse",
        &[required("str", STRING), required("charMap", STRING)],
        "Reads a grid: rows are separated by `|`, a character stands for its place in the map.",
        "Grid.Parse(\".x|o.\", \".xo\")",
        |_, a| Ok(Value::object(Grid::parse(text(&a[0])?, text(&a[1])?)?)),
    ),
];

const MEMBERS: &[Member] = &[
    property(
        "RowCount",
        "How many rows.",
        "Grid.Empty(2, 3).RowCount",
        |_, a| Ok(Value::small(grid(&a[0])?.rows as i64)),
    ),
    property(
        "ColCount",
        "How many columns.",
        "Grid.Empty(2, 3).ColCount",
        |_, a| Ok(Value::small(grid(&a[0])?.columns as i64)),
    ),
    method(
        "IsInBounds",
        &[required("coord", COORDINATES)],
        "Do the coordinates lie in the grid?",
        "Grid.Empty(2, 3).IsInBounds((2,3))",
        |_, a| Ok(Value::Bool(grid(&a[0])?.place(at(&a[1])?).is_some())),
    ),
    method(
        "FindAll",
        &[required("value", INTEGER)],
        "The coordinates of all cells with a value, row by row.",
        "Grid.Empty(1, 2).FindAll(0)",
        |m, a| {
            let grid = grid(&a[0])?;
            let wanted = i8::try_from(extract::index(&a[1])?).ok();
            let is_wanted = |cell: &i8| Some(*cell) == wanted;
            extract::count(m, grid.cells.iter().filter(|cell| is_wanted(cell)).count())?;
            let found = grid.cells.iter().enumerate();
            let found = found.filter(|(_, cell)| is_wanted(cell));
            Value::list(found.map(|(place, _)| grid.coordinates(place)).collect())
        },
    ),
    method(
        "Updated",
        &[required("coord", COORDINATES), required("value", INTEGER)],
        "The grid with another value in one cell.",
        "Grid.Empty(1, 2).Updated((1,2), 5)",
        |_, a| {
            let grid = grid(&a[0])?;
            let mut cells = Cells::from_slice(&grid.cells);
            grid.update(&mut cells, &a[1], &a[2])?;
            Ok(Value::object(Grid::new(grid.rows, grid.columns, cells)))
        },
    ),
    method(
        "Updated",
        &[required("updates", "cgsuite.lang.Map")],
        "The grid with other values in some cells.",
        "Grid.Empty(1, 2).Updated({(1,2) => 5})",
        |_, a| {
            let grid = grid(&a[0])?;
            let mut cells = Cells::from_slice(&grid.cells);
            for_each_entry(&a[1], |place, value| grid.update(&mut cells, place, value))?;
            Ok(Value::object(Grid::new(grid.rows, grid.columns, cells)))
        },
    ),
    method(
        "Subgrid",
        &[
            required("northwest", COORDINATES),
            required("southeast", COORDINATES),
        ],
        "The part between two corners, both included.",
        "Grid.Empty(3, 3).Subgrid((1,1), (2,2))",
        |_, a| {
            let grid = grid(&a[0])?;
            let ((top, left), (bottom, right)) = (at(&a[1])?, at(&a[2])?);
            let inside = |corner| grid.place(corner).is_some();
            if !inside((top, left)) || !inside((bottom, right)) || top > bottom || left > right {
                return Err(Failure::new("the corners do not lie in the grid"));
            }
            Ok(Value::object(grid.part(top, left, bottom, right)))
        },
    ),
    method(
        "ToString",
        &[required("charMap", STRING)],
        "The grid as a string, a character for each cell.",
        "Grid.Empty(2, 2).ToString(\".x\")",
        |_, a| {
            let grid = grid(&a[0])?;
            let rows = grid.rows().map(|row| cells::write(row, &a[1]));
            Ok(Value::text(rows.collect::<Result<Vec<_>, _>>()?.join("|")))
        },
    ),
    method(
        "Permuted",
        &[required("symmetry", "cgsuite.util.Symmetry")],
        "The image of the grid under a symmetry.",
        "Grid.Parse(\"ab\", \"ab\").Permuted(Symmetry.Transpose)",
        |_, a| {
            let symmetry = symmetry::symmetry(&a[1])?;
            Ok(Value::object(grid(&a[0])?.permuted(symmetry)))
        },
    ),
    method(
        "SymmetryInvariant",
        &[required("symmetries", "cgsuite.lang.List")],
        "The least image of the grid under some symmetries.",
        "Grid.Parse(\"ba\", \"ab\").SymmetryInvariant(Symmetry.Flip)",
        |m, a| {
            let grid = grid(&a[0])?;
            let mut best: Option<symmetry::Symmetry> = None;
            for symmetry in items(&a[1])?.iter() {
                m.meter.check()?;
                let symmetry = symmetry::symmetry(symmetry)?;
                if best
                    .is_none_or(|best| best != symmetry && grid.image_order(symmetry, best).is_lt())
                {
                    best = Some(symmetry);
                }
            }
            match best {
                Some(symmetry::Symmetry::Identity) => Ok(a[0].clone()),
                Some(best) => Ok(Value::object(grid.permuted(best))),
                None => Err(Failure::new("the list of symmetries is empty")),
            }
        },
    ),
    method(
        "Decomposition",
        &[
            required("boundaryValue", INTEGER),
            optional(
                "directions",
                "cgsuite.lang.List",
                Default::Made(coordinates::orthogonal),
            ),
        ],
        "The connected regions of cells with other values than that of the boundary.",
        "Grid.Parse(\"aa#a\", \"a#\").Decomposition(1)",
        regions::decomposition,
    ),
];

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

fn grid(value: &Value) -> Result<&Grid, Failure> {
    object(value).ok_or_else(|| value.unlike("a grid"))
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
    fn image_order(&self, a: symmetry::Symmetry, b: symmetry::Symmetry) -> Ordering {
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
    fn way(&self, symmetry: symmetry::Symmetry) -> Way {
        use symmetry::Symmetry as S;
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
    fn update(&self, cells: &mut [i8], place: &Value, value: &Value) -> Result<(), Failure> {
        let (row, column) = at(place)?;
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

    fn permuted(&self, symmetry: symmetry::Symmetry) -> Grid {
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
            if let Err(failure) = self.update(&mut cells, &update[0], &update[1]) {
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
