//! Sets: values without order, each once.

use super::{
    Member, NativeClass, class,
    extract::{entries, items},
    list, method, required,
};
use crate::{
    diagnostic::Failure,
    value::{Items, Value},
};

const SET: &str = "cgsuite.lang.Set";

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    members: MEMBERS,
    ..class(
        SET,
        &["cgsuite.lang.Collection"],
        "Values without order, each once.",
        "{1,2,2}.Size",
    )
}];

const MEMBERS: &[Member] = &[
    method(
        "Apply",
        &[required("function", "cgsuite.lang.Function")],
        "The function's values.",
        "{1,2,3}.Apply(x -> x % 2)",
        |m, a| Value::set(list::applied(m, &a[0], &a[1])?),
    ),
    method(
        "Contains",
        &[required("obj", "")],
        "Is this in the set?",
        "{1,2,3}.Contains(2)",
        |_, a| Ok(Value::Bool(set(&a[0])?.find(&a[1]).is_some())),
    ),
    method(
        "Intersection",
        &[required("that", SET)],
        "What is in both sets.",
        "{1,2} Intersection {2,3}",
        |_, a| both(&a[0], &a[1], true),
    ),
    method(
        "Difference",
        &[required("that", SET)],
        "What is in the first set and not in the second.",
        "{1,2} Difference {2,3}",
        |_, a| both(&a[0], &a[1], false),
    ),
    method(
        "Union",
        &[required("that", "cgsuite.lang.Collection")],
        "What is in the set or in the collection.",
        "{1,2} Union {2,3}",
        |_, a| {
            Value::set(
                items(&a[0])?
                    .iter()
                    .chain(items(&a[1])?.iter())
                    .cloned()
                    .collect(),
            )
        },
    ),
    method(
        "Replaced",
        &[required("replacements", "cgsuite.lang.Map")],
        "The set without the keys of a map and with its values.",
        "{1,2}.Replaced({2 => 3})",
        |_, a| {
            let map = entries(&a[1])?;
            let Value::Map(keys) = &a[1] else {
                return Err(Failure::new("expected a map"));
            };
            let kept = items(&a[0])?;
            let kept = kept.iter().filter(|value| keys.find(value).is_none());
            Value::set(
                kept.cloned()
                    .chain(map.into_iter().map(|entry| entry.1))
                    .collect(),
            )
        },
    ),
];

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
