//! Collections that change.

mod contents;
mod nesting;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicU32};

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::{
    Argument, Member, NativeClass, Object, Show, State,
    class_names::{COLLECTION, FUNCTION, INTEGER, MAP as FIXED_MAP},
    classes,
    extract::{count, entries, items, place},
    in_tables, list, members, object,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{self, Equality, Value},
};

const LIST: &str = "cgsuite.util.MutableList";
const SET: &str = "cgsuite.util.MutableSet";
const MAP: &str = "cgsuite.util.MutableMap";
pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A list that changes.
    class LIST: [COLLECTION] "MutableList([1,2])"
    new {
        /// An empty list.
        fn MutableList() "MutableList()" => new(LIST, Vec::new());
        /// A list of the entries of a collection.
        fn MutableList(collection: &Value as COLLECTION) "MutableList([1,2])" => from(m, LIST, collection);
    }
    with ELEMENTS
    {
        /// Takes out the entry at one place and gives it.
        fn RemoveAt(own: &Mutable, index: &Value as INTEGER) "MutableList([5,3,4]).RemoveAt(1)" => {
            let mut contents = own.lock();
            let at = place(index, contents.values.len())?;
            contents.values.remove(at)
        };
        /// Sorts in the universal order.
        fn Sort(own: &Mutable) "MutableList([2,1]).Sort()" => {
            let mut order = value::Order::new(m.store);
            let mut contents = own.lock();
            order.prepare(&contents.values, m.meter)?;
            contents.values.sort_by(|a, b| value::compare(a, b, &mut order));
            Value::Nothing
        };
        /// Sorts with a function of two entries whose value is negative, 0 or positive.
        fn SortWith(own: &Mutable, comparator: &Value as FUNCTION) "MutableList([1,2]).SortWith((x, y) -> y - x)" => {
            let values = own.values();
            let sorted = list::sorted_with(m, values, comparator)?;
            own.lock().values = sorted;
            Value::Nothing
        };
        /// Puts another entry at one place.
        fn Update(own: &Value, index: &Value as INTEGER, element: &Value) "MutableList([1,2]).Update(1, 3)" => {
            nesting::check(m, own, element)?;
            let mut contents = <&Mutable>::of(m, own)?.lock();
            let at = place(index, contents.values.len())?;
            contents.values[at] = element.clone();
            Value::Nothing
        };
    }
    /// A set that changes.
    class SET: [COLLECTION] "MutableSet([1,2])"
    new {
        /// An empty set.
        fn MutableSet() "MutableSet()" => new(SET, Vec::new());
        /// A set of the entries of a collection.
        fn MutableSet(collection: &Value as COLLECTION) "MutableSet([1,2])" => from(m, SET, collection);
    }
    with ELEMENTS {}
    /// A map that changes.
    class MAP: [COLLECTION] "MutableMap({1 => 2})"
    new {
        /// An empty map.
        fn MutableMap() "MutableMap()" => new(MAP, Vec::new());
        /// A map with the entries of another.
        fn MutableMap(map: &Value as FIXED_MAP) "MutableMap({1 => 2})" => from(m, MAP, map);
    }
    {
        /// Removes everything.
        fn Clear(own: &Mutable) "MutableMap({1 => 2}).Clear()" => clear(own);
        /// Is there a value for this key?
        fn ContainsKey(own: &Mutable, key: &Value) "MutableMap({1 => 2}).ContainsKey(1)" => own.contains(key);
        /// The set of entries.
        get Entries(own: &Value) "MutableMap({1 => 2}).Entries" => Value::set(items(own)?.into_owned());
        /// The set of keys.
        get Keys(own: &Value) "MutableMap({1 => 2}).Keys"
            => Value::set(entries(own)?.into_iter().map(|entry| entry.0).collect());
        /// The set of values.
        get Values(own: &Value) "MutableMap({1 => 2}).Values"
            => Value::set(entries(own)?.into_iter().map(|entry| entry.1).collect());
        /// Gives a key a value.
        fn Put(own: &Value, key: &Value, value: &Value) "MutableMap().Put(1, 2)"
            => insert(m, own, vec![Value::pair(key.clone(), value.clone())]);
        /// Takes over all entries of a map.
        fn PutAll(own: &Value, map: &Value as COLLECTION) "MutableMap().PutAll({1 => 2})" => {
            entries(map)?;
            insert(m, own, items(map)?.into_owned())
        };
        /// Takes out a key and its value.
        fn Remove(own: &Mutable, key: &Value) "MutableMap({1 => 2}).Remove(1)"
            => remove_all(m, own, std::slice::from_ref(key));
        /// Takes out some keys and their values.
        fn RemoveAll(own: &Mutable, keys: &Value as COLLECTION) "MutableMap({1 => 2}).RemoveAll([1])"
            => remove_all(m, own, &items(keys)?);
    }
};

/// What lists and sets that change have in common.
const ELEMENTS: &[Member] = members! { m;
    /// Puts in one more.
    fn Add(own: &Value, element: &Value) "MutableList([1]).Add(2)" => insert(m, own, vec![element.clone()]);
    /// Puts in the entries of a collection.
    fn AddAll(own: &Value, collection: &Value as COLLECTION) "MutableList([1]).AddAll([2,3])"
        => insert(m, own, items(collection)?.into_owned());
    /// Removes everything.
    fn Clear(own: &Mutable) "MutableList([1]).Clear()" => clear(own);
    /// Is this inside?
    fn Contains(own: &Mutable, element: &Value) "MutableList([1]).Contains(1)" => own.contains(element);
    /// Takes out the first that equals this.
    fn Remove(own: &Mutable, element: &Value) "MutableList([1]).Remove(1)"
        => remove_all(m, own, std::slice::from_ref(element));
    /// Takes out one for each entry of a collection.
    fn RemoveAll(own: &Mutable, collection: &Value as COLLECTION) "MutableList([1,2]).RemoveAll([1])"
        => remove_all(m, own, &items(collection)?);
};

/// A collection that changes.
#[derive(Debug)]
pub(crate) struct Mutable {
    class: &'static str,
    contents: Mutex<Contents>,
    /// How many collections that change were around this one when it was put into the last of them.
    level: AtomicU32,
}

/// The values, and for sets and maps where each of them is.
#[derive(Debug)]
struct Contents {
    values: Vec<Value>,
    /// Are these the entries of a map, told apart by their keys?
    keyed: bool,
    index: Option<HashTable<u32>>,
}

fn new(class: &'static str, values: Vec<Value>) -> Value {
    Value::object(Mutable {
        class,
        contents: Mutex::new(Contents::of(class, values)),
        level: AtomicU32::new(0),
    })
}

fn from(
    machine: &mut Machine<'_>,
    class: &'static str,
    collection: &Value,
) -> Result<Value, Failure> {
    let values = items(collection)?;
    count(machine, values.len())?;
    Ok(new(class, values.into_owned()))
}

impl State for Mutable {
    const CLASS: &'static str = COLLECTION;
    const WHAT: &'static str = "a mutable collection";
}

fn clear(own: &Mutable) -> Value {
    own.lock().clear();
    Value::Nothing
}

fn insert(
    machine: &mut Machine<'_>,
    collection: &Value,
    values: Vec<Value>,
) -> Result<Value, Failure> {
    for value in &values {
        machine.count_value()?;
        nesting::check(machine, collection, value)?;
    }
    if let Value::Object(object) = collection
        && values.iter().any(Value::may_lead_on)
    {
        machine.cycles.note_collection(object);
    }
    let mut contents = <&Mutable>::of(machine, collection)?.lock();
    let mut equality = Equality::default();
    for value in values {
        machine.tick()?;
        contents.insert(value, &mut equality);
    }
    Ok(Value::Nothing)
}

/// Takes out one for each of these, in a map by their keys.
fn remove_all(
    machine: &Machine<'_>,
    collection: &Mutable,
    values: &[Value],
) -> Result<Value, Failure> {
    let mut contents = collection.lock();
    let mut equality = Equality::default();
    let mut ticker = machine.meter.ticker();
    for value in values {
        // A list is searched from its beginning, and moves up.
        let passed = match contents.index {
            None => contents.values.len(),
            Some(_) => 1,
        };
        ticker.steps(passed)?;
        contents.remove(value, &mut equality);
    }
    Ok(Value::Nothing)
}

impl Contents {
    fn clear(&mut self) {
        self.values.clear();
        if let Some(index) = &mut self.index {
            index.clear();
        }
    }

    /// The place of an entry (of a map: of a key).
    fn find(&self, wanted: &Value, equality: &mut Equality) -> Option<usize> {
        let mut same = |value: &Value| equality.next(value::name(self.keyed, value), wanted);
        let Some(index) = &self.index else {
            return self.values.iter().position(same);
        };
        let found = index.find(value::hash_of(wanted), |&at| {
            same(&self.values[at as usize])
        });
        found.map(|&at| at as usize)
    }

    fn insert(&mut self, value: Value, equality: &mut Equality) {
        let Some(index) = &mut self.index else {
            self.values.push(value);
            return;
        };
        let keyed = self.keyed;
        let hash = value::hash_of(value::name(keyed, &value));
        let values = &mut self.values;
        let found = index.find(hash, |&at| {
            let kept = &values[at as usize];
            equality.next(value::name(keyed, kept), value::name(keyed, &value))
        });
        match found {
            Some(&at) => values[at as usize] = value,
            None => {
                let at = values.len() as u32;
                values.push(value);
                index.insert_unique(hash, at, |&at| {
                    value::hash_of(value::name(keyed, &values[at as usize]))
                });
            }
        }
    }

    /// Takes out the first that equals this; in a set or map the last one takes its place.
    fn remove(&mut self, wanted: &Value, equality: &mut Equality) {
        let Some(at) = self.find(wanted, equality) else {
            return;
        };
        let Some(index) = &mut self.index else {
            self.values.remove(at);
            return;
        };
        let hash = value::hash_of(wanted);
        if let Ok(entry) = index.find_entry(hash, |&place| place as usize == at) {
            entry.remove();
        }
        let last = self.values.len() - 1;
        if last != at {
            let moved = value::hash_of(value::name(self.keyed, &self.values[last]));
            if let Some(place) = index.find_mut(moved, |&place| place as usize == last) {
                *place = at as u32;
            }
        }
        self.values.swap_remove(at);
    }
}

/// One more than the greatest depth of the values; `known` has the depths of collections that were met.
fn depth_of(values: &[Value], known: &mut FxHashMap<*const (), u32>) -> u32 {
    let depth = |value: &Value| match value {
        Value::Object(object) => {
            let place = Arc::as_ptr(object).cast::<()>();
            if let Some(&depth) = known.get(&place) {
                return depth;
            }
            let depth = match object.items() {
                Some(items) => depth_of(&items, known),
                None => object.depth(),
            };
            known.insert(place, depth);
            depth
        }
        other => other.depth(),
    };
    1 + values.iter().map(depth).max().unwrap_or(0)
}

impl Mutable {
    /// The name, the values, and whether they are printed in the universal order.
    pub(crate) fn parts(&self) -> (&'static str, Vec<Value>, bool) {
        let name = self.class.rsplit('.').next().unwrap_or(self.class);
        (name, self.values(), self.class != LIST)
    }

    /// A new collection of the same kind; entries that are not pairs do not make a map.
    pub(super) fn alike(&self, values: Vec<Value>) -> Result<Value, Failure> {
        let pairs = || values.iter().all(|value| matches!(value, Value::Pair(_)));
        if self.class == MAP && !pairs() {
            return Value::list(values);
        }
        Ok(new(self.class, values))
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn values(&self) -> Vec<Value> {
        self.lock().values.clone()
    }

    fn contains(&self, wanted: &Value) -> bool {
        self.lock().find(wanted, &mut Equality::default()).is_some()
    }
}

impl Object for Mutable {
    fn class(&self) -> &'static Arc<Class> {
        in_tables(self.class)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        self.equal_within(other, &mut Equality::default())
    }

    fn equal_within(&self, other: &dyn Object, equality: &mut Equality) -> bool {
        let Some(other) = other.downcast_ref::<Mutable>() else {
            return false;
        };
        if std::ptr::eq(self, other) {
            return true;
        }
        let collection = |mutable: &Mutable| match mutable.class {
            LIST => Value::list(mutable.values()),
            SET => Value::set(mutable.values()),
            _ => Value::map(mutable.values()),
        };
        self.class == other.class
            && match (collection(self), collection(other)) {
                (Ok(a), Ok(b)) => equality.values(&a, &b),
                _ => false,
            }
    }

    fn extent(&self) -> usize {
        self.lock().values.len()
    }

    /// The contents change, the hash must not.
    fn hash(&self) -> u64 {
        self.class.len() as u64
    }

    fn text(&self, show: Show<'_>) -> Result<String, Failure> {
        let (name, values, _) = self.parts();
        let texts = values.iter().map(show).collect::<Result<Vec<_>, _>>()?;
        Ok(format!("{name}({})", texts.join(", ")))
    }

    fn depth(&self) -> u32 {
        depth_of(&self.values(), &mut FxHashMap::default())
    }

    fn is_mutable(&self) -> bool {
        true
    }

    fn empty(&self) {
        self.lock().clear();
    }

    fn items(&self) -> Option<Vec<Value>> {
        Some(self.values())
    }

    fn index(&self, _machine: &mut Machine<'_>, index: &Value) -> Option<Result<Value, Failure>> {
        let contents = self.lock();
        match self.class {
            LIST => {
                let at = place(index, contents.values.len());
                Some(at.map(|at| contents.values[at].clone()))
            }
            MAP => Some(
                match contents
                    .find(index, &mut Equality::default())
                    .map(|at| &contents.values[at])
                {
                    Some(Value::Pair(pair)) => Ok(pair.1.clone()),
                    _ => Err(Failure::new("the map has no such key")),
                },
            ),
            _ => None,
        }
    }
}
