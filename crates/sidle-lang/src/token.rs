//! The words of the language.

use std::sync::Arc;

use crate::{Span, rational::Rational, symbols::Symbol};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// A number. `glued` says that an infinitesimal follows without a sign, as in `6^*` or `3/4v`.
    Number { value: Rational, glued: bool },
    /// A string between double quotes.
    Text(Arc<str>),
    /// A name or keyword.
    Word(Arc<str>),
    /// A run of `^`; `arrow` says that it was written with arrows, which are never the power.
    Ups { count: u32, arrow: bool },
    /// A run of `v` or `↓`, or `v` with a number: so many downs.
    Downs(u64),
    /// `<n>` or `<on>` directly behind up or down: the exponent of a power.
    Exponent(Option<u64>),
    /// A run of `|`.
    Slashes(u32),
    /// Any other sign.
    Symbol(Symbol),
    /// The end of a line.
    Newline,
    /// The end of the text.
    End,
}

/// One token with its place.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Is there blank space (or the beginning of the text) before it?
    pub(crate) spaced: bool,
}

impl Token {
    /// Is this that sign?
    pub(crate) fn is(&self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Symbol(symbol)
    }

    /// The word, if this is one.
    pub(crate) fn word(&self) -> Option<&Arc<str>> {
        match &self.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }
}
