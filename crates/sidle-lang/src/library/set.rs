//! Sets: values without order, each once.

use super::{
    NativeClass,
    class_names::{COLLECTION, FUNCTION, MAP, SET},
    classes,
    extract::{entries, items},
    list,
};
use crate::{
    diagnostic::Failure,
    value::{Items, Value},
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Values without order, each once.
    class SET: [COLLECTION] "{1,2,2}.Size" {
        /// The function's values.
        fn Apply(all: &Value, function: &Value as FUNCTION) "{1,2,3}.Apply(x -> x % 2)"
            => Value::set(list::applied(m, all, function)?);
        /// Is this in the set?
        fn Contains(all: &Value, obj: &Value) "{1,2,3}.Contains(2)" => set(all)?.find(obj).is_some();
        /// What is in both sets.
        fn Intersection(all: &Value, that: &Value as SET) "{1,2} Intersection {2,3}" => both(all, that, true);
        /// What is in the first set and not in the second.
        fn Difference(all: &Value, that: &Value as SET) "{1,2} Difference {2,3}" => both(all, that, false);
        /// What is in the set or in the collection.
        fn Union(all: &Value, that: &Value as COLLECTION) "{1,2} Union {2,3}"
            => Value::set(items(all)?.iter().chain(items(that)?.iter()).cloned().collect());
        /// The set without the keys of a map and with its values.
        fn Replaced(all: &Value, replacements: &Value as MAP) "{1,2}.Replaced({2 => 3})" => {
            let map = entries(replacements)?;
            let Value::Map(keys) = replacements else {
                return Err(replacements.unlike("a map"));
            };
            let kept = items(all)?;
            let kept = kept.iter().filter(|value| keys.find(value).is_none()).cloned();
            Value::set(kept.chain(map.into_iter().map(|entry| entry.1)).collect())
        };
    }
};

fn set(value: &Value) -> Result<&Items, Failure> {
    match value {
        Value::Set(items) => Ok(items),
        other => Err(other.unlike("a set")),
    }
}

fn both(first: &Value, second: &Value, inside: bool) -> Result<Value, Failure> {
    let second = set(second)?;
    let kept = set(first)?.values.iter();
    let kept = kept.filter(|value| second.find(value).is_some() == inside);
    Value::set(kept.cloned().collect())
}
