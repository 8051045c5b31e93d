//! Equality of values.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Items, Value};
use crate::{class::Instance, library};

/// Are two values the same? Equality of games is equality of values; recursion is bounded by
/// [`MAX_NESTING`](super::MAX_NESTING).
pub(crate) fn equal(a: &Value, b: &Value) -> bool {
    Equality::default().values(a, b)
}

/// So many collections and objects are compared before anything is remembered.
const FEW: u32 = 64;
/// Texts from this length on are compared once.
pub(super) const LONG: usize = 1 << 12;

/// A comparison that goes on. Collections share their parts: a list of a list twice, of that twice, and so on, has as many
/// entries as there are ways into it, so what was found equal is not compared again.
#[derive(Default)]
pub(crate) struct Equality {
    compared: u32,
    /// By their addresses; the values are kept, so that no other ones come to lie there.
    equal: FxHashMap<(usize, usize), (Value, Value)>,
    /// Long texts, and whether they are the same.
    texts: FxHashMap<(usize, usize), (bool, Arc<str>, Arc<str>)>,
}

fn address<T: ?Sized>(value: &Arc<T>) -> usize {
    Arc::as_ptr(value).cast::<()>() as usize
}

impl Equality {
    /// Begins another comparison, which knows of those before only the long texts.
    pub(crate) fn next(&mut self, a: &Value, b: &Value) -> bool {
        self.compared = 0;
        self.equal.clear();
        self.values(a, b)
    }

    fn texts(&mut self, a: &Arc<str>, b: &Arc<str>) -> bool {
        if Arc::ptr_eq(a, b) {
            return true;
        }
        if a.len() != b.len() || a.len() < LONG {
            return a == b;
        }
        let found = self.texts.entry((address(a), address(b)));
        found.or_insert_with(|| (a == b, a.clone(), b.clone())).0
    }

    /// Compares two values.
    pub(crate) fn values(&mut self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Nothing, Value::Nothing) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Game(a), Value::Game(b)) => a == b,
            (Value::Loopy(a), Value::Loopy(b)) => a == b,
            (Value::Form(a), Value::Form(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => self.texts(a, b),
            (Value::Player(a), Value::Player(b)) => a == b,
            (Value::Outcome(a), Value::Outcome(b)) => a == b,
            (Value::LoopyOutcome(a), Value::LoopyOutcome(b)) => a == b,
            (Value::LoopyOutcome(a), Value::Outcome(b))
            | (Value::Outcome(b), Value::LoopyOutcome(a)) => a.onside == *b && a.offside == *b,
            (Value::Class(a), Value::Class(b)) => Arc::ptr_eq(a, b),
            (Value::Coordinates(a, b), Value::Coordinates(c, d)) => a == c && b == d,
            (Value::Builtin(a), Value::Builtin(b)) => a == b,
            (Value::Function(a), Value::Function(b)) => Arc::ptr_eq(a, b) || a.is_same(b),
            (Value::Script(a), Value::Script(b)) => Arc::ptr_eq(a, b),
            (Value::Uptimal(a), Value::Uptimal(b)) => a == b,
            (Value::Thermograph(a), Value::Thermograph(b)) => a == b,
            (Value::Surreal(a), Value::Surreal(b)) => a == b,
            (Value::List(items), range @ Value::Object(_))
            | (range @ Value::Object(_), Value::List(items)) => self.range(items, range),
            (Value::Instance(x), Value::Instance(y)) => {
                self.shared(a, b, (address(x), address(y)), |this| this.instances(x, y))
            }
            (Value::Object(x), Value::Object(y)) => {
                self.shared(a, b, (address(x), address(y)), |this| {
                    x.equal_within(&**y, this)
                })
            }
            (Value::Pair(x), Value::Pair(y)) => {
                self.shared(a, b, (address(x), address(y)), |this| {
                    this.values(&x.0, &y.0) && this.values(&x.1, &y.1)
                })
            }
            (Value::List(x), Value::List(y)) if x.is_small() && y.is_small() => {
                Arc::ptr_eq(x, y) || self.all(&x.values, &y.values)
            }
            (Value::List(x), Value::List(y))
            | (Value::Set(x), Value::Set(y))
            | (Value::Map(x), Value::Map(y)) => {
                x.values.len() == y.values.len()
                    && self.shared(a, b, (address(x), address(y)), |this| match a {
                        Value::List(_) => this.all(&x.values, &y.values),
                        Value::Set(_) => {
                            let mut values = x.values.iter();
                            values.all(|value| y.find_within(value, this).is_some())
                        }
                        _ => this.entries(x, y),
                    })
            }
            _ => false,
        }
    }

    /// Are the values the same, one by one?
    pub(crate) fn all(&mut self, a: &[Value], b: &[Value]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.values(a, b))
    }

    fn entries(&mut self, a: &Items, b: &Items) -> bool {
        a.values.iter().all(|entry| {
            let Value::Pair(entry) = entry else {
                return false;
            };
            let place = b.find_within(&entry.0, self);
            match place.map(|place| &b.values[place]) {
                Some(Value::Pair(found)) => self.values(&entry.1, &found.1),
                _ => false,
            }
        })
    }

    fn range(&mut self, items: &Items, range: &Value) -> bool {
        library::long_range(range).is_some_and(|range| {
            let mut places = 0..;
            range.length() == items.values.len() as i64
                && items.values.iter().all(|value| {
                    let entry = places.next().and_then(|place| range.entry(place));
                    entry.is_some_and(|entry| self.values(value, &Value::small(entry)))
                })
        })
    }

    /// Compares objects of users' classes.
    pub(crate) fn instances(&mut self, a: &Instance, b: &Instance) -> bool {
        a.equal_within(b, self)
    }

    fn shared(
        &mut self,
        a: &Value,
        b: &Value,
        places: (usize, usize),
        compare: impl FnOnce(&mut Equality) -> bool,
    ) -> bool {
        if places.0 == places.1 {
            return true;
        }
        self.compared = self.compared.saturating_add(1);
        if self.compared > FEW && self.equal.contains_key(&places) {
            return true;
        }
        let same = compare(self);
        if same && self.compared > FEW {
            self.equal.insert(places, (a.clone(), b.clone()));
        }
        same
    }
}
