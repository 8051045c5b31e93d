//! What is wrong with a file, and where.

use std::fmt;

/// A file that cannot be read as what it should be: the place, the reason, and often what to do.
///
/// ```
/// use sidle_logic::graph::ConstraintGraph;
/// let error = ConstraintGraph::parse("a b 2\nb a 7\n").unwrap_err();
/// assert_eq!(error.line(), 2);
/// assert_eq!(error.column(), 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    line: usize,
    column: usize,
    message: String,
    help: Option<String>,
}

impl Error {
    /// An error at a line and a column, both from 1.
    #[must_use]
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Error {
        Error {
            line,
            column,
            message: message.into(),
            help: None,
        }
    }

    /// An error about the whole file.
    #[must_use]
    pub fn whole(message: impl Into<String>) -> Error {
        Error::at(0, 0, message)
    }

    /// The same error with advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Error {
        Error {
            help: Some(help.into()),
            ..self
        }
    }

    /// The line, from 1; 0 for an error about the whole file.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column, from 1; 0 for a whole line or file.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// What is wrong, with the line and the column.
    #[must_use]
    pub fn located(&self) -> String {
        match (self.line, self.column) {
            (0, _) => self.message.clone(),
            (line, 0) => format!("line {line}: {}", self.message),
            (line, column) => format!("line {line}, column {column}: {}", self.message),
        }
    }
}

/// `1 cell`, `2 cells`.
pub(crate) fn cells(count: usize) -> String {
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.located())?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
