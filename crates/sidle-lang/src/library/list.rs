//! Lists and ranges: values in order, counted from 1.

use std::cmp::Ordering;

use super::{
    LongRange, NativeClass,
    class_names::{COLLECTION, FUNCTION, INTEGER, LIST},
    classes,
    extract::{self, count, items, place},
    long_range, output, plot, table,
};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    rational::Rational,
    value::{self, Equality, Value},
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Values in order, counted from 1.
    class LIST: [COLLECTION] "[1,2,3][2]" {
        /// The function's value of each entry.
        fn Apply(all: &Value, function: &Value as FUNCTION) "[1,2,3].Apply(x -> x^2)" => applied(m, all, function)?;
        /// Is this among the entries?
        fn Contains(all: &Value, obj: &Value) "[1,2,3].Contains(2)" => index_of(m, all, obj)?.is_some();
        /// Each entry once, in the order of first appearance.
        get Distinct(all: &Value) "[1,2,2,3,1].Distinct" => match Value::set(items(all)?.into_owned())? {
            Value::Set(found) => Value::list(found.values.clone()),
            other => Ok(other),
        };
        /// Lists of n entries each; the last may be shorter.
        fn Grouped(all: &Value, n: i64) "[1,2,3,4,5].Grouped(2)" => grouped(m, all, n);
        /// The place of the first such entry, or 0.
        fn IndexOf(all: &Value, obj: &Value) "[5,6,7].IndexOf(6)" => index_of(m, all, obj)?.map_or(0, |at| at + 1);
        /// How many entries there are.
        get Length(all: &Value) "[1,2,3].Length" => extract::length(all);
        /// The entries as output, with a text between them.
        fn MkOutput(list: &Value, separator: &str) "[1,2,3].MkOutput(\" + \")" => {
            m.prepare_texts(std::slice::from_ref(list))?;
            let mut all = String::new();
            for (at, entry) in items(list)?.iter().enumerate() {
                if at > 0 {
                    all.push_str(separator);
                }
                all.push_str(&crate::print::plain(m, entry)?);
                super::string::check_length(all.len())?;
            }
            output::output(all)
        };
        /// A table with so many entries in each row.
        fn PeriodicTable(all: &Value, period: i64) "(1..6).PeriodicTable(3)" => {
            let rows = grouped(m, all, period)?;
            table::table(m, &rows)
        };
        /// A plot with a dot at (i, entry i) for each entry, an integer.
        fn ScatterPlot(all: &Value) "[1,3,2].ScatterPlot()" => plot::scatter(&items(all)?, m.meter);
        /// The entries backwards.
        get Reverse(all: &Value) "[1,2,3].Reverse" => {
            let values = items(all)?;
            count(m, values.len())?;
            values.iter().rev().cloned().collect::<Vec<_>>()
        };
        /// The entries in the universal order: the one in which sets are printed.
        get Sorted(all: &Value) "[2,1,*].Sorted" => {
            let mut values = items(all)?.into_owned();
            count(m, values.len())?;
            let mut order = value::Order::new(m.store);
            order.prepare(&values, m.meter)?;
            values.sort_by(|a, b| value::compare(a, b, &mut order));
            values
        };
        /// The entries in the order of a function of two entries whose value is negative, 0 or positive.
        fn SortedWith(all: &Value, comparator: &Value as FUNCTION) "[1,2,3].SortedWith((x, y) -> y - x)"
            => sorted_with(m, items(all)?.into_owned(), comparator)?;
        /// The entries from one place to another, both included.
        fn Sublist(all: &Value, first: i64, last: i64) "[1,2,3,4,5].Sublist(2, 4)"
            => part(m, all, first.saturating_sub(1), last);
        /// The first n entries.
        fn Take(all: &Value, n: i64) "[1,2,3].Take(2)" => part(m, all, 0, n);
        /// All entries but the first.
        get Tail(all: &Value) "(1..5).Tail" => match extract::length(all)? {
            0 => Err(Failure::new("an empty collection has no Tail")),
            _ => part(m, all, 1, i64::MAX),
        };
        /// The list with another entry at one place.
        fn Updated(all: &Value, index: &Value as INTEGER, obj: &Value) "[1,2,3].Updated(2, 9)" => {
            let mut values = items(all)?.into_owned();
            count(m, values.len())?;
            let at = place(index, values.len())?;
            values[at] = obj.clone();
            values
        };
    }
    /// Equidistant integers.
    class "cgsuite.lang.Range": [LIST] "(1..5).Sum" {
        /// The first number as written.
        get Start(range: &Value) "(1..5).Start" => bound(range, 0);
        /// The last number as written.
        get End(range: &Value) "(1..5).End" => bound(range, 1);
        /// The step.
        get Step(range: &Value) "(1..5..2).Step" => bound(range, 2);
    }
};

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

fn grouped(machine: &mut Machine<'_>, list: &Value, size: i64) -> Result<Value, Failure> {
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
                    "the comparison function must return an integer, but returned {}",
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
