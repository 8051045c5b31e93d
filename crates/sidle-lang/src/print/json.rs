//! Values as JSON objects.
//!
//! Every object has `type` and `text` (the plain notation). Numbers add `numerator` and `denominator` as
//! strings of digits, booleans `value`, strings `value`, lists and sets `items`, maps `entries`, and games
//! `game`: what they are made of. The outermost object has `latex` too.

use std::borrow::Cow;

use serde::Serialize;

use super::{
    Format, MAX_LENGTH, Printer,
    structure::{self, Structure},
};
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

/// Writes one object. Its plain text is bounded, and nothing else is bounded more tightly.
pub(super) fn write(printer: &mut Printer<'_>, value: &Value, heat: bool) -> Result<(), Failure> {
    let object = object(printer, value, heat, &mut 0)?;
    let latex = match super::show(printer.store, value, Format::Latex, printer.meter) {
        Ok(latex) => Some(latex),
        Err(Failure::Stopped(reason)) => return Err(Failure::Stopped(reason)),
        Err(_) => None,
    };
    let text = serde_json::to_string(&Answer { object, latex })
        .map_err(|error| Failure::new(format!("this cannot be written as JSON: {error}")))?;
    printer.text.push_str(&text);
    Ok(())
}

/// Recursion is bounded by the nesting of collections; whatever does not recur is kept out of its way, so that a level
/// takes little of the stack. `length` is the length of all texts so far.
fn object(
    printer: &Printer<'_>,
    value: &Value,
    heat: bool,
    length: &mut usize,
) -> Result<Box<Object>, Failure> {
    let mut made = simple(printer, value, heat, length)?;
    let (values, is_map) = match value {
        Value::List(items) => (Cow::Borrowed(items.values.as_slice()), false),
        Value::Set(items) => (
            Cow::Owned(items.sorted(printer.store, printer.meter)?),
            false,
        ),
        Value::Map(items) => (
            Cow::Owned(items.sorted(printer.store, printer.meter)?),
            true,
        ),
        Value::Pair(pair) => {
            let key = object(printer, &pair.0, heat, length)?;
            let value = object(printer, &pair.1, heat, length)?;
            made.parts = Parts::Pair { key, value };
            return Ok(made);
        }
        _ => return Ok(made),
    };
    let mut items = Vec::with_capacity(values.len());
    for value in values.iter() {
        items.push(*object(printer, value, heat, length)?);
    }
    made.parts = match is_map {
        true => Parts::Entries { entries: items },
        false => Parts::Items { items },
    };
    Ok(made)
}

/// An object without those in it.
#[inline(never)]
fn simple(
    printer: &Printer<'_>,
    value: &Value,
    heat: bool,
    length: &mut usize,
) -> Result<Box<Object>, Failure> {
    let text = super::show(printer.store, value, Format::Plain, printer.meter)?;
    *length += text.len();
    printer.meter.room(text.len() as u64)?;
    if *length > MAX_TOTAL {
        return Err(super::too_long());
    }
    let (store, meter) = (printer.store, printer.meter);
    let game = match value {
        Value::Game(game) => Some(Box::new(structure::of_game(store, *game, heat, meter)?)),
        Value::Loopy(value) => Some(Box::new(structure::of_loopy(store, *value, heat, meter)?)),
        Value::Number(number) => match number.to_dyadic() {
            Some(number) => {
                let game = store.number(&number);
                Some(Box::new(structure::of_game(store, game, heat, meter)?))
            }
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

fn kind(value: &Value) -> &'static str {
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
