//! The terminal that answers are shown on.

use std::io;

/// How many columns it has; 80 where the standard output is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(80, |(width, _)| usize::from(width.0))
}
