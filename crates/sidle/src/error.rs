//! Why a question has no answer.

use std::{error::Error as StdError, fmt, ops::Range, sync::Arc};

use serde::Serialize;

use crate::{
    core::{Excerpt, StopReason},
    rules::{NotationError, card::Misfit},
    solve::SolveError,
    values::notation::TextError,
};

/// What sort of error it is. A front end chooses the exit status, the exception or the colour by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The question is not in the form that its schema describes.
    Request,
    /// A text is not in the notation it should be in.
    Notation,
    /// A text of the language ends in the middle of a sentence.
    Incomplete,
    /// A program of the language cannot be carried out.
    Evaluation,
    /// A name that nothing has.
    UnknownName,
    /// A file cannot be read or written, or may not be.
    File,
    /// The question does not apply to what it is about: a nim value of a partizan game.
    NotApplicable,
    /// The engine cannot determine the answer. This says nothing about the game.
    NotDetermined,
    /// A limit was reached, or the owner of the job cancelled it.
    Stopped,
    /// Rules that come from outside raised an error.
    Host,
    /// The session is in use by a question that waits for this one.
    Busy,
    /// An invariant of the engine is broken: a fault of Sidle.
    Internal,
}

/// Where in the question the error lies: bytes of one of its texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    /// The field of the question: `position`, `code`, `line`.
    pub field: &'static str,
    /// The entry of the field, from 0, if that is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<usize>,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// Where a program of the language failed, beyond its place in the question.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Trace {
    /// The place in the file of a class, if the error lies there; the error has no [`place`](Error::place) then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileLocation>,
    /// The calls that led there, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// Further errors, found at the same time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Error>,
}

/// Bytes of a file.
#[derive(Clone, Debug, Serialize)]
pub struct FileLocation {
    /// The file.
    pub name: String,
    /// The line of the first byte, from 1.
    pub line: usize,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The text of the file.
    #[serde(skip)]
    pub text: Arc<str>,
}

/// Why a question has no answer.
///
/// ```
/// use sidle::{ErrorKind, Job, Workspace, questions::ValueQuestion};
/// let workspace = Workspace::new();
/// let error = workspace.ask(&ValueQuestion::of("Clober", "xo"), &Job::unlimited()).unwrap_err();
/// assert_eq!(error.kind, ErrorKind::UnknownName);
/// assert_eq!(error.help.as_deref(), Some("did you mean Clobber, HotClobber?"));
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Error {
    /// The sort of error.
    pub kind: ErrorKind,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// Where it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    /// What to do about it, as an instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "reason")]
    pub stopped: Option<StopReason>,
    /// Where a program of the language failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Box<Trace>>,
    /// What a host raised, as it was.
    #[serde(skip)]
    pub(crate) source: Option<Arc<dyn StdError + Send + Sync>>,
}

fn reason<S: serde::Serializer>(reason: &Option<StopReason>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&reason.map_or("", stop_name))
}

/// The name of a reason on the wire.
pub(crate) fn stop_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Nodes => "nodes",
        StopReason::Memory => "memory",
        StopReason::Time => "time",
        StopReason::Cancelled => "cancelled",
        StopReason::StoreFull => "store-full",
        _ => "other",
    }
}

impl Error {
    /// An error of a sort, with its message.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error {
            kind,
            message: message.into(),
            place: None,
            help: None,
            stopped: None,
            trace: None,
            source: None,
        }
    }

    /// An error raised by rules from outside, which [`source`](StdError::source) returns as it was.
    pub fn host(error: impl StdError + Send + Sync + 'static) -> Error {
        Error {
            source: Some(Arc::new(error)),
            ..Error::new(ErrorKind::Host, "")
        }
        .named_after_source()
    }

    fn named_after_source(mut self) -> Error {
        if let Some(source) = &self.source {
            self.message = source.to_string();
        }
        self
    }

    /// The same error with an instruction.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Error {
        self.help = Some(help.into());
        self
    }

    /// The same error with its place.
    #[must_use]
    pub fn at(mut self, field: &'static str, span: Range<usize>) -> Error {
        self.place = Some(Location {
            field,
            item: None,
            start: span.start,
            end: span.end,
        });
        self
    }

    /// The same error about one entry of a field that is a list.
    #[must_use]
    pub(crate) fn of_item(mut self, index: usize) -> Error {
        if let Some(place) = &mut self.place {
            place.item = Some(index);
        }
        self
    }

    /// The error with the line of `text` it lies in, carets and help. `text` is that of the field which the
    /// [`place`](Error::place) names; without it, or without a place, only message and help are written.
    ///
    /// ```
    /// use sidle::{Workspace, ErrorKind};
    /// let error = Workspace::new().position("Clobber", "xu").unwrap_err();
    /// assert!(error.render(Some("xu")).contains("\n1 | xu\n  |  ^\n"));
    /// ```
    #[must_use]
    pub fn render(&self, text: Option<&str>) -> String {
        let file = self.trace.as_ref().and_then(|trace| trace.file.as_ref());
        let excerpt = match (file, &self.place, text) {
            (Some(file), ..) => Some(Excerpt::of(&file.text, file.start..file.end)),
            (None, Some(place), Some(text)) => Some(Excerpt::of(text, place.start..place.end)),
            _ => None,
        };
        let mut lines = format!("error: {}", self.message);
        let mut margin = " ".to_owned();
        if let Some(excerpt) = excerpt {
            margin = excerpt.margin;
            if let Some(file) = file {
                let number = excerpt.number;
                lines.push_str(&format!("\n{margin}--> {}:{number}", file.name));
            }
            lines.push_str(&format!("\n{}", excerpt.text));
        }
        if let Some(help) = &self.help {
            lines.push_str(&format!("\n{margin} = help: {help}"));
        }
        if let Some(trace) = &self.trace {
            for call in &trace.calls {
                lines.push_str(&format!("\n{margin} = {call}"));
            }
            for error in &trace.more {
                lines.push_str(&format!("\n{}", error.render(text)));
            }
        }
        lines
    }

    /// The same error about a text that is not in the question.
    pub(crate) fn about(self, text: &str) -> Error {
        Error {
            message: format!("{text}: {}", self.message),
            place: None,
            ..self
        }
    }

    /// Does the error lie in this field of the question?
    pub(crate) fn concerns(&self, field: &str) -> bool {
        self.place
            .as_ref()
            .is_some_and(|place| place.field == field)
    }

    /// An answer, or the limit that was reached before it was found.
    pub(crate) fn or_stopped<T>(
        found: Result<T, Error>,
    ) -> Result<(Option<T>, Option<StopReason>), Error> {
        match found {
            Ok(answer) => Ok((Some(answer), None)),
            Err(Error {
                stopped: Some(reason),
                ..
            }) => Ok((None, Some(reason))),
            Err(error) => Err(error),
        }
    }

    /// An error in the notation of a field.
    pub(crate) fn notation(field: &'static str, error: NotationError) -> Error {
        Error {
            help: error.help.map(|help| help.to_string()),
            ..Error::new(ErrorKind::Notation, error.message)
        }
        .at(field, error.span)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match (&self.source, &self.stopped) {
            (Some(source), _) => Some(&**source),
            (None, Some(reason)) => Some(reason),
            (None, None) => None,
        }
    }
}

impl From<StopReason> for Error {
    fn from(reason: StopReason) -> Error {
        Error {
            stopped: Some(reason),
            ..Error::new(ErrorKind::Stopped, reason.to_string())
        }
    }
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Error {
        match error {
            TextError::Stopped(reason) => reason.into(),
            error => Error::new(ErrorKind::NotDetermined, error.to_string())
                .with_help("ask for a part of the value, or for its mean, stops or options"),
        }
    }
}

impl From<Misfit> for Error {
    fn from(misfit: Misfit) -> Error {
        Error::new(ErrorKind::Notation, misfit.message)
    }
}

/// Errors of puzzles and constraint graphs.
#[cfg(feature = "logic")]
mod puzzles {
    use super::{Error, ErrorKind};
    use crate::logic::{self, decide::NoCertificate, search::OnDiskError};

    /// The message with its line and column.
    impl From<logic::Error> for Error {
        fn from(error: logic::Error) -> Error {
            Error {
                help: error.advice().map(str::to_owned),
                ..Error::new(ErrorKind::Notation, error.located())
            }
        }
    }

    impl From<OnDiskError> for Error {
        fn from(error: OnDiskError) -> Error {
            match error {
                OnDiskError::Puzzle(error) => error.into(),
                OnDiskError::Disk(error) => Error::new(ErrorKind::File, error.to_string()),
            }
        }
    }

    impl From<NoCertificate> for Error {
        fn from(error: NoCertificate) -> Error {
            match error {
                NoCertificate::Refused(error) => error.into(),
                NoCertificate::Stopped(reason) => reason.into(),
            }
        }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        if let Some(own) = error.downcast::<Error>() {
            return own;
        }
        let kind = match &error {
            SolveError::Stopped(reason) => return (*reason).into(),
            SolveError::Loopy { .. } | SolveError::NotImpartial | SolveError::Sided => {
                ErrorKind::NotApplicable
            }
            SolveError::Foreign(_) => ErrorKind::Host,
            _ => ErrorKind::NotDetermined,
        };
        Error::new(kind, error.to_string())
    }
}
