//! Values as text: what can be written, in which styles, and when that fails.

use std::fmt;

use sidle_core::{Dyadic, Meter, StopReason};
use sidle_numbers::{Quotient, Rational};

use super::{
    latex::Latex,
    mathml::MathMl,
    visitor::{Plain, Unicode, Visitor},
    writer::Writer,
};
use crate::{
    Game, In, Store,
    loopy::{LoopyValue, SideForm, Stopper},
};

/// The longest text, in bytes: the text of a game can be exponentially longer than the game.
pub const MAX_LENGTH: usize = 1 << 22;

/// The ways to write a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Style {
    /// ASCII, as it is typed: `{1|^*}`.
    #[default]
    Plain,
    /// With arrows and other signs: `{1|↑⋆}`. It can be typed back in.
    Unicode,
    /// For a formula in LaTeX.
    Latex,
    /// A `<math>` element for a page.
    MathMl,
}

impl Style {
    pub(super) fn visitor(self) -> &'static dyn Visitor {
        match self {
            Style::Plain => &Plain,
            Style::Unicode => &Unicode,
            Style::Latex => &Latex,
            Style::MathMl => &MathMl,
        }
    }
}

/// A value that has notation. Games, stoppers, sides, loopy values and numbers turn into one with `into`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Term {
    /// A rational number or an infinity.
    Number(Rational),
    /// A generalized ordinal or a quotient of two.
    Surreal(Quotient),
    /// A short game.
    Game(Game),
    /// A game with or without cycles; one that is not a stopper is written as `onside & offside`.
    Loopy(LoopyValue),
    /// One side of a game with cycles, a stopper or not.
    Side(SideForm),
}

impl From<Rational> for Term {
    fn from(number: Rational) -> Term {
        Term::Number(number)
    }
}

impl From<&Dyadic> for Term {
    fn from(number: &Dyadic) -> Term {
        Term::Number(number.into())
    }
}

impl From<Quotient> for Term {
    fn from(number: Quotient) -> Term {
        Term::Surreal(number)
    }
}

impl From<Game> for Term {
    fn from(game: Game) -> Term {
        Term::Game(game)
    }
}

impl From<LoopyValue> for Term {
    fn from(value: LoopyValue) -> Term {
        Term::Loopy(value)
    }
}

impl From<SideForm> for Term {
    fn from(side: SideForm) -> Term {
        Term::Side(side)
    }
}

impl From<Stopper> for Term {
    fn from(stopper: Stopper) -> Term {
        Term::Side(stopper.into())
    }
}

/// Why a value was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// The text is too long.
    #[error("the text would be longer than {MAX_LENGTH} characters")]
    TooLong,
    /// The meter stopped the computation.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

impl Store {
    /// The text of a value in a style.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_values::{Store, notation::Style};
    /// let (store, meter) = (Store::new(), Meter::unlimited());
    /// let over = store.loopy().over();
    /// assert_eq!(store.text(over, Style::Latex, &meter)?, r"\mathbf{over}");
    /// # Ok::<(), sidle_values::notation::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is longer than [`MAX_LENGTH`], or a limit of the meter is met.
    ///
    /// # Panics
    /// If the value belongs to another store.
    pub fn text(
        &self,
        term: impl Into<Term>,
        style: Style,
        meter: &Meter,
    ) -> Result<String, TextError> {
        let mut writer = Writer::new(self, style, meter);
        writer.term(term)?;
        writer.finish()
    }

    /// A value in plain notation, for `format!` and `to_string`. A text that is longer than [`MAX_LENGTH`]
    /// breaks off and ends in `…`; [`text`](Store::text) reports that as an error.
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let hot = store.game(&[store.integer(2)], &[store.nimber(1)]);
    /// assert_eq!(store.display(hot).to_string(), "{2|*}");
    /// let dud = store.loopy().dud();
    /// assert_eq!(store.display(dud).to_string(), "dud");
    /// ```
    pub fn display(&self, term: impl Into<Term>) -> impl fmt::Display {
        Displayed {
            store: self,
            term: term.into(),
        }
    }
}

/// Plain notation, as of [`Store::display`].
impl fmt::Display for In<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.store().display(self.game()).fmt(f)
    }
}

/// A value with its store.
struct Displayed<'s> {
    store: &'s Store,
    term: Term,
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::new(self.store, Style::Plain, Meter::none());
        let written = writer.term(self.term.clone());
        let mut text = writer.unfinished();
        if written.is_err() {
            text.push('…');
        }
        f.pad(&text)
    }
}
