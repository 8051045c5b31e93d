//! What a checker answers.

use std::fmt;

use sidle_core::StopReason;

/// The answer to one certificate that could be read.
///
/// ```
/// use sidle_check::{Failure, Verdict};
/// let verdict = Verdict::new("short-game", "0 <= 1", Err(Failure::new("step 3", "0 <= 1", "no reply")));
/// assert!(!verdict.is_valid());
/// assert_eq!(verdict.to_string(), "invalid: 0 <= 1: step 3: 0 <= 1: no reply");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    kind: &'static str,
    claim: String,
    result: Result<usize, Failure>,
}

impl Verdict {
    /// The verdict on a certificate of the named kind for `claim`: the number of steps verified, or
    /// the first step that fails.
    #[must_use]
    pub fn new(
        kind: &'static str,
        claim: impl Into<String>,
        result: Result<usize, Failure>,
    ) -> Verdict {
        Verdict {
            kind,
            claim: claim.into(),
            result,
        }
    }

    /// The certificate's kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// What the certificate claims, read off the games it holds (never off its comments).
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Does the certificate show its claim?
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.result.is_ok()
    }

    /// Why the check was stopped, if it was.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.result
            .as_ref()
            .err()
            .and_then(|failure| failure.stopped)
    }

    /// The number of steps verified, or what failed.
    pub fn result(&self) -> Result<usize, &Failure> {
        self.result.as_ref().copied()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.result {
            Ok(steps) => write!(f, "valid: {} ({steps} steps)", self.claim),
            Err(failure) => write!(f, "invalid: {}: {failure}", self.claim),
        }
    }
}

/// The first step of a certificate that does not follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{step}: {claim}: {reason}")]
pub struct Failure {
    step: String,
    claim: String,
    reason: String,
    /// The check was stopped here; nothing is known of the rest.
    stopped: Option<StopReason>,
}

/// A check that is stopped leaves its loops as one that fails; [`check_bytes`](crate::try_check_bytes)
/// tells the two apart.
impl From<StopReason> for Failure {
    fn from(stopped: StopReason) -> Failure {
        Failure {
            stopped: Some(stopped),
            ..Failure::new("the check", "it ends", stopped.to_string())
        }
    }
}

impl Failure {
    /// `step` says where ("step 17"), `claim` what that step asserts, `reason` what is missing.
    #[must_use]
    pub fn new(
        step: impl Into<String>,
        claim: impl Into<String>,
        reason: impl Into<String>,
    ) -> Failure {
        Failure {
            step: step.into(),
            claim: claim.into(),
            reason: reason.into(),
            stopped: None,
        }
    }

    /// Where the certificate fails.
    #[must_use]
    pub fn step(&self) -> &str {
        &self.step
    }

    /// What the failing step asserts.
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Why that does not follow.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// Why some bytes could not be read as a certificate at all.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Error {
    kind: ErrorKind,
    /// No cause of this error: its text is told already, with the place in front.
    json: Option<serde_json::Error>,
}

impl From<StopReason> for Error {
    fn from(reason: StopReason) -> Error {
        Error::new(ErrorKind::Stopped(reason))
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Error {
        Error { kind, json: None }
    }

    /// The JSON is broken or a field is missing, unknown or of the wrong type.
    pub(crate) fn json(source: serde_json::Error) -> Error {
        let place = format!("line {}, column {}", source.line(), source.column());
        // The message of serde_json ends with the place; it is given once, in front.
        let message = source.to_string();
        let reason = message
            .split_once(" at line ")
            .map_or(message.as_str(), |(reason, _)| reason)
            .to_owned();
        Error {
            kind: ErrorKind::Json { place, reason },
            json: Some(source),
        }
    }

    /// The sort of trouble.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The error of the JSON reader, if it was one.
    #[must_use]
    pub fn json_error(&self) -> Option<&serde_json::Error> {
        self.json.as_ref()
    }
}

/// The sorts of [`Error`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Not JSON, or a field is missing, unknown or of the wrong type.
    #[error("{place}: {reason}")]
    Json {
        /// Line and column.
        place: String,
        /// What the reader expected.
        reason: String,
    },
    /// A container is damaged, cut off or not in order.
    #[error("{place}: {reason}")]
    Container {
        /// Where.
        place: String,
        /// What is wrong there.
        reason: String,
    },
    /// A file could not be read or written.
    #[error("{0}")]
    Io(String),
    /// A limit was reached, or somebody asked to stop.
    #[error("{0}")]
    Stopped(StopReason),
    /// The `format` field names something else.
    #[error("this is not a certificate: `format` is \"{found}\", expected \"{expected}\"")]
    Format {
        /// What stands there.
        found: String,
        /// What every certificate has there.
        expected: &'static str,
    },
    /// No checker knows the kind.
    #[error("no checker for certificates of kind \"{found}\"; known kinds: {known}")]
    Kind {
        /// What stands there.
        found: String,
        /// The kinds of the registry, separated by commas.
        known: String,
    },
    /// The kind is known, its version is not.
    #[error(
        "version {found} of \"{kind}\" certificates is unknown; this checker reads version {known}"
    )]
    Version {
        /// The certificate's kind.
        kind: &'static str,
        /// What stands there.
        found: u64,
        /// The version this checker reads.
        known: u64,
    },
}
