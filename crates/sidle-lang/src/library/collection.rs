//! What all collections have in common.

use super::{
    Member, NativeClass, class,
    extract::{count, items, length, truth},
    long_range, method,
    mutable::Mutable,
    property, required,
};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{self, Machine},
    value::Value,
};

const FUNCTION: &str = "cgsuite.lang.Function";
const COLLECTION: &str = "cgsuite.lang.Collection";

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    members: MEMBERS,
    ..class(
        COLLECTION,
        &["cgsuite.lang.Object"],
        "Lists, sets, maps and their kin.",
        "[1,2] is Collection",
    )
}];

const MEMBERS: &[Member] = &[
    method(
        "Adjoin",
        &[required("obj", "")],
        "The collection with one more entry.",
        "[1,2].Adjoin(3)",
        |m, a| {
            let mut values = items(&a[0])?.into_owned();
            count(m, values.len() + 1)?;
            values.push(a[1].clone());
            alike(&a[0], values)
        },
    ),
    method(
        "Concat",
        &[required("that", COLLECTION)],
        "The entries of both collections.",
        "[1].Concat([2,3])",
        |m, a| {
            if let [Value::List(first), Value::List(second)] = a {
                // Lists that were written as ranges are no longer printed as such.
                match (first.values.is_empty(), second.values.is_empty()) {
                    (_, true) if first.range.is_none() => return Ok(a[0].clone()),
                    (true, _) if second.range.is_none() => return Ok(a[1].clone()),
                    _ => {}
                }
            }
            let (first, more) = (items(&a[0])?, items(&a[1])?);
            count(m, first.len() + more.len())?;
            let mut values = Vec::with_capacity(first.len() + more.len());
            for block in first.chunks(1 << 16).chain(more.chunks(1 << 16)) {
                m.meter.check()?;
                values.extend_from_slice(block);
            }
            alike(&a[0], values)
        },
    ),
    method(
        "Count",
        &[required("predicate", FUNCTION)],
        "For how many entries a function is true.",
        "[1,2,3].Count(x -> x > 1)",
        |m, a| {
            let mut found = 0;
            for entry in items(&a[0])?.iter() {
                found += u64::from(holds(m, &a[1], entry)?);
            }
            Ok(Value::integer(found))
        },
    ),
    method(
        "Exists",
        &[required("predicate", FUNCTION)],
        "Is a function true for some entry?",
        "[1,2,3].Exists(x -> x > 2)",
        |m, a| Ok(Value::Bool(first(m, &a[0], &a[1], true)?.is_some())),
    ),
    method(
        "ForAll",
        &[required("predicate", FUNCTION)],
        "Is a function true for all entries?",
        "[1,2,3].ForAll(x -> x > 0)",
        |m, a| Ok(Value::Bool(first(m, &a[0], &a[1], false)?.is_none())),
    ),
    method(
        "Find",
        &[required("predicate", FUNCTION)],
        "The first entry for which a function is true, or Nothing.",
        "[1,2,3].Find(x -> x > 1)",
        |m, a| Ok(first(m, &a[0], &a[1], true)?.unwrap_or(Value::Nothing)),
    ),
    method(
        "Filter",
        &[required("predicate", FUNCTION)],
        "The entries for which a function is true.",
        "[1,2,3,4].Filter(x -> x.IsEven)",
        |m, a| {
            let mut kept = Vec::new();
            for entry in items(&a[0])?.iter() {
                if holds(m, &a[1], entry)? {
                    m.count_value()?;
                    kept.push(entry.clone());
                }
            }
            alike(&a[0], kept)
        },
    ),
    property(
        "Flattened",
        "The entries, and of those that are collections their entries.",
        "[[1,2],[3],4].Flattened",
        |m, a| {
            let mut all = Vec::new();
            for entry in items(&a[0])?.iter() {
                match items(entry) {
                    Ok(inner) => {
                        count(m, inner.len())?;
                        all.extend_from_slice(&inner);
                    }
                    Err(_) => all.push(entry.clone()),
                }
            }
            match &a[0] {
                Value::Map(_) => Value::list(all),
                model => alike(model, all),
            }
        },
    ),
    method(
        "ForEach",
        &[required("function", FUNCTION)],
        "Calls a function with each entry.",
        "[1,2].ForEach(x -> x)",
        |m, a| {
            for entry in items(&a[0])?.iter() {
                m.tick()?;
                m.call_back(&a[1], vec![entry.clone()])?;
            }
            Ok(Value::Nothing)
        },
    ),
    property("Head", "The first entry.", "[1,2,3].Head", |_, a| {
        if let Some(head) = long_range(&a[0]).and_then(|range| range.entry(0)) {
            return Ok(Value::small(head));
        }
        items(&a[0])?.first().cloned().ok_or_else(|| empty("Head"))
    }),
    property(
        "Tail",
        "All entries but the first.",
        "[1,2,3].Tail",
        |m, a| {
            let values = items(&a[0])?;
            let (_, rest) = values.split_first().ok_or_else(|| empty("Tail"))?;
            count(m, rest.len())?;
            alike(&a[0], rest.to_vec())
        },
    ),
    property("IsEmpty", "Is there no entry?", "[].IsEmpty", |_, a| {
        Ok(Value::Bool(length(&a[0])? == 0))
    }),
    property(
        "Size",
        "How many entries there are.",
        "{1,2,2}.Size",
        |_, a| Ok(Value::integer(length(&a[0])?)),
    ),
    property(
        "Max",
        "The greatest entry: the first that no later one is greater than.",
        "[3,5,4].Max",
        |m, a| extreme(m, &a[0], BinaryOp::Greater),
    ),
    property(
        "Min",
        "The least entry: the first that no later one is less than.",
        "[3,5,4].Min",
        |m, a| extreme(m, &a[0], BinaryOp::Less),
    ),
    property("Sum", "The sum of the entries.", "[1,^,*].Sum", |m, a| {
        sum(m, &a[0])
    }),
    property(
        "Mex",
        "The least natural number that is missing.",
        "[0,1,3].Mex",
        |_, a| mex(&a[0]),
    ),
    property(
        "ToList",
        "The entries as a list.",
        "{2}.ToList",
        |_, a| match &a[0] {
            Value::List(_) => Ok(a[0].clone()),
            other => Value::list(items(other)?.into_owned()),
        },
    ),
    property("ToSet", "The entries as a set.", "[2,1,2].ToSet", |_, a| {
        Value::set(items(&a[0])?.into_owned())
    }),
];

fn empty(what: &str) -> Failure {
    Failure::new(format!("an empty collection has no {what}"))
}

/// A collection of the same kind.
pub(super) fn alike(model: &Value, values: Vec<Value>) -> Result<Value, Failure> {
    match model {
        Value::Set(_) => Value::set(values),
        Value::Map(_) if values.iter().all(|value| matches!(value, Value::Pair(_))) => {
            Value::map(values)
        }
        Value::Object(object) => match object.downcast_ref::<Mutable>() {
            Some(mutable) => mutable.alike(values),
            None => Value::list(values),
        },
        _ => Value::list(values),
    }
}

fn holds(machine: &mut Machine<'_>, predicate: &Value, entry: &Value) -> Result<bool, Failure> {
    machine.tick()?;
    truth(&machine.call_back(predicate, vec![entry.clone()])?)
}

/// The first entry for which the predicate answers as wanted.
fn first(
    machine: &mut Machine<'_>,
    collection: &Value,
    predicate: &Value,
    wanted: bool,
) -> Result<Option<Value>, Failure> {
    if let Some(range) = long_range(collection) {
        let mut places = 0..range.length();
        while let Some(entry) = places.next().and_then(|at| range.entry(at)) {
            let entry = Value::small(entry);
            if holds(machine, predicate, &entry)? == wanted {
                return Ok(Some(entry));
            }
        }
        return Ok(None);
    }
    for entry in items(collection)?.iter() {
        if holds(machine, predicate, entry)? == wanted {
            return Ok(Some(entry.clone()));
        }
    }
    Ok(None)
}

/// The sum of all entries by `+`.
pub(crate) fn sum(machine: &mut Machine<'_>, collection: &Value) -> Result<Value, Failure> {
    if let Some(range) = long_range(collection) {
        return Ok(range.sum());
    }
    let values = items(collection)?;
    let (first, rest) = values.split_first().ok_or_else(|| empty("sum"))?;
    let mut total = first.clone();
    for entry in rest {
        machine.tick()?;
        if let (Value::Number(a), Value::Number(b)) = (&total, entry)
            && let (Some(a), Some(b)) = (a.small(), b.small())
            && let Some(sum) = a.checked_add(b)
        {
            total = Value::small(sum);
            continue;
        }
        total = evaluate::binary(machine, BinaryOp::Add, total, entry.clone())?;
    }
    Ok(total)
}

/// The first entry that no later one is beyond.
pub(crate) fn extreme(
    machine: &mut Machine<'_>,
    collection: &Value,
    beyond: BinaryOp,
) -> Result<Value, Failure> {
    if let Some(range) = long_range(collection) {
        let (least, greatest) = range.extremes();
        return Ok(Value::small(match beyond {
            BinaryOp::Less => least,
            _ => greatest,
        }));
    }
    let values = items(collection)?;
    let (first, rest) = values
        .split_first()
        .ok_or_else(|| empty("greatest or least entry"))?;
    let mut best = first.clone();
    for entry in rest {
        machine.tick()?;
        if truth(&evaluate::binary(
            machine,
            beyond,
            entry.clone(),
            best.clone(),
        )?)? {
            best = entry.clone();
        }
    }
    Ok(best)
}

/// The least natural number that is not an entry.
pub(crate) fn mex(collection: &Value) -> Result<Value, Failure> {
    let values = items(collection)?;
    let mut seen = vec![false; values.len() + 1];
    for value in values.iter() {
        if let Value::Number(number) = value
            && let Some(at) = number.to_i64().and_then(|n| usize::try_from(n).ok())
            && let Some(place) = seen.get_mut(at)
        {
            *place = true;
        }
    }
    let mex = seen.iter().position(|seen| !seen);
    Ok(Value::integer(mex.unwrap_or(values.len())))
}
