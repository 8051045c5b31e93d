//! What grids and strips have in common: small numbers written with characters.

use super::extract::{self, text};
use crate::{diagnostic::Failure, value::Value};

/// The value of a cell.
pub(super) fn cell(value: &Value) -> Result<i8, Failure> {
    let number = extract::index(value)?;
    i8::try_from(number)
        .map_err(|_| Failure::new(format!("the cell value {number} is not in -128..127")))
}

/// Reads a row of cells; a character stands for its place in the map of characters.
pub(super) fn parse(row: &str, characters: &str) -> Result<Vec<i8>, Failure> {
    let places: Vec<char> = characters.chars().collect();
    row.chars()
        .map(|character| {
            let folded = character.to_lowercase().next().unwrap_or(character);
            let place = places.iter().position(|&known| known == character);
            let place = place.or_else(|| places.iter().position(|&known| known == folded));
            place
                .and_then(|place| i8::try_from(place).ok())
                .ok_or_else(|| {
                    Failure::new(format!("the character `{character}` is not known here"))
                        .with_help(format!("the characters are `{characters}`"))
                })
        })
        .collect()
}

/// Writes cells with the map of characters.
pub(super) fn write(cells: &[i8], characters: &Value) -> Result<String, Failure> {
    let places: Vec<char> = text(characters)?.chars().collect();
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

/// `[0,1,2]`
pub(super) fn listed(cells: &[i8]) -> String {
    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
    format!("[{}]", cells.join(","))
}
