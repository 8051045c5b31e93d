//! Values as JSON objects.
//!
//! Every object has `type` and `text` (the plain notation). Numbers add `numerator` and `denominator` as
//! strings of digits, booleans `value`, strings `value`, lists and sets `items`, maps `entries`, and games
//! `game`: what they are made of. The outermost object has `latex` too.

use std::borrow::Cow;

use serde::Serialize;
use sidle_core::Meter;
use sidle_values::{
    Store,
    loopy::LoopyValue,
    notation::{MAX_LENGTH, Structure, TextError},
};

use super::{Format, Hides};
use crate::{diagnostic::Failure, value::Value};

/// A value with its formula.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    object: Box<Object>,
    /// Commands are longer than signs: the text may have room where LaTeX has none.
    latex: Option<String>,
}

/// One value as an object.
#[derive(Serialize)]
pub(super) struct Object {
    #[serde(rename = "type")]
    kind: &'static str,
    text: String,
    #[serde(flatten)]
    parts: Parts,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Box<Structure>>,
}

/// What some values have beside their text.
#[derive(Serialize)]
#[serde(untagged)]
enum Parts {
    Bool {
        value: bool,
    },
    Text {
        value: String,
    },
    Number {
        numerator: String,
        denominator: String,
    },
    Coordinates {
        row: i32,
        column: i32,
    },
    Items {
        items: Vec<Object>,
    },
    Entries {
        entries: Vec<Object>,
    },
    Pair {
        key: Box<Object>,
        value: Box<Object>,
    },
    None {},
}

/// The texts of all parts of a collection together may be longer than the text of the whole: each is
/// written again in the text of what it is in.
const MAX_TOTAL: usize = 64 * MAX_LENGTH;

/// One object as JSON. Its plain text is bounded, and nothing else is bounded more tightly.
pub(super) fn text(
    store: &Store,
    value: &Value,
    heat: bool,
    meter: &Meter,
    hides: Hides<'_>,
) -> Result<String, Failure> {
    let mut objects = Objects {
        store,
        meter,
        hides,
        heat,
        length: 0,
    };
    let object = objects.object(value)?;
    let latex = match super::show_within(store, value, Format::Latex, meter, hides) {
        Ok(latex) => Some(latex),
        Err(Failure::Stopped(reason)) => return Err(Failure::Stopped(reason)),
        Err(_) => None,
    };
    serde_json::to_string(&Answer { object, latex })
        .map_err(|error| Failure::new(format!("this cannot be written as JSON: {error}")))
}

/// Values on their way to objects.
struct Objects<'p> {
    store: &'p Store,
    meter: &'p Meter,
    hides: Hides<'p>,
    heat: bool,
    /// The length of all texts so far.
    length: usize,
}

impl Objects<'_> {
    /// Recursion is bounded by the nesting of collections; whatever does not recur is kept out of its way, so that a
    /// level takes little of the stack.
    fn object(&mut self, value: &Value) -> Result<Box<Object>, Failure> {
        let mut made = self.simple(value)?;
        let (values, is_map) = match value {
            Value::List(items) => (Cow::Borrowed(items.values.as_slice()), false),
            Value::Set(items) => (Cow::Owned(items.sorted(self.store, self.meter)?), false),
            Value::Map(items) => (Cow::Owned(items.sorted(self.store, self.meter)?), true),
            Value::Pair(pair) => {
                let key = self.object(&pair.0)?;
                let value = self.object(&pair.1)?;
                made.parts = Parts::Pair { key, value };
                return Ok(made);
            }
            _ => return Ok(made),
        };
        let mut items = Vec::with_capacity(values.len());
        for value in values.iter() {
            items.push(*self.object(value)?);
        }
        made.parts = match is_map {
            true => Parts::Entries { entries: items },
            false => Parts::Items { items },
        };
        Ok(made)
    }

    /// An object without those in it.
    #[inline(never)]
    fn simple(&mut self, value: &Value) -> Result<Box<Object>, Failure> {
        let text = super::show_within(self.store, value, Format::Plain, self.meter, self.hides)?;
        self.length += text.len();
        self.meter.room(text.len() as u64)?;
        if self.length > MAX_TOTAL {
            return Err(TextError::TooLong.into());
        }
        let game = match value {
            Value::Game(game) => Some(self.structure(*game)?),
            Value::Loopy(value) => Some(self.structure(*value)?),
            Value::Number(number) => match number.to_dyadic() {
                Some(number) => Some(self.structure(self.store.number(&number))?),
                None => None,
            },
            _ => None,
        };
        let parts = match value {
            Value::Bool(truth) => Parts::Bool { value: *truth },
            Value::Text(text) => Parts::Text {
                value: text.to_string(),
            },
            Value::Number(number) => Parts::Number {
                numerator: number.numerator().to_string(),
                denominator: number.denominator().to_string(),
            },
            Value::Coordinates(row, column) => Parts::Coordinates {
                row: *row,
                column: *column,
            },
            _ => Parts::None {},
        };
        Ok(Box::new(Object {
            kind: kind(value),
            text,
            parts,
            game,
        }))
    }

    fn structure(&self, value: impl Into<LoopyValue>) -> Result<Box<Structure>, Failure> {
        let data = Structure::of(self.store, value, self.heat, self.meter)?;
        Ok(Box::new(data))
    }
}

pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Nothing => "nothing",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_integer() => "integer",
        Value::Number(_) => "number",
        Value::Game(_) => "game",
        Value::Loopy(_) => "loopy",
        Value::Form(_) => "form",
        Value::Text(_) => "string",
        Value::List(_) => "list",
        Value::Set(_) => "set",
        Value::Map(_) => "map",
        Value::Coordinates(..) => "coordinates",
        Value::Instance(_) | Value::Object(_) => "object",
        Value::Cell(_) | Value::Missing | Value::Script(_) => "script",
        Value::Pair(_) => "entry",
        Value::Player(_) => "player",
        Value::Outcome(_) | Value::LoopyOutcome(_) => "outcome",
        Value::Class(_) => "class",
        Value::Function(_) | Value::Builtin(_) => "function",
        Value::Uptimal(_) => "uptimal",
        Value::Thermograph(_) => "thermograph",
        Value::Surreal(_) => "ordinal",
    }
}
