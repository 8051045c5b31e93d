//! Reading a stream line by line, whatever bytes it holds.

use std::{
    io::{self, BufRead},
    time::Instant,
};

use sidle::core::StopReason;

use crate::{process::interrupt, verbs::limits::Limits};

/// Nobody types a line of so many bytes: from here on reading it is work under the limits.
pub(crate) const LONG: usize = 1 << 16;

/// A line without its line end (`\n` or `\r\n`).
#[derive(Debug, Default)]
pub(crate) struct Line {
    pub(crate) bytes: Vec<u8>,
    /// When reading it became work.
    pub(crate) since: Option<Instant>,
}

/// The next line, or `None` at the end of the stream. The limits hold for a line by itself; [`skip`] passes over the rest of
/// one that is too long for them.
pub(crate) fn next(
    reader: &mut impl BufRead,
    limits: &Limits,
) -> io::Result<Option<Result<Line, StopReason>>> {
    let Line {
        bytes: mut line,
        mut since,
    } = Line::default();
    // Whoever waits for a line is not held to the limits of the one before.
    interrupt::end();
    let mut meter = None;
    let mut begun = false;
    loop {
        let block = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            block => block?,
        };
        if block.is_empty() {
            break;
        }
        begun = true;
        let end = block.iter().position(|&byte| byte == b'\n');
        let size = end.map_or(block.len(), |end| end + 1);
        if line.len() >= LONG {
            let since = *since.get_or_insert_with(Instant::now);
            let meter = meter.get_or_insert_with(|| limits.meter_since(since));
            let more = match line.len() + size > line.capacity() {
                true => line.capacity() as u64,
                false => 0,
            };
            if let Err(reason) = meter.check().and_then(|()| meter.room(more)) {
                interrupt::end();
                return Ok(Some(Err(reason)));
            }
        }
        line.extend_from_slice(&block[..size]);
        reader.consume(size);
        if end.is_some() {
            break;
        }
    }
    if meter.is_some() {
        interrupt::end();
    }
    if !begun {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    Ok(Some(Ok(Line { bytes: line, since })))
}

/// Passes over what is left of a line.
pub(crate) fn skip(reader: &mut impl BufRead) -> io::Result<()> {
    reader.skip_until(b'\n').map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_taken_off_and_nothing_else() {
        let mut bytes: &[u8] = b"a\r\n\n \xff\nlast";
        let mut lines = Vec::new();
        while let Some(line) = next(&mut bytes, &Limits::default()).expect("no failure") {
            lines.push(line.expect("no limit").bytes);
        }
        assert_eq!(lines, [&b"a"[..], b"", b" \xff", b"last"]);
    }
}
