//! The language of the Sidle engine: from text to values and back to text.
//!
//! A [`Session`] evaluates text and shows [`Answer`]s; a [`Diagnostic`] says what was wrong, where, and
//! what to do.
//!
//! ```
//! use sidle_core::Meter;
//! use sidle_lang::{Format, Session};
//! let mut session = Session::new();
//! let meter = Meter::unlimited();
//! let answers = session.evaluate("{0||0|-2} + {2|0||0}", &meter)?;
//! assert_eq!(session.show(&answers[0], Format::Plain, &meter)?, "0");
//! # Ok::<(), sidle_lang::Diagnostic>(())
//! ```
#![forbid(unsafe_code)]

mod ast;
mod claim;
mod class;
mod completion;
mod cycles;
mod diagnostic;
mod evaluate;
mod help;
mod lexer;
mod library;
mod literal;
mod loader;
mod look_alikes;
mod parser;
mod positions;
mod print;
mod random;
mod session;
mod symbols;
mod thermographs;
mod token;
mod value;

use sidle_numbers as rational;

pub use claim::{Certified, Written};
pub use diagnostic::{Diagnostic, DiagnosticKind, Span};
pub use library::nearest_names;
pub use print::Format;
pub use session::{Answer, Session};
pub use sidle_numbers::{NumberError, Rational};
