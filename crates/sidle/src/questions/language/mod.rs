//! Questions about programs of the language.

mod evaluate;

pub use self::evaluate::*;
