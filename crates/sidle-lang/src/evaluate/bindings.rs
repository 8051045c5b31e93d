//! The names of a session.

use std::{collections::HashMap, sync::Arc};

use crate::value::Value;

#[derive(Debug)]
struct Slot {
    name: Arc<str>,
    value: Option<Value>,
    /// What the language itself means by the name, once somebody has asked.
    constant: Option<Value>,
    /// Is the value from before this line in the log?
    logged: bool,
}

/// The names of a session, with a log that takes a failed line back. The log holds one value for each
/// name, however often a line changes it.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    slots: Vec<Slot>,
    places: HashMap<Arc<str>, u32>,
    log: Vec<(u32, Option<Value>)>,
}

impl Bindings {
    /// The slot of a name.
    pub(crate) fn slot(&mut self, name: &Arc<str>) -> u32 {
        if let Some(&slot) = self.places.get(name) {
            return slot;
        }
        let slot = self.slots.len() as u32;
        self.slots.push(Slot {
            name: name.clone(),
            value: None,
            constant: None,
            logged: false,
        });
        self.places.insert(name.clone(), slot);
        slot
    }

    pub(crate) fn name(&self, slot: u32) -> &Arc<str> {
        &self.slots[slot as usize].name
    }

    /// The value of a name, or what the language means by it.
    pub(crate) fn get(&self, slot: u32) -> Option<&Value> {
        let slot = &self.slots[slot as usize];
        slot.value.as_ref().or(slot.constant.as_ref())
    }

    /// The value of a name, if it has one.
    pub(crate) fn find(&self, name: &str) -> Option<&Value> {
        self.get(*self.places.get(name)?)
    }

    /// Has somebody given the name a value?
    pub(crate) fn is_given(&self, slot: u32) -> bool {
        self.slots[slot as usize].value.is_some()
    }

    /// Has somebody given this name a value?
    pub(crate) fn has_value(&self, name: &str) -> bool {
        self.places
            .get(name)
            .is_some_and(|&slot| self.is_given(slot))
    }

    /// Remembers what the language means by a name.
    pub(crate) fn set_constant(&mut self, slot: u32, value: Value) {
        self.slots[slot as usize].constant = Some(value);
    }

    pub(crate) fn set(&mut self, slot: u32, value: Value) {
        let entry = &mut self.slots[slot as usize];
        let old = entry.value.replace(value);
        if !entry.logged {
            entry.logged = true;
            self.log.push((slot, old));
        }
    }

    /// Makes everything since the last call final.
    pub(crate) fn commit(&mut self) {
        for (slot, _) in self.log.drain(..) {
            self.slots[slot as usize].logged = false;
        }
    }

    /// Takes back everything since the last commit.
    pub(crate) fn roll_back(&mut self) {
        for (slot, old) in self.log.drain(..) {
            let entry = &mut self.slots[slot as usize];
            entry.logged = false;
            entry.value = old;
        }
    }

    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        for slot in 0..self.slots.len() {
            let entry = &mut self.slots[slot];
            let old = entry.value.take();
            if !entry.logged {
                entry.logged = true;
                self.log.push((slot as u32, old));
            }
        }
    }

    /// What each slot holds.
    pub(crate) fn values(&self) -> impl Iterator<Item = Option<&Value>> {
        self.slots.iter().map(|slot| slot.value.as_ref())
    }

    /// Gives every slot a value anew, in the order of [`values`](Bindings::values); what the language means by a name is
    /// looked up again.
    pub(crate) fn replace(&mut self, values: Vec<Option<Value>>) {
        self.log.clear();
        for (slot, value) in self.slots.iter_mut().zip(values) {
            slot.value = value;
            slot.constant = None;
            slot.logged = false;
        }
    }

    /// Takes the value of a name away, for good.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        let slot = *self.places.get(name)?;
        self.slots[slot as usize].value.take()
    }

    /// All names with a value, sorted; not those of kept answers, which begin with `$`.
    pub(crate) fn names(&self) -> Vec<Arc<str>> {
        let is_name = |slot: &&Slot| slot.value.is_some() && !slot.name.starts_with('$');
        let named = self.slots.iter().filter(is_name);
        let mut names: Vec<_> = named.map(|slot| slot.name.clone()).collect();
        names.sort();
        names
    }
}
