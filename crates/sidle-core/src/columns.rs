//! Words set in columns.
//!
//! `format!("{word:>width$}")` cannot be used where the width follows from what is printed: it panics on a width
//! above 65,535, and values of games are longer than that.

use unicode_width::UnicodeWidthStr;

/// The number of columns that `text` takes.
#[must_use]
pub fn width_of(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.width()
}

/// `text` at the left of a column of `width`; what is wider than the column is written whole.
#[must_use]
pub fn flush_left(text: &str, width: usize) -> String {
    let mut cell = String::with_capacity(text.len() + gap(text, width));
    cell.push_str(text);
    cell.extend(std::iter::repeat_n(' ', gap(text, width)));
    cell
}

/// `text` at the right of a column of `width`; what is wider than the column is written whole.
#[must_use]
pub fn flush_right(text: &str, width: usize) -> String {
    let mut cell = " ".repeat(gap(text, width));
    cell.push_str(text);
    cell
}

fn gap(text: &str, width: usize) -> usize {
    width.saturating_sub(width_of(text))
}

/// The width of each column of `rows`, which may have rows of different length.
#[must_use]
pub fn widths<Row: AsRef<[String]>>(rows: &[Row]) -> Vec<usize> {
    let mut widths = Vec::new();
    for row in rows {
        for (column, cell) in row.as_ref().iter().enumerate() {
            match widths.get_mut(column) {
                None => widths.push(width_of(cell)),
                Some(width) => *width = width_of(cell).max(*width),
            }
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_may_be_wider_than_formats_allow() {
        for width in [0, 3, 65_535, 65_536, 100_000] {
            let (left, right) = (flush_left("½|", width), flush_right("½|", width));
            assert_eq!(width_of(&left), width.max(2));
            assert_eq!(width_of(&right), width.max(2));
            assert!(left.starts_with("½|") && right.ends_with("½|"));
        }
    }

    #[test]
    fn a_column_is_as_wide_as_its_widest_cell() {
        let rows = [vec!["a".into(), "½½½".into()], vec!["bb".into()], vec![]];
        assert_eq!(widths(&rows), [2, 3]);
        assert_eq!(width_of("日本"), 4);
    }
}
