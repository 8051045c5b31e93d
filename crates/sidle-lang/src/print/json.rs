//! Values as JSON objects.
//!
//! Every object has `type` and `text` (the plain notation). Numbers add `numerator` and `denominator` as
//! strings of digits, booleans `value`, strings `value`, lists and sets `items`, maps `entries`.

use serde::Serialize;

use super::{Format, MAX_LENGTH, Printer};
use crate::{diagnostic::Failure, value::Value};

/// One value as an object.
#[derive(Serialize)]
pub(super) struct Object {
    #[serde(rename = "type")]
    kind: &'static str,
    text: String,
    #[serde(flatten)]
    parts: Parts,
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

/// Writes one object.
pub(super) fn write(printer: &mut Printer<'_>, value: &Value) -> Result<(), Failure> {
    let object = object(printer, value, &mut 0)?;
    let text = serde_json::to_string(&object)
        .map_err(|error| Failure::new(format!("this cannot be written as JSON: {error}")))?;
    printer.put(&text)
}

/// Recursion is bounded by the nesting of collections. `length` is the length of all texts so far: each part
/// of a collection is written again in the text of the whole.
fn object(printer: &Printer<'_>, value: &Value, length: &mut usize) -> Result<Object, Failure> {
    let text = super::show(printer.store, value, Format::Plain, printer.meter)?;
    *length += text.len();
    if *length > MAX_LENGTH {
        return Err(super::too_long());
    }
    let mut objects = |values: &[Value]| {
        let made = values.iter().map(|value| object(printer, value, length));
        made.collect::<Result<Vec<_>, Failure>>()
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
        Value::List(items) => Parts::Items {
            items: objects(&items.values)?,
        },
        Value::Set(items) => Parts::Items {
            items: objects(&items.sorted(printer.store))?,
        },
        Value::Map(items) => Parts::Entries {
            entries: objects(&items.sorted(printer.store))?,
        },
        Value::Coordinates(row, column) => Parts::Coordinates {
            row: *row,
            column: *column,
        },
        Value::Pair(pair) => Parts::Pair {
            key: Box::new(object(printer, &pair.0, length)?),
            value: Box::new(object(printer, &pair.1, length)?),
        },
        _ => Parts::None {},
    };
    Ok(Object {
        kind: kind(value),
        text,
        parts,
    })
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
        Value::Cell(_) | Value::Script(_) => "script",
        Value::Pair(_) => "entry",
        Value::Player(_) => "player",
        Value::Outcome(_) | Value::LoopyOutcome(_) => "outcome",
        Value::Class(_) => "class",
        Value::Namespace(_) => "package",
        Value::Function(_) | Value::Builtin(_) => "function",
        Value::Uptimal(_) => "uptimal",
        Value::Thermograph(_) => "thermograph",
        Value::Omega(_) => "ordinal",
    }
}
