//! Counting and going through collections.

use super::{Machine, operators, steps::not_boolean};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    library::{self, LongRange},
    rational::Rational,
    value::Value,
};

/// Counter, limit and step, if all are small integers.
#[inline]
fn small_integers(values: &[Value]) -> Option<[i64; 3]> {
    let [
        Value::Number(counter),
        Value::Number(limit),
        Value::Number(step),
        ..,
    ] = values
    else {
        return None;
    };
    Some([counter.small()?, limit.small()?, step.small()?])
}

/// Has a loop not passed its limit?
#[inline]
fn goes_on([counter, limit, step]: [i64; 3]) -> bool {
    if step < 0 {
        counter >= limit
    } else {
        counter <= limit
    }
}

impl Machine<'_> {
    /// The beginning of a loop: `for_start`, then `for_next`.
    #[inline]
    pub(super) fn for_begin(&mut self, at: usize) -> Result<bool, Failure> {
        let above = self.stack.len() - 3;
        let Some(numbers) = small_integers(&self.stack[above..]) else {
            self.for_start(at)?;
            return self.for_next(at);
        };
        self.forget(3);
        Ok(self.count(at, numbers))
    }

    /// The beginning of a loop that counts by ones from the second value on the stack to the top; `None`, with
    /// nothing done, unless both are small integers.
    #[inline]
    pub(super) fn for_begin_by_one(&mut self, at: usize) -> Option<bool> {
        let [.., Value::Number(first), Value::Number(last)] = &self.stack[..] else {
            return None;
        };
        let numbers = [first.small()?, last.small()?, 1];
        self.forget(2);
        Some(self.count(at, numbers))
    }

    /// Puts counter, limit and step into their slots; true if there is a first round.
    #[inline]
    fn count(&mut self, at: usize, numbers: [i64; 3]) -> bool {
        for (slot, number) in self.stack[at..].iter_mut().zip(numbers) {
            slot.put_small(number);
        }
        self.set_small(at + 3, numbers[0]);
        goes_on(numbers)
    }

    pub(super) fn for_start(&mut self, at: usize) -> Result<(), Failure> {
        // First, limit and step change places with what the slots held.
        let above = self.stack.len() - 3;
        let (below, values) = self.stack.split_at_mut(above);
        below[at..at + 3].swap_with_slice(values);
        self.shorten(above);
        Ok(())
    }

    #[inline]
    pub(super) fn for_next(&mut self, at: usize) -> Result<bool, Failure> {
        if let Some(numbers) = small_integers(&self.stack[at..]) {
            self.set_small(at + 3, numbers[0]);
            return Ok(goes_on(numbers));
        }
        let counter = self.stack[at].clone();
        self.set_slot(at + 3, counter.clone());
        let limit = self.stack[at + 1].clone();
        if matches!(limit, Value::Nothing) {
            return Ok(true);
        }
        let down = matches!(&self.stack[at + 2], Value::Number(step) if step.signum() < 0);
        let op = if down {
            BinaryOp::GreaterEqual
        } else {
            BinaryOp::LessEqual
        };
        match operators::binary(self, op, counter, limit)? {
            Value::Bool(goes_on) => Ok(goes_on),
            other => Err(not_boolean(Some(&other))),
        }
    }

    #[inline]
    pub(super) fn for_step(&mut self, at: usize) -> Result<(), Failure> {
        if let (Value::Number(counter), Value::Number(step)) =
            (&self.stack[at], &self.stack[at + 2])
            && let (Some(counter), Some(step)) = (counter.small(), step.small())
            && let Some(sum) = counter.checked_add(step)
        {
            self.stack[at].put_small(sum);
            return Ok(());
        }
        let (counter, step) = (self.stack[at].clone(), self.stack[at + 2].clone());
        self.stack[at] = operators::binary(self, BinaryOp::Add, counter, step)?;
        Ok(())
    }

    pub(super) fn in_start(&mut self, at: usize, collection: Value) -> Result<(), Failure> {
        let items = match collection {
            Value::List(items) | Value::Set(items) | Value::Map(items) => Value::List(items),
            Value::Object(object) if object.downcast_ref::<LongRange>().is_some() => {
                Value::Object(object)
            }
            Value::Object(object) => match object.items() {
                Some(values) => Value::list(values)?,
                None => return Err(Failure::new("this object is not a collection")),
            },
            other => {
                return Err(Failure::new(format!("cannot go through {}", other.kind()))
                    .with_help("`in` wants a list or a set; write `from … to …` to count"));
            }
        };
        self.stack[at] = items;
        self.stack[at + 1] = Value::Number(Rational::from(0));
        Ok(())
    }

    #[inline]
    pub(super) fn in_next(&mut self, at: usize) -> bool {
        let Value::Number(place) = &self.stack[at + 1] else {
            return false;
        };
        let place = place.small().unwrap_or(0);
        let value = match &self.stack[at] {
            Value::List(items) => {
                let value = items.values.get(place as usize);
                if let Some(Value::Number(number)) = value
                    && let Some(n) = number.small()
                {
                    self.stack[at + 1].put_small(place + 1);
                    self.set_small(at + 2, n);
                    return true;
                }
                value.map(Value::copied)
            }
            range => {
                let range = library::long_range(range);
                range.and_then(|range| range.entry(place)).map(Value::small)
            }
        };
        let Some(value) = value else {
            return false;
        };
        self.stack[at + 1].put_small(place + 1);
        self.set_slot(at + 2, value);
        true
    }

    /// Counts on and says whether the loop goes on; `None`, with nothing done, unless all are small integers.
    #[inline]
    pub(super) fn for_again(&mut self, at: usize) -> Option<bool> {
        let [counter, limit, step] = small_integers(&self.stack[at..])?;
        let counter = counter.checked_add(step)?;
        self.stack[at].put_small(counter);
        self.set_small(at + 3, counter);
        Some(goes_on([counter, limit, step]))
    }
}
