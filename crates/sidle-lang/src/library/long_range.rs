//! Ranges that are too long to be written out: their entries are worked out when they are asked for.

use std::{cmp::Ordering, sync::Arc};

use super::{Object, Show, extract, known, object};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    rational::Rational,
    value::{Order, Value},
};

/// Ranges with more entries than this are not written out.
const SHORT: i64 = 1_000_000;
/// All entries of a range are listed at once up to this many.
const MOST: i64 = 20_000_000;

/// Equidistant integers, at least two.
#[derive(Clone, Debug)]
pub(crate) struct LongRange {
    first: i64,
    /// As it was written; the last entry may come before it.
    end: i64,
    step: i64,
    length: i64,
}

impl LongRange {
    /// The range, if it is too long to be written out.
    pub(crate) fn new([first, end, step]: &[Rational; 3]) -> Option<LongRange> {
        let (first, end, step) = (first.small()?, end.small()?, step.small()?);
        if step == 0 {
            return None;
        }
        let steps = (i128::from(end) - i128::from(first)) / i128::from(step);
        let length = i64::try_from(steps).ok()?.checked_add(1)?;
        (length > SHORT).then_some(LongRange {
            first,
            end,
            step,
            length,
        })
    }

    pub(crate) fn length(&self) -> i64 {
        self.length
    }

    /// The entry at a place, counted from 0.
    #[inline]
    pub(crate) fn entry(&self, at: i64) -> Option<i64> {
        (0..self.length).contains(&at).then(|| self.at(at))
    }

    /// The entry at a place that is there. It lies between the ends, so what is lost on the way there does not matter.
    #[inline]
    fn at(&self, place: i64) -> i64 {
        self.first.wrapping_add(place.wrapping_mul(self.step))
    }

    fn last(&self) -> i64 {
        self.at(self.length - 1)
    }

    /// First, last as written, and step.
    pub(super) fn bounds(&self) -> [Rational; 3] {
        [self.first, self.end, self.step].map(Rational::from)
    }

    /// The least and the greatest entry.
    pub(super) fn extremes(&self) -> (i64, i64) {
        let (first, last) = (self.first, self.last());
        (first.min(last), first.max(last))
    }

    /// The place of an entry, counted from 0.
    pub(super) fn place_of(&self, wanted: &Value) -> Option<i64> {
        let Value::Number(number) = wanted else {
            return None;
        };
        let from = i128::from(number.to_i64()?) - i128::from(self.first);
        let step = i128::from(self.step);
        let place = i64::try_from(from / step).ok()?;
        (from % step == 0 && (0..self.length).contains(&place)).then_some(place)
    }

    /// The sum of all entries.
    pub(super) fn sum(&self) -> Value {
        let ends = dashu_int::IBig::from(self.first) + dashu_int::IBig::from(self.last());
        Value::integer(ends * dashu_int::IBig::from(self.length) / dashu_int::IBig::from(2))
    }

    /// The bounds of the part from one place up to, not including, another.
    pub(super) fn part(&self, from: i64, to: i64) -> Option<[Rational; 3]> {
        let (first, last) = (self.entry(from)?, self.entry(to - 1)?);
        let end = if to == self.length { self.end } else { last };
        (from < to).then(|| [first, end, self.step].map(Rational::from))
    }

    /// The failure where all entries are needed at once.
    pub(super) fn too_long(&self) -> Failure {
        Failure::new(format!(
            "the range {} has {} entries, too many to write them all out",
            self.shown(),
            self.length
        ))
        .with_help("go through it with `for … in`")
    }

    fn shown(&self) -> String {
        match self.step {
            1 => format!("{}..{}", self.first, self.end),
            step => format!("{}..{}..{step}", self.first, self.end),
        }
    }
}

/// The long range that a value is, if it is one.
pub(crate) fn long_range(value: &Value) -> Option<&LongRange> {
    object::<LongRange>(value)
}

impl Object for LongRange {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        known!("cgsuite.lang.Range")
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<LongRange>();
        other.is_some_and(|other| {
            (self.first, self.step, self.length) == (other.first, other.step, other.length)
        })
    }

    fn hash(&self) -> u64 {
        (self.first as u64).rotate_left(17) ^ (self.step as u64).rotate_left(7) ^ self.length as u64
    }

    fn compare(&self, other: &dyn Object, _: &mut Order<'_>) -> Ordering {
        let key = |range: &LongRange| (range.first, range.step, range.length);
        let other = other.downcast_ref::<LongRange>();
        other.map_or(Ordering::Equal, |other| key(self).cmp(&key(other)))
    }

    fn text(&self, _: Show<'_>) -> Result<String, Failure> {
        Ok(self.shown())
    }

    fn depth(&self) -> u32 {
        1
    }

    fn items(&self) -> Option<Vec<Value>> {
        let entries = (0..self.length).map(|at| Value::small(self.at(at)));
        (self.length <= MOST).then(|| entries.collect())
    }

    fn index(&self, _: &mut Machine<'_>, index: &Value) -> Option<Result<Value, Failure>> {
        let length = usize::try_from(self.length).unwrap_or(usize::MAX);
        let place = extract::place(index, length);
        Some(place.map(|at| Value::small(self.at(at as i64))))
    }
}
