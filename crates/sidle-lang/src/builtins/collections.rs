//! Methods of lists, sets and maps.

use super::{Builtin, On, line};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{self, Machine},
    value::{self, Value},
};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Collection,
        "Size",
        (0, 0),
        "How many entries there are.",
        "[1,2,3].Size",
        |_, a| Ok(Value::integer(items(&a[0])?.len())),
    ),
    line(
        On::Collection,
        "Length",
        (0, 0),
        "How many entries there are.",
        "[1,2,3].Length",
        |_, a| Ok(Value::integer(items(&a[0])?.len())),
    ),
    line(
        On::Map,
        "Size",
        (0, 0),
        "How many entries there are.",
        "{1 => 2}.Size",
        |_, a| Ok(Value::integer(items(&a[0])?.len())),
    ),
    line(
        On::Collection,
        "IsEmpty",
        (0, 0),
        "Is there no entry?",
        "[].IsEmpty",
        |_, a| Ok(Value::Bool(items(&a[0])?.is_empty())),
    ),
    line(
        On::Collection,
        "Sum",
        (0, 0),
        "The sum of the entries.",
        "[1,^,*].Sum",
        |m, a| sum(m, items(&a[0])?),
    ),
    line(
        On::Collection,
        "Max",
        (0, 0),
        "The greatest number.",
        "[3,5,4].Max",
        |m, a| extreme(m, items(&a[0])?, true),
    ),
    line(
        On::Collection,
        "Min",
        (0, 0),
        "The least number.",
        "[3,5,4].Min",
        |m, a| extreme(m, items(&a[0])?, false),
    ),
    line(
        On::Collection,
        "Mex",
        (0, 0),
        "The least natural number that is missing.",
        "[0,1,3].Mex",
        mex,
    ),
    line(
        On::Collection,
        "Contains",
        (1, 1),
        "Is this among the entries?",
        "[1,2,3].Contains(2)",
        |_, a| {
            Ok(Value::Bool(
                items(&a[0])?.iter().any(|entry| value::equal(entry, &a[1])),
            ))
        },
    ),
    line(
        On::Collection,
        "Apply",
        (1, 1),
        "The function's value of each entry.",
        "[1,2,3].Apply(x -> x^2)",
        |m, a| {
            let mut results = Vec::new();
            for entry in items(&a[0])? {
                m.count_value()?;
                results.push(m.call_back(&a[1], vec![entry.clone()])?);
            }
            match &a[0] {
                Value::Set(_) => Value::set(results),
                _ => Value::list(results),
            }
        },
    ),
    line(
        On::Collection,
        "Where",
        (1, 1),
        "The entries for which a function is true.",
        "[1,2,3,4].Where(x -> x.IsEven)",
        |m, a| {
            let mut kept = Vec::new();
            for entry in items(&a[0])? {
                if truth(m.call_back(&a[1], vec![entry.clone()])?)? {
                    kept.push(entry.clone());
                }
            }
            match &a[0] {
                Value::Set(_) => Value::set(kept),
                _ => Value::list(kept),
            }
        },
    ),
    line(
        On::Collection,
        "Exists",
        (1, 1),
        "Is a function true for some entry?",
        "[1,2,3].Exists(x -> x > 2)",
        |m, a| {
            for entry in items(&a[0])? {
                if truth(m.call_back(&a[1], vec![entry.clone()])?)? {
                    return Ok(Value::Bool(true));
                }
            }
            Ok(Value::Bool(false))
        },
    ),
    line(
        On::Collection,
        "ForAll",
        (1, 1),
        "Is a function true for all entries?",
        "[1,2,3].ForAll(x -> x > 0)",
        |m, a| {
            for entry in items(&a[0])? {
                if !truth(m.call_back(&a[1], vec![entry.clone()])?)? {
                    return Ok(Value::Bool(false));
                }
            }
            Ok(Value::Bool(true))
        },
    ),
    line(
        On::Collection,
        "ToList",
        (0, 0),
        "The entries as a list.",
        "{2,1}.ToList",
        |_, a| Value::list(items(&a[0])?.to_vec()),
    ),
    line(
        On::Collection,
        "ToSet",
        (0, 0),
        "The entries as a set.",
        "[2,1,2].ToSet",
        |_, a| Value::set(items(&a[0])?.to_vec()),
    ),
    line(
        On::Collection,
        "Sorted",
        (0, 0),
        "The entries as a list in the order in which sets are printed.",
        "[2,1,*].Sorted",
        |m, a| {
            let mut order = value::Order::new(m.store);
            let mut entries = items(&a[0])?.to_vec();
            entries.sort_by(|a, b| value::compare(a, b, &mut order));
            Value::list(entries)
        },
    ),
    line(
        On::List,
        "Reverse",
        (0, 0),
        "The entries backwards.",
        "[1,2,3].Reverse",
        |_, a| Value::list(items(&a[0])?.iter().rev().cloned().collect()),
    ),
    line(
        On::List,
        "Concat",
        (1, 1),
        "One list behind another.",
        "[1].Concat([2,3])",
        |m, a| evaluate::binary(m, BinaryOp::Add, a[0].clone(), a[1].clone()),
    ),
    line(
        On::Set,
        "Union",
        (1, 1),
        "The entries of either set.",
        "{1,2} Union {2,3}",
        |_, a| Value::set(items(&a[0])?.iter().chain(items(&a[1])?).cloned().collect()),
    ),
    line(
        On::Set,
        "Intersection",
        (1, 1),
        "The entries of both sets.",
        "{1,2} Intersection {2,3}",
        |m, a| both(m, a, true),
    ),
    line(
        On::Set,
        "Difference",
        (1, 1),
        "The entries of the first set that are not in the second.",
        "{1,2} Difference {2,3}",
        |m, a| both(m, a, false),
    ),
    line(
        On::Map,
        "Keys",
        (0, 0),
        "The set of keys.",
        "{1 => 2}.Keys",
        |_, a| {
            Value::set(
                items(&a[0])?
                    .iter()
                    .map(|entry| value::key(entry).clone())
                    .collect(),
            )
        },
    ),
];

/// The entries of a collection.
pub(super) fn items(collection: &Value) -> Result<&[Value], Failure> {
    match collection {
        Value::List(items) | Value::Set(items) | Value::Map(items) => Ok(&items.values),
        other => Err(Failure::new(format!(
            "expected a list or a set, found {}",
            other.kind()
        ))),
    }
}

fn truth(value: Value) -> Result<bool, Failure> {
    match value {
        Value::Bool(truth) => Ok(truth),
        other => Err(Failure::new(format!(
            "the function must answer true or false, not {}",
            other.kind()
        ))),
    }
}

/// The sum of all entries, 0 for none.
pub(super) fn sum(machine: &mut Machine<'_>, entries: &[Value]) -> Result<Value, Failure> {
    let mut total = Value::integer(0);
    for entry in entries {
        machine.tick()?;
        total = evaluate::binary(machine, BinaryOp::Add, total, entry.clone())?;
    }
    Ok(total)
}

pub(super) fn extreme(
    machine: &mut Machine<'_>,
    entries: &[Value],
    greatest: bool,
) -> Result<Value, Failure> {
    let Some((first, rest)) = entries.split_first() else {
        return Err(Failure::new(
            "an empty collection has no greatest or least entry",
        ));
    };
    let mut best = first;
    for entry in rest {
        let relation = evaluate::relation(machine, entry, best)?;
        let better = match relation {
            Some(sidle_core::Relation::Greater) => greatest,
            Some(sidle_core::Relation::Less) => !greatest,
            Some(sidle_core::Relation::Equal) => false,
            _ => return Err(Failure::new("the entries cannot all be compared")),
        };
        if better {
            best = entry;
        }
    }
    Ok(best.clone())
}

fn mex(_machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let mut found = std::collections::BTreeSet::new();
    for entry in items(&arguments[0])? {
        let number = super::integer(entry)?;
        if let Ok(number) = u64::try_from(number) {
            found.insert(number);
        }
    }
    let mex = (0..).find(|n| !found.contains(n)).unwrap_or(0);
    Ok(Value::integer(mex))
}

fn both(machine: &mut Machine<'_>, arguments: &[Value], inside: bool) -> Result<Value, Failure> {
    let mut order = value::Order::new(machine.store);
    let Value::Set(second) = &arguments[1] else {
        return Err(Failure::new(format!(
            "expected a set, found {}",
            arguments[1].kind()
        )));
    };
    let mut kept = Vec::new();
    for entry in items(&arguments[0])? {
        let found = second
            .values
            .binary_search_by(|other| value::compare(other, entry, &mut order))
            .is_ok();
        if found == inside {
            kept.push(entry.clone());
        }
    }
    Value::set(kept)
}
