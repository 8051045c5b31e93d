//! How a failed evaluation is reported: an exit code, a text with carets, a JSON object.

use std::process::ExitCode;

use serde::Serialize;
use sidle::{Error, ErrorKind};

/// The name of a script and a line of it.
#[derive(Clone, Copy)]
pub(crate) struct ScriptLine<'a> {
    /// What the script is called.
    pub(crate) name: &'a str,
    /// The line of the script, from 1, in which the piece begins.
    pub(crate) line: usize,
}

/// The exit code of an error: 3 for a limit, 2 for bad input.
pub(crate) fn exit_code(error: &Error) -> ExitCode {
    ExitCode::from(if error.stopped.is_some() { 3 } else { 2 })
}

/// The object of an error, as docs/formats.md describes it.
#[derive(Serialize)]
pub(crate) struct Failure<'a> {
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<String>,
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    kind: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    span: [usize; 2],
    /// The file of the span, if that is not a place in the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    calls: &'a [String],
}

impl<'a> Failure<'a> {
    pub(crate) fn new(
        input: &'a str,
        error: &'a Error,
        place: Option<ScriptLine<'_>>,
    ) -> Failure<'a> {
        let kind = match error.kind {
            ErrorKind::Notation => "syntax",
            ErrorKind::Incomplete => "incomplete",
            ErrorKind::Stopped => "stopped",
            _ => "evaluation",
        };
        let file = error.trace.as_ref().and_then(|trace| trace.file.as_ref());
        let span = match (file, &error.place) {
            (Some(file), _) => [file.start, file.end],
            (None, Some(place)) => [place.start, place.end],
            (None, None) => [0, 0],
        };
        Failure {
            input,
            line: place.map(|place| place.line),
            printed: Vec::new(),
            error: Reason {
                kind,
                message: &error.message,
                help: error.help.as_deref(),
                span,
                file: file.map(|file| file.name.as_str()),
                calls: error.trace.as_ref().map_or(&[], |trace| &trace.calls),
            },
        }
    }

    /// With what the program had printed before.
    pub(crate) fn after(self, printed: Vec<String>) -> Failure<'a> {
        Failure { printed, ..self }
    }

    /// For a line that is not text from byte `at` on.
    pub(crate) fn unreadable(input: &'a str, at: usize, message: &'a str) -> Failure<'a> {
        Failure {
            input,
            line: None,
            printed: Vec::new(),
            error: Reason {
                kind: "encoding",
                message,
                help: None,
                span: [at, at + 1],
                file: None,
                calls: &[],
            },
        }
    }
}

/// The error with its line and carets; in a script with the name and the line of the script.
pub(crate) fn rendered(text: &str, error: &Error, script: Option<ScriptLine<'_>>) -> String {
    let (Some(script), Some(place)) = (script, &error.place) else {
        return error.render(Some(text));
    };
    let (line, column) = position(text, place.start);
    // Empty lines in front give every line of the piece the number it has in the script.
    let before = script.line - 1;
    let mut shifted = error.clone();
    if let Some(place) = &mut shifted.place {
        place.start += before;
        place.end += before;
    }
    let shown = shifted.render(Some(&format!("{}{text}", "\n".repeat(before))));
    let (first, rest) = shown.split_once('\n').unwrap_or((&shown, ""));
    format!(
        "{first}\n --> {}:{}:{column}\n{rest}",
        script.name,
        before + line
    )
}

/// The error on one line.
pub(crate) fn one_line_error(error: &Error) -> String {
    match &error.help {
        Some(help) => format!("error: {} ({help})", error.message),
        None => format!("error: {}", error.message),
    }
}

/// Line and column, both from 1, of a byte.
fn position(source: &str, byte: usize) -> (usize, usize) {
    let before: Vec<&str> = source.get(..byte).unwrap_or(source).split('\n').collect();
    let column = before.last().map_or(0, |line| line.chars().count()) + 1;
    (before.len(), column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        assert_eq!(position("ab\n↑c", 0), (1, 1));
        assert_eq!(position("ab\n↑c", 6), (2, 2));
        assert_eq!(position("ab", 99), (1, 3));
    }
}
