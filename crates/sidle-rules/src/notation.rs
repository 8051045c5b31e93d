//! What is wrong with a position as somebody typed it, and where.

use std::ops::Range;

use thiserror::Error;

/// A position that cannot be read: what is wrong, at which bytes of the text, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct NotationError {
    /// What is wrong; on a board it names the row and the column, both counted from 1.
    pub message: String,
    /// The bytes of the text that are to blame.
    pub span: Range<usize>,
    /// What would be right.
    pub help: Option<String>,
}

impl NotationError {
    /// An error at some bytes of the text.
    pub fn new(message: impl Into<String>, span: Range<usize>) -> NotationError {
        NotationError {
            message: message.into(),
            span,
            help: None,
        }
    }

    /// An error about the position as a whole.
    pub fn whole(message: impl Into<String>, text: &str) -> NotationError {
        NotationError::new(message, 0..text.len())
    }

    /// The same error in a longer text, in which this one begins at byte `start`.
    #[must_use]
    pub fn shifted(self, start: usize) -> NotationError {
        NotationError {
            span: self.span.start + start..self.span.end + start,
            ..self
        }
    }

    /// The same error with a suggestion.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> NotationError {
        NotationError {
            help: Some(help.into()),
            ..self
        }
    }
}

impl From<crate::BoardError> for NotationError {
    fn from(error: crate::BoardError) -> NotationError {
        let at = error.offset();
        let length = match &error {
            crate::BoardError::Letter { found, .. } => found.len_utf8(),
            _ => 1,
        };
        NotationError::new(error.to_string(), at..at + length)
    }
}

/// The letters of a board: the value of a cell is the place of its letter. Letters are lower case
/// and upper case is read as lower case.
pub(crate) fn letter_index(letters: &str, c: char) -> Option<u8> {
    let exact = letters.chars().position(|l| l == c);
    let found = exact.or_else(|| {
        let lower = c.to_lowercase().next()?;
        letters.chars().position(|l| l == lower)
    })?;
    u8::try_from(found).ok()
}

/// The letters of a board, for messages: `. x o`.
pub(crate) fn spaced(letters: &str) -> String {
    let all: Vec<String> = letters.chars().map(String::from).collect();
    all.join(" ")
}
