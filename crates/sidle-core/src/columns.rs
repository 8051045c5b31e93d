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

/// Lines that are longer than `width` are broken between words. What goes on is indented as far as what follows the first gap
/// of two blanks, the second column of a list, or else a little further than the line.
///
/// Cost: linear in the length of the text.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| wrapped_line(line, width));
    lines.collect::<Vec<String>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    if width_of(line) <= width {
        return line.to_owned();
    }
    let body = line.trim_start();
    let start = line.len() - body.len();
    let second = body.find("  ").map(|gap| {
        let head = &line[..start + gap];
        width_of(head) + body[gap..].len() - body[gap..].trim_start().len()
    });
    let hanging = match second {
        Some(column) if 2 * column <= width => column,
        _ if start == 0 => 0,
        _ => start + 2,
    };
    let mut wrapped = String::with_capacity(line.len());
    let mut column = 0;
    // A word with the blanks before it.
    let mut rest = line;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let length = rest[blanks..].find(' ').unwrap_or(rest.len() - blanks);
        let (word, behind) = rest.split_at(blanks + length);
        if column > hanging && column + width_of(word) > width {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', hanging));
            wrapped.push_str(word.trim_start());
            column = hanging + width_of(word.trim_start());
        } else {
            wrapped.push_str(word);
            column += width_of(word);
        }
        rest = behind;
    }
    wrapped
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
    fn long_lines_are_broken_between_words() {
        let text = "  name  what it says about itself\nshort\nno columns, but many words";
        let expected =
            "  name  what it says\n        about itself\nshort\nno columns, but many\nwords";
        assert_eq!(wrapped(text, 20), expected);
        assert_eq!(wrapped("wordwithoutanyblank", 5), "wordwithoutanyblank");
        assert_eq!(
            wrapped("    indented words", 12),
            "    indented\n      words"
        );
    }

    #[test]
    fn a_column_is_as_wide_as_its_widest_cell() {
        let rows = [vec!["a".into(), "½½½".into()], vec!["bb".into()], vec![]];
        assert_eq!(widths(&rows), [2, 3]);
        assert_eq!(width_of("日本"), 4);
    }
}
