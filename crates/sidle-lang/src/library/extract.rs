//! What the members of native classes take out of their arguments.

use std::borrow::Cow;

use dashu_int::IBig;

use super::long_range;
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// An integer.
pub(super) fn integer(value: &Value) -> Result<IBig, Failure> {
    match value {
        Value::Number(number) => number.to_integer(),
        _ => None,
    }
    .ok_or_else(|| value.unlike("an integer"))
}

/// An integer as an index: those that are too large lie outside of everything.
pub(super) fn index(value: &Value) -> Result<i64, Failure> {
    if let Value::Number(number) = value
        && let Some(small) = number.small()
    {
        return Ok(small);
    }
    let integer = integer(value)?;
    let limit = if integer < IBig::ZERO {
        i64::MIN
    } else {
        i64::MAX
    };
    Ok(i64::try_from(integer).unwrap_or(limit))
}

/// An integer that fits 32 bits.
pub(super) fn small(value: &Value) -> Result<i32, Failure> {
    i32::try_from(integer(value)?).map_err(|_| Failure::new("the integer does not fit 32 bits"))
}

/// The place in a sequence of `length` entries that count from 1.
pub(super) fn place(value: &Value, length: usize) -> Result<usize, Failure> {
    let index = index(value)?;
    usize::try_from(index)
        .ok()
        .and_then(|index| index.checked_sub(1))
        .filter(|at| *at < length)
        .ok_or_else(|| {
            Failure::new(format!("index {index} is outside of 1..{length}"))
                .with_help("entries count from 1")
        })
}

/// A string.
pub(super) fn text(value: &Value) -> Result<&str, Failure> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(other.unlike("a string")),
    }
}

/// `true` or `false`.
pub(super) fn boolean(value: &Value) -> Result<bool, Failure> {
    match value {
        Value::Bool(yes) => Ok(*yes),
        other => Err(other.unlike("true or false")),
    }
}

/// The result of a predicate.
pub(super) fn truth(value: &Value) -> Result<bool, Failure> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        other => Err(Failure::new(format!(
            "the function must return true or false, but returned {}",
            other.kind()
        ))),
    }
}

/// Coordinates.
pub(super) fn coordinates(value: &Value) -> Result<(i32, i32), Failure> {
    match value {
        Value::Coordinates(row, column) => Ok((*row, *column)),
        other => Err(other.unlike("coordinates")),
    }
}

/// The entries of any collection.
pub(super) fn items(value: &Value) -> Result<Cow<'_, [Value]>, Failure> {
    match value {
        Value::List(items) | Value::Set(items) | Value::Map(items) => {
            Ok(Cow::Borrowed(&items.values))
        }
        Value::Object(object) => match (object.items(), long_range(value)) {
            (Some(items), _) => Ok(Cow::Owned(items)),
            (None, Some(range)) => Err(range.too_long()),
            (None, None) => Err(value.unlike("a collection")),
        },
        other => Err(other.unlike("a collection")),
    }
}

/// How many entries a collection has.
pub(super) fn length(value: &Value) -> Result<i64, Failure> {
    match long_range(value) {
        Some(range) => Ok(range.length()),
        None => Ok(items(value)?.len() as i64),
    }
}

/// The entries of a map, one after the other.
pub(super) fn for_each_entry(
    value: &Value,
    mut take: impl FnMut(&Value, &Value) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for entry in items(value)?.iter() {
        match entry {
            Value::Pair(pair) => take(&pair.0, &pair.1)?,
            other => return Err(other.unlike("an entry of a map")),
        }
    }
    Ok(())
}

/// The entries of a map as pairs.
pub(super) fn entries(value: &Value) -> Result<Vec<(Value, Value)>, Failure> {
    let items = items(value)?;
    let pairs = items.iter().map(|entry| match entry {
        Value::Pair(pair) => Ok((pair.0.clone(), pair.1.clone())),
        other => Err(other.unlike("an entry of a map")),
    });
    pairs.collect()
}

/// Counts the memory of so many values, before they are made.
pub(super) fn count(machine: &mut Machine<'_>, values: usize) -> Result<(), Failure> {
    machine.meter.room((values * size_of::<Value>()) as u64)?;
    for _ in 0..values {
        machine.count_value()?;
    }
    Ok(())
}
