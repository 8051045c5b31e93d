//! Answers as tables of texts.

use std::borrow::Cow;

use serde::Serialize;

use crate::core::columns;

/// An answer as a table of texts: a record a row.
///
/// ```
/// use sidle::Table;
/// let mut table = Table::new(["position", "value"]);
/// table.push(["xo|ox", "0"]);
/// table.push(["x,o", "*"]);
/// assert_eq!(table.text(), "position  value\nxo|ox     0\nx,o       *");
/// assert_eq!(table.csv(), "position,value\nxo|ox,0\n\"x,o\",*");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<T: Into<String>>(header: impl IntoIterator<Item = T>) -> Table {
        Table {
            header: header.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push<T: Into<String>>(&mut self, row: impl IntoIterator<Item = T>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.header).chain(&self.rows)
    }

    /// The table in columns of one width, two spaces apart.
    #[must_use]
    pub fn text(&self) -> String {
        let lines: Vec<Vec<String>> = self.lines().cloned().collect();
        let widths = columns::widths(&lines);
        let lines = lines.iter().map(|row| {
            let cells = row.iter().zip(&widths);
            let cells: Vec<String> = cells
                .map(|(cell, &width)| columns::flush_left(cell, width))
                .collect();
            cells.join("  ").trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The table as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let row = |cells: &Vec<String>| format!("| {} |", cells.join(" | "));
        let rule = format!("|{}", "---|".repeat(self.header.len()));
        let lines = [row(&self.header), rule];
        let lines = lines.into_iter().chain(self.rows.iter().map(row));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The table as CSV; fields are quoted where they have to be.
    #[must_use]
    pub fn csv(&self) -> String {
        let lines = self.lines().map(|row| {
            let fields: Vec<Cow<'_, str>> = row.iter().map(|text| Table::quoted(text)).collect();
            fields.join(",")
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// A field of CSV.
    pub(crate) fn quoted(field: &str) -> Cow<'_, str> {
        match field.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", field.replace('"', "\"\"")).into(),
            false => field.into(),
        }
    }
}
