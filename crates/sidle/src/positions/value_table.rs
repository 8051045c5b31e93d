//! Tables of values of families of boards.

use serde::Serialize;
use thiserror::Error;

use super::{BadQuestion, shown, written};
use crate::{
    core::{Meter, columns},
    lang::{Diagnostic, Format, Session},
    rules::card::{Boards, Input},
    solve::catalogue,
};

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Asked {
    /// The canonical values.
    #[default]
    Value,
    /// Who wins.
    Outcome,
    /// The temperatures.
    Temperature,
    /// The means.
    Mean,
    /// The nim values, of impartial games.
    NimValue,
}

/// Which position stands at row m and column n of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Family {
    /// The board of m rows and n columns, filled with letters that alternate like the squares of a
    /// chessboard: `.` is empty everywhere, `xo` a checkerboard.
    Filled(String),
    /// A text in which `c*m`, `c*n` and `c*3` stand for so many letters `c`: `t*m . . f*n`. Blanks are
    /// left out.
    Pattern(String),
    /// The pair `m,n`.
    Pair,
    /// m × n boxes without a line: rows of horizontal and of vertical lines in turn.
    Lines,
}

/// Why there is no table.
#[derive(Debug, Error)]
pub enum TableError {
    /// The question makes no sense.
    #[error(transparent)]
    Question(#[from] BadQuestion),
    /// A family has to be given for this ruleset.
    #[error(
        "boards of {ruleset} are not given by rows and columns alone; say what they look like, as in \
         --pattern 't*m .*2 f*n'"
    )]
    NoFamily {
        /// The ruleset.
        ruleset: String,
    },
    /// A pattern that cannot be read.
    #[error(
        "`{word}` in the pattern is not a number of letters; write it like `t*m`, `f*n` or `.*2`"
    )]
    Pattern {
        /// The word.
        word: String,
    },
    /// A board that cannot be read or solved.
    #[error("{position}: {diagnostic}")]
    Board {
        /// The board.
        position: String,
        /// What is wrong with it.
        diagnostic: Diagnostic,
        /// The rows before it.
        finished: Box<ValueTable>,
    },
}

/// One board of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableCell {
    /// m.
    pub row: usize,
    /// n.
    pub column: usize,
    /// The board.
    pub position: String,
    /// The answer.
    pub value: String,
}

/// A table, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueTable {
    /// The ruleset.
    pub ruleset: String,
    /// How many rows there are.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The cells.
    pub cells: Vec<TableCell>,
}

impl Family {
    /// What boards of a ruleset look like when nothing else is said.
    #[must_use]
    pub fn usual(ruleset: &str) -> Option<Family> {
        let name = ruleset.split('(').next()?;
        let entry = catalogue::find(name.trim_end_matches(".ImpartialVariant"))?;
        let boards = match entry.card.input {
            Input::Pair => Some(Boards::Pair),
            _ => entry.game.table,
        };
        Some(match boards? {
            Boards::Filled(letters) => Family::Filled(letters.to_owned()),
            Boards::Pattern(pattern) => Family::Pattern(pattern.to_owned()),
            Boards::Pair => Family::Pair,
            Boards::Lines => Family::Lines,
        })
    }

    /// The board at row m and column n.
    ///
    /// # Errors
    /// For a pattern that cannot be read.
    pub fn board(&self, m: usize, n: usize) -> Result<String, TableError> {
        match self {
            Family::Pair => Ok(format!("{m},{n}")),
            Family::Lines => {
                let rows = (0..=2 * m).map(|row| ".".repeat(n + row % 2));
                Ok(rows.collect::<Vec<_>>().join("|"))
            }
            Family::Filled(letters) => {
                let letters: Vec<char> = letters.chars().collect();
                let rows = (0..m).map(|r| {
                    (0..n)
                        .filter_map(|c| letters.get((r + c) % letters.len().max(1)))
                        .collect::<String>()
                });
                Ok(rows.collect::<Vec<_>>().join("|"))
            }
            Family::Pattern(pattern) => {
                let mut board = String::new();
                for word in pattern.split_whitespace() {
                    let Some((text, count)) = word.split_once('*') else {
                        board.push_str(word);
                        continue;
                    };
                    let count = match count {
                        "m" => Some(m),
                        "n" => Some(n),
                        number => number.parse().ok(),
                    };
                    match count {
                        Some(count) if count <= 10_000 && !text.is_empty() => {
                            board.push_str(&text.repeat(count));
                        }
                        _ => {
                            return Err(TableError::Pattern {
                                word: word.to_owned(),
                            });
                        }
                    }
                }
                Ok(board)
            }
        }
    }
}

/// The table of all boards of a family up to `rows` × `columns`.
///
/// ```
/// use sidle::{core::Meter, lang::{Format, Session}, positions::{Asked, Family, value_table}};
/// let mut session = Session::new();
/// let family = Family::usual("game.grid.Domineering").expect("a board has rows and columns");
/// let table = value_table(
///     &mut session, "game.grid.Domineering", &family, [2, 3], Asked::Value, Format::Plain, &Meter::unlimited(),
/// )?;
/// let values: Vec<&str> = table.cells.iter().map(|cell| cell.value.as_str()).collect();
/// assert_eq!(values, ["0", "-1", "-1", "1", "+-1", "{2|-1/2}"]);
/// # Ok::<(), sidle::positions::TableError>(())
/// ```
///
/// # Errors
/// For boards that cannot be read, and when a limit stops the work.
pub fn value_table(
    session: &mut Session,
    ruleset: &str,
    family: &Family,
    [rows, columns]: [usize; 2],
    asked: Asked,
    format: Format,
    meter: &Meter,
) -> Result<ValueTable, TableError> {
    let mut table = ValueTable {
        ruleset: ruleset.to_owned(),
        rows: 0,
        columns,
        cells: Vec::new(),
    };
    for row in 1..=rows {
        for column in 1..=columns {
            let position = family.board(row, column)?;
            let source = match family {
                Family::Pair => format!("{ruleset}(({position}))"),
                _ => written(ruleset, &position)?,
            };
            let value = match answer(session, &source, asked, format, meter) {
                Ok(value) => value,
                Err(diagnostic) => {
                    table.cells.truncate(table.rows * columns);
                    return Err(TableError::Board {
                        position,
                        diagnostic,
                        finished: Box::new(table),
                    });
                }
            };
            table.cells.push(TableCell {
                row,
                column,
                position,
                value,
            });
        }
        table.rows = row;
    }
    Ok(table)
}

fn answer(
    session: &mut Session,
    source: &str,
    asked: Asked,
    format: Format,
    meter: &Meter,
) -> Result<String, Diagnostic> {
    let at = session.position(source, meter)?;
    match asked {
        Asked::Outcome => {
            let outcome = session.solve(meter, |solver, asking| solver.outcome(&at, asking))?;
            Ok(outcome.to_string())
        }
        Asked::NimValue => {
            let nim = session.solve(meter, |solver, asking| solver.nim_value(&at, asking))?;
            Ok(nim.to_string())
        }
        Asked::Value => {
            let value = session.solve(meter, |solver, asking| solver.value(&at, asking))?;
            shown(session, value, format, meter)
        }
        Asked::Temperature | Asked::Mean => {
            let value = session.solve(meter, |solver, asking| solver.value(&at, asking))?;
            let Some(game) = value.short() else {
                return Ok("—".to_owned());
            };
            session.solve(meter, |_, asking| {
                let number = match asked {
                    Asked::Mean => asking.store.try_mean(game, meter)?,
                    _ => asking.store.try_temperature(game, meter)?,
                };
                Ok(number.to_string())
            })
        }
    }
}

impl ValueTable {
    fn value(&self, row: usize, column: usize) -> &str {
        &self.cells[row * self.columns + column].value
    }

    /// The table with columns of one width.
    #[must_use]
    pub fn text(&self) -> String {
        let widths: Vec<usize> = (0..self.columns)
            .map(|c| {
                let cells = (0..self.rows).map(|r| columns::width_of(self.value(r, c)));
                cells
                    .chain([(c + 1).to_string().len()])
                    .max()
                    .unwrap_or_default()
            })
            .collect();
        let margin = self.rows.to_string().len();
        let line = |head: &str, cells: &mut dyn Iterator<Item = &str>| {
            let mut line = format!("{head:>margin$} |");
            for (cell, &width) in cells.zip(&widths) {
                line.push(' ');
                line.push_str(&columns::flush_left(cell, width));
            }
            line.truncate(line.trim_end().len());
            line
        };
        let heads: Vec<String> = (1..=self.columns).map(|c| c.to_string()).collect();
        let mut lines = vec![line("", &mut heads.iter().map(String::as_str))];
        let total: usize = widths.iter().map(|width| width + 1).sum();
        lines.push(format!("{}+{}", "-".repeat(margin + 1), "-".repeat(total)));
        for row in 0..self.rows {
            let head = (row + 1).to_string();
            lines.push(line(
                &head,
                &mut (0..self.columns).map(|c| self.value(row, c)),
            ));
        }
        lines.join("\n")
    }

    /// One line a board: row, column, position, value. Fields are quoted where they have to be.
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |text: &str| match text.contains([',', '"', '\n']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        let mut lines = vec!["row,column,position,value".to_owned()];
        lines.extend(self.cells.iter().map(|cell| {
            let (position, value) = (quoted(&cell.position), quoted(&cell.value));
            format!("{},{},{position},{value}", cell.row, cell.column)
        }));
        lines.join("\n")
    }

    /// A `tabular`, for values that were written in LaTeX.
    #[must_use]
    pub fn latex(&self) -> String {
        let mut lines = vec![format!(
            "\\begin{{tabular}}{{r|{}}}",
            "l".repeat(self.columns)
        )];
        let heads: Vec<String> = (1..=self.columns).map(|c| format!(" & ${c}$")).collect();
        lines.push(format!("{} \\\\ \\hline", heads.concat()));
        for row in 0..self.rows {
            let cells: String = (0..self.columns)
                .map(|c| match self.value(row, c) {
                    value if value.contains('$') => format!(" & {value}"),
                    value => format!(" & ${value}$"),
                })
                .collect();
            lines.push(format!("${}${cells} \\\\", row + 1));
        }
        lines.push("\\end{tabular}".to_owned());
        lines.join("\n")
    }
}
