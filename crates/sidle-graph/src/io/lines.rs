//! What the readers of text share: lines of bounded length that are UTF-8, under a meter, and places
//! within them.

use std::io::{self, BufRead, Read};

use sidle_core::Meter;

use super::LoadError;

/// The longest line we read. No sane name comes near it, and it keeps a gigabyte without a line
/// end from being read whole before the error.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// Reads lines one after the other and advances the meter by the bytes read.
pub(crate) struct Lines<'m, R> {
    reader: R,
    meter: &'m Meter,
    /// What the file should be, for messages.
    form: &'static str,
    buffer: Vec<u8>,
    number: u64,
}

/// One line: its number, from 1, and its text.
#[derive(Clone, Copy)]
pub(crate) struct Line<'l> {
    pub(crate) number: u64,
    pub(crate) text: &'l str,
}

impl<'m, R: BufRead> Lines<'m, R> {
    /// The lines that follow after the first `passed` ones. `form` says in words what a line is.
    pub(crate) fn new(
        reader: R,
        passed: u64,
        form: &'static str,
        meter: &'m Meter,
    ) -> Lines<'m, R> {
        Lines {
            reader,
            meter,
            form,
            buffer: Vec::new(),
            number: passed,
        }
    }

    /// The next line; `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>, LoadError> {
        self.buffer.clear();
        let mut limited = self.reader.by_ref().take(LONGEST_LINE as u64 + 1);
        let size = limited.read_until(b'\n', &mut self.buffer)?;
        if size == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.number.is_multiple_of(64) {
            self.meter.check()?;
        }
        self.meter.advance(size as u64);
        let (number, text) = (self.number, self.checked()?);
        Ok(Some(Line { number, text }))
    }

    /// The line as text without control characters.
    fn checked(&self) -> Result<&str, LoadError> {
        let form = self.form;
        let wrong = |column, problem| LoadError::Place {
            line: self.number,
            column,
            problem,
        };
        if self.buffer.len() > LONGEST_LINE {
            let problem = format!("the line is longer than {LONGEST_LINE} bytes; {form}");
            return Err(wrong(1, problem));
        }
        let bytes = match self.buffer.as_slice() {
            [0xEF, 0xBB, 0xBF, rest @ ..] if self.number == 1 => rest,
            all => all,
        };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let column = good.chars().count() + 1;
            wrong(column, format!("this is not UTF-8 text; {form}"))
        })?;
        if let Some((place, character)) = control(text) {
            let code = u32::from(character);
            let problem = format!("control character 0x{code:02X}; {form}");
            return Err(wrong(text[..place].chars().count() + 1, problem));
        }
        Ok(text)
    }
}

impl Line<'_> {
    /// The error that says what is wrong with `part`, a piece of this line.
    pub(crate) fn wrong(&self, part: &str, problem: impl Into<String>) -> LoadError {
        let offset = part.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        let before = self.text.get(..offset).unwrap_or("");
        LoadError::Place {
            line: self.number,
            column: before.chars().count() + 1,
            problem: problem.into(),
        }
    }
}

/// The first control character that is not white space, and its byte.
fn control(text: &str) -> Option<(usize, char)> {
    let is_bad = |b: u8| (b < 0x20 && !(0x09..=0x0D).contains(&b)) || b == 0x7F;
    // Nearly every line is ASCII, and looking at bytes is much faster there.
    if text.is_ascii() && !text.bytes().any(is_bad) {
        return None;
    }
    text.char_indices()
        .find(|(_, c)| c.is_control() && !c.is_whitespace())
}

/// Counts bytes for the progress bar and stops when the meter does.
pub(crate) struct Metered<'m, R> {
    pub(crate) reader: R,
    pub(crate) meter: &'m Meter,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.meter.check().map_err(io::Error::other)?;
        let size = self.reader.read(buffer)?;
        self.meter.advance(size as u64);
        Ok(size)
    }
}
