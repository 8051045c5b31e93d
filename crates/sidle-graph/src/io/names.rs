//! What a name is, the same in every form of a graph file.

use std::io;

use sidle_core::{Meter, StopReason, Ticker};

/// Counts the vertices of a file as they are met: they are nodes, and a limit on nodes stops the reading.
pub(crate) struct VertexCount<'m> {
    ticker: Ticker<'m>,
    counted: usize,
}

impl<'m> VertexCount<'m> {
    pub(crate) fn new(meter: &'m Meter) -> VertexCount<'m> {
        VertexCount {
            ticker: meter.ticker(),
            counted: 0,
        }
    }

    /// There are so many names now.
    #[inline]
    pub(crate) fn up_to(&mut self, names: usize) -> Result<(), StopReason> {
        while self.counted < names {
            self.counted += 1;
            self.ticker.node(0)?;
        }
        Ok(())
    }

    /// So many vertices are announced together, and take so many bytes.
    pub(crate) fn announced(&mut self, vertices: usize, bytes: u64) -> Result<(), StopReason> {
        let new = vertices.saturating_sub(self.counted);
        self.counted = self.counted.max(vertices);
        self.ticker.nodes(new as u64, bytes)
    }
}

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
