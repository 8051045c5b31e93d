//! Operations on small integers, cells and lists that are decided at once, without the tables of operators.

use crate::{ast::BinaryOp, library::BoardCell, rational::Rational, value::Value};

/// The value of a small integer.
#[inline]
pub(super) fn small_integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.small(),
        _ => None,
    }
}

/// An operator on two values, if it is decided here.
#[inline]
pub(super) fn operate(op: BinaryOp, a: &Value, b: &Value) -> Option<Value> {
    match (small_integer(a), small_integer(b)) {
        (Some(a), Some(b)) => small(op, a, b),
        _ => cells(op, a, b),
    }
}

/// A relation of a value with an integer, if it is decided here.
#[inline]
pub(super) fn is(op: BinaryOp, value: &Value, integer: i32) -> Option<bool> {
    match value {
        Value::Number(number) => related(op, number.small()?, i64::from(integer)),
        Value::Nothing => nothing_is(op),
        _ => None,
    }
}

/// A relation of nothing with an integer, if it is decided here.
#[inline]
pub(super) fn nothing_is(op: BinaryOp) -> Option<bool> {
    match op {
        BinaryOp::Equal => Some(false),
        BinaryOp::NotEqual => Some(true),
        _ => None,
    }
}

/// A relation of two integers; `None` if the operator is not one.
#[inline]
pub(super) fn related(op: BinaryOp, a: i64, b: i64) -> Option<bool> {
    Some(match op {
        BinaryOp::Equal | BinaryOp::Identical => a == b,
        BinaryOp::NotEqual | BinaryOp::NotIdentical => a != b,
        BinaryOp::Less => a < b,
        BinaryOp::Greater => a > b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::GreaterEqual => a >= b,
        _ => return None,
    })
}

impl BoardCell {
    /// A relation with an integer, if it is decided here.
    #[inline]
    pub(super) fn is(self, op: BinaryOp, integer: i32) -> Option<bool> {
        match self {
            BoardCell::Holds(cell) => related(op, i64::from(cell), i64::from(integer)),
            BoardCell::Outside => nothing_is(op),
        }
    }
}

/// An entry of a list by its number, if it is there.
#[inline]
pub(super) fn entry<'v>(list: &'v Value, index: &Value) -> Option<&'v Value> {
    let Value::List(items) = list else {
        return None;
    };
    let at = usize::try_from(small_integer(index)?.checked_sub(1)?).ok()?;
    items.values.get(at)
}

/// Sums and differences of coordinates, and whether cells are the same; `None` if it overflows or is done
/// elsewhere.
#[inline]
pub(super) fn cells(op: BinaryOp, a: &Value, b: &Value) -> Option<Value> {
    let (&Value::Coordinates(row, column), &Value::Coordinates(down, right)) = (a, b) else {
        return None;
    };
    Some(match op {
        BinaryOp::Add => Value::Coordinates(row.checked_add(down)?, column.checked_add(right)?),
        BinaryOp::Subtract => {
            Value::Coordinates(row.checked_sub(down)?, column.checked_sub(right)?)
        }
        BinaryOp::Equal => Value::Bool((row, column) == (down, right)),
        BinaryOp::NotEqual => Value::Bool((row, column) != (down, right)),
        _ => return None,
    })
}

/// Arithmetic of small integers; `None` if it overflows or is done elsewhere.
#[inline]
pub(super) fn small(op: BinaryOp, a: i64, b: i64) -> Option<Value> {
    let number = |n: i64| Value::Number(Rational::from(n));
    Some(match op {
        BinaryOp::Add => number(a.checked_add(b)?),
        BinaryOp::Subtract => number(a.checked_sub(b)?),
        BinaryOp::Multiply => number(a.checked_mul(b)?),
        BinaryOp::Remainder => number(a.checked_rem(b)?),
        BinaryOp::Divide if b != 0 && a.checked_rem(b)? == 0 => number(a / b),
        _ => Value::Bool(related(op, a, b)?),
    })
}
