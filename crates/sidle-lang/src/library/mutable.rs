//! Collections that change.

mod contents;
mod nesting;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicU32};

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::{
    Member, NativeClass, Object, Show, class,
    extract::{count, entries, items, place},
    in_tables, list, map, method, object, property, required,
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
const COLLECTION: &str = "cgsuite.lang.Collection";
const INTEGER: &str = "game.Integer";
const FUNCTION: &str = "cgsuite.lang.Function";

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        calls: &[
            method(
                "MutableList",
                &[],
                "An empty list.",
                "MutableList()",
                |_, _| Ok(new(LIST, Vec::new())),
            ),
            method(
                "MutableList",
                &[required("collection", COLLECTION)],
                "A list of the entries of a collection.",
                "MutableList([1,2])",
                |m, a| from(m, LIST, &a[0]),
            ),
        ],
        members: LIST_MEMBERS,
        ..class(
            LIST,
            &[COLLECTION],
            "A list that changes.",
            "MutableList([1,2])",
        )
    },
    NativeClass {
        calls: &[
            method(
                "MutableSet",
                &[],
                "An empty set.",
                "MutableSet()",
                |_, _| Ok(new(SET, Vec::new())),
            ),
            method(
                "MutableSet",
                &[required("collection", COLLECTION)],
                "A set of the entries of a collection.",
                "MutableSet([1,2])",
                |m, a| from(m, SET, &a[0]),
            ),
        ],
        members: SET_MEMBERS,
        ..class(
            SET,
            &[COLLECTION],
            "A set that changes.",
            "MutableSet([1,2])",
        )
    },
    NativeClass {
        calls: &[
            method(
                "MutableMap",
                &[],
                "An empty map.",
                "MutableMap()",
                |_, _| Ok(new(MAP, Vec::new())),
            ),
            method(
                "MutableMap",
                &[required("map", "cgsuite.lang.Map")],
                "A map with the entries of another.",
                "MutableMap({1 => 2})",
                |m, a| from(m, MAP, &a[0]),
            ),
        ],
        members: MAP_MEMBERS,
        ..class(
            MAP,
            &[COLLECTION],
            "A map that changes.",
            "MutableMap({1 => 2})",
        )
    },
];

const CLEAR: Member = method(
    "Clear",
    &[],
    "Removes everything.",
    "MutableList([1]).Clear()",
    |_, a| {
        lock(&a[0])?.1.clear();
        Ok(Value::Nothing)
    },
);

const ADD: Member = method(
    "Add",
    &[required("element", "")],
    "Puts in one more.",
    "MutableList([1]).Add(2)",
    |m, a| {
        insert(m, &a[0], vec![a[1].clone()])?;
        Ok(Value::Nothing)
    },
);

const ADD_ALL: Member = method(
    "AddAll",
    &[required("collection", COLLECTION)],
    "Puts in the entries of a collection.",
    "MutableList([1]).AddAll([2,3])",
    |m, a| {
        let values = items(&a[1])?.into_owned();
        insert(m, &a[0], values)?;
        Ok(Value::Nothing)
    },
);

const CONTAINS: Member = method(
    "Contains",
    &[required("element", "")],
    "Is this inside?",
    "MutableList([1]).Contains(1)",
    |_, a| {
        let mut equality = Equality::default();
        let place = lock(&a[0])?.1.find(&a[1], &mut equality);
        Ok(Value::Bool(place.is_some()))
    },
);

const REMOVE: Member = method(
    "Remove",
    &[required("element", "")],
    "Takes out the first that equals this.",
    "MutableList([1]).Remove(1)",
    |m, a| remove_all(m, &a[0], &a[1..2]),
);

const REMOVE_ALL: Member = method(
    "RemoveAll",
    &[required("collection", COLLECTION)],
    "Takes out one for each entry of a collection.",
    "MutableList([1,2]).RemoveAll([1])",
    |m, a| {
        let values = items(&a[1])?.into_owned();
        remove_all(m, &a[0], &values)
    },
);

const LIST_MEMBERS: &[Member] = &[
    ADD,
    ADD_ALL,
    CLEAR,
    CONTAINS,
    REMOVE,
    REMOVE_ALL,
    method(
        "RemoveAt",
        &[required("index", INTEGER)],
        "Takes out the entry at one place and gives it.",
        "MutableList([5,3,4]).RemoveAt(1)",
        |_, a| {
            let (_, mut contents) = lock(&a[0])?;
            let at = place(&a[1], contents.values.len())?;
            Ok(contents.values.remove(at))
        },
    ),
    method(
        "Sort",
        &[],
        "Sorts in the universal order.",
        "MutableList([2,1]).Sort()",
        |m, a| {
            let mut order = value::Order::new(m.store);
            let (_, mut contents) = lock(&a[0])?;
            order.prepare(&contents.values, m.meter)?;
            contents
                .values
                .sort_by(|a, b| value::compare(a, b, &mut order));
            Ok(Value::Nothing)
        },
    ),
    method(
        "SortWith",
        &[required("comparator", FUNCTION)],
        "Sorts with a function of two entries whose value is negative, 0 or positive.",
        "MutableList([1,2]).SortWith((x, y) -> y - x)",
        |m, a| {
            let values = lock(&a[0])?.1.values.clone();
            let sorted = list::sorted_with(m, values, &a[1])?;
            lock(&a[0])?.1.values = sorted;
            Ok(Value::Nothing)
        },
    ),
    method(
        "Update",
        &[required("index", INTEGER), required("element", "")],
        "Puts another entry at one place.",
        "MutableList([1,2]).Update(1, 3)",
        |m, a| {
            nesting::check(m, &a[0], &a[2])?;
            let (_, mut contents) = lock(&a[0])?;
            let at = place(&a[1], contents.values.len())?;
            contents.values[at] = a[2].clone();
            Ok(Value::Nothing)
        },
    ),
];

const SET_MEMBERS: &[Member] = &[ADD, ADD_ALL, CLEAR, CONTAINS, REMOVE, REMOVE_ALL];

const MAP_MEMBERS: &[Member] = &[
    CLEAR,
    method(
        "ContainsKey",
        &[required("key", "")],
        "Is there a value for this key?",
        "MutableMap({1 => 2}).ContainsKey(1)",
        |_, a| {
            let mut equality = Equality::default();
            let place = lock(&a[0])?.1.find(&a[1], &mut equality);
            Ok(Value::Bool(place.is_some()))
        },
    ),
    property(
        "Entries",
        "The set of entries.",
        "MutableMap({1 => 2}).Entries",
        |_, a| Value::set(items(&a[0])?.into_owned()),
    ),
    property(
        "Keys",
        "The set of keys.",
        "MutableMap({1 => 2}).Keys",
        |_, a| Value::set(entries(&a[0])?.into_iter().map(|entry| entry.0).collect()),
    ),
    property(
        "Values",
        "The set of values.",
        "MutableMap({1 => 2}).Values",
        |_, a| Value::set(entries(&a[0])?.into_iter().map(|entry| entry.1).collect()),
    ),
    method(
        "Put",
        &[required("key", ""), required("value", "")],
        "Gives a key a value.",
        "MutableMap().Put(1, 2)",
        |m, a| {
            insert(m, &a[0], vec![map::pair(a[1].clone(), a[2].clone())])?;
            Ok(Value::Nothing)
        },
    ),
    method(
        "PutAll",
        &[required("map", COLLECTION)],
        "Takes over all entries of a map.",
        "MutableMap().PutAll({1 => 2})",
        |m, a| {
            entries(&a[1])?;
            let values = items(&a[1])?.into_owned();
            insert(m, &a[0], values)?;
            Ok(Value::Nothing)
        },
    ),
    method(
        "Remove",
        &[required("key", "")],
        "Takes out a key and its value.",
        "MutableMap({1 => 2}).Remove(1)",
        |m, a| remove_all(m, &a[0], &a[1..2]),
    ),
    method(
        "RemoveAll",
        &[required("keys", COLLECTION)],
        "Takes out some keys and their values.",
        "MutableMap({1 => 2}).RemoveAll([1])",
        |m, a| {
            let keys = items(&a[1])?.into_owned();
            remove_all(m, &a[0], &keys)
        },
    ),
];

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

fn lock(value: &Value) -> Result<(&'static str, MutexGuard<'_, Contents>), Failure> {
    let mutable: &Mutable = object(value).ok_or_else(|| value.unlike("a mutable collection"))?;
    let contents = mutable.contents.lock();
    Ok((
        mutable.class,
        contents.unwrap_or_else(PoisonError::into_inner),
    ))
}

fn insert(
    machine: &mut Machine<'_>,
    collection: &Value,
    values: Vec<Value>,
) -> Result<(), Failure> {
    for value in &values {
        machine.count_value()?;
        nesting::check(machine, collection, value)?;
    }
    if let Value::Object(object) = collection
        && values.iter().any(Value::may_lead_on)
    {
        machine.cycles.note_collection(object);
    }
    let (_, mut contents) = lock(collection)?;
    let mut equality = Equality::default();
    for value in values {
        machine.tick()?;
        contents.insert(value, &mut equality);
    }
    Ok(())
}

/// Takes out one for each of these, in a map by their keys.
fn remove_all(
    machine: &Machine<'_>,
    collection: &Value,
    values: &[Value],
) -> Result<Value, Failure> {
    let (_, mut contents) = lock(collection)?;
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

    fn values(&self) -> Vec<Value> {
        let contents = self.contents.lock();
        contents
            .unwrap_or_else(PoisonError::into_inner)
            .values
            .clone()
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
        let contents = self.contents.lock();
        contents
            .unwrap_or_else(PoisonError::into_inner)
            .values
            .len()
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
        let contents = self.contents.lock();
        contents.unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn items(&self) -> Option<Vec<Value>> {
        Some(self.values())
    }

    fn index(&self, _machine: &mut Machine<'_>, index: &Value) -> Option<Result<Value, Failure>> {
        let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
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
