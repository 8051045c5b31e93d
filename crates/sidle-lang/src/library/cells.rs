//! What grids and strips have in common: small numbers written with characters.

use std::{fmt::Write as _, hash::Hasher};

use rustc_hash::FxHasher;
use smallvec::SmallVec;

use super::extract;
use crate::{diagnostic::Failure, value::Value};

/// The cells of a board; those of a small one need no memory of their own.
pub(super) type Cells = SmallVec<[i8; 32]>;

/// What a board has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardCell {
    /// The place is not on the board.
    Outside,
    Holds(i8),
}

impl From<BoardCell> for Value {
    #[inline]
    fn from(cell: BoardCell) -> Value {
        match cell {
            BoardCell::Outside => Value::Nothing,
            BoardCell::Holds(cell) => Value::small(cell.into()),
        }
    }
}

/// The value of a cell.
pub(super) fn cell(value: &Value) -> Result<i8, Failure> {
    let number = extract::index(value)?;
    i8::try_from(number)
        .map_err(|_| Failure::new(format!("the cell value {number} is not in -128..127")))
}

/// Reads the cells of a row, which begins at a byte of a text; a character stands for its place in the map of
/// characters.
pub(super) fn parse(
    text: &str,
    start: usize,
    row: &str,
    characters: &str,
) -> Result<Vec<i8>, Failure> {
    let places: Vec<char> = characters.chars().collect();
    row.char_indices()
        .map(|(at, character)| {
            let folded = character.to_lowercase().next().unwrap_or(character);
            let place = places.iter().position(|&known| known == character);
            let place = place.or_else(|| places.iter().position(|&known| known == folded));
            place
                .and_then(|place| i8::try_from(place).ok())
                .ok_or_else(|| {
                    let rows = text[..start].matches('|').count() + 1;
                    let columns = row[..at].chars().count() + 1;
                    Failure::new(format!(
                        "row {rows}, column {columns}: the character `{character}` is not known here"
                    ))
                    .with_help(format!("the characters are `{characters}`"))
                    .inside(text, start + at..start + at + character.len_utf8())
                })
        })
        .collect()
}

/// Writes cells with the map of characters.
pub(super) fn write(cells: &[i8], characters: &str) -> Result<String, Failure> {
    let places: Vec<char> = characters.chars().collect();
    cells
        .iter()
        .map(|&cell| {
            let place = usize::try_from(cell).ok();
            place
                .and_then(|place| places.get(place).copied())
                .ok_or_else(|| Failure::new(format!("there is no character for the cell {cell}")))
        })
        .collect()
}

/// Boards of more cells are known by pieces of them: however often they are hashed, that takes no time.
const LARGE: usize = 1 << 14;

/// Feeds cells to a hasher, eight at a time.
pub(super) fn hash(cells: &[i8], state: &mut FxHasher) {
    let step = if cells.len() > LARGE {
        cells.len() / (LARGE / 8)
    } else {
        8
    };
    for cells in cells.chunks(step) {
        let cells = &cells[..cells.len().min(8)];
        let word = cells.iter().fold(0u64, |word, &cell| {
            word << 8 | u64::from(cell.cast_unsigned())
        });
        state.write_u64(word);
    }
    state.write_usize(cells.len());
}

/// `[0,1,2]`
pub(super) fn listed(cells: &[i8]) -> String {
    let mut text = String::with_capacity(2 * cells.len() + 2);
    let mut before = '[';
    for cell in cells {
        text.push(before);
        // A string takes everything.
        let _ = write!(text, "{cell}");
        before = ',';
    }
    if cells.is_empty() {
        text.push(before);
    }
    text.push(']');
    text
}
