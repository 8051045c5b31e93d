//! The registry of certificate kinds.

use serde::Deserialize;

use crate::{
    Error, ErrorKind, Verdict, annihilation, constraint, gamma, hitori, labelling, loopy,
    misere_quotient, nim_period, short, sliding, tokens, unicycle,
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
    /// Reads and checks the whole file; the header has been looked at.
    pub check: fn(&[u8]) -> Result<Verdict, Error>,
}

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
    nim_period::KIND,
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
    let header: Header = serde_json::from_slice(bytes).map_err(Error::json)?;
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
    (kind.check)(bytes)
}
