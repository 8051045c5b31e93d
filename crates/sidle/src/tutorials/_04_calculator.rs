//! # The calculator from Rust
//!
//! The language of the binary `sidle` is a library, [`lang`](crate::lang): a
//! [`Session`](crate::lang::Session) keeps the names that were defined, and evaluates text.
//!
//! ```
//! use sidle::{core::Meter, lang::{Format, Session}};
//!
//! let mut session = Session::new();
//! let meter = Meter::unlimited();
//! session.evaluate("g := {0|*}", &meter)?;
//! let answers = session.evaluate("g + g; g > 0", &meter)?;
//! let shown = session.show(&answers[0], Format::Plain, &meter)?;
//! assert_eq!(shown, "^^");
//! assert_eq!(answers[1].as_bool(), Some(true));
//! # Ok::<(), sidle::lang::Diagnostic>(())
//! ```
//!
//! An error is a [`Diagnostic`](crate::lang::Diagnostic): it knows its place in the text and often
//! the way out. A line is a transaction, so an error changes nothing.
//!
//! ```
//! use sidle::{core::Meter, lang::Session};
//!
//! let mut session = Session::new();
//! let source = "x := 1; x + Tinny(2)";
//! let error = session.evaluate(source, &Meter::unlimited()).unwrap_err();
//! assert_eq!(&source[error.span.start..error.span.end], "Tinny");
//! assert!(session.evaluate("x", &Meter::unlimited()).is_err());
//! ```
