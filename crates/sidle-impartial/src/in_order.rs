//! Rows of a table that threads find in any order.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// Passes rows on in the order of the table, each as soon as all before it are there.
pub(crate) struct InOrder<'o, T>(Mutex<Rows<'o, T>>);

struct Rows<'o, T> {
    out: &'o mut (dyn FnMut(&T) + Send),
    passed: Vec<T>,
    waiting: BTreeMap<usize, T>,
}

impl<'o, T> InOrder<'o, T> {
    pub(crate) fn new(out: &'o mut (dyn FnMut(&T) + Send)) -> InOrder<'o, T> {
        InOrder(Mutex::new(Rows {
            out,
            passed: Vec::new(),
            waiting: BTreeMap::new(),
        }))
    }

    /// Takes the row of a place, counted from 0.
    pub(crate) fn put(&self, place: usize, row: T) {
        let rows = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rows.waiting.insert(place, row);
        while let Some(row) = rows.waiting.remove(&rows.passed.len()) {
            (rows.out)(&row);
            rows.passed.push(row);
        }
    }

    /// All rows in order; those behind a row that is missing were not passed on.
    pub(crate) fn into_rows(self) -> Vec<T> {
        let rows = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Rows {
            mut passed,
            waiting,
            ..
        } = rows;
        passed.extend(waiting.into_values());
        passed
    }
}
