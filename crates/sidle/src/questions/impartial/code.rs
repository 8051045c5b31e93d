//! Codes of heap games in questions.

use crate::{
    impartial::{code::Code, nim::SequenceError},
    questions::prelude::*,
};

/// Reads a code or a usual name.
pub(super) fn code(text: &str) -> Result<Code, Error> {
    if let Some(code) = Code::by_name(text) {
        return Ok(code);
    }
    text.parse::<Code>().map_err(|error| {
        let error = Error::new(ErrorKind::Notation, error.to_string()).at("code", error.span());
        let is_word = text.chars().filter(|c| c.is_alphabetic()).count() > 2;
        if is_word && !text.contains('.') {
            let names: Vec<&str> = Code::names().map(|(name, _)| name).collect();
            return error.with_help(format!("or name a game: {}", names.join(", ")));
        }
        error
    })
}

/// The error of a code that has no nim-sequence by the method of the question.
pub(super) fn misfit(error: &SequenceError, text: &str) -> Error {
    let found = Error::new(ErrorKind::NotApplicable, error.to_string());
    match error.span(text) {
        Some(span) => found.at("code", span),
        None => found,
    }
}
