//! Notation and calculator of the Sidle engine.
#![forbid(unsafe_code)]

mod ast;
mod builtins;
mod diagnostic;
mod lexer;
mod parser;
mod rational;
mod symbols;
mod token;

pub use diagnostic::{Diagnostic, DiagnosticKind, Span};
pub use rational::{NumberError, Rational};
