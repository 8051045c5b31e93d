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
                if a.values.len() != b.values.len() {
                    return false;
                }
                waiting.extend(a.values.iter().cloned().zip(b.values.iter().cloned()));
            }
            (Value::Pair(a), Value::Pair(b)) => {
                waiting.push((a.0.clone(), b.0.clone()));
                waiting.push((a.1.clone(), b.1.clone()));
            }
            _ if leads_to_objects(&a) => {
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

/// Are there objects of users' classes in it? Recursion is bounded by the nesting of collections.
fn leads_to_objects(value: &Value) -> bool {
    match value {
        Value::Instance(_) => true,
        Value::List(items) | Value::Set(items) | Value::Map(items) => {
            items.values.iter().any(leads_to_objects)
        }
        Value::Pair(pair) => leads_to_objects(&pair.0) || leads_to_objects(&pair.1),
        Value::Object(object) => match object.items() {
            Some(items) => items.iter().any(leads_to_objects),
            None => object.depth() > 0,
        },
        Value::Form(_) => true,
        _ => false,
    }
}
