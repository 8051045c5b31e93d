//! The walk over the notation tree of a value, with an explicit stack.

use sidle_core::{Dyadic, Meter, Player};
use sidle_numbers::Rational;

use super::{Item, ItemId, MAX_LENGTH, Notation, Style, Symbol, Term, TextError, visitor::Visitor};
use crate::{NumberUpStar, Store, loopy::Pseudonumber};

/// Writes values, and what stands between them, into one text of bounded length.
///
/// A [`Notation`] is kept between the values, so that a game which occurs in several is laid out once.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_values::{Store, notation::{Style, Writer}};
/// let (store, meter) = (Store::new(), Meter::unlimited());
/// let mut writer = Writer::new(&store, Style::Unicode, &meter);
/// writer.term(store.nimber(2))?;
/// writer.operator(", ")?;
/// writer.term(store.loopy().over())?;
/// assert_eq!(writer.finish()?, "⋆2, over");
/// # Ok::<(), sidle_values::notation::TextError>(())
/// ```
pub struct Writer<'s> {
    notation: Notation<'s>,
    meter: &'s Meter,
    visitor: &'static dyn Visitor,
    text: String,
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

/// Something still to be written.
enum Work {
    /// Markup.
    Text(&'static str),
    Operator(&'static str),
    Symbol(Symbol),
    Slashes(u8),
    BetweenSides,
    /// An item with its own braces.
    Item(ItemId),
    /// An item as the only option of its side.
    Only(ItemId),
}

impl<'s> Writer<'s> {
    /// An empty text.
    #[must_use]
    pub fn new(store: &'s Store, style: Style, meter: &'s Meter) -> Writer<'s> {
        let visitor = style.visitor();
        Writer {
            notation: Notation::new(store),
            meter,
            visitor,
            text: visitor.whole()[0].to_owned(),
        }
    }

    /// The text.
    ///
    /// # Errors
    /// If it is too long.
    pub fn finish(mut self) -> Result<String, TextError> {
        self.text.push_str(self.visitor.whole()[1]);
        self.bounded()?;
        Ok(self.text)
    }

    /// The text as far as it was written.
    pub(super) fn unfinished(self) -> String {
        self.text
    }

    fn bounded(&self) -> Result<(), TextError> {
        match self.text.len() > MAX_LENGTH {
            true => Err(TextError::TooLong),
            false => Ok(()),
        }
    }

    /// Appends punctuation, or an operator with the blanks around it.
    ///
    /// # Errors
    /// If the text becomes too long.
    pub fn operator(&mut self, operator: &str) -> Result<(), TextError> {
        self.visitor.operator(operator, &mut self.text);
        self.bounded()
    }

    /// Appends a symbol.
    ///
    /// # Errors
    /// If the text becomes too long.
    pub fn symbol(&mut self, symbol: Symbol) -> Result<(), TextError> {
        self.visitor.symbol(symbol, &mut self.text);
        self.bounded()
    }

    /// Appends a word that is not a value.
    ///
    /// # Errors
    /// If the text becomes too long.
    pub fn word(&mut self, word: &str) -> Result<(), TextError> {
        self.visitor.word(word, &mut self.text);
        self.bounded()
    }

    /// Appends a value.
    ///
    /// # Errors
    /// If the text becomes too long, or a limit of the meter is met.
    ///
    /// # Panics
    /// If the value belongs to another store.
    pub fn term(&mut self, term: impl Into<Term>) -> Result<(), TextError> {
        let item = match term.into() {
            Term::Number(number) => {
                self.visitor.number(&number, &mut self.text);
                return self.bounded();
            }
            Term::Surreal(number) => {
                self.visitor.surreal(&number, &mut self.text);
                return self.bounded();
            }
            Term::Game(game) => self.notation.game(game, self.meter)?,
            Term::Loopy(value) => self.notation.loopy(value, self.meter)?,
            Term::Side(side) => self.notation.side(side, self.meter)?,
        };
        self.item(item)
    }

    fn item(&mut self, item: ItemId) -> Result<(), TextError> {
        let mut work = vec![Work::Item(item)];
        let mut ticker = self.meter.ticker();
        while let Some(next) = work.pop() {
            ticker.step()?;
            match next {
                Work::Text(text) => self.text.push_str(text),
                Work::Operator(operator) => self.visitor.operator(operator, &mut self.text),
                Work::Symbol(symbol) => self.visitor.symbol(symbol, &mut self.text),
                Work::Slashes(count) => self.visitor.slashes(count, &mut self.text),
                Work::BetweenSides => self.visitor.between_sides(&mut self.text),
                Work::Item(id) => self.visit(id, true, &mut work),
                Work::Only(id) => {
                    let braces = !self.notation.item(id).can_be_bare();
                    self.visit(id, braces, &mut work);
                }
            }
            self.bounded()?;
        }
        Ok(())
    }

    /// Writes the beginning of an item and leaves the rest as work.
    fn visit(&mut self, id: ItemId, braces: bool, work: &mut Vec<Work>) {
        let (visitor, text) = (self.visitor, &mut self.text);
        match self.notation.item(id) {
            Item::NumberUpStar(nus) => number_up_star(visitor, nus, text),
            Item::Power(power) => {
                leading_number(visitor, &power.number, text);
                visitor.power(power, text);
                if power.star {
                    visitor.star(1, text);
                }
            }
            Item::Pseudonumber(stop) => pseudonumber(visitor, stop, text),
            Item::Dud => visitor.symbol(Symbol::Dud, text),
            Item::Pass => visitor.symbol(Symbol::Pass, text),
            Item::Back(label) => visitor.label(label, text),
            Item::Tiny {
                number,
                player,
                argument,
            } => {
                leading_number(visitor, number, text);
                visitor.tiny(*player, text);
                work.extend([Work::Text(visitor.tiny_end()), Work::Item(*argument)]);
            }
            // `+-x`, `+-(1*)`, `+-{x,y}`.
            Item::Switch(left) => {
                begin_group(visitor, text, work);
                visitor.symbol(Symbol::PlusMinus, text);
                match left[..] {
                    [only] if self.notation.item(only).is_composite() => {
                        visitor.operator("(", text);
                        work.extend([Work::Operator(")"), Work::Item(only)]);
                    }
                    [only] => work.push(Work::Item(only)),
                    _ => {
                        visitor.symbol(Symbol::OpenBrace, text);
                        work.push(Work::Symbol(Symbol::CloseBrace));
                        push_options(left, work);
                    }
                }
            }
            Item::Braces {
                label,
                sides,
                slashes,
            } => {
                if let Some(label) = label {
                    visitor.label(label, text);
                }
                begin_group(visitor, text, work);
                if braces {
                    visitor.symbol(Symbol::OpenBrace, text);
                    work.push(Work::Symbol(Symbol::CloseBrace));
                }
                push_options(&sides[1], work);
                work.push(Work::Slashes(*slashes));
                push_options(&sides[0], work);
            }
            Item::Sides(onside, offside) => {
                work.extend([
                    Work::Item(*offside),
                    Work::BetweenSides,
                    Work::Item(*onside),
                ]);
            }
        }
    }
}

/// Begins a group, and leaves its end as work.
fn begin_group(visitor: &dyn Visitor, text: &mut String, work: &mut Vec<Work>) {
    let [open, close] = visitor.group();
    if !open.is_empty() {
        text.push_str(open);
        work.push(Work::Text(close));
    }
}

fn push_options(options: &[ItemId], work: &mut Vec<Work>) {
    if let &[only] = options {
        work.push(Work::Only(only));
        return;
    }
    for (at, &option) in options.iter().enumerate().rev() {
        work.push(Work::Item(option));
        if at > 0 {
            work.push(Work::Operator(","));
        }
    }
}

/// A number part before something else; nothing for 0.
fn leading_number(visitor: &dyn Visitor, number: &Dyadic, text: &mut String) {
    if !number.is_zero() {
        visitor.number(&Rational::from(number), text);
    }
}

fn number_up_star(visitor: &dyn Visitor, nus: &NumberUpStar, text: &mut String) {
    if nus.is_number() {
        return visitor.number(&Rational::from(&nus.number), text);
    }
    if !nus.number.is_zero() {
        visitor.number(&Rational::from(&nus.number), text);
        if visitor.has_joint(nus) {
            visitor.symbol(Symbol::Plus, text);
        }
    }
    if nus.ups != 0 {
        let player = match nus.ups < 0 {
            true => Player::Right,
            false => Player::Left,
        };
        visitor.arrows(player, nus.ups.unsigned_abs(), text);
    }
    if nus.star != 0 {
        visitor.star(nus.star, text);
    }
}

fn pseudonumber(visitor: &dyn Visitor, stop: &Pseudonumber, text: &mut String) {
    let symbol = match stop {
        Pseudonumber::Off => Symbol::Off,
        Pseudonumber::On => Symbol::On,
        Pseudonumber::Under(number) => {
            leading_number(visitor, number, text);
            Symbol::Under
        }
        Pseudonumber::Over(number) => {
            leading_number(visitor, number, text);
            Symbol::Over
        }
        Pseudonumber::Number(number) => {
            return visitor.number(&Rational::from(number), text);
        }
    };
    visitor.symbol(symbol, text);
}
