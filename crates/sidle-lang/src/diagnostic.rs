//! What went wrong, where, and what to do about it.

use std::fmt;

use sidle_core::{Excerpt, StopReason};

use crate::{evaluate::code::Origin, literal};

/// A half-open range of bytes in the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The least span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// The kind of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// The text is not a sentence of the language.
    Syntax,
    /// The text ends in the middle of a sentence: a calculator asks for another line.
    Incomplete,
    /// The sentence cannot be carried out.
    Evaluation,
    /// A limit of the meter was reached, or somebody cancelled.
    Stopped(StopReason),
}

/// An error with its place in the source, and where possible the way out.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_lang::Session;
/// let mut session = Session::new();
/// let error = session.evaluate("1 + Tinny(2)", &Meter::unlimited()).unwrap_err();
/// assert_eq!((error.span.start, error.span.end), (4, 9));
/// assert!(error.help.unwrap().contains("Tiny"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The bytes that are to blame.
    pub span: Span,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do about it, as an instruction.
    pub help: Option<String>,
    /// What sort of error this is.
    pub kind: DiagnosticKind,
    /// The file that the span is about, with its text, if it is not what was typed.
    pub file: Option<(String, std::sync::Arc<str>)>,
    /// The calls that led there, innermost first.
    pub calls: Vec<String>,
    /// Further errors, found at the same time.
    pub more: Vec<Diagnostic>,
}

/// So many calls of a chain are told.
const MAX_CALLS_TOLD: usize = 12;

impl Diagnostic {
    /// The diagnostic of a computation that was stopped from outside.
    #[must_use]
    pub fn stopped(reason: StopReason) -> Diagnostic {
        Failure::Stopped(reason).at(Span::new(0, 0))
    }

    pub(crate) fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            message: message.into(),
            help: None,
            kind: DiagnosticKind::Syntax,
            file: None,
            calls: Vec::new(),
            more: Vec::new(),
        }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Says which file the span is about, if nobody has said so yet.
    pub(crate) fn blame(&mut self, origin: Option<&Origin>) {
        if let (None, Some(origin)) = (&self.file, origin)
            && self.calls.is_empty()
        {
            self.file = Some((origin.file.to_string(), origin.source.clone()));
        }
    }

    /// Adds a call to the chain; false if it is long enough.
    pub(crate) fn add_call(&mut self, line: String) -> bool {
        if self.calls.len() >= MAX_CALLS_TOLD {
            return false;
        }
        self.calls.push(line);
        true
    }

    /// Several errors of one file as one.
    pub(crate) fn all(
        problems: Vec<Diagnostic>,
        file: &str,
        source: &std::sync::Arc<str>,
    ) -> Diagnostic {
        let mut problems = problems.into_iter().map(|mut problem| {
            if problem.file.is_none() {
                problem.file = Some((file.to_owned(), source.clone()));
            }
            problem
        });
        let first = problems.next();
        let mut first =
            first.unwrap_or_else(|| Diagnostic::syntax(Span::default(), "something is wrong"));
        first.more = problems.collect();
        first
    }

    /// The limit, if a limit was the cause.
    pub(crate) fn stop(&self) -> Option<StopReason> {
        match self.kind {
            DiagnosticKind::Stopped(reason) => Some(reason),
            _ => None,
        }
    }

    /// Would more text make a sentence of this?
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.kind == DiagnosticKind::Incomplete
    }

    /// The message with the line it is about and carets under the place.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_lang::Session;
    /// let source = "{1|0} + 2 3";
    /// let error = Session::new().evaluate(source, &Meter::unlimited()).unwrap_err();
    /// let shown = error.render(source);
    /// assert!(shown.contains("1 | {1|0} + 2 3\n"));
    /// assert!(shown.contains("  |           ^"));
    /// ```
    #[must_use]
    pub fn render(&self, source: &str) -> String {
        let mut text = self.render_one(source);
        for problem in &self.more {
            text.push('\n');
            text.push_str(&problem.render_one(source));
        }
        text
    }

    fn render_one(&self, source: &str) -> String {
        let source = self.file.as_ref().map_or(source, |(_, source)| source);
        let excerpt = Excerpt::of(source, self.span.start..self.span.end);
        let (number, margin) = (excerpt.number, &excerpt.margin);
        let place = match &self.file {
            Some((file, _)) => format!("{margin}--> {file}:{number}\n"),
            None => String::new(),
        };
        let mut text = format!("error: {}\n{place}{}", self.message, excerpt.text);
        if let Some(help) = &self.help {
            text.push_str(&format!("\n{margin} = help: {help}"));
        }
        for call in &self.calls {
            text.push_str(&format!("\n{margin} = {call}"));
        }
        text
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {
    /// The limit, if a limit was the cause.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            DiagnosticKind::Stopped(reason) => Some(reason),
            _ => None,
        }
    }
}

/// A failure inside the evaluator, before the machine knows the place.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    Error {
        message: String,
        help: Option<String>,
        /// A text that cannot be read, and the bytes of it that are to blame.
        inside: Option<Box<(String, std::ops::Range<usize>)>>,
    },
    Stopped(StopReason),
    /// Already placed: an error that came out of a nested call.
    Placed(Box<Diagnostic>),
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure::Error {
            message: message.into(),
            help: None,
            inside: None,
        }
    }

    pub(crate) fn with_help(mut self, text: impl Into<String>) -> Failure {
        if let Failure::Error { help, .. } = &mut self {
            *help = Some(text.into());
        }
        self
    }

    /// The same with help, if it has none yet.
    pub(crate) fn or_help(self, text: impl FnOnce() -> String) -> Failure {
        match self {
            Failure::Error { help: None, .. } => self.with_help(text()),
            other => other,
        }
    }

    /// The same with a place in a text: if the program holds the text as it is, the place is pointed at.
    pub(crate) fn inside(mut self, text: &str, bytes: std::ops::Range<usize>) -> Failure {
        if let Failure::Error { inside, .. } = &mut self {
            *inside = Some(Box::new((text.to_owned(), bytes)));
        }
        self
    }

    /// The part of a span that is to blame, if a text inside it is and stands there once, or else once in the program.
    pub(crate) fn narrowed(&self, span: Span, source: Option<&str>) -> Span {
        let place = || {
            let Failure::Error {
                inside: Some(inside),
                ..
            } = self
            else {
                return None;
            };
            let ((text, bytes), source) = (&**inside, source?);
            literal::place(source, span, text, bytes)
                .or_else(|| literal::place(source, Span::new(0, source.len()), text, bytes))
        };
        place().unwrap_or(span)
    }

    pub(crate) fn at(self, span: Span) -> Diagnostic {
        match self {
            Failure::Error { message, help, .. } => Diagnostic {
                span,
                help,
                kind: DiagnosticKind::Evaluation,
                ..Diagnostic::syntax(span, message)
            },
            Failure::Stopped(reason) => Diagnostic {
                kind: DiagnosticKind::Stopped(reason),
                ..Diagnostic::syntax(span, reason.to_string())
            },
            Failure::Placed(diagnostic) => *diagnostic,
        }
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Failure {
        Failure::Stopped(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_place_in_the_right_line() {
        let source = "x := 1\ny := ↑ + z";
        let at = source.find('z').unwrap_or(0);
        let error = Diagnostic::syntax(Span::new(at, at + 1), "no such name").with_help("define z");
        let expected = "error: no such name\n2 | y := ↑ + z\n  |          ^\n  = help: define z";
        assert_eq!(error.render(source), expected);
    }

    #[test]
    fn spans_beyond_the_text_or_inside_a_character_do_no_harm() {
        for span in [Span::new(99, 120), Span::new(1, 2), Span::new(0, 0)] {
            assert!(Diagnostic::syntax(span, "m").render("↑").contains('^'));
        }
        assert!(
            Diagnostic::syntax(Span::new(500, 501), "m")
                .render(&"x".repeat(1000))
                .len()
                < 400
        );
    }
}
