//! Lists on the command line: entries between commas, and errors that point at them.

use std::sync::Arc;

use super::limits;

/// A message with the line of a text that it is about, and a mark under the byte.
fn pointed(message: &str, text: &str, byte: usize) -> String {
    let before = text.get(..byte).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let blanks = " ".repeat(text[start..before.len()].chars().count());
    format!("{message}\n  {line}\n  {blanks}^")
}

/// What is said about an entry of a list that is empty, and begins at a byte.
fn empty_entry(text: &str, byte: usize) -> String {
    let message = match text.trim().is_empty() {
        true => "nothing is given here",
        false => "an entry is empty: write something between the commas, or leave a comma out",
    };
    pointed(message, text, byte)
}

/// The heaps of one `--at`.
pub(super) type Heaps = Arc<[u32]>;

/// Heaps that are separated by commas.
pub(super) fn heaps(text: &str) -> Result<Heaps, String> {
    let heap = |(start, part): (usize, &str)| match part.trim() {
        "" => Err(empty_entry(text, start)),
        number => number.parse().map_err(|_| {
            let whole = number.bytes().all(|byte| byte.is_ascii_digit());
            let message = match whole {
                true => too_large(),
                false => "a heap is a whole number, such as 9".to_owned(),
            };
            let blanks = part.len() - part.trim_start().len();
            pointed(&message, text, start + blanks)
        }),
    };
    let mut start = 0;
    let parts = text.split(',').map(|part| {
        let found = (start, part);
        start += part.len() + 1;
        found
    });
    parts.map(heap).collect()
}

/// One heap, as a count: `200`, `5k`.
pub(super) fn heap(text: &str) -> Result<u32, String> {
    u32::try_from(limits::count(text)?).map_err(|_| too_large())
}

fn too_large() -> String {
    format!(
        "this heap is too large: the largest allowed is {}",
        u32::MAX
    )
}
