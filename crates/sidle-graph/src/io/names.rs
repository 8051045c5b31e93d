//! What a name is, the same in every form of a graph file.

use std::io;

/// Is this a vertex name: not empty, without white space and control characters? All forms hold these
/// and no others, so that a graph can be carried from one into another; the text forms alone have no
/// place for names that would start a comment or a quotation.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Refuses to write what [`is_name`] says no reader would take.
pub(super) fn check_name(name: &str) -> io::Result<()> {
    if is_name(name) {
        return Ok(());
    }
    Err(bad_name(
        name,
        "a name is not empty and has no white space or control character",
    ))
}

/// The error for a name that a form cannot hold.
pub(super) fn bad_name(name: &str, rule: &str) -> io::Error {
    let shown: String = name.chars().take(60).collect();
    let problem = format!("the vertex name {shown:?} cannot be written: {rule}");
    io::Error::new(io::ErrorKind::InvalidInput, problem)
}
