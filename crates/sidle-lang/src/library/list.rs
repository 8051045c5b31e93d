//! Lists and ranges: values in order, counted from 1.

use std::cmp::Ordering;

use super::{
    LongRange, Member, NativeClass, class,
    extract::{self, count, items, place, text},
    long_range, method, output, plot, property, required, table,
};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    rational::Rational,
    value::{self, Equality, Value},
};

const INTEGER: &str = "game.Integer";
const FUNCTION: &str = "cgsuite.lang.Function";

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: MEMBERS,
        ..class(
            "cgsuite.lang.List",
            &["cgsuite.lang.Collection"],
            "Values in order, counted from 1.",
            "[1,2,3][2]",
        )
    },
    NativeClass {
        members: RANGE_MEMBERS,
        ..class(
            "cgsuite.lang.Range",
            &["cgsuite.lang.List"],
            "Equidistant integers.",
            "(1..5).Sum",
        )
    },
];

const MEMBERS: &[Member] = &[
    method(
        "Apply",
        &[required("function", FUNCTION)],
        "The function's value of each entry.",
        "[1,2,3].Apply(x -> x^2)",
        |m, a| Value::list(applied(m, &a[0], &a[1])?),
    ),
    method(
        "Contains",
        &[required("obj", "")],
        "Is this among the entries?",
        "[1,2,3].Contains(2)",
        |m, a| Ok(Value::Bool(index_of(m, &a[0], &a[1])?.is_some())),
    ),
    property(
        "Distinct",
        "Each entry once, in the order of first appearance.",
        "[1,2,2,3,1].Distinct",
        |_, a| match Value::set(items(&a[0])?.into_owned())? {
            Value::Set(found) => Value::list(found.values.clone()),
            other => Ok(other),
        },
    ),
    method(
        "Grouped",
        &[required("n", INTEGER)],
        "Lists of n entries each; the last may be shorter.",
        "[1,2,3,4,5].Grouped(2)",
        |m, a| grouped(m, &a[0], &a[1]),
    ),
    method(
        "IndexOf",
        &[required("obj", "")],
        "The place of the first such entry, or 0.",
        "[5,6,7].IndexOf(6)",
        |m, a| {
            let place = index_of(m, &a[0], &a[1])?;
            Ok(Value::integer(place.map_or(0, |at| at + 1)))
        },
    ),
    property(
        "Length",
        "How many entries there are.",
        "[1,2,3].Length",
        |_, a| Ok(Value::integer(extract::length(&a[0])?)),
    ),
    method(
        "MkOutput",
        &[required("separator", "cgsuite.lang.String")],
        "The entries as output, with a text between them.",
        "[1,2,3].MkOutput(\" + \")",
        |m, a| {
            m.prepare_texts(&a[..1])?;
            let mut all = String::new();
            for (at, entry) in items(&a[0])?.iter().enumerate() {
                if at > 0 {
                    all.push_str(text(&a[1])?);
                }
                all.push_str(&crate::print::plain(m, entry)?);
                super::string::check_length(all.len())?;
            }
            Ok(output::output(all))
        },
    ),
    method(
        "PeriodicTable",
        &[required("period", INTEGER)],
        "A table with so many entries in each row.",
        "(1..6).PeriodicTable(3)",
        |m, a| {
            let rows = grouped(m, &a[0], &a[1])?;
            table::table(m, &rows)
        },
    ),
    method(
        "ScatterPlot",
        &[],
        "A plot with a dot at (i, entry i) for each entry, an integer.",
        "[1,3,2].ScatterPlot()",
        |m, a| plot::scatter(&items(&a[0])?, m.meter),
    ),
    property(
        "Reverse",
        "The entries backwards.",
        "[1,2,3].Reverse",
        |m, a| {
            let values = items(&a[0])?;
            count(m, values.len())?;
            Value::list(values.iter().rev().cloned().collect())
        },
    ),
    property(
        "Sorted",
        "The entries in the universal order: the one in which sets are printed.",
        "[2,1,*].Sorted",
        |m, a| {
            let mut values = items(&a[0])?.into_owned();
            count(m, values.len())?;
            let mut order = value::Order::new(m.store);
            order.prepare(&values, m.meter)?;
            values.sort_by(|a, b| value::compare(a, b, &mut order));
            Value::list(values)
        },
    ),
    method(
        "SortedWith",
        &[required("comparator", FUNCTION)],
        "The entries in the order of a function of two entries whose value is negative, 0 or positive.",
        "[1,2,3].SortedWith((x, y) -> y - x)",
        |m, a| Value::list(sorted_with(m, items(&a[0])?.into_owned(), &a[1])?),
    ),
    method(
        "Sublist",
        &[required("first", INTEGER), required("last", INTEGER)],
        "The entries from one place to another, both included.",
        "[1,2,3,4,5].Sublist(2, 4)",
        |m, a| {
            let (first, last) = (extract::index(&a[1])?, extract::index(&a[2])?);
            part(m, &a[0], first.saturating_sub(1), last)
        },
    ),
    method(
        "Take",
        &[required("n", INTEGER)],
        "The first n entries.",
        "[1,2,3].Take(2)",
        |m, a| part(m, &a[0], 0, extract::index(&a[1])?),
    ),
    property(
        "Tail",
        "All entries but the first.",
        "(1..5).Tail",
        |m, a| {
            if extract::length(&a[0])? == 0 {
                return Err(Failure::new("an empty collection has no Tail"));
            }
            part(m, &a[0], 1, i64::MAX)
        },
    ),
    method(
        "Updated",
        &[required("index", INTEGER), required("obj", "")],
        "The list with another entry at one place.",
        "[1,2,3].Updated(2, 9)",
        |m, a| {
            let mut values = items(&a[0])?.into_owned();
            count(m, values.len())?;
            let at = place(&a[1], values.len())?;
            values[at] = a[2].clone();
            Value::list(values)
        },
    ),
];

const RANGE_MEMBERS: &[Member] = &[
    property(
        "Start",
        "The first number as written.",
        "(1..5).Start",
        |_, a| bound(&a[0], 0),
    ),
    property(
        "End",
        "The last number as written.",
        "(1..5).End",
        |_, a| bound(&a[0], 1),
    ),
    property("Step", "The step.", "(1..5..2).Step", |_, a| {
        bound(&a[0], 2)
    }),
];

fn bound(range: &Value, which: usize) -> Result<Value, Failure> {
    match range {
        Value::List(items) => items.range.as_deref().cloned(),
        other => long_range(other).map(LongRange::bounds),
    }
    .map(|range| Value::Number(range[which].clone()))
    .ok_or_else(|| Failure::new("expected a range"))
}

/// The function's values.
pub(super) fn applied(
    machine: &mut Machine<'_>,
    collection: &Value,
    function: &Value,
) -> Result<Vec<Value>, Failure> {
    let values = items(collection)?;
    let mut results = Vec::with_capacity(values.len());
    for entry in values.iter() {
        machine.count_value()?;
        results.push(machine.call_back(function, vec![entry.clone()])?);
    }
    Ok(results)
}

fn index_of(machine: &Machine<'_>, list: &Value, wanted: &Value) -> Result<Option<usize>, Failure> {
    if let Some(range) = long_range(list) {
        let place = range.place_of(wanted);
        return Ok(place.and_then(|place| usize::try_from(place).ok()));
    }
    let mut equality = Equality::default();
    let mut ticker = machine.meter.ticker();
    for (place, value) in items(list)?.iter().enumerate() {
        ticker.step()?;
        if equality.next(value, wanted) {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

fn grouped(machine: &mut Machine<'_>, list: &Value, size: &Value) -> Result<Value, Failure> {
    let size = extract::index(size)?;
    if size < 1 {
        return Err(Failure::new("the size of the groups must be at least 1"));
    }
    let values = items(list)?;
    count(machine, values.len())?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    /// About so many bytes are needed for a group.
    const PER_GROUP: usize = 256;
    let needed = PER_GROUP * values.len().div_ceil(size) + 2 * size_of_val(&*values);
    machine.meter.room(needed as u64)?;
    let groups = values.chunks(size).map(|group| Value::list(group.to_vec()));
    Value::list(groups.collect::<Result<_, _>>()?)
}

/// The entries from `first` (counted from 0) up to, not including, `last`; a part of a range is a range.
fn part(machine: &mut Machine<'_>, list: &Value, first: i64, last: i64) -> Result<Value, Failure> {
    if let Some(range) = long_range(list) {
        let (first, last) = (first.max(0), last.min(range.length()));
        return match range.part(first, last) {
            Some(bounds) => {
                let [first, last, step] = bounds.map(Value::Number);
                crate::evaluate::range(machine, &first, &last, Some(&step))
            }
            None => Value::list(Vec::new()),
        };
    }
    let values = items(list)?;
    let length = values.len() as i64;
    let (first, last) = (first.clamp(0, length), last.clamp(0, length));
    let part = values.get(first as usize..last as usize).unwrap_or(&[]);
    count(machine, part.len())?;
    if let (Value::List(items), [Value::Number(head), ..], Some(Value::Number(end))) =
        (list, part, part.last())
        && let Some([_, written, step]) = items.range.as_deref()
    {
        let end = if last == length { written } else { end };
        return Value::range(part.to_vec(), [head.clone(), end.clone(), step.clone()]);
    }
    Value::list(part.to_vec())
}

/// A stable merge sort, because the order may fail.
pub(super) fn sorted_with(
    machine: &mut Machine<'_>,
    values: Vec<Value>,
    comparator: &Value,
) -> Result<Vec<Value>, Failure> {
    count(machine, values.len())?;
    let mut runs: Vec<Vec<Value>> = values.into_iter().map(|value| vec![value]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut runs_left = runs.into_iter();
        while let Some(first) = runs_left.next() {
            merged.push(match runs_left.next() {
                Some(second) => merge(machine, first, second, comparator)?,
                None => first,
            });
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}

fn merge(
    machine: &mut Machine<'_>,
    first: Vec<Value>,
    second: Vec<Value>,
    comparator: &Value,
) -> Result<Vec<Value>, Failure> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
        machine.tick()?;
        let answer = machine.call_back(comparator, vec![a.clone(), b.clone()])?;
        let order = match &answer {
            Value::Number(number) if number.is_integer() => number.cmp(&Rational::from(0)),
            other => {
                return Err(Failure::new(format!(
                    "the comparator must answer an integer, not {}",
                    other.kind()
                )));
            }
        };
        let next = if order == Ordering::Greater {
            second.next()
        } else {
            first.next()
        };
        merged.extend(next);
    }
    merged.extend(first);
    merged.extend(second);
    Ok(merged)
}
