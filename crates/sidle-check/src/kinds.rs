//! The registry of certificate kinds.

use std::io::{self, Read};

use serde::{Deserialize, de::DeserializeOwned};
use sidle_core::{Meter, StopReason};

use crate::{
    Error, ErrorKind, Verdict, annihilation, arithmetic_period, automatic, constraint,
    container::{Container, to_json},
    explanation, gamma, hitori, ko_value, labelling, labelling_run, loopy, misere_counters,
    misere_quotient, nim_period, outcome, short, sliding, strategy, subtraction_period, tokens,
    unicycle,
};

/// What the `format` field of every certificate says.
pub const FORMAT: &str = "sidle-certificate";

/// One kind of certificate: its name, its version and its checker.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The `kind` field.
    pub name: &'static str,
    /// The `version` field that the checker reads.
    pub version: u64,
    /// Reads and checks a JSON object, whose header has been checked.
    pub check: fn(&[u8], &Meter) -> Result<Verdict, Error>,
    /// Checks a container record by record, for kinds that need not be in memory.
    pub stream: Option<StreamCheck>,
}

/// Checks a container, whose header has been checked, record by record.
pub type StreamCheck = fn(&mut Container<'_>, &Meter) -> Result<Verdict, Error>;

/// All kinds. A new kind is one line here.
const KINDS: &[Kind] = &[
    short::KIND,
    labelling::KIND,
    gamma::KIND,
    tokens::KIND,
    annihilation::KIND,
    unicycle::KIND,
    loopy::KIND,
    constraint::KIND,
    hitori::KIND,
    sliding::KIND,
    misere_quotient::KIND,
    misere_counters::KIND,
    nim_period::KIND,
    subtraction_period::KIND,
    arithmetic_period::KIND,
    automatic::KIND,
    outcome::KIND,
    ko_value::KIND,
    strategy::KIND,
    explanation::KIND,
    labelling_run::KIND,
];

/// All kinds that [`check_bytes`] knows.
#[must_use]
pub fn kinds() -> &'static [Kind] {
    KINDS
}

/// The fields that every certificate begins with.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
    kind: String,
}

/// Reads one certificate and checks it step by step.
///
/// An [`Error`] means that the bytes are no certificate this crate can read; a certificate that can be
/// read and does not show its claim is a [`Verdict`] that is not valid and names the failing step.
///
/// ```
/// let zero_le_zero = br#"{
///     "format": "sidle-certificate", "version": 1, "kind": "short-game", "text": "0 <= 0",
///     "positions": [[[], []]],
///     "claim": {"type": "relation", "left": 0, "relation": "<=", "right": 0},
///     "steps": [{"le": [0, 0]}]
/// }"#;
/// let verdict = sidle_check::check_bytes(zero_le_zero)?;
/// assert!(verdict.is_valid());
/// # Ok::<(), sidle_check::Error>(())
/// ```
pub fn check_bytes(bytes: &[u8]) -> Result<Verdict, Error> {
    try_check_bytes(bytes, &Meter::unlimited())
}

/// The same under a meter: reading and every checker look at it, and a check that is stopped is an
/// [`Error`] of the kind [`ErrorKind::Stopped`], never a verdict.
///
/// ```
/// use sidle_check::{ErrorKind, try_check_bytes};
/// use sidle_core::{Meter, StopReason};
/// let meter = Meter::new().with_gauge(|| 2, 1);
/// let error = try_check_bytes(b"{}", &meter).expect_err("no room");
/// assert_eq!(error.kind(), &ErrorKind::Stopped(StopReason::Memory));
/// ```
pub fn try_check_bytes(bytes: &[u8], meter: &Meter) -> Result<Verdict, Error> {
    let kind = kind_of(read(bytes, meter)?)?;
    told((kind.check)(bytes, meter)?)
}

/// Checks the certificate in a container. Kinds that are checked record by record take the memory of a few blocks; a
/// certificate of another kind is read whole.
///
/// # Errors
/// As [`try_check_bytes`].
pub fn check_container(container: &mut Container<'_>, meter: &Meter) -> Result<Verdict, Error> {
    let kind = kind_of(read(container.header(), meter)?)?;
    if let Some(stream) = kind.stream {
        return told(stream(container, meter)?);
    }
    let mut bytes = Vec::new();
    to_json(container, &mut bytes, meter)?;
    told((kind.check)(&bytes, meter)?)
}

/// A check that was stopped is not a verdict.
fn told(verdict: Verdict) -> Result<Verdict, Error> {
    match verdict.stopped() {
        Some(reason) => Err(reason.into()),
        None => Ok(verdict),
    }
}

/// The kind of a certificate with this header.
fn kind_of(header: Header) -> Result<&'static Kind, Error> {
    if header.format != FORMAT {
        return Err(Error::new(ErrorKind::Format {
            found: header.format,
            expected: FORMAT,
        }));
    }
    let Some(kind) = KINDS.iter().find(|kind| kind.name == header.kind) else {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        return Err(Error::new(ErrorKind::Kind {
            found: header.kind,
            known: names.join(", "),
        }));
    };
    if header.version != kind.version {
        return Err(Error::new(ErrorKind::Version {
            kind: kind.name,
            found: header.version,
            known: kind.version,
        }));
    }
    Ok(kind)
}

/// So much is read between two looks at the meter.
const BLOCK: usize = 1 << 20;

/// Reads a certificate, looking at the meter now and then.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8], meter: &Meter) -> Result<T, Error> {
    meter.check()?;
    if bytes.len() <= BLOCK {
        return serde_json::from_slice(bytes).map_err(Error::json);
    }
    let mut blocks = Blocks {
        rest: bytes,
        meter,
        stopped: None,
    };
    let read = serde_json::from_reader(io::BufReader::with_capacity(BLOCK, &mut blocks));
    match blocks.stopped {
        Some(reason) => Err(reason.into()),
        None => read.map_err(Error::json),
    }
}

/// Bytes that end early when the meter says so.
struct Blocks<'b> {
    rest: &'b [u8],
    meter: &'b Meter,
    stopped: Option<StopReason>,
}

impl Read for Blocks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Err(reason) = self.meter.check() {
            self.stopped = Some(reason);
            return Err(io::Error::other(reason));
        }
        self.rest.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering::Relaxed},
        time::Duration,
    };

    use super::*;

    /// A clock that goes on by a millisecond whenever it is looked at.
    fn patience(looks: u64) -> Meter {
        let now = AtomicU64::new(0);
        let clock = move || Duration::from_millis(now.fetch_add(1, Relaxed));
        Meter::new().with_deadline(clock, Duration::from_millis(looks))
    }

    fn is_stopped(certificate: &str, looks: u64) -> bool {
        let checked = try_check_bytes(certificate.as_bytes(), &patience(looks));
        let stopped = ErrorKind::Stopped(StopReason::Time);
        checked.is_err_and(|error| error.kind() == &stopped)
    }

    /// Small files that ask for years of checking.
    #[test]
    fn a_check_that_would_never_end_is_stopped() {
        let heaps = r#"{"format":"sidle-certificate","version":1,"kind":"nim-period","text":"",
            "digits":[0,7,7],"period":12,"preperiod":71,"heaps":900000000,"mask":0,"twist":null}"#;
        assert!(is_stopped(heaps, 50));
    }

    #[test]
    fn long_files_are_read_under_the_meter() {
        let blank = " ".repeat(8 * BLOCK);
        assert!(is_stopped(&format!("{{{blank}}}"), 5));
        let error = check_bytes(format!("{{{blank}}}").as_bytes()).expect_err("no fields");
        assert!(matches!(error.kind(), ErrorKind::Json { .. }));
    }
}
