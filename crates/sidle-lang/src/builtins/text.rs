//! Methods of strings, and every value's string.

use super::{Builtin, On, line};
use crate::{diagnostic::Failure, value::Value};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Any,
        "ToString",
        (0, 0),
        "The value as a string.",
        "(1/2).ToString",
        |m, a| match &a[0] {
            Value::Text(_) => Ok(a[0].clone()),
            other => Ok(Value::text(crate::print::plain(m, other)?)),
        },
    ),
    line(
        On::Text,
        "Length",
        (0, 0),
        "How many characters there are.",
        "\"abc\".Length",
        |_, a| Ok(Value::integer(text(&a[0])?.chars().count())),
    ),
    line(
        On::Text,
        "ToUpper",
        (0, 0),
        "In capitals.",
        "\"abc\".ToUpper",
        |_, a| Ok(Value::text(text(&a[0])?.to_uppercase())),
    ),
    line(
        On::Text,
        "ToLower",
        (0, 0),
        "In small letters.",
        "\"ABC\".ToLower",
        |_, a| Ok(Value::text(text(&a[0])?.to_lowercase())),
    ),
];

pub(super) fn text(value: &Value) -> Result<&str, Failure> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(Failure::new(format!(
            "expected a string, found {}",
            other.kind()
        ))),
    }
}
