//! Boards of labels.

use std::collections::HashMap;

use sidle_core::columns;

use crate::{Error, cells};

/// A row and a column, from 0.
pub type Cell = (usize, usize);

/// A rectangle of labels.
///
/// ```
/// use sidle_logic::hitori::Board;
/// let board = Board::parse("1 2\n2 10\n")?;
/// assert_eq!(board.label((1, 1)), "10");
/// assert_eq!(Board::parse("12\n21\n")?.width(), 2);
/// # Ok::<(), sidle_logic::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    height: usize,
    width: usize,
    labels: Vec<u32>,
    names: Vec<String>,
}

/// The largest board that is read.
const MOST_CELLS: usize = 1 << 22;

impl Board {
    /// Reads rows of words, or of single characters where a row has no blank; or JSON, an array of arrays of labels.
    pub fn parse(text: &str) -> Result<Board, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('[') {
            return Board::parse_json(text);
        }
        let mut rows: Vec<(usize, Vec<(usize, String)>)> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            if trimmed.is_empty() {
                continue;
            }
            let indent = line.chars().take_while(|c| c.is_whitespace()).count();
            let row: Vec<(usize, String)> = if trimmed.contains(char::is_whitespace) {
                let base = trimmed.as_ptr() as usize;
                trimmed
                    .split_whitespace()
                    .map(|word| {
                        let at = word.as_ptr() as usize - base;
                        (indent + trimmed[..at].chars().count() + 1, word.to_owned())
                    })
                    .collect()
            } else {
                trimmed
                    .chars()
                    .enumerate()
                    .map(|(place, c)| (indent + place + 1, c.to_string()))
                    .collect()
            };
            if let Some((_, first)) = rows.first()
                && row.len() != first.len()
            {
                let (have, want) = (row.len(), first.len());
                let column = row
                    .get(want)
                    .map_or(line.chars().count() + 1, |&(column, _)| column);
                return Err(Error::at(
                    number + 1,
                    column,
                    format!("this row has {} instead of {want}", cells(have)),
                )
                .help("all rows are as long as the first"));
            }
            rows.push((number + 1, row));
            if rows.len() * rows[0].1.len() > MOST_CELLS {
                return Err(Error::at(number + 1, 0, "this board is too large"));
            }
        }
        Board::from_labels(
            rows.into_iter()
                .map(|(_, row)| row.into_iter().map(|(_, word)| word).collect())
                .collect(),
        )
    }

    fn parse_json(text: &str) -> Result<Board, Error> {
        let rows: Vec<Vec<serde_json::Value>> = serde_json::from_str(text)
            .map_err(|error| Error::at(error.line(), error.column(), error.to_string()))?;
        let label = |value: serde_json::Value| match value {
            serde_json::Value::String(text) => Ok(text),
            serde_json::Value::Number(number) => Ok(number.to_string()),
            other => Err(Error::whole(format!("{other} is not a label"))
                .help("labels are numbers or strings")),
        };
        let rows = rows
            .into_iter()
            .map(|row| row.into_iter().map(label).collect());
        Board::from_labels(rows.collect::<Result<_, _>>()?)
    }

    /// A board with the given labels.
    pub fn from_labels(rows: Vec<Vec<String>>) -> Result<Board, Error> {
        let height = rows.len();
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 {
            return Err(Error::whole("there is no board in this file"));
        }
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            return Err(Error::at(
                row + 1,
                0,
                format!("this row has {} instead of {width}", cells(rows[row].len())),
            ));
        }
        if height * width > MOST_CELLS {
            return Err(Error::whole("this board is too large"));
        }
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut names = Vec::new();
        let mut labels = Vec::new();
        for name in rows.into_iter().flatten() {
            let fresh = names.len() as u32;
            labels.push(*numbers.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                fresh
            }));
        }
        Ok(Board {
            height,
            width,
            labels,
            names,
        })
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The label of a cell.
    #[must_use]
    pub fn label(&self, (r, c): Cell) -> &str {
        &self.names[self.labels[r * self.width + c] as usize]
    }

    /// The labels row by row.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<&str>> {
        (0..self.height)
            .map(|r| (0..self.width).map(|c| self.label((r, c))).collect())
            .collect()
    }

    /// The text form: words, aligned.
    #[must_use]
    pub fn to_text(&self) -> String {
        let wide = self.names.iter().map(|name| columns::width_of(name)).max();
        let wide = wide.unwrap_or(1);
        let mut out = String::new();
        for row in self.rows() {
            let words: Vec<String> = row
                .iter()
                .map(|name| columns::flush_right(name, wide))
                .collect();
            out.push_str(&words.join(" "));
            out.push('\n');
        }
        out
    }

    pub(super) fn number(&self, cell: usize) -> u32 {
        self.labels[cell]
    }

    pub(super) fn set_label(&mut self, cell: usize, of: usize) {
        self.labels[cell] = self.labels[of];
    }

    pub(super) fn cells(&self) -> usize {
        self.labels.len()
    }

    pub(super) fn place(&self, cell: usize) -> Cell {
        (cell / self.width, cell % self.width)
    }

    /// The orthogonal neighbours of a cell.
    pub(super) fn near(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (r, c) = self.place(cell);
        let (height, width) = (self.height, self.width);
        let near = [
            (r > 0).then(|| cell - width),
            (c > 0).then(|| cell - 1),
            (c + 1 < width).then_some(cell + 1),
            (r + 1 < height).then_some(cell + width),
        ];
        near.into_iter().flatten()
    }

    /// The other cells of the row and the column with the same label.
    pub(super) fn twins(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let (r, c) = self.place(cell);
        let row = (0..self.width).map(move |x| r * self.width + x);
        let column = (0..self.height).map(move |y| y * self.width + c);
        row.chain(column)
            .filter(move |&other| other != cell && self.labels[other] == self.labels[cell])
    }
}

/// Do the painted cells obey the three rules? By the definition, for tests and players.
#[must_use]
pub fn is_solution(board: &Board, painted: &[Cell]) -> bool {
    let mut black = vec![false; board.cells()];
    for &(r, c) in painted {
        if r >= board.height || c >= board.width {
            return false;
        }
        black[r * board.width + c] = true;
    }
    let touches = |cell: usize| black[cell] && board.near(cell).any(|near| black[near]);
    let repeats = |cell: usize| !black[cell] && board.twins(cell).any(|twin| !black[twin]);
    (0..board.cells()).all(|cell| !touches(cell) && !repeats(cell))
        && components(board, &black).len() <= 1
}

/// The parts of the cells that are not black.
pub(super) fn components(board: &Board, black: &[bool]) -> Vec<Vec<usize>> {
    let mut seen = black.to_vec();
    let mut parts = Vec::new();
    for start in 0..board.cells() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for near in board.near(part[next]) {
                if !seen[near] {
                    seen[near] = true;
                    part.push(near);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    parts
}
