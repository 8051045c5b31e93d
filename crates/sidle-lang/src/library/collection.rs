//! What all collections have in common.

use super::{
    NativeClass,
    class_names::{COLLECTION, FUNCTION, OBJECT},
    classes,
    extract::{count, items, length, truth},
    long_range,
    mutable::Mutable,
};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{self, Machine},
    value::Value,
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Lists, sets, maps and their kin.
    class COLLECTION: [OBJECT] "[1,2] is Collection" {
        /// The collection with one more entry.
        fn Adjoin(all: &Value, obj: &Value) "[1,2].Adjoin(3)" => {
            let mut values = items(all)?.into_owned();
            count(m, values.len() + 1)?;
            values.push(obj.clone());
            alike(all, values)
        };
        /// The entries of both collections.
        fn Concat(all: &Value, that: &Value as COLLECTION) "[1].Concat([2,3])" => {
            if let (Value::List(first), Value::List(second)) = (all, that) {
                // Lists that were written as ranges are no longer printed as such.
                match (first.values.is_empty(), second.values.is_empty()) {
                    (_, true) if first.range.is_none() => return Ok(all.clone()),
                    (true, _) if second.range.is_none() => return Ok(that.clone()),
                    _ => {}
                }
            }
            let (first, more) = (items(all)?, items(that)?);
            count(m, first.len() + more.len())?;
            let mut values = Vec::with_capacity(first.len() + more.len());
            for block in first.chunks(1 << 16).chain(more.chunks(1 << 16)) {
                m.meter.check()?;
                values.extend_from_slice(block);
            }
            alike(all, values)
        };
        /// For how many entries a function is true.
        fn Count(all: &Value, predicate: &Value as FUNCTION) "[1,2,3].Count(x -> x > 1)" => {
            let mut found = 0u64;
            for entry in items(all)?.iter() {
                found += u64::from(holds(m, predicate, entry)?);
            }
            found
        };
        /// Is a function true for some entry?
        fn Exists(all: &Value, predicate: &Value as FUNCTION) "[1,2,3].Exists(x -> x > 2)"
            => first(m, all, predicate, true)?.is_some();
        /// Is a function true for all entries?
        fn ForAll(all: &Value, predicate: &Value as FUNCTION) "[1,2,3].ForAll(x -> x > 0)"
            => first(m, all, predicate, false)?.is_none();
        /// The first entry for which a function is true, or Nothing.
        fn Find(all: &Value, predicate: &Value as FUNCTION) "[1,2,3].Find(x -> x > 1)"
            => first(m, all, predicate, true)?.unwrap_or(Value::Nothing);
        /// The entries for which a function is true.
        fn Filter(all: &Value, predicate: &Value as FUNCTION) "[1,2,3,4].Filter(x -> x.IsEven)" => {
            let mut kept = Vec::new();
            for entry in items(all)?.iter() {
                if holds(m, predicate, entry)? {
                    m.count_value()?;
                    kept.push(entry.clone());
                }
            }
            alike(all, kept)
        };
        /// The entries, and of those that are collections their entries.
        get Flattened(all: &Value) "[[1,2],[3],4].Flattened" => {
            let mut flat = Vec::new();
            for entry in items(all)?.iter() {
                match items(entry) {
                    Ok(inner) => {
                        count(m, inner.len())?;
                        flat.extend_from_slice(&inner);
                    }
                    Err(_) => flat.push(entry.clone()),
                }
            }
            match all {
                Value::Map(_) => Value::list(flat),
                model => alike(model, flat),
            }
        };
        /// Calls a function with each entry.
        fn ForEach(all: &Value, function: &Value as FUNCTION) "[1,2].ForEach(x -> x)" => {
            for entry in items(all)?.iter() {
                m.tick()?;
                m.call_back(function, vec![entry.clone()])?;
            }
            Value::Nothing
        };
        /// The first entry.
        get Head(all: &Value) "[1,2,3].Head" => match long_range(all).and_then(|range| range.entry(0)) {
            Some(head) => Ok(Value::small(head)),
            None => items(all)?.first().cloned().ok_or_else(|| empty("Head")),
        };
        /// All entries but the first.
        get Tail(all: &Value) "[1,2,3].Tail" => {
            let values = items(all)?;
            let (_, rest) = values.split_first().ok_or_else(|| empty("Tail"))?;
            count(m, rest.len())?;
            alike(all, rest.to_vec())
        };
        /// Is there no entry?
        get IsEmpty(all: &Value) "[].IsEmpty" => length(all)? == 0;
        /// How many entries there are.
        get Size(all: &Value) "{1,2,2}.Size" => length(all);
        /// The greatest entry: the first that no later one is greater than.
        get Max(all: &Value) "[3,5,4].Max" => extreme(m, all, BinaryOp::Greater);
        /// The least entry: the first that no later one is less than.
        get Min(all: &Value) "[3,5,4].Min" => extreme(m, all, BinaryOp::Less);
        /// The sum of the entries.
        get Sum(all: &Value) "[1,^,*].Sum" => sum(m, all);
        /// The least natural number that is missing.
        get Mex(all: &Value) "[0,1,3].Mex" => mex(all);
        /// The entries as a list.
        get ToList(all: &Value) "{2}.ToList" => match all {
            Value::List(_) => Ok(all.clone()),
            other => Value::list(items(other)?.into_owned()),
        };
        /// The entries as a set.
        get ToSet(all: &Value) "[2,1,2].ToSet" => Value::set(items(all)?.into_owned());
    }
};

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
