//! Values as text: plain and Unicode notation, LaTeX, JSON.
//!
//! Games are laid out once, as items of a [`Notation`]; the walk over them is the same for every format,
//! and a visitor of the format spells each part.

mod forms;
mod json;
mod latex;
mod plain;
mod structure;
mod tree;
mod unicode;
mod visitor;

use sidle_core::Meter;
use sidle_solve::AnyPosition;
use sidle_values::{
    Store,
    loopy::{LoopyValue, SideForm},
    notation::Notation,
};

use self::visitor::Visitor;
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    library::{Mutable, Object},
    symbols::Symbol,
    value::{self, Order, Value},
};

/// What stands before a position of a dicotic variant.
const DICOTIC: &str = "DicoticVariantGame(";

/// Texts longer than this are refused: the text of a game can be exponentially longer than the game.
pub const MAX_LENGTH: usize = 1 << 22;

/// The ways to write a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// ASCII, as it is typed: `{1|^*}`.
    #[default]
    Plain,
    /// With arrows and other signs: `{1|↑∗}`. It can be typed back in.
    Unicode,
    /// For a formula in LaTeX.
    Latex,
    /// One object: the class, the plain text, the parts of numbers and collections, and what games are
    /// made of.
    Json,
    /// The same with the mean and the temperature of every game without loops.
    JsonWithTemperatures,
}

/// A value as text.
pub(crate) fn show(
    store: &Store,
    value: &Value,
    format: Format,
    meter: &Meter,
) -> Result<String, Failure> {
    Printer::new(store, format, meter).finish(value, format)
}

/// The plain text of a value.
pub(crate) fn plain(machine: &Machine<'_>, value: &Value) -> Result<String, Failure> {
    let hides = |name: &str| machine.bindings.has_value(name) || machine.classes.is_at_root(name);
    show_hiding(machine.store, value, Format::Plain, machine.meter, &hides)
}

/// A value as text, where some names stand for something else than the rulesets of these names.
pub(crate) fn show_hiding(
    store: &Store,
    value: &Value,
    format: Format,
    meter: &Meter,
    hides: &dyn Fn(&str) -> bool,
) -> Result<String, Failure> {
    let mut printer = Printer::new(store, format, meter);
    printer.hides = Some(hides);
    printer.finish(value, format)
}

/// A text that orders games with loops: the plain one, or the layout where that is too long to be written.
/// It depends on the value alone, and different values have different texts.
pub(crate) fn loopy_key(store: &Store, value: LoopyValue) -> String {
    let meter = Meter::unlimited();
    let mut printer = Printer::new(store, Format::Plain, &meter);
    match printer.loopy(value) {
        Ok(()) => printer.text,
        Err(_) => {
            let mut notation = Notation::new(store);
            let start = notation.loopy(value, &meter);
            let start = start.expect("an unlimited meter never stops");
            format!("~{start}{:?}", notation.items())
        }
    }
}

/// The text of one side of a game with loops.
pub(crate) fn side_text(
    store: &Store,
    side: SideForm,
    format: Format,
    meter: &Meter,
) -> Result<String, Failure> {
    let mut printer = Printer::new(store, format, meter);
    printer.side(side)?;
    Ok(printer.text)
}

fn too_long() -> Failure {
    Failure::new(format!(
        "the text would be longer than {MAX_LENGTH} characters"
    ))
    .with_help("ask for a part of it, or for its Mean, FollowerCount, LeftOptions …")
}

/// Writes values into a text of bounded length.
pub(crate) struct Printer<'p> {
    pub(self) store: &'p Store,
    pub(self) meter: &'p Meter,
    pub(self) visitor: &'static dyn Visitor,
    pub(self) text: String,
    notation: Notation<'p>,
    /// Does a name stand for something else than the ruleset of that name? Then the package is written.
    hides: Option<&'p dyn Fn(&str) -> bool>,
}

impl<'p> Printer<'p> {
    fn new(store: &'p Store, format: Format, meter: &'p Meter) -> Printer<'p> {
        Printer {
            store,
            meter,
            visitor: format.visitor(),
            text: String::new(),
            notation: Notation::new(store),
            hides: None,
        }
    }

    fn finish(mut self, value: &Value, format: Format) -> Result<String, Failure> {
        if let Format::Json | Format::JsonWithTemperatures = format {
            json::write(&mut self, value, format == Format::JsonWithTemperatures)?;
        } else {
            self.value(value)?;
        }
        Ok(self.text)
    }

    /// A position of a ruleset or class.
    pub(self) fn atom(&mut self, atom: &dyn AnyPosition) -> Result<(), Failure> {
        let mut text = String::new();
        let _ = atom.write(&mut text);
        let after = text.strip_prefix(DICOTIC).unwrap_or(&text);
        let name = after.split(['.', '(']).next().unwrap_or_default();
        if self.hides.is_some_and(|hides| hides(name)) {
            text.clear();
            let _ = atom.write_in_full(&mut text);
        }
        self.word(&text)
    }

    pub(self) fn put(&mut self, text: &str) -> Result<(), Failure> {
        self.text.push_str(text);
        if self.text.len() > MAX_LENGTH {
            return Err(too_long());
        }
        Ok(())
    }

    /// A symbol in the spelling of the format.
    pub(self) fn symbol(&mut self, symbol: Symbol) -> Result<(), Failure> {
        self.put(self.visitor.symbol(symbol))
    }

    pub(self) fn number(&mut self, number: &crate::Rational) -> Result<(), Failure> {
        self.put(&self.visitor.number(number))
    }

    /// Writes a value; recursion is bounded by the nesting of collections.
    pub(self) fn value(&mut self, value: &Value) -> Result<(), Failure> {
        match value {
            Value::Nothing => self.word("Nothing"),
            Value::Bool(truth) => self.word(if *truth { "true" } else { "false" }),
            Value::Number(number) => self.number(number),
            Value::Game(game) => self.game(*game),
            Value::Loopy(value) => self.loopy(*value),
            Value::Form(form) => self.form(form),
            Value::Text(text) => {
                let quoted = quote(text);
                self.word(&quoted)
            }
            Value::List(items) => match items.range.as_deref() {
                Some([first, last, step]) => {
                    self.number(first)?;
                    self.put("..")?;
                    self.number(last)?;
                    if step.small() != Some(1) {
                        self.put("..")?;
                        self.number(step)?;
                    }
                    Ok(())
                }
                None => self.sequence("[", &items.values, ",", "]"),
            },
            Value::Map(items) if items.values.is_empty() => self.put("{=>}"),
            Value::Set(items) | Value::Map(items) => {
                let between = if matches!(value, Value::Map(_)) {
                    ", "
                } else {
                    ","
                };
                let sorted = items.sorted(self.store, self.meter)?;
                self.braced(&sorted, between)
            }
            Value::Coordinates(row, column) => self.put(&format!("({row},{column})")),
            Value::Instance(instance) => {
                let text = instance
                    .text()
                    .unwrap_or_else(|| instance.class.name.clone());
                self.word(&text)
            }
            Value::Object(object) if object.downcast_ref::<Mutable>().is_some() => {
                self.mutable(&**object)
            }
            Value::Object(object) if let Some(position) = object.position() => self.form(&position),
            Value::Object(object) => {
                let (store, meter) = (self.store, self.meter);
                let text = object.text(&mut |value| show(store, value, Format::Plain, meter))?;
                self.word(&text)
            }
            Value::Pair(pair) => {
                self.value(&pair.0)?;
                self.put(" ")?;
                self.symbol(Symbol::Maps)?;
                self.put(" ")?;
                self.value(&pair.1)
            }
            Value::Player(player) => self.word(&player.to_string()),
            Value::Outcome(outcome) => self.word(&outcome.to_string()),
            Value::LoopyOutcome(outcome) => self.word(&outcome.to_string()),
            Value::Class(class) => self.word(&format!("⟪{}⟫", class.qualified)),
            Value::Function(function) => {
                let text = match &function.prototype.text {
                    Some((ast, node)) => crate::evaluate::function_text(ast, *node),
                    None => "⟪function⟫".to_owned(),
                };
                self.word(&text)
            }
            Value::Script(script) => self.word(&format!("⟪{}⟫", script.name)),
            Value::Cell(_) | Value::Missing => self.word("⟪variable⟫"),
            Value::Builtin(name) => self.word(&format!("⟪{name}⟫")),
            Value::Uptimal(expansion) => self.word(&expansion.to_string()),
            Value::Thermograph(thermograph) => self.word(&thermograph.to_string()),
            Value::Surreal(number) => {
                let text = number.to_string().replace('ω', self.visitor.omega());
                self.put(&text)
            }
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Failure> {
        self.put(&self.visitor.word(word))
    }

    fn braced(&mut self, values: &[Value], between: &str) -> Result<(), Failure> {
        let [open, close] =
            [Symbol::OpenBrace, Symbol::CloseBrace].map(|brace| self.visitor.symbol(brace));
        self.sequence(open, values, between, close)
    }

    /// A collection that changes: those without order are printed in the universal one.
    fn mutable(&mut self, object: &dyn Object) -> Result<(), Failure> {
        let Some(mutable) = object.downcast_ref::<Mutable>() else {
            return Ok(());
        };
        let (name, mut values, sort) = mutable.parts();
        if sort {
            let mut order = Order::new(self.store);
            order.prepare(&values, self.meter)?;
            values.sort_by(|a, b| value::compare(a, b, &mut order));
        }
        self.sequence(&format!("{name}("), &values, ", ", ")")
    }

    fn sequence(
        &mut self,
        open: &str,
        values: &[Value],
        between: &str,
        close: &str,
    ) -> Result<(), Failure> {
        self.put(open)?;
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                self.put(between)?;
            }
            self.value(value)?;
        }
        self.put(close)
    }
}

/// Strings are printed between quotes, as they are.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{text}\"")
}
