//! Keys of the keyboard as WebDriver names them.

pub(crate) const ENTER: char = '\u{E007}';
pub(crate) const TAB: char = '\u{E004}';
pub(crate) const SHIFT: char = '\u{E008}';
pub(crate) const CONTROL: char = '\u{E009}';
pub(crate) const LEFT: char = '\u{E012}';
pub(crate) const RIGHT: char = '\u{E014}';
pub(crate) const DOWN: char = '\u{E015}';
