//! Objects of users' classes.

use std::{
    cmp::Ordering,
    hash::{Hash, Hasher},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

use rustc_hash::FxHasher;

use super::{Class, Field, Fields};
use crate::{
    evaluate::Board,
    value::{self, Equality, Order, Value},
};

/// An object of a user's class.
///
/// # Equality
/// Structural: the same class, equal enclosing objects, equal variables; elements of enums by name. An object
/// that others knew before all its variables had their values may contain itself: it equals itself only.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) class: Arc<Class>,
    pub(crate) enclosing: Option<Arc<Instance>>,
    pub(crate) fields: Fields,
    /// The name and number of an enum's element.
    pub(crate) literal: Option<(u32, Arc<str>)>,
    /// How many levels of collections and objects lie in it.
    pub(crate) depth: AtomicU32,
    /// Was it known to others before all its variables had their values?
    pub(crate) tangled: AtomicBool,
    /// How it is shown, as far as the machine has been asked.
    pub(crate) shown: Mutex<Option<Arc<CachedText>>>,
    /// The hash that goes with equality, once it is known; never 0 then.
    pub(crate) hash: AtomicU64,
}

/// How an object is shown.
#[derive(Debug)]
pub(crate) struct CachedText {
    /// What `ToOutput` gave when the machine last asked.
    pub(crate) text: Arc<str>,
    /// The board, of a position on one.
    pub(crate) board: Option<Board>,
}

impl Drop for Instance {
    fn drop(&mut self) {
        // Values that cannot hang on others in long chains are dropped on the way.
        let chains = |field: &Field| match field {
            Field::Given(value) => value.may_chain(),
            Field::Once(value) => value.get().is_some_and(Value::may_chain),
            Field::Mutable(_) => true,
        };
        if !self.fields.iter().any(chains) {
            return;
        }
        value::dismantle(self.take_chained().collect());
    }
}

impl Instance {
    /// Takes out the values that can hang on others in long chains.
    pub(crate) fn take_chained(&mut self) -> impl Iterator<Item = Value> + use<> {
        let fields = std::mem::take(&mut self.fields).into_iter();
        let values = fields.filter_map(|field| match field {
            Field::Given(value) => Some(value),
            Field::Once(value) => value.into_inner(),
            Field::Mutable(cell) => Some(Value::Cell(cell)),
        });
        values.filter(Value::may_chain)
    }

    /// The same object with other variables.
    pub(crate) fn alike(&self, enclosing: Option<Arc<Instance>>, fields: Fields) -> Instance {
        Instance {
            class: self.class.clone(),
            enclosing,
            fields,
            literal: self.literal.clone(),
            depth: AtomicU32::new(self.depth.load(Relaxed)),
            tangled: AtomicBool::new(self.is_tangled()),
            shown: Mutex::new(self.shown()),
            hash: AtomicU64::new(0),
        }
    }

    fn shown(&self) -> Option<Arc<CachedText>> {
        let shown = self.shown.lock();
        shown.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The text that `ToOutput` gave.
    pub(crate) fn text(&self) -> Option<Arc<str>> {
        self.shown().map(|shown| shown.text.clone())
    }

    /// The board, once the object has been shown.
    pub(crate) fn board(&self) -> Option<Board> {
        self.shown()?.board.clone()
    }

    /// The order within a class: by the variables.
    pub(crate) fn compare(&self, other: &Instance, order: &mut Order<'_>) -> Ordering {
        let classes = self.class.ordinal.cmp(&other.class.ordinal);
        if classes.is_ne() || self.literal.is_some() || self.is_tangled() || other.is_tangled() {
            return classes;
        }
        // Objects that can change may lead to themselves: what leads on is left out.
        let mutable = self.class.is_mutable();
        let values = |object: &Instance| -> Vec<Value> {
            let values = object.fields.iter().map(Field::get);
            values
                .filter(|value| !mutable || !value.may_lead_on())
                .collect()
        };
        value::compare_all(&values(self), &values(other), order)
    }
}

impl Instance {
    fn is_tangled(&self) -> bool {
        self.tangled.load(Relaxed)
    }

    /// The enclosing object, or Nothing, and the variables.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Value> {
        let outer = self
            .enclosing
            .clone()
            .map_or(Value::Nothing, Value::Instance);
        std::iter::once(outer).chain(self.fields.iter().map(Field::get))
    }

    /// The enclosing objects and the variables of two objects, in pairs; `None` if the objects differ already.
    pub(crate) fn pairs(&self, other: &Instance) -> Option<Vec<(Value, Value)>> {
        let alike = Arc::ptr_eq(&self.class, &other.class)
            && self.literal == other.literal
            && !self.is_tangled()
            && !other.is_tangled();
        if !alike {
            return None;
        }
        Some(self.parts().zip(other.parts()).collect())
    }
}

impl PartialEq for Instance {
    fn eq(&self, other: &Instance) -> bool {
        self.equal_within(other, &mut Equality::default())
    }
}

impl Instance {
    /// Equality, while values are compared.
    pub(crate) fn equal_within(&self, other: &Instance, equality: &mut Equality) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        if !Arc::ptr_eq(&self.class, &other.class) {
            return false;
        }
        if let (Some(a), Some(b)) = (&self.literal, &other.literal) {
            return a == b;
        }
        if self.class.is_mutable() {
            return value::equal_mutable(self, other);
        }
        if self.is_tangled() || other.is_tangled() {
            return false;
        }
        let enclosing = match (&self.enclosing, &other.enclosing) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.equal_within(b, equality),
            _ => false,
        };
        enclosing
            && self
                .fields
                .iter()
                .zip(&other.fields)
                .all(|(a, b)| match (a.fixed(), b.fixed()) {
                    (Some(a), Some(b)) => equality.values(a, b),
                    _ => equality.values(&a.get(), &b.get()),
                })
    }
}

impl Instance {
    /// The hash that goes with equality; remembered.
    pub(crate) fn hash(&self, state: &mut FxHasher) {
        if self.is_tangled() {
            std::ptr::from_ref(self).hash(state);
            return;
        }
        let known = self.hash.load(Relaxed);
        if known != 0 {
            state.write_u64(known);
            return;
        }
        let mut hasher = FxHasher::default();
        self.class.ordinal.hash(&mut hasher);
        if let Some((number, _)) = &self.literal {
            number.hash(&mut hasher);
        } else {
            self.hash_fields(&mut hasher);
        }
        let hash = hasher.finish() | 1;
        self.hash.store(hash, Relaxed);
        state.write_u64(hash);
    }

    /// The variables; of an object that can change only those that cannot, nor what they lead to.
    fn hash_fields(&self, hasher: &mut FxHasher) {
        let mutable = self.class.is_mutable();
        for field in &self.fields {
            match field.fixed() {
                Some(value) if !mutable || !value.may_lead_on() => value::hash(value, hasher),
                None if !mutable => value::hash(&field.get(), hasher),
                _ => {}
            }
        }
    }
}
