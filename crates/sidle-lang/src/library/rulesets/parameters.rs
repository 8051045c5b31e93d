//! What the parameters of families of rulesets are made of.

use crate::{diagnostic::Failure, value::Value};

pub(super) fn boolean(value: &Value) -> Result<bool, Failure> {
    match value {
        Value::Bool(yes) => Ok(*yes),
        other => Err(Failure::new(format!(
            "`true` or `false` is wanted, this is {}",
            other.kind()
        ))),
    }
}

/// The members of a collection; of `Nothing`, none.
pub(super) fn items(value: &Value) -> Result<&[Value], Failure> {
    match value {
        Value::Nothing => Ok(&[]),
        Value::List(items) | Value::Set(items) => Ok(&items.values),
        other => Err(Failure::new(format!(
            "a list or a set is wanted, this is {}",
            other.kind()
        ))),
    }
}
