//! Reading a stream line by line, whatever bytes it holds.

use std::io::{self, BufRead};

/// The next line without its line end (`\n` or `\r\n`), or `None` at the end of the stream.
pub(crate) fn next(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if reader.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_taken_off_and_nothing_else() {
        let mut bytes: &[u8] = b"a\r\n\n \xff\nlast";
        let mut lines = Vec::new();
        while let Some(line) = next(&mut bytes).expect("no failure") {
            lines.push(line);
        }
        assert_eq!(lines, [&b"a"[..], b"", b" \xff", b"last"]);
    }
}
