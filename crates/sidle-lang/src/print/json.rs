//! Values as JSON objects.
//!
//! Every object has `type` and `text` (the plain notation). Numbers add `numerator` and `denominator` as
//! strings of digits, booleans `value`, strings `value`, lists and sets `items`, maps `entries`.

use super::{Format, Printer};
use crate::{diagnostic::Failure, value::Value};

/// Writes one object; recursion is bounded by the nesting of collections.
pub(super) fn object(printer: &mut Printer<'_>, value: &Value) -> Result<(), Failure> {
    printer.put("{\"type\":")?;
    printer.put(&escape(kind(value)))?;
    let text = super::show(printer.store, value, Format::Plain, printer.meter)?;
    printer.put(",\"text\":")?;
    printer.put(&escape(&text))?;
    match value {
        Value::Bool(truth) => printer.put(if *truth {
            ",\"value\":true"
        } else {
            ",\"value\":false"
        })?,
        Value::Text(text) => {
            printer.put(",\"value\":")?;
            printer.put(&escape(text))?;
        }
        Value::Number(number) => {
            let (top, bottom) = (number.numerator(), number.denominator());
            printer.put(&format!(
                ",\"numerator\":\"{top}\",\"denominator\":\"{bottom}\""
            ))?;
        }
        Value::List(items) => array(printer, "items", &items.values)?,
        Value::Set(items) => array(printer, "items", &items.sorted(printer.store))?,
        Value::Map(items) => array(printer, "entries", &items.sorted(printer.store))?,
        Value::Coordinates(row, column) => {
            printer.put(&format!(",\"row\":{row},\"column\":{column}"))?;
        }
        Value::Pair(pair) => {
            printer.put(",\"key\":")?;
            object(printer, &pair.0)?;
            printer.put(",\"value\":")?;
            object(printer, &pair.1)?;
        }
        _ => {}
    }
    printer.put("}")
}

fn array(printer: &mut Printer<'_>, name: &str, values: &[Value]) -> Result<(), Failure> {
    printer.put(&format!(",\"{name}\":["))?;
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            printer.put(",")?;
        }
        object(printer, value)?;
    }
    printer.put("]")
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

/// A JSON string.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 2);
    escaped.push('"');
    for character in text.chars() {
        match character {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            control if (control as u32) < 0x20 => {
                escaped.push_str(&format!("\\u{:04x}", control as u32));
            }
            other => escaped.push(other),
        }
    }
    escaped.push('"');
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escape("a\"\\\n\u{1}"), "\"a\\\"\\\\\\n\\u0001\"");
    }
}
