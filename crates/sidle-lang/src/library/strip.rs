//! Strips: rows of small numbers, counted from 1.

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;

use super::{
    NativeClass, Object, Show, State,
    cells::{self, BoardCell, Cells},
    class_names::{INTEGER, MAP, OBJECT},
    classes,
    extract::{self, for_each_entry, place},
    known,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{Order, Value},
};

const STRIP: &str = "cgsuite.util.Strip";
pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A row of small numbers.
    class STRIP: [OBJECT] "Strip.Parse(\"xo.x\", \".xo\")"
    static {
        /// A strip of zeros.
        fn Empty(length: i64) "Strip.Empty(3)" => {
            let length = usize::try_from(length)
                .map_err(|_| Failure::new("a strip cannot have a negative length"))?;
            if length > 1 << 24 {
                return Err(Failure::new("overflow: the strip is too long"));
            }
            extract::count(m, length / 16)?;
            strip(vec![0; length])
        };
        /// Reads a strip: a character stands for its place in the map.
        fn Parse(str: &str, charMap: &str) "Strip.Parse(\"xo.x\", \".xo\")"
            => strip(cells::parse(str, 0, str, charMap)?);
    }
    {
        /// How many cells.
        get Length(own: &Strip) "Strip.Empty(3).Length" => own.0.len() as i64;
        /// The places of all cells with a value.
        fn FindAll(own: &Strip, value: i64) "Strip.Empty(3).FindAll(0)" => {
            let wanted = i8::try_from(value).ok();
            let is_wanted = |cell: &i8| Some(*cell) == wanted;
            extract::count(m, own.0.iter().filter(|cell| is_wanted(cell)).count())?;
            let found = own.0.iter().enumerate().filter(|(_, cell)| is_wanted(cell));
            found.map(|(place, _)| Value::small(place as i64 + 1)).collect::<Vec<_>>()
        };
        /// The strip with another value in one cell.
        fn Updated(own: &Strip, index: &Value as INTEGER, value: &Value as INTEGER) "Strip.Empty(3).Updated(2, 5)" => {
            let mut cells = Cells::from_slice(&own.0);
            update(&mut cells, index, value)?;
            strip(cells)
        };
        /// The strip with other values in some cells.
        fn Updated(own: &Strip, updates: &Value as MAP) "Strip.Empty(3).Updated({2 => 5})" => {
            let mut cells = Cells::from_slice(&own.0);
            for_each_entry(updates, |at, value| update(&mut cells, at, value))?;
            strip(cells)
        };
        /// The strip with one value in all cells from a place to another.
        fn UpdatedRange(own: &Strip, first: i64, last: i64, value: &Value as INTEGER)
            "Strip.Empty(5).UpdatedRange(2, 4, 1)" => {
            let mut cells = Cells::from_slice(&own.0);
            let length = cells.len() as i64;
            let (first, last) = (first.saturating_sub(1).clamp(0, length), last.clamp(0, length));
            let value = cells::cell(value)?;
            if first < last {
                cells[first as usize..last as usize].fill(value);
            }
            strip(cells)
        };
        /// The cells from one place to another, both included.
        fn Substrip(own: &Strip, first: &Value as INTEGER, last: &Value as INTEGER) "Strip.Empty(5).Substrip(2, 4)" => {
            if extract::index(first)? > extract::index(last)? {
                return Ok(strip(Cells::new()));
            }
            let (first, last) = (place(first, own.0.len())?, place(last, own.0.len())?);
            strip(Cells::from_slice(&own.0[first..=last]))
        };
        /// The longest parts without the value of the boundary.
        fn Decomposition(own: &Strip, boundaryValue: i64) "Strip.Parse(\"xo.x\", \".xo\").Decomposition(0)" => {
            let boundary = i8::try_from(boundaryValue).ok();
            let parts = || own.0.split(|&cell| Some(cell) == boundary).filter(|part| !part.is_empty());
            // A part is a value with an object of its own.
            extract::count(m, 4 * parts().count())?;
            parts().map(|part| strip(Cells::from_slice(part))).collect::<Vec<_>>()
        };
        /// The strip as a string, a character for each cell.
        fn ToString(own: &Strip, charMap: &str) "Strip.Empty(3).ToString(\".x\")" => cells::write(&own.0, charMap)?;
    }
};

/// A row of cells.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Strip(Cells);

fn strip(cells: impl Into<Cells>) -> Value {
    Value::object(Strip(cells.into()))
}

impl State for Strip {
    const CLASS: &'static str = STRIP;
    const WHAT: &'static str = "a strip";
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
