//! Strips: rows of small numbers, counted from 1.

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;

use super::{
    Member, NativeClass, Object, Show,
    cells::{self, BoardCell, Cells},
    class,
    extract::{self, for_each_entry, place, text},
    known, method, object, property, required,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{Order, Value},
};

const STRIP: &str = "cgsuite.util.Strip";
const INTEGER: &str = "game.Integer";
const STRING: &str = "cgsuite.lang.String";

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: &[
        method(
            "Empty",
            &[required("length", INTEGER)],
            "A strip of zeros.",
            "Strip.Empty(3)",
            |m, a| {
                let length = usize::try_from(extract::index(&a[0])?)
                    .map_err(|_| Failure::new("a strip cannot have a negative length"))?;
                if length > 1 << 24 {
                    return Err(Failure::new("overflow: the strip is too long"));
                }
                extract::count(m, length / 16)?;
                Ok(strip(vec![0; length]))
            },
        ),
        method(
            "Parse",
            &[required("str", STRING), required("charMap", STRING)],
            "Reads a strip: a character stands for its place in the map.",
            "Strip.Parse(\"xo.x\", \".xo\")",
            |_, a| {
                let row = text(&a[0])?;
                Ok(strip(cells::parse(row, 0, row, text(&a[1])?)?))
            },
        ),
    ],
    members: MEMBERS,
    ..class(
        STRIP,
        &["cgsuite.lang.Object"],
        "A row of small numbers.",
        "Strip.Parse(\"xo.x\", \".xo\")",
    )
}];

const MEMBERS: &[Member] = &[
    property(
        "Length",
        "How many cells.",
        "Strip.Empty(3).Length",
        |_, a| Ok(Value::small(cells_of(&a[0])?.len() as i64)),
    ),
    method(
        "FindAll",
        &[required("value", INTEGER)],
        "The places of all cells with a value.",
        "Strip.Empty(3).FindAll(0)",
        |m, a| {
            let wanted = i8::try_from(extract::index(&a[1])?).ok();
            let cells = cells_of(&a[0])?;
            let is_wanted = |cell: &i8| Some(*cell) == wanted;
            extract::count(m, cells.iter().filter(|cell| is_wanted(cell)).count())?;
            let found = cells.iter().enumerate().filter(|(_, cell)| is_wanted(cell));
            Value::list(
                found
                    .map(|(place, _)| Value::small(place as i64 + 1))
                    .collect(),
            )
        },
    ),
    method(
        "Updated",
        &[required("index", INTEGER), required("value", INTEGER)],
        "The strip with another value in one cell.",
        "Strip.Empty(3).Updated(2, 5)",
        |_, a| {
            let mut cells = Cells::from_slice(cells_of(&a[0])?);
            update(&mut cells, &a[1], &a[2])?;
            Ok(strip(cells))
        },
    ),
    method(
        "Updated",
        &[required("updates", "cgsuite.lang.Map")],
        "The strip with other values in some cells.",
        "Strip.Empty(3).Updated({2 => 5})",
        |_, a| {
            let mut cells = Cells::from_slice(cells_of(&a[0])?);
            for_each_entry(&a[1], |at, value| update(&mut cells, at, value))?;
            Ok(strip(cells))
        },
    ),
    method(
        "UpdatedRange",
        &[
            required("first", INTEGER),
            required("last", INTEGER),
            required("value", INTEGER),
        ],
        "The strip with one value in all cells from a place to another.",
        "Strip.Empty(5).UpdatedRange(2, 4, 1)",
        |_, a| {
            let mut cells = Cells::from_slice(cells_of(&a[0])?);
            let (first, last) = bounds(a, cells.len())?;
            let value = cells::cell(&a[3])?;
            if first < last {
                cells[first..last].fill(value);
            }
            Ok(strip(cells))
        },
    ),
    method(
        "Substrip",
        &[required("first", INTEGER), required("last", INTEGER)],
        "The cells from one place to another, both included.",
        "Strip.Empty(5).Substrip(2, 4)",
        |_, a| {
            let cells = cells_of(&a[0])?;
            let (first, last) = (extract::index(&a[1])?, extract::index(&a[2])?);
            if first > last {
                return Ok(strip(Cells::new()));
            }
            let (first, last) = (place(&a[1], cells.len())?, place(&a[2], cells.len())?);
            Ok(strip(Cells::from_slice(&cells[first..=last])))
        },
    ),
    method(
        "Decomposition",
        &[required("boundaryValue", INTEGER)],
        "The longest parts without the value of the boundary.",
        "Strip.Parse(\"xo.x\", \".xo\").Decomposition(0)",
        |m, a| {
            let boundary = i8::try_from(extract::index(&a[1])?).ok();
            let cells = cells_of(&a[0])?;
            let parts = || {
                let parts = cells.split(|&cell| Some(cell) == boundary);
                parts.filter(|part| !part.is_empty())
            };
            // A part is a value with an object of its own.
            extract::count(m, 4 * parts().count())?;
            Value::list(parts().map(|part| strip(Cells::from_slice(part))).collect())
        },
    ),
    method(
        "ToString",
        &[required("charMap", STRING)],
        "The strip as a string, a character for each cell.",
        "Strip.Empty(3).ToString(\".x\")",
        |_, a| Ok(Value::text(cells::write(cells_of(&a[0])?, &a[1])?)),
    ),
];

/// A row of cells.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Strip(Cells);

fn strip(cells: impl Into<Cells>) -> Value {
    Value::object(Strip(cells.into()))
}

fn cells_of(value: &Value) -> Result<&[i8], Failure> {
    object::<Strip>(value)
        .map(|strip| &strip.0[..])
        .ok_or_else(|| value.unlike("a strip"))
}

/// First and last place as an interval from 0, clamped.
fn bounds(a: &[Value], length: usize) -> Result<(usize, usize), Failure> {
    let length = length as i64;
    let first = extract::index(&a[1])?.saturating_sub(1).clamp(0, length);
    let last = extract::index(&a[2])?.clamp(0, length);
    Ok((first as usize, last as usize))
}

/// Gives one cell another value.
fn update(cells: &mut [i8], at: &Value, value: &Value) -> Result<(), Failure> {
    let at = place(at, cells.len())?;
    cells[at] = cells::cell(value)?;
    Ok(())
}

impl Strip {
    /// The value of a cell; `Nothing` outside of the strip.
    fn cell(&self, index: i64) -> BoardCell {
        let place = usize::try_from(index).ok().and_then(|at| at.checked_sub(1));
        let cell = place.and_then(|place| self.0.get(place));
        cell.map_or(BoardCell::Outside, |&cell| BoardCell::Holds(cell))
    }
}

impl Object for Strip {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        known!(STRIP)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        other.downcast_ref::<Strip>() == Some(self)
    }

    fn extent(&self) -> usize {
        self.0.len() / 8
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        cells::hash(&self.0, &mut hasher);
        hasher.finish()
    }

    fn compare(&self, other: &dyn Object, _order: &mut Order<'_>) -> Ordering {
        let other = other.downcast_ref::<Strip>();
        other.map_or(Ordering::Equal, |other| {
            (self.0.len(), &self.0).cmp(&(other.0.len(), &other.0))
        })
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(format!("Strip({})", cells::listed(&self.0)))
    }

    /// `Nothing` outside of the strip.
    fn index(&self, _machine: &mut Machine<'_>, index: &Value) -> Option<Result<Value, Failure>> {
        Some(extract::index(index).map(|index| self.cell(index).into()))
    }

    fn updated_cells(&self, updates: &[Value]) -> Option<Result<Value, Failure>> {
        let mut cells = Cells::from_slice(&self.0);
        for change in updates.chunks_exact(2) {
            if let Err(failure) = update(&mut cells, &change[0], &change[1]) {
                return Some(Err(failure));
            }
        }
        Some(Ok(strip(cells)))
    }

    fn cell_at(&self, index: &Value) -> Option<BoardCell> {
        match index {
            Value::Number(number) => number.small().map(|index| self.cell(index)),
            _ => None,
        }
    }
}
