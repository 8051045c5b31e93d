//! Pages written in Markdown, set for a terminal: prose, items of lists and tables are broken where it ends, code stays as it is.

use sidle::core::columns::width_of;

/// How far the rows of a table go on to the right of their beginning.
const HANGING: usize = 4;

/// `page` in lines of at most `width` columns, but for code and for words that are longer.
///
/// Cost: linear in the length of the page.
pub(crate) fn set(page: &str, width: usize) -> String {
    let mut setter = Setter {
        width,
        ..Setter::default()
    };
    for line in page.lines() {
        setter.read(line);
    }
    setter.finish();
    setter.set
}

#[derive(Default)]
struct Setter<'a> {
    width: usize,
    set: String,
    /// The lines of the paragraph, item or table that is being read.
    block: Vec<&'a str>,
    fenced: bool,
}

impl<'a> Setter<'a> {
    fn read(&mut self, line: &'a str) {
        let is_fence = line.trim_start().starts_with("```");
        let is_indented = self.block.is_empty() && line.starts_with("    ");
        if is_fence || self.fenced || is_indented || line.is_empty() || line.starts_with('#') {
            self.finish();
            self.print(line);
            self.fenced ^= is_fence;
            return;
        }
        let in_table = self.block.first().is_some_and(|first| is_row(first));
        if marker(line) > 0 || is_row(line) != in_table {
            self.finish();
        }
        self.block.push(line);
    }

    /// Prints the block that has been read.
    fn finish(&mut self) {
        let block = std::mem::take(&mut self.block);
        let Some(first) = block.first() else {
            return;
        };
        if is_row(first) {
            self.print_table(&block);
        } else {
            let indent = first.len() - first.trim_start().len();
            let hanging = indent + marker(first);
            self.print_filled(&block.join(" "), indent, hanging);
        }
    }

    /// A table that is too wide becomes a list of its rows, under the head if that names more than one column.
    fn print_table(&mut self, rows: &[&str]) {
        if rows.iter().all(|row| width_of(row) <= self.width) {
            rows.iter().for_each(|row| self.print(row));
            return;
        }
        for row in rows
            .iter()
            .filter(|row| !is_rule(row))
            .map(|row| cells(row))
        {
            if row.len() > 1 {
                self.print_filled(&row.join(" — "), 0, HANGING);
            }
        }
    }

    /// Words in lines, the first of them indented, the others as far as `hanging` says.
    fn print_filled(&mut self, text: &str, indent: usize, hanging: usize) {
        let mut line = " ".repeat(indent);
        let mut is_bare = true;
        let room = self.width.saturating_sub(hanging);
        for word in (text.split_whitespace()).flat_map(|word| pieces(word, room)) {
            if !is_bare && width_of(&line) + 1 + width_of(&word) > self.width {
                self.print(&line);
                line = " ".repeat(hanging);
                is_bare = true;
            }
            if !is_bare {
                line.push(' ');
            }
            line.push_str(&word);
            is_bare = false;
        }
        self.print(&line);
    }

    fn print(&mut self, line: &str) {
        self.set.push_str(line);
        self.set.push('\n');
    }
}

fn is_row(line: &str) -> bool {
    line.starts_with('|')
}

/// Is this the line between the head of a table and its rows?
fn is_rule(row: &str) -> bool {
    row.chars().all(|sign| "|-: ".contains(sign))
}

/// The cells of a row that hold something; `\|` is a sign of the text.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\0");
    let cells = row.split('|').map(|cell| cell.trim().replace('\0', "|"));
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// A word that is wider than the room for it, the pattern of an object for instance, is broken behind its commas.
fn pieces(word: &str, room: usize) -> Vec<String> {
    if width_of(word) <= room {
        return vec![word.to_owned()];
    }
    let mut pieces: Vec<String> = Vec::new();
    for part in word.split_inclusive(',') {
        match pieces.last_mut() {
            Some(piece) if width_of(piece) + width_of(part) <= room => piece.push_str(part),
            _ => pieces.push(part.to_owned()),
        }
    }
    pieces
}

/// The length of the mark that begins an item of a list, with its blank; 0 if there is none.
fn marker(line: &str) -> usize {
    let body = line.trim_start();
    if body.starts_with("* ") || body.starts_with("- ") {
        return 2;
    }
    let digits = body.len() - body.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_numbered = (1..=3).contains(&digits) && body[digits..].starts_with(". ");
    if is_numbered { digits + 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_and_items_are_broken_and_code_stays() {
        let code = "    code that is long and stays\n\n```text\nas does this, however long\n```\n";
        let page =
            "# A heading stays\n\nOne two\nthree four.\n\n* an item of one\n  list\n* another\n\n";
        let broken =
            "# A heading stays\n\nOne two three\nfour.\n\n* an item of\n  one list\n* another\n\n";
        assert_eq!(set(&format!("{page}{code}"), 14), format!("{broken}{code}"));
    }

    #[test]
    fn long_words_are_broken_behind_commas() {
        let set_line = "see\n{\"a\":1,\n\"b\":2,\n\"c\":3}\n";
        assert_eq!(set("see {\"a\":1,\"b\":2,\"c\":3}", 10), set_line);
    }

    #[test]
    fn wide_tables_are_lists_of_rows() {
        let table = "| key | |\n|---|---|\n| `G <\\| H` | less or confused |\n";
        assert_eq!(set(table, 80), table);
        assert_eq!(set(table, 16), "`G <| H` — less\n    or confused\n");
    }
}
