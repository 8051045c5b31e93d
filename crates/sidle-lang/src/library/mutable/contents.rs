//! Collections that change, emptied and filled as a whole.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use hashbrown::HashTable;

use super::{Contents, LIST, MAP, Mutable};
use crate::value::{Equality, Value};

impl Contents {
    /// The contents of a collection of a class.
    pub(super) fn of(class: &'static str, values: Vec<Value>) -> Contents {
        let mut equality = Equality::default();
        let mut contents = Contents {
            values: Vec::new(),
            keyed: class == MAP,
            index: (class != LIST).then(HashTable::new),
        };
        for value in values {
            contents.insert(value, &mut equality);
        }
        contents
    }
}

impl Mutable {
    /// A collection of the same kind with nothing in it.
    pub(crate) fn emptied(&self) -> Mutable {
        Mutable {
            class: self.class,
            contents: Mutex::new(Contents::of(self.class, Vec::new())),
            level: AtomicU32::new(self.level.load(Relaxed)),
        }
    }

    /// Replaces everything in it.
    pub(crate) fn fill(&self, values: Vec<Value>) {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        *contents = Contents::of(self.class, values);
    }
}
