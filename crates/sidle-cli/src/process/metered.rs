//! Output is work, too: whatever is written ends soon after a limit or Ctrl-C.
//!
//! Everything that the binary writes, to the standard output or to a file, passes [`Metered`]. What a computation that was
//! stopped has to tell is short and still passes; an answer of gigabytes is cut off, and the error says so.

use std::{
    io::{self, Write},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use sidle::core::StopReason;

use super::watchdog;

/// So much is written between two looks at the limits.
const BLOCK: usize = 1 << 14;

/// What is added to the reason of a stop that cuts an output off.
pub(crate) const NOT_WHOLE: &str = "; the output is not complete";

/// An output was cut off.
#[derive(Debug)]
struct Cut(StopReason);

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{NOT_WHOLE}", self.0)
    }
}

impl std::error::Error for Cut {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// How many threads are inside a write.
static WRITING: AtomicUsize = AtomicUsize::new(0);

/// Is anything being written at this moment?
pub(crate) fn is_writing() -> bool {
    WRITING.load(Relaxed) > 0
}

/// A stream that ends with an error when its time is over.
pub(crate) struct Metered<W> {
    stream: W,
    /// Bytes written since the limits were looked at.
    unlooked: usize,
}

impl<W: Write> Metered<W> {
    pub(crate) fn new(stream: W) -> Metered<W> {
        let unlooked = BLOCK;
        Metered { stream, unlooked }
    }
}

impl<W: Write> Write for Metered<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.unlooked >= BLOCK {
            self.unlooked = 0;
            if let Some(reason) = watchdog::silence() {
                return Err(io::Error::other(Cut(reason)));
            }
        }
        let block = &bytes[..bytes.len().min(BLOCK)];
        WRITING.fetch_add(1, Relaxed);
        let written = self.stream.write(block);
        WRITING.fetch_sub(1, Relaxed);
        self.unlooked += written.as_ref().copied().unwrap_or(0);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        WRITING.fetch_add(1, Relaxed);
        let flushed = self.stream.flush();
        WRITING.fetch_sub(1, Relaxed);
        flushed
    }
}
