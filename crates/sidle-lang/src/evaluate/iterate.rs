//! What a `for` runs over.

use std::sync::Arc;

use super::{Machine, operators};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    rational::Rational,
    value::{Items, Value},
};

/// The state of one running `for`.
#[derive(Debug)]
pub(crate) struct Iteration {
    source: Source,
    height: usize,
}

#[derive(Debug)]
enum Source {
    Items(Arc<Items>, usize),
    Range {
        next: Value,
        to: Option<Value>,
        by: Value,
        started: bool,
        descending: bool,
    },
    Forever,
}

impl Iteration {
    /// Over the values of a list, set, map or tuple. `height` is the size of the machine's stack.
    pub(super) fn over(collection: &Value, height: usize) -> Result<Iteration, Failure> {
        match collection {
            Value::List(items) | Value::Set(items) | Value::Map(items) => Ok(Iteration {
                source: Source::Items(items.clone(), 0),
                height,
            }),
            Value::Object(object) => match object.items() {
                Some(values) => Iteration::over(&Value::list(values)?, height),
                None => Err(Failure::new("this object is not a collection")),
            },
            other => Err(Failure::new(format!("cannot go through {}", other.kind()))
                .with_help("`in` wants a list or a set; write `from … to …` to count")),
        }
    }

    pub(super) fn range(
        from: Value,
        to: Option<Value>,
        by: Option<Value>,
        height: usize,
    ) -> Iteration {
        Iteration {
            source: Source::Range {
                next: from,
                to,
                by: by.unwrap_or_else(|| Value::Number(Rational::from(1))),
                started: false,
                descending: false,
            },
            height,
        }
    }

    pub(super) fn forever(height: usize) -> Iteration {
        Iteration {
            source: Source::Forever,
            height,
        }
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    pub(super) fn next(&mut self, machine: &mut Machine<'_>) -> Result<Option<Value>, Failure> {
        match &mut self.source {
            Source::Forever => Ok(Some(Value::Nothing)),
            Source::Items(items, at) => {
                *at += 1;
                Ok(items.values.get(*at - 1).cloned())
            }
            Source::Range {
                next,
                to,
                by,
                started,
                descending,
            } => {
                if *started {
                    *next = operators::binary(machine, BinaryOp::Add, next.clone(), by.clone())?;
                } else {
                    *started = true;
                    let zero = Value::Number(Rational::from(0));
                    *descending = truth(operators::binary(
                        machine,
                        BinaryOp::Less,
                        by.clone(),
                        zero,
                    )?);
                }
                if let Some(to) = to {
                    // Games need not be comparable: go on while the bound is not passed.
                    let op = if *descending {
                        BinaryOp::GreaterEqual
                    } else {
                        BinaryOp::LessEqual
                    };
                    if !truth(operators::binary(machine, op, next.clone(), to.clone())?) {
                        return Ok(None);
                    }
                }
                Ok(Some(next.clone()))
            }
        }
    }
}

fn truth(value: Value) -> bool {
    matches!(value, Value::Bool(true))
}
