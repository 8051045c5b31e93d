//! Operators of strings, coordinates and native objects.

use super::{coordinates, string, surreal};
use crate::{ast::BinaryOp, diagnostic::Failure, evaluate::Machine, value::Value};

/// Applies an operator if one side is a value of these classes and they know it.
pub(crate) fn operate(
    machine: &mut Machine<'_>,
    op: BinaryOp,
    a: &Value,
    b: &Value,
) -> Option<Result<Value, Failure>> {
    match (a, b) {
        (Value::Number(_), Value::Number(_)) => None,
        (Value::Text(first), Value::Text(second)) if op == BinaryOp::Add => {
            Some(string::joined(&[first, second]))
        }
        (Value::Surreal(_), _) | (_, Value::Surreal(_)) => surreal::operate(machine, op, a, b),
        (&Value::Coordinates(row, column), other) => {
            coordinates::operate(op, (row, column), other, true)
        }
        (other, &Value::Coordinates(row, column)) => {
            coordinates::operate(op, (row, column), other, false)
        }
        (Value::Object(object), other) => {
            let result = object.operate(machine, op, other, true);
            match (result, other) {
                (None, Value::Object(second)) => second.operate(machine, op, a, false),
                (result, _) => result,
            }
        }
        (other, Value::Object(object)) => object.operate(machine, op, other, false),
        _ => None,
    }
}
