//! Maps and their entries.

use super::{
    Member, NativeClass, class,
    extract::{entries, items},
    method, property, required,
};
use crate::{
    diagnostic::Failure,
    value::{Items, Pair, Value},
};

const MAP: &str = "cgsuite.lang.Map";

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: MEMBERS,
        ..class(
            MAP,
            &["cgsuite.lang.Collection", "cgsuite.lang.Function"],
            "From keys to values.",
            "{1 => 2}[1]",
        )
    },
    NativeClass {
        members: &[
            property("Key", "The key.", "{1 => 2}.Head.Key", |_, a| {
                Ok(entry(&a[0])?.0.clone())
            }),
            property("Value", "The value.", "{1 => 2}.Head.Value", |_, a| {
                Ok(entry(&a[0])?.1.clone())
            }),
        ],
        ..class(
            "cgsuite.lang.MapEntry",
            &["cgsuite.lang.Object"],
            "One entry of a map.",
            "{1 => 2}.Entries",
        )
    },
];

const MEMBERS: &[Member] = &[
    method(
        "ContainsKey",
        &[required("key", "")],
        "Has the map a value for this key?",
        "{1 => 2}.ContainsKey(1)",
        |_, a| Ok(Value::Bool(map(&a[0])?.find(&a[1]).is_some())),
    ),
    property(
        "Entries",
        "The set of entries.",
        "{1 => 2}.Entries",
        |_, a| Value::set(items(&a[0])?.into_owned()),
    ),
    property("Keys", "The set of keys.", "{1 => 2}.Keys", |_, a| {
        Value::set(entries(&a[0])?.into_iter().map(|entry| entry.0).collect())
    }),
    property("Values", "The set of values.", "{1 => 2}.Values", |_, a| {
        Value::set(entries(&a[0])?.into_iter().map(|entry| entry.1).collect())
    }),
    property(
        "Reversed",
        "The map from values to keys.",
        "{1 => 2}.Reversed",
        |_, a| {
            let entries = entries(&a[0])?.into_iter();
            Value::map(entries.map(|(key, value)| pair(value, key)).collect())
        },
    ),
    method(
        "Updated",
        &[required("key", ""), required("value", "")],
        "The map with another value for one key.",
        "{1 => 2}.Updated(1, 3)",
        |_, a| {
            let mut all = items(&a[0])?.into_owned();
            all.push(pair(a[1].clone(), a[2].clone()));
            Value::map(all)
        },
    ),
    method(
        "Updated",
        &[required("updates", MAP)],
        "The map with the entries of another, which win.",
        "{1 => 2}.Updated({1 => 3, 4 => 5})",
        |_, a| {
            let mut all = items(&a[0])?.into_owned();
            all.extend_from_slice(&items(&a[1])?);
            Value::map(all)
        },
    ),
];

/// An entry of a map.
pub(super) fn pair(key: Value, value: Value) -> Value {
    Value::pair(key, value)
}

fn map(value: &Value) -> Result<&Items, Failure> {
    match value {
        Value::Map(items) => Ok(items),
        other => Err(other.unlike("a map")),
    }
}

fn entry(value: &Value) -> Result<&Pair, Failure> {
    match value {
        Value::Pair(pair) => Ok(pair),
        other => Err(other.unlike("an entry of a map")),
    }
}
