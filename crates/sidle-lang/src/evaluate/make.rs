//! Instructions that make collections, games and functions.

use std::sync::{Arc, Mutex};

use super::{
    Machine,
    code::{Capture, Function, Op, Prototype},
    games, loopy, operators,
};
use crate::{
    ast::Collect,
    diagnostic::Failure,
    value::{self, Value},
};

impl Machine<'_> {
    /// Instructions that are not worth a line in the inner loop.
    pub(super) fn build(&mut self, op: Op, code: &Prototype) -> Result<(), Failure> {
        let value = match op {
            Op::Unary(op) => {
                let value = self.pop();
                operators::unary(self, op, value)?
            }
            Op::Is => {
                let (class, value) = (self.pop(), self.pop());
                operators::is(self, &value, &class)?
            }
            Op::Range(stepped) => {
                let step = if stepped { Some(self.pop()) } else { None };
                let (last, first) = (self.pop(), self.pop());
                operators::range(self, &first, &last, step.as_ref())?
            }
            Op::List(count) => {
                self.count_bytes(count as usize * std::mem::size_of::<Value>())?;
                Value::list(self.pop_many(count as usize))?
            }
            Op::Set(count) => Value::set(self.pop_many(count as usize))?,
            Op::Map(count) => Value::map(self.pop_many(count as usize))?,
            Op::Coordinates(count) => coordinates(&self.pop_many(count as usize))?,
            Op::Pair => {
                let (value, key) = (self.pop(), self.pop());
                pair(key, value)?
            }
            Op::Misere(count) => {
                let values = self.pop_many(count as usize);
                games::impartial(self, values)?
            }
            Op::Game { left, right } => {
                let right = self.pop_many(right as usize);
                let left = self.pop_many(left as usize);
                games::game(self, left, right)?
            }
            Op::Explicit { left, right } => {
                let right = self.pop_many(right as usize);
                let left = self.pop_many(left as usize);
                games::explicit(self, left, right)?
            }
            Op::Loopy(shape) => {
                let shape = &code.shapes[shape as usize];
                let values = self.pop_many(shape.values as usize);
                loopy::graph(self, shape, &values)?
            }
            Op::Closure(index) => self.closure(code, index)?,
            Op::Outer(levels) => self.outer(levels)?,
            Op::Class(site) => {
                let name = code.sites[site as usize].name.clone();
                self.class_value(&name)?
            }
            Op::PackageConstant(site) => {
                let name = code.sites[site as usize].name.clone();
                self.package_constant(&name)?
            }
            Op::SetField(site) => {
                let value = self.pop();
                self.set_field(&code.sites[site as usize].name, value)?
            }
            Op::SetStatic(site) => {
                let value = self.pop();
                self.set_static(&code.sites[site as usize].name, value)?
            }
            Op::Collect => {
                self.collections.push(Vec::new());
                return Ok(());
            }
            Op::Collected(collect) => {
                let values = self.collections.pop().unwrap_or_default();
                match collect {
                    Collect::Set => Value::set(values)?,
                    Collect::Map => Value::map(values)?,
                    _ => Value::list(values)?,
                }
            }
            Op::Answer => {
                let value = self.pop();
                self.answers.push(value);
                return Ok(());
            }
            _ => Value::Nothing,
        };
        self.stack.push(value);
        Ok(())
    }

    /// Asks the objects in these values for their texts, so that they can be printed.
    pub(crate) fn prepare_texts(&mut self, values: &[Value]) -> Result<(), Failure> {
        for value in values {
            self.prepare_text(value)?;
        }
        Ok(())
    }

    fn closure(&mut self, code: &Prototype, index: u32) -> Result<Value, Failure> {
        let prototype = code.functions[index as usize].clone();
        let Some(call) = self.calls.last() else {
            return Ok(Value::Nothing);
        };
        let mut captured = Vec::with_capacity(prototype.captures.len());
        for capture in &prototype.captures {
            let cell = match *capture {
                Capture::Local(slot) => match &mut self.stack[call.base + slot as usize] {
                    Value::Cell(cell) => cell.clone(),
                    // A loop that used the slot before has written over what was made ready.
                    own => {
                        let value = std::mem::replace(own, Value::Nothing);
                        let cell = Arc::new(Mutex::new(value));
                        *own = Value::Cell(cell.clone());
                        cell
                    }
                },
                Capture::Captured(index) => match &call.closure {
                    Some(closure) => closure.captured[index as usize].clone(),
                    None => return Err(Failure::new("a captured variable is missing")),
                },
            };
            captured.push(cell);
        }
        let this = call.this.clone();
        let size = std::mem::size_of::<Function>() + 8 * captured.len();
        self.count_bytes(size)?;
        Ok(Value::Function(Arc::new(Function {
            prototype,
            captured,
            this,
        })))
    }
}

/// `(row, column)`: coordinates are two integers.
fn coordinates(values: &[Value]) -> Result<Value, Failure> {
    let integer = |value: &Value| match value {
        Value::Number(number) => number.small().and_then(|n| i32::try_from(n).ok()),
        _ => None,
    };
    if let [row, column] = values
        && let (Some(row), Some(column)) = (integer(row), integer(column))
    {
        return Ok(Value::Coordinates(row, column));
    }
    let too_large = values.iter().find_map(|value| match value {
        Value::Number(number) if number.to_integer().is_some() => {
            integer(value).is_none().then_some(number)
        }
        _ => None,
    });
    if let (Some(number), 2) = (too_large, values.len()) {
        let limits = format!("coordinates go from {} to {}", i32::MIN, i32::MAX);
        return Err(Failure::new(format!("{number} is not a coordinate")).with_help(limits));
    }
    let kinds: Vec<&str> = values.iter().map(Value::kind).collect();
    Err(Failure::new(format!(
        "coordinates are two small integers, not {}",
        kinds.join(" and ")
    ))
    .with_help("write `[a, b]` for a list, `{a, b}` for a set"))
}

pub(super) fn pair(key: Value, value: Value) -> Result<Value, Failure> {
    let pair = Value::pair(key, value);
    if pair.depth() >= value::MAX_NESTING {
        return Err(value::too_deep("collections"));
    }
    Ok(pair)
}
