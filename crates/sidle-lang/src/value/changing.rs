//! Equality of objects that can change. They may lead back to themselves, and in chains of any length.

use std::{collections::HashSet, sync::Arc};

use super::{Value, equal};
use crate::class::Instance;

/// Have two objects of mutable classes the same variables? Two objects that are met again while they are
/// compared count as equal, so that objects that lead to themselves are equal if nothing tells them apart.
pub(crate) fn equal_mutable(a: &Instance, b: &Instance) -> bool {
    let address = |object: &Instance| std::ptr::from_ref(object) as usize;
    let mut met: HashSet<(usize, usize)> = HashSet::from([(address(a), address(b))]);
    let Some(mut waiting) = a.pairs(b) else {
        return false;
    };
    while let Some((a, b)) = waiting.pop() {
        match (&a, &b) {
            (Value::Instance(a), Value::Instance(b)) => {
                if Arc::ptr_eq(a, b) || !met.insert((address(a), address(b))) {
                    continue;
                }
                match a.pairs(b) {
                    Some(pairs) => waiting.extend(pairs),
                    None => return false,
                }
            }
            (Value::List(a), Value::List(b)) => {
                let places = (Arc::as_ptr(a) as usize, Arc::as_ptr(b) as usize);
                if places.0 == places.1 || !met.insert(places) {
                    continue;
                }
                if a.values.len() != b.values.len() {
                    return false;
                }
                waiting.extend(a.values.iter().cloned().zip(b.values.iter().cloned()));
            }
            (Value::Pair(a), Value::Pair(b)) => {
                let places = (Arc::as_ptr(a) as usize, Arc::as_ptr(b) as usize);
                if places.0 == places.1 || !met.insert(places) {
                    continue;
                }
                waiting.push((a.0.clone(), b.0.clone()));
                waiting.push((a.1.clone(), b.1.clone()));
            }
            _ if leads_to_objects(&a, &mut HashSet::new()) => {
                let same = match (&a, &b) {
                    (Value::Object(a), Value::Object(b)) => Arc::ptr_eq(a, b),
                    (Value::Set(a), Value::Set(b)) | (Value::Map(a), Value::Map(b)) => {
                        Arc::ptr_eq(a, b)
                    }
                    _ => false,
                };
                if !same {
                    return false;
                }
            }
            _ => {
                if !equal(&a, &b) {
                    return false;
                }
            }
        }
    }
    true
}

/// Are there objects of users' classes in it? Recursion is bounded by the nesting of collections; those that have been
/// met are not looked at again.
fn leads_to_objects(value: &Value, met: &mut HashSet<*const ()>) -> bool {
    match value {
        Value::Instance(_) => true,
        Value::List(items) | Value::Set(items) | Value::Map(items) => {
            met.insert(Arc::as_ptr(items).cast())
                && items
                    .values
                    .iter()
                    .any(|value| leads_to_objects(value, met))
        }
        Value::Pair(pair) => {
            met.insert(Arc::as_ptr(pair).cast())
                && (leads_to_objects(&pair.0, met) || leads_to_objects(&pair.1, met))
        }
        Value::Object(object) => match object.items() {
            Some(items) => {
                met.insert(Arc::as_ptr(object).cast())
                    && items.iter().any(|value| leads_to_objects(value, met))
            }
            None => object.depth() > 0,
        },
        Value::Form(_) => true,
        _ => false,
    }
}
