//! Collections that can change never contain themselves.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use rustc_hash::FxHashSet;

use super::{Mutable, object};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    value::{self, MAX_NESTING, Value},
};

/// Refuses a value that contains the collection that it is to be put into, and nesting without end: such
/// things cannot be printed.
pub(super) fn check(
    machine: &mut Machine<'_>,
    collection: &Value,
    value: &Value,
) -> Result<(), Failure> {
    let Value::Object(target) = collection else {
        return Ok(());
    };
    let outer = object::<Mutable>(collection).map_or(0, |outer| outer.level.load(Relaxed));
    let mut stack = vec![(value.clone(), outer + 1)];
    let mut met: FxHashSet<usize> = FxHashSet::default();
    while let Some((value, level)) = stack.pop() {
        // What is inside collections comes off the stack later.
        let own = match &value {
            Value::List(_) | Value::Set(_) | Value::Map(_) => 1,
            Value::Object(object) if object.downcast_ref::<Mutable>().is_some() => 1,
            Value::Pair(_) => 0,
            other => other.depth(),
        };
        if level + own > MAX_NESTING {
            return Err(value::too_deep("collections"));
        }
        match &value {
            Value::Object(object) => {
                if Arc::ptr_eq(object, target) {
                    return Err(Failure::new("a collection cannot contain itself"));
                }
                if let Some(mutable) = object.downcast_ref::<Mutable>() {
                    mutable.level.fetch_max(level, Relaxed);
                }
                let inner = object.items().unwrap_or_default().into_iter();
                stack.extend(inner.map(|value| (value, level + 1)));
            }
            Value::List(items) | Value::Set(items) | Value::Map(items) => {
                let inner = items.values.iter().filter(|value| contains_objects(value));
                stack.extend(inner.map(|value| (value.clone(), level + 1)));
            }
            Value::Pair(pair) => {
                stack.extend([(pair.0.clone(), level), (pair.1.clone(), level)]);
            }
            // An object that can change is printed and compared without what is in it.
            Value::Instance(instance)
                if !instance.class.is_mutable() && met.insert(Arc::as_ptr(instance) as usize) =>
            {
                let inner = instance.parts().filter(contains_objects);
                stack.extend(inner.map(|value| (value, level)));
            }
            _ => {}
        }
        machine.tick()?;
    }
    Ok(())
}

fn contains_objects(value: &Value) -> bool {
    matches!(
        value,
        Value::Object(_)
            | Value::Instance(_)
            | Value::List(_)
            | Value::Set(_)
            | Value::Map(_)
            | Value::Pair(_)
    )
}
