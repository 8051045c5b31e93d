//! Tables of boards by rows and columns.

use super::boards::BoardFamily;
use crate::{
    Position, Value,
    core::{Dyadic, Meter, columns},
    graph::gamma::LoopyNimber,
    questions::prelude::*,
    solve::catalogue,
    values::loopy::LoopyOutcome,
};

/// What is asked about each board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardProperty {
    /// The canonical value.
    #[default]
    Value,
    /// Who wins.
    Outcome,
    /// The temperature.
    Temperature,
    /// The mean.
    Mean,
    /// The nim value, of impartial games.
    NimValue,
}

/// Asks about all boards of a family up to a number of rows and columns. Each cell is a row of the job.
///
/// ```
/// use sidle::{Job, Workspace, questions::BoardTableQuestion};
/// let question = BoardTableQuestion::new("Domineering", 2, 3);
/// let table = Workspace::new().ask(&question, &Job::unlimited())?;
/// let values: Vec<String> = table.cells.iter().map(|cell| cell.value.to_string()).collect();
/// assert_eq!(values, ["0", "-1", "-1", "1", "+-1", "{2|-1/2}"]);
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTableQuestion {
    /// The ruleset.
    pub rules: String,
    /// How many rows.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
    /// The boards; those that the ruleset usually has if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<BoardFamily>,
    /// What is asked about each board.
    #[serde(default)]
    pub property: BoardProperty,
}

impl BoardTableQuestion {
    /// The question about the values of the usual boards.
    pub fn new(rules: impl Into<String>, rows: u32, columns: u32) -> BoardTableQuestion {
        BoardTableQuestion {
            rules: rules.into(),
            rows,
            columns,
            boards: None,
            property: BoardProperty::Value,
        }
    }
}

/// A table, row by row; only whole rows.
#[derive(Clone, Debug, Serialize)]
pub struct BoardTableAnswer {
    /// The ruleset.
    pub ruleset: String,
    /// How many rows there are.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
    /// The cells.
    pub cells: Vec<BoardCell>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

/// One board of a table.
#[derive(Clone, Debug, Serialize)]
pub struct BoardCell {
    /// The row, from 1.
    pub row: u32,
    /// The column, from 1.
    pub column: u32,
    /// The board.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// The answer.
    #[serde(serialize_with = "crate::wire::text")]
    pub value: BoardValue,
}

/// What is known of a board; a text on the wire.
#[derive(Clone, Debug)]
pub enum BoardValue {
    /// The value.
    Value(Value),
    /// Who wins.
    Outcome(LoopyOutcome),
    /// The mean or the temperature; none with cycles.
    Number(Option<Dyadic>),
    /// The nim value.
    NimValue(LoopyNimber),
}

impl BoardValue {
    fn text(&self, style: Style) -> String {
        match self {
            BoardValue::Value(value) => {
                let text = value.text(style, Meter::none());
                text.unwrap_or_else(|_| "…".to_owned())
            }
            BoardValue::Outcome(outcome) => outcome.to_string(),
            BoardValue::Number(Some(number)) => number.to_string(),
            BoardValue::Number(None) => "—".to_owned(),
            BoardValue::NimValue(nim) => nim.to_string(),
        }
    }

    fn of(
        of: &Position,
        property: BoardProperty,
        workspace: &Workspace,
        job: &Job,
    ) -> Result<BoardValue, Error> {
        let at = of.engine();
        let value = || -> Result<Value, Error> {
            let solved = workspace.solve(of, job, |solver, asking| solver.value(at, asking));
            solved.map(|(store, value)| Value::new(&store, value))
        };
        Ok(match property {
            BoardProperty::Value => BoardValue::Value(value()?),
            BoardProperty::Mean => BoardValue::Number(value()?.mean(job.meter())?),
            BoardProperty::Temperature => BoardValue::Number(value()?.temperature(job.meter())?),
            BoardProperty::Outcome => {
                let solved = workspace.solve(of, job, |solver, asking| solver.outcome(at, asking));
                BoardValue::Outcome(solved?.1)
            }
            BoardProperty::NimValue => {
                let solved =
                    workspace.solve(of, job, |solver, asking| solver.nim_value(at, asking));
                BoardValue::NimValue(solved?.1)
            }
        })
    }
}

impl std::fmt::Display for BoardValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Style::Plain))
    }
}

impl Ask for BoardTableQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<BoardTableAnswer, Error> {
        let usual;
        let boards = match &self.boards {
            Some(boards) => boards,
            None => {
                usual = BoardFamily::usual(&self.rules).ok_or_else(|| {
                    let message = format!(
                        "boards of {} are not given by rows and columns alone",
                        self.rules
                    );
                    Error::new(ErrorKind::NotApplicable, message)
                        .with_help("pass a pattern such as `t*m .*2 f*n`")
                })?;
                &usual
            }
        };
        let named = catalogue::named(&self.rules);
        let mut table = BoardTableAnswer {
            ruleset: named.map_or_else(|_| self.rules.clone(), |rules| rules.name().into_owned()),
            rows: 0,
            columns: self.columns,
            cells: Vec::new(),
            stopped: None,
        };
        for row in 1..=self.rows {
            for column in 1..=self.columns {
                let board = boards.board(row, column)?;
                let position = workspace.resolve(&(&*self.rules, &*board).into(), job);
                let cell = position.and_then(|position| {
                    let value = BoardValue::of(&position, self.property, workspace, job)?;
                    Ok(BoardCell {
                        row,
                        column,
                        position,
                        value,
                    })
                });
                match cell {
                    Ok(cell) => {
                        job.row(&cell);
                        table.cells.push(cell);
                    }
                    Err(Error {
                        stopped: Some(reason),
                        ..
                    }) => {
                        let whole = table.rows as usize * table.columns as usize;
                        table.cells.truncate(whole);
                        table.stopped = Some(reason);
                        return Ok(table);
                    }
                    Err(error) if error.concerns("position") => return Err(error.about(&board)),
                    Err(error) => return Err(error),
                }
            }
            table.rows = row;
        }
        Ok(table)
    }
}

impl BoardTableAnswer {
    /// The texts of the cells, row by row.
    fn texts(&self, style: Style) -> Vec<Vec<String>> {
        let columns = self.columns.max(1) as usize;
        let rows = self.cells.chunks(columns);
        let texts = |row: &[BoardCell]| row.iter().map(|cell| cell.value.text(style)).collect();
        rows.map(texts).collect()
    }

    fn grid(&self, style: Style) -> String {
        let mut rows = self.texts(style);
        rows.insert(
            0,
            (1..=self.columns)
                .map(|column| column.to_string())
                .collect(),
        );
        let widths = (0..self.columns as usize).map(|column| {
            let cells = rows.iter().map(|row| columns::width_of(&row[column]));
            cells.max().unwrap_or_default()
        });
        let widths: Vec<usize> = widths.collect();
        let margin = self.rows.to_string().len();
        let mut lines: Vec<String> = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            let head = match place {
                0 => String::new(),
                row => row.to_string(),
            };
            let mut line = format!("{head:>margin$} |");
            for (cell, &width) in row.iter().zip(&widths) {
                line.push(' ');
                line.push_str(&columns::flush_left(cell, width));
            }
            lines.push(line.trim_end().to_owned());
        }
        let total: usize = widths.iter().map(|width| width + 1).sum();
        lines.insert(
            1,
            format!("{}+{}", "-".repeat(margin + 1), "-".repeat(total)),
        );
        lines.join("\n")
    }

    fn tabular(&self) -> String {
        let mut lines = vec![format!(
            "\\begin{{tabular}}{{r|{}}}",
            "l".repeat(self.columns as usize)
        )];
        let heads: String = (1..=self.columns)
            .map(|column| format!(" & ${column}$"))
            .collect();
        lines.push(format!("{heads} \\\\ \\hline"));
        for (row, texts) in self.texts(Style::Latex).iter().enumerate() {
            let cells = texts.iter().map(|text| match text.contains('$') {
                true => format!(" & {text}"),
                false => format!(" & ${text}$"),
            });
            lines.push(format!("${}${} \\\\", row + 1, cells.collect::<String>()));
        }
        lines.push("\\end{tabular}".to_owned());
        lines.join("\n")
    }
}

impl Report for BoardTableAnswer {
    /// The values in rows and columns; in LaTeX a `tabular`.
    fn text(&self, style: Style) -> String {
        match style {
            Style::Latex => self.tabular(),
            style => self.grid(style),
        }
    }

    /// A line for each board.
    fn table(&self) -> Option<Table> {
        let mut table = Table::new(["row", "column", "position", "value"]);
        for cell in &self.cells {
            table.push([
                cell.row.to_string(),
                cell.column.to_string(),
                cell.position.to_string(),
                cell.value.to_string(),
            ]);
        }
        Some(table)
    }
}
