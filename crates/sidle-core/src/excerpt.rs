//! The line of a text that an error lies in, with carets under its place.

use std::ops::Range;

use crate::columns::width_of;

/// The line that holds the beginning of a place, with carets below.
///
/// ```
/// let excerpt = sidle_core::Excerpt::of("1 + x", 4..5);
/// assert_eq!(excerpt.text, "1 | 1 + x\n  |     ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the line, from 1.
    pub number: usize,
    /// The line with its number, and the carets.
    pub text: String,
    /// As many blanks as the number has digits; notes below the excerpt are indented by it.
    pub margin: String,
}

impl Excerpt {
    /// The excerpt of a text at a range of bytes, which need not lie at boundaries of characters.
    #[must_use]
    pub fn of(source: &str, place: Range<usize>) -> Excerpt {
        let start = floor_char_boundary(source, place.start);
        let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = source[start..]
            .find('\n')
            .map_or(source.len(), |at| start + at);
        let number = source[..start].matches('\n').count() + 1;
        let (line, column) = part_of(&source[line_start..line_end], start - line_start);
        let end = floor_char_boundary(source, place.end.clamp(start, line_end));
        let room = width_of(&line).saturating_sub(column).max(1);
        let width = width_of(&source[start..end]).clamp(1, room);
        let margin = " ".repeat(number.to_string().len());
        let (blanks, carets) = (" ".repeat(column), "^".repeat(width));
        Excerpt {
            number,
            text: format!("{number} | {line}\n{margin} | {blanks}{carets}"),
            margin,
        }
    }
}

/// The part of a long line around a column, and the column within that part.
fn part_of(line: &str, byte: usize) -> (String, usize) {
    const BEFORE: usize = 60;
    const WIDTH: usize = 120;
    let clean = |text: &str| text.replace(['\t', '\r'], " ");
    if line.chars().count() <= WIDTH {
        return (clean(line), width_of(&line[..byte]));
    }
    let before = line[..byte].chars().count();
    let skip = before.saturating_sub(BEFORE);
    let part: String = line.chars().skip(skip).take(WIDTH).collect();
    let shown: String = part.chars().take(before - skip).collect();
    (clean(&part), width_of(&shown))
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
