//! Maps and their entries.

use super::{
    NativeClass,
    class_names::{COLLECTION, FUNCTION, MAP, OBJECT},
    classes,
    extract::{entries, items},
};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    library::Argument,
    value::{Items, Pair, Value},
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// From keys to values.
    class MAP: [COLLECTION, FUNCTION] "{1 => 2}[1]" {
        /// Has the map a value for this key?
        fn ContainsKey(all: &Value, key: &Value) "{1 => 2}.ContainsKey(1)" => map(all)?.find(key).is_some();
        /// The set of entries.
        get Entries(all: &Value) "{1 => 2}.Entries" => Value::set(items(all)?.into_owned());
        /// The set of keys.
        get Keys(all: &Value) "{1 => 2}.Keys"
            => Value::set(entries(all)?.into_iter().map(|entry| entry.0).collect());
        /// The set of values.
        get Values(all: &Value) "{1 => 2}.Values"
            => Value::set(entries(all)?.into_iter().map(|entry| entry.1).collect());
        /// The map from values to keys.
        get Reversed(all: &Value) "{1 => 2}.Reversed" => {
            let entries = entries(all)?.into_iter();
            Value::map(entries.map(|(key, value)| Value::pair(value, key)).collect())
        };
        /// The map with another value for one key.
        fn Updated(all: &Value, key: &Value, value: &Value) "{1 => 2}.Updated(1, 3)" => {
            let mut all = items(all)?.into_owned();
            all.push(Value::pair(key.clone(), value.clone()));
            Value::map(all)
        };
        /// The map with the entries of another, which win.
        fn Updated(all: &Value, updates: &Value as MAP) "{1 => 2}.Updated({1 => 3, 4 => 5})" => {
            let mut all = items(all)?.into_owned();
            all.extend_from_slice(&items(updates)?);
            Value::map(all)
        };
    }
    /// One entry of a map.
    class "cgsuite.lang.MapEntry": [OBJECT] "{1 => 2}.Entries" {
        /// The key.
        get Key(entry: &Pair) "{1 => 2}.Head.Key" => entry.0.clone();
        /// The value.
        get Value(entry: &Pair) "{1 => 2}.Head.Value" => entry.1.clone();
    }
};

fn map(value: &Value) -> Result<&Items, Failure> {
    match value {
        Value::Map(items) => Ok(items),
        other => Err(other.unlike("a map")),
    }
}

impl<'v> Argument<'v> for &'v Pair {
    fn of(_: &mut Machine<'_>, value: &'v Value) -> Result<Self, Failure> {
        match value {
            Value::Pair(pair) => Ok(pair),
            other => Err(other.unlike("an entry of a map")),
        }
    }
}
