//! Certificates, verified by the independent checker.

use std::{
    fmt,
    io::{self, Cursor, Read, Seek},
};

use super::convert::open;
use crate::{
    check::{
        self, Verdict, check_container,
        container::{CONTAINER_MAGIC, Container},
        try_check_bytes,
    },
    core::Meter,
    questions::prelude::*,
};

/// Asks whether certificates show their claims. The file holds certificates as JSON objects, one after another, or a
/// container with one certificate. Verdicts are reported as they are found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckQuestion {
    /// The file.
    pub of: Source,
    /// What the answer calls the file; its path if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The verdicts on the certificates of a file.
#[derive(Clone, Debug, Serialize)]
pub struct CheckAnswer {
    /// One for each certificate.
    pub certificates: Vec<CheckedCertificate>,
}

/// The verdict on a certificate. A certificate that cannot be read has an `error`, and no other field but `file`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckedCertificate {
    /// The file that holds it.
    pub file: String,
    /// Its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What it claims, read off the games in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// True if its steps show the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
    /// How many steps were verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// The first step that does not follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// What that step asserts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_claim: Option<String>,
    /// Why it does not follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why the certificate cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl CheckedCertificate {
    /// A certificate that cannot be read.
    #[must_use]
    pub fn unreadable(file: &str, error: impl fmt::Display) -> CheckedCertificate {
        CheckedCertificate {
            file: file.to_owned(),
            error: Some(error.to_string()),
            ..CheckedCertificate::default()
        }
    }

    fn of(file: &str, verdict: &Verdict) -> CheckedCertificate {
        let failure = verdict.result().err();
        CheckedCertificate {
            file: file.to_owned(),
            kind: Some(verdict.kind()),
            claim: Some(verdict.claim().to_owned()),
            valid: Some(verdict.is_valid()),
            steps: verdict.result().ok(),
            step: failure.map(|failure| failure.step().to_owned()),
            step_claim: failure.map(|failure| failure.claim().to_owned()),
            reason: failure.map(|failure| failure.reason().to_owned()),
            error: None,
        }
    }
}

/// Names come from the certificate. Control characters are escaped, so that they cannot look like further answers.
impl fmt::Display for CheckedCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
        let (file, claim) = (&self.file, or_empty(&self.claim));
        let text = match (&self.error, self.steps) {
            (Some(error), _) => format!("{file}: {error}"),
            (None, Some(steps)) => format!("{file}: valid: {claim} ({steps} steps)"),
            (None, None) => {
                let [step, asserted, reason] =
                    [&self.step, &self.step_claim, &self.reason].map(or_empty);
                format!("{file}: invalid: {claim}: {step}: {asserted}: {reason}")
            }
        };
        text.chars()
            .try_for_each(|letter| match letter.is_control() {
                true => write!(f, "{}", letter.escape_default()),
                false => write!(f, "{letter}"),
            })
    }
}

impl Ask for CheckQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<CheckAnswer, Error> {
        let mut verdicts = Verdicts {
            file: self.name.clone().unwrap_or_else(|| self.of.name()),
            job,
            found: Vec::new(),
        };
        verdicts.check(open(&self.of, workspace)?)?;
        Ok(CheckAnswer {
            certificates: verdicts.found,
        })
    }
}

/// So much white space in front is too much.
const LONGEST_BLANK: usize = 1 << 20;
/// So much is read between two checks of the limits.
const BLOCK: u64 = 1 << 20;

/// The first bytes of a file, which tell containers from JSON.
pub(super) fn beginning(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(CONTAINER_MAGIC.len() as u64)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unreadable(error: io::Error) -> Error {
    Error::new(ErrorKind::File, error.to_string())
}

/// The verdicts found so far.
struct Verdicts<'j> {
    file: String,
    job: &'j Job,
    found: Vec<CheckedCertificate>,
}

impl Verdicts<'_> {
    fn put(&mut self, verdict: Result<Verdict, check::Error>) -> Result<(), StopReason> {
        self.job.meter().check()?;
        let checked = match verdict {
            Ok(verdict) => CheckedCertificate::of(&self.file, &verdict),
            Err(error) => match error.kind() {
                check::ErrorKind::Stopped(reason) => return Err(*reason),
                _ => CheckedCertificate::unreadable(&self.file, error),
            },
        };
        self.job.row(&checked);
        self.found.push(checked);
        Ok(())
    }

    fn check(&mut self, mut file: impl Read + Seek) -> Result<(), Error> {
        let meter = self.job.meter();
        let start = beginning(&mut file).map_err(unreadable)?;
        if start == CONTAINER_MAGIC {
            let container = Container::open(file);
            let verdict =
                container.and_then(|mut container| check_container(&mut container, meter));
            return Ok(self.put(verdict)?);
        }
        let bytes = read_objects(Cursor::new(start).chain(file), meter)?;
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (object, behind) = rest.split_at(object_end(rest, meter)?);
            rest = behind;
            self.put(try_check_bytes(object, meter))?;
        }
        Ok(())
    }
}

/// Where the first object ends, if another follows it; or else where the text ends, so that the reader of
/// certificates says what is wrong with it.
fn object_end(text: &[u8], meter: &Meter) -> Result<usize, StopReason> {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    let mut ticker = meter.ticker();
    for (at, &byte) in text.iter().enumerate() {
        if at % 4096 == 0 {
            ticker.step()?;
        }
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' => depth += 1,
            b'}' if depth > 1 => depth -= 1,
            b'}' => {
                let behind = text[at + 1..].trim_ascii_start();
                let end = text.len() - behind.len();
                return Ok(if behind.starts_with(b"{") {
                    end
                } else {
                    text.len()
                });
            }
            _ => {}
        }
    }
    Ok(text.len())
}

/// Reads all of it if it can be an object at all: a gigabyte of something else is refused at once.
fn read_objects(mut file: impl Read, meter: &Meter) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    while bytes.trim_ascii_start().is_empty() && bytes.len() < LONGEST_BLANK {
        let read = file.by_ref().take(256).read_to_end(&mut bytes);
        if read.map_err(unreadable)? == 0 {
            break;
        }
    }
    if !bytes.trim_ascii_start().starts_with(b"{") {
        let message = "a certificate is a JSON object and begins with `{`, or is a container";
        return Err(Error::new(ErrorKind::Notation, message));
    }
    loop {
        meter.check()?;
        // The list that grows may be copied.
        meter.room(bytes.len() as u64)?;
        let read = file.by_ref().take(BLOCK).read_to_end(&mut bytes);
        if read.map_err(unreadable)? == 0 {
            return Ok(bytes);
        }
    }
}

impl Report for CheckAnswer {
    fn text(&self, _: Style) -> String {
        let lines = self.certificates.iter().map(ToString::to_string);
        lines.collect::<Vec<_>>().join("\n")
    }
}
