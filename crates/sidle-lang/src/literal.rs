//! Strings as they are written in a program.

use std::ops::Range;

use crate::Span;

/// An escape in a string that means nothing: its length in bytes and what is wrong.
pub(crate) struct BadEscape {
    pub(crate) length: usize,
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

/// The next character of a string, and how many bytes it is written with; nothing at the end of the program.
pub(crate) fn character(rest: &str) -> Option<Result<(char, usize), BadEscape>> {
    let mut characters = rest.chars();
    let first = characters.next()?;
    if first != '\\' {
        return Some(Ok((first, first.len_utf8())));
    }
    let sign = match characters.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        sign @ ('\\' | '"') => sign,
        'u' => {
            let digits: String = characters.take(4).collect();
            let code = u32::from_str_radix(&digits, 16).ok();
            let sign = code.filter(|_| digits.len() == 4).and_then(char::from_u32);
            let length = 2 + digits.len();
            return Some(sign.map(|sign| (sign, length)).ok_or_else(|| BadEscape {
                length,
                message: "this is not the code of a character".to_owned(),
                help: "four hexadecimal digits follow `\\u`",
            }));
        }
        other => {
            return Some(Err(BadEscape {
                length: 1 + other.len_utf8(),
                message: format!("`\\{other}` has no meaning in a string"),
                help: "write `\\\\` for a backslash",
            }));
        }
    };
    Some(Ok((sign, 2)))
}

/// Where some bytes of a text stand in a part of a program that holds the text as a string, if it does so once.
pub(crate) fn place(source: &str, part: Span, text: &str, bytes: &Range<usize>) -> Option<Span> {
    let mut found = None;
    let mut at = part.start;
    while let Some(quote) = source.get(at..part.end)?.find('"') {
        let begin = at + quote + 1;
        let (end, same) = compare(source.get(begin..part.end)?, text, bytes)?;
        if let Some(same) = same {
            let span = Span::new(begin + same.start, begin + same.end);
            if found.replace(span).is_some() {
                return None;
            }
        }
        at = begin + end;
    }
    found
}

/// Reads a string to its end, which is told with the closing quote; where the bytes of a text stand in it if it is
/// that text.
fn compare(
    written: &str,
    text: &str,
    bytes: &Range<usize>,
) -> Option<(usize, Option<Range<usize>>)> {
    let (mut at, mut read, mut same) = (0, 0, true);
    let (mut start, mut end) = (None, None);
    loop {
        let (sign, length) = character(&written[at..])?.ok()?;
        let closed = sign == '"' && length == 1;
        // Where something is missing the end of the text is to blame.
        if closed || read >= bytes.start {
            start.get_or_insert(at);
        }
        if closed || read >= bytes.end {
            end.get_or_insert(at);
        }
        if closed {
            let blamed = start.zip(end).map(|(start, end)| start..end);
            return Some((at + 1, blamed.filter(|_| same && read == text.len())));
        }
        same &= text.get(read..).is_some_and(|rest| rest.starts_with(sign));
        read += sign.len_utf8();
        at += length;
    }
}
