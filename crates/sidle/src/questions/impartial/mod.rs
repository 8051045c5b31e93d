//! Questions about heap games, in normal and in misère play.

mod nim_sequence;

pub use self::nim_sequence::*;
