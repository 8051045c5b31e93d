//! The envelope of saved states: checkpoints, tables, runs that a later run resumes.

use std::fmt;

/// The first word of every saved state.
const MARK: &str = "sidle-state";

/// The longest head: mark, kind, version, length and checksum.
const LONGEST_HEAD: usize = 128;

/// A kind of saved state. A file of this kind is one line, `sidle-state KIND VERSION LENGTH CHECKSUM`, and then its body.
///
/// The checksum finds accidents; it does not defend against forgery. A log is several states, one after another.
///
/// ```
/// use sidle_core::Envelope;
/// const KIND: Envelope = Envelope::new("example", 1);
/// let state = KIND.seal(b"body");
/// assert!(state.starts_with(b"sidle-state example 1 4 "));
/// assert_eq!(KIND.open(&state), Ok(&b"body"[..]));
/// let error = Envelope::new("example", 2).open(&state).unwrap_err();
/// assert_eq!(error.to_string(), "this file has version 1 and this program reads version 2; remove it to begin again");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    kind: &'static str,
    version: u32,
}

/// Why a saved state cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnvelopeError {
    /// Not a saved state at all, or of a time before there were envelopes.
    Foreign {
        /// The kind that was expected.
        expected: &'static str,
    },
    /// A saved state of another kind.
    Kind {
        /// Its kind.
        found: String,
        /// The kind that was expected.
        expected: &'static str,
    },
    /// Another version.
    Version {
        /// Its version.
        found: String,
        /// The version that is read.
        expected: u32,
    },
    /// The file ends too early, or something follows it.
    Length,
    /// The body is not what was written.
    Checksum,
}

impl fmt::Display for EnvelopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvelopeError::Foreign { expected } => {
                write!(
                    f,
                    "this is not a saved state of the kind `{expected}`, or it is of an earlier version; remove it to begin again"
                )
            }
            EnvelopeError::Kind { found, expected } => {
                write!(
                    f,
                    "this is a saved state of the kind `{found}`, not `{expected}`"
                )
            }
            EnvelopeError::Version { found, expected } => write!(
                f,
                "this file has version {found} and this program reads version {expected}; remove it to begin again"
            ),
            EnvelopeError::Length => f.write_str(
                "the file is damaged: its length does not fit; remove it to begin again",
            ),
            EnvelopeError::Checksum => f.write_str(
                "the file is damaged: its checksum does not fit; remove it to begin again",
            ),
        }
    }
}

impl std::error::Error for EnvelopeError {}

impl Envelope {
    /// A kind with the version that this program writes and reads.
    #[must_use]
    pub const fn new(kind: &'static str, version: u32) -> Envelope {
        Envelope { kind, version }
    }

    /// The line in front of a body, which may be in parts.
    #[must_use]
    pub fn head(&self, body: &[&[u8]]) -> String {
        let length: usize = body.iter().map(|part| part.len()).sum();
        let Envelope { kind, version } = self;
        let sum = self.checksum(body);
        format!("{MARK} {kind} {version} {length} {sum:016x}\n")
    }

    /// A saved state with this body.
    #[must_use]
    pub fn seal(&self, body: &[u8]) -> Vec<u8> {
        let mut state = self.head(&[body]).into_bytes();
        state.extend(body);
        state
    }

    /// The body of a saved state.
    ///
    /// # Errors
    /// If it is not a whole saved state of this kind and version.
    pub fn open<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], EnvelopeError> {
        match self.split(bytes)? {
            Some((body, [])) => Ok(body),
            _ => Err(EnvelopeError::Length),
        }
    }

    /// The body of the first state of a log, and the bytes behind it; `None` if the log ends within the state.
    ///
    /// # Errors
    /// If it does not begin with a saved state of this kind and version.
    pub fn split<'b>(
        &self,
        bytes: &'b [u8],
    ) -> Result<Option<(&'b [u8], &'b [u8])>, EnvelopeError> {
        let expected = self.kind;
        let foreign = || EnvelopeError::Foreign { expected };
        let start = &bytes[..bytes.len().min(LONGEST_HEAD)];
        let Some(end) = start.iter().position(|&byte| byte == b'\n') else {
            let mark = &MARK.as_bytes()[..MARK.len().min(start.len())];
            let is_cut = start.len() < LONGEST_HEAD && start.starts_with(mark);
            return if is_cut { Ok(None) } else { Err(foreign()) };
        };
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| foreign())?;
        let words: Vec<&str> = head.split(' ').collect();
        let [MARK, kind, version, length, sum] = words[..] else {
            return Err(foreign());
        };
        if kind != expected {
            let found = kind.to_owned();
            return Err(EnvelopeError::Kind { found, expected });
        }
        if version != self.version.to_string() {
            return Err(EnvelopeError::Version {
                found: version.to_owned(),
                expected: self.version,
            });
        }
        let length: usize = length.parse().map_err(|_| EnvelopeError::Length)?;
        let Some((body, behind)) = bytes[end + 1..].split_at_checked(length) else {
            return Ok(None);
        };
        match sum == format!("{:016x}", self.checksum(&[body])) {
            true => Ok(Some((body, behind))),
            false => Err(EnvelopeError::Checksum),
        }
    }

    fn checksum(&self, body: &[&[u8]]) -> u64 {
        let mut sum = Sum::default();
        sum.add(self.kind.as_bytes());
        sum.add(&self.version.to_le_bytes());
        body.iter().for_each(|part| sum.add(part));
        sum.finish()
    }
}

/// A checksum of 64 bits, word by word (multiply and fold), the same on every machine and for all divisions into parts.
struct Sum {
    state: u64,
    /// The bytes of a word that is not whole.
    word: [u8; 8],
    filled: usize,
    length: u64,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum {
            state: 0x9e37_79b9_7f4a_7c15,
            word: [0; 8],
            filled: 0,
            length: 0,
        }
    }
}

impl Sum {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        self.state =
            (product as u64) ^ ((product >> 64) as u64).rotate_left(23) ^ 0x2545_f491_4f6c_dd1d;
    }

    fn add(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        while let (true, Some((&byte, rest))) = (self.filled > 0, bytes.split_first()) {
            bytes = rest;
            self.push(byte);
        }
        let mut words = bytes.chunks_exact(8);
        for word in words.by_ref() {
            let word = word.try_into().map_or(0, u64::from_le_bytes);
            self.mix(word);
        }
        words.remainder().iter().for_each(|&byte| self.push(byte));
    }

    fn push(&mut self, byte: u8) {
        self.word[self.filled] = byte;
        self.filled += 1;
        if self.filled == 8 {
            self.mix(u64::from_le_bytes(self.word));
            (self.word, self.filled) = ([0; 8], 0);
        }
    }

    fn finish(mut self) -> u64 {
        self.mix(u64::from_le_bytes(self.word));
        self.mix(self.length);
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Envelope = Envelope::new("test", 3);

    #[test]
    fn every_changed_byte_is_found() {
        let whole = KIND.seal(b"a body of some length");
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            assert!(KIND.open(&bytes).is_err(), "byte {at}");
            assert_eq!(KIND.split(&whole[..at]), Ok(None), "{at} bytes");
            assert!(KIND.open(&whole[..at]).is_err(), "{at} bytes");
        }
        assert_eq!(
            KIND.open(&[&whole[..], b"x"].concat()),
            Err(EnvelopeError::Length)
        );
        let foreign = EnvelopeError::Foreign { expected: "test" };
        assert_eq!(KIND.open(b"{\"format\":\"sidle-search\"}\n"), Err(foreign));
        let other = Envelope::new("other", 3)
            .open(&whole)
            .expect_err("another kind");
        assert_eq!(
            other.to_string(),
            "this is a saved state of the kind `test`, not `other`"
        );
    }

    #[test]
    fn parts_and_logs() {
        let body = b"0123456789abcdefghijklmn";
        for cut in 0..body.len() {
            let (a, b) = body.split_at(cut);
            assert_eq!(KIND.head(&[a, b]), KIND.head(&[&body[..]]));
        }
        let log = [KIND.seal(b"one"), KIND.seal(b""), KIND.seal(b"three")].concat();
        let (mut rest, mut found) = (&log[..log.len() - 1], Vec::new());
        while let Some((body, behind)) = KIND.split(rest).expect("a log") {
            found.push(body);
            rest = behind;
        }
        assert_eq!(found, [&b"one"[..], b""]);
    }
}
