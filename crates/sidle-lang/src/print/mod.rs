//! Values as text: plain and Unicode notation, LaTeX, MathML, JSON.
//!
//! Games and numbers are written by [`Writer`]; collections, written forms and objects are added here.

mod forms;
mod json;

use sidle_core::Meter;
use sidle_numbers::{Quotient, Rational};
use sidle_solve::AnyPosition;
use sidle_values::{
    Store,
    loopy::LoopyValue,
    notation::{Notation, Style, Term, TextError, Writer},
};

pub(crate) use json::kind;

use crate::{
    diagnostic::{Diagnostic, Failure},
    evaluate::Machine,
    library::{Mutable, Object},
    symbols::Symbol,
    value::{self, Order, Value},
};

/// What stands before a position of a dicotic variant.
const DICOTIC: &str = "DicoticVariantGame(";

/// Does a name stand for something else than the ruleset of that name? Then its package is written.
type Hides<'p> = Option<&'p dyn Fn(&str) -> bool>;

/// The ways to write a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// ASCII, as it is typed: `{1|^*}`.
    #[default]
    Plain,
    /// With arrows and other signs: `{1|↑⋆}`. It can be typed back in.
    Unicode,
    /// For a formula in LaTeX.
    Latex,
    /// A `<math>` element for a page.
    MathMl,
    /// One object: the class, the plain text, the parts of numbers and collections, and what games are
    /// made of.
    Json,
    /// The same with the mean and the temperature of every short game.
    JsonWithTemperatures,
}

impl Format {
    /// The style of the values; the texts inside JSON are plain.
    fn style(self) -> Style {
        match self {
            Format::Plain | Format::Json | Format::JsonWithTemperatures => Style::Plain,
            Format::Unicode => Style::Unicode,
            Format::Latex => Style::Latex,
            Format::MathMl => Style::MathMl,
        }
    }
}

/// A value as text.
pub(crate) fn show(
    store: &Store,
    value: &Value,
    format: Format,
    meter: &Meter,
) -> Result<String, Failure> {
    show_within(store, value, format, meter, None)
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
    show_within(store, value, format, meter, Some(hides))
}

fn show_within(
    store: &Store,
    value: &Value,
    format: Format,
    meter: &Meter,
    hides: Hides<'_>,
) -> Result<String, Failure> {
    if let Format::Json | Format::JsonWithTemperatures = format {
        let heat = format == Format::JsonWithTemperatures;
        return json::text(store, value, heat, meter, hides);
    }
    let mut printer = Printer {
        store,
        meter,
        writer: Writer::new(store, format.style(), meter),
        hides,
    };
    printer.value(value)?;
    Ok(printer.writer.finish()?)
}

/// A text that orders games with loops: the plain one, or the layout where that is too long to be written.
/// It depends on the value alone, and different values have different texts.
pub(crate) fn loopy_key(store: &Store, value: LoopyValue) -> String {
    let meter = Meter::none();
    store.text(value, Style::Plain, meter).unwrap_or_else(|_| {
        let mut notation = Notation::new(store);
        let start = notation.loopy(value, meter);
        let start = start.expect("an unlimited meter never stops");
        format!("~{start}{:?}", notation.items())
    })
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        match error {
            TextError::Stopped(reason) => reason.into(),
            error => Failure::new(error.to_string())
                .with_help("ask for a part of it, or for its Mean, FollowerCount, LeftOptions …"),
        }
    }
}

impl From<TextError> for Diagnostic {
    fn from(error: TextError) -> Diagnostic {
        Failure::from(error).at(crate::Span::default())
    }
}

/// Writes values of the language into a text of bounded length.
struct Printer<'p> {
    store: &'p Store,
    meter: &'p Meter,
    writer: Writer<'p>,
    hides: Hides<'p>,
}

impl Printer<'_> {
    /// A position of a ruleset or class.
    fn atom(&mut self, atom: &dyn AnyPosition) -> Result<(), Failure> {
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

    /// Writes a value; recursion is bounded by the nesting of collections.
    fn value(&mut self, value: &Value) -> Result<(), Failure> {
        match value {
            Value::Nothing => self.word("Nothing"),
            Value::Bool(truth) => self.word(if *truth { "true" } else { "false" }),
            Value::Number(number) => self.term(number.clone()),
            Value::Game(game) => self.term(*game),
            Value::Loopy(value) => self.term(*value),
            Value::Form(form) => self.form(form),
            Value::Text(text) => {
                let quoted = quote(text);
                self.word(&quoted)
            }
            Value::List(items) => match items.range.as_deref() {
                Some([first, last, step]) => {
                    self.term(first.clone())?;
                    self.put("..")?;
                    self.term(last.clone())?;
                    if step.small() != Some(1) {
                        self.put("..")?;
                        self.term(step.clone())?;
                    }
                    Ok(())
                }
                None => {
                    self.put("[")?;
                    self.sequence(&items.values, ",")?;
                    self.put("]")
                }
            },
            Value::Map(items) if items.values.is_empty() => self.put("{=>}"),
            Value::Set(items) | Value::Map(items) => {
                let between = if matches!(value, Value::Map(_)) {
                    ", "
                } else {
                    ","
                };
                let sorted = items.sorted(self.store, self.meter)?;
                self.symbol(Symbol::OpenBrace)?;
                self.sequence(&sorted, between)?;
                self.symbol(Symbol::CloseBrace)
            }
            Value::Coordinates(row, column) => {
                self.put("(")?;
                self.term(Rational::from(i64::from(*row)))?;
                self.put(",")?;
                self.term(Rational::from(i64::from(*column)))?;
                self.put(")")
            }
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
            Value::Surreal(number) => self.term(Quotient::clone(number)),
        }
    }

    fn term(&mut self, term: impl Into<Term>) -> Result<(), Failure> {
        Ok(self.writer.term(term)?)
    }

    fn put(&mut self, operator: &str) -> Result<(), Failure> {
        Ok(self.writer.operator(operator)?)
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<(), Failure> {
        Ok(self.writer.symbol(symbol)?)
    }

    fn word(&mut self, word: &str) -> Result<(), Failure> {
        Ok(self.writer.word(word)?)
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
        self.put(name)?;
        self.put("(")?;
        self.sequence(&values, ", ")?;
        self.put(")")
    }

    fn sequence(&mut self, values: &[Value], between: &str) -> Result<(), Failure> {
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                self.put(between)?;
            }
            self.value(value)?;
        }
        Ok(())
    }
}

/// Strings are printed between quotes, as they are.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use sidle_core::Meter;

    use crate::{Format, Session};

    /// The row inside `<math>`.
    fn mathml(source: &str) -> String {
        let (mut session, meter) = (Session::new(), Meter::unlimited());
        let answers = session.evaluate(source, &meter).expect("an answer");
        let text = session.show(&answers[0], Format::MathMl, &meter);
        let text = text.expect("a text");
        let row = text.split_once("<mrow>").map_or("", |(_, row)| row);
        let row = row.strip_suffix("</mrow></math>");
        row.unwrap_or_else(|| panic!("{text}")).to_owned()
    }

    #[test]
    fn values_of_the_language_in_mathml() {
        let rows = [
            (
                "[1/2, ^]",
                "<mo>[</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>,</mo><mi>↑</mi><mo>]</mo>",
            ),
            (
                "{1 => *}",
                "<mo>{</mo><mn>1</mn><mo>⇒</mo><mi>∗</mi><mo>}</mo>",
            ),
            (
                "'{1|}' + '{|-1}'",
                "<mo>'</mo><mo>{</mo><mn>1</mn><mo>|</mo><mo>}</mo><mo>'</mo><mo>+</mo>\
                 <mo>'</mo><mo>{</mo><mo>|</mo><mrow><mo>−</mo><mn>1</mn></mrow><mo>}</mo><mo>'</mo>",
            ),
            ("\"a < b & c\"", "<mtext>\"a &lt; b &amp; c\"</mtext>"),
            ("omega + 1", "<mrow><mi>ω</mi><mo>+</mo><mn>1</mn></mrow>"),
            (
                "(1,-2)",
                "<mo>(</mo><mn>1</mn><mo>,</mo><mrow><mo>−</mo><mn>2</mn></mrow><mo>)</mo>",
            ),
        ];
        for (source, expected) in rows {
            assert_eq!(mathml(source), expected, "{source}");
        }
    }
}
