//! How a failed evaluation is reported: an exit code, a text with carets, a JSON object.

use std::process::ExitCode;

use serde::Serialize;
use sidle::lang::{Diagnostic, DiagnosticKind, Span};

/// The name of a script and a line of it.
#[derive(Clone, Copy)]
pub(crate) struct ScriptLine<'a> {
    /// What the script is called.
    pub(crate) name: &'a str,
    /// The line of the script, from 1, in which the piece begins.
    pub(crate) line: usize,
}

/// The exit code of an error: 3 for a limit, 2 for bad input.
pub(crate) fn exit_code(error: &Diagnostic) -> ExitCode {
    ExitCode::from(match error.kind {
        DiagnosticKind::Stopped(_) => 3,
        _ => 2,
    })
}

/// A failed evaluation as an error of the binary, with the place in the expression. A limit stays one: it is
/// among the causes.
pub(crate) fn explained(error: Diagnostic, source: &str) -> anyhow::Error {
    // The rendering begins with a word that the binary prints itself.
    let text = error.render(source);
    let text = text.trim_start_matches("error: ").to_owned();
    anyhow::Error::from(error).context(text)
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
        error: &'a Diagnostic,
        place: Option<ScriptLine<'_>>,
    ) -> Failure<'a> {
        let kind = match error.kind {
            DiagnosticKind::Syntax => "syntax",
            DiagnosticKind::Incomplete => "incomplete",
            DiagnosticKind::Stopped(_) => "stopped",
            _ => "evaluation",
        };
        Failure {
            input,
            line: place.map(|place| place.line),
            printed: Vec::new(),
            error: Reason {
                kind,
                message: &error.message,
                help: error.help.as_deref(),
                span: [error.span.start, error.span.end],
                file: error.file.as_ref().map(|(name, _)| name.as_str()),
                calls: &error.calls,
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
pub(crate) fn rendered(source: &str, error: &Diagnostic, place: Option<ScriptLine<'_>>) -> String {
    let Some(place) = place else {
        return error.render(source);
    };
    // Empty lines in front give every line of the piece the number it has in the script.
    let before = place.line - 1;
    let shifted = Diagnostic {
        span: Span::new(error.span.start + before, error.span.end + before),
        ..error.clone()
    };
    let text = shifted.render(&format!("{}{source}", "\n".repeat(before)));
    let (line, column) = position(source, error.span.start);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    format!(
        "{first}\n --> {}:{}:{column}\n{rest}",
        place.name,
        before + line
    )
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
