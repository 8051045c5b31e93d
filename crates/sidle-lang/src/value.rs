//! The values of the calculator.

mod changing;
mod equality;
mod order;

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock, atomic::Ordering::Relaxed},
};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use sidle_core::{Meter, Outcome, Player, StopReason};
use sidle_numbers::Quotient;
use sidle_solve::Position;
use sidle_values::{
    Game, Store, UptimalExpansion,
    loopy::{LoopyOutcome, LoopyValue},
};

use crate::{
    class::{Class, Instance},
    diagnostic::Failure,
    evaluate::code::{Cell, Function},
    library::Object,
    loader::Script,
    rational::Rational,
};

pub(crate) use self::changing::equal_mutable;
pub(crate) use self::equality::{Equality, equal};
pub(crate) use self::order::{Order, compare, compare_all};

/// Lists may contain lists, but not more than so many levels deep: printing, comparing and dropping
/// them follow the nesting.
pub(crate) const MAX_NESTING: u32 = 500;

/// Values hold each other in more levels than that.
pub(crate) fn too_deep(what: &str) -> Failure {
    Failure::new(format!("{what} are nested more than {MAX_NESTING} levels deep"))
        .with_help("keep the parts beside each other, in a list or a map, and let them refer to each other by number")
}

/// Sets and maps of so few values are searched without an index.
const FEW: usize = 8;

/// Any value of the language.
///
/// Numbers are never held as games: a game that equals a number is that number.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Nothing,
    Bool(bool),
    Number(Rational),
    /// A short game that is not a number, in canonical form.
    Game(Game),
    /// A game with loops that equals no short game.
    Loopy(LoopyValue),
    /// A game whose written form is kept.
    Form(Position),
    Text(Arc<str>),
    List(Arc<Items>),
    /// Each value once, in the order in which they came in; sorted when it is printed.
    Set(Arc<Items>),
    /// Each entry a pair, each key once, in the order in which they came in.
    Map(Arc<Items>),
    /// `(row, column)`.
    Coordinates(i32, i32),
    /// One entry `a => b` on its way into a map or a call.
    Pair(Arc<Pair>),
    Player(Player),
    Outcome(Outcome),
    LoopyOutcome(LoopyOutcome),
    /// A class, native or a user's.
    Class(Arc<Class>),
    /// An object of a class that a user wrote.
    Instance(Arc<Instance>),
    /// An object of a native class with a state of its own: a grid, a table.
    Object(Arc<dyn Object>),
    /// A variable that functions share; only ever found in the slots of the machine.
    Cell(Cell),
    /// An argument that is not given; only ever found in the slots of the machine, until the code of the
    /// function has filled in the default.
    Missing,
    /// A file without a class.
    Script(Arc<Script>),
    Function(Arc<Function>),
    Builtin(&'static str),
    Uptimal(Arc<UptimalExpansion>),
    Thermograph(Arc<sidle_values::Thermograph>),
    /// A number that is not rational: an ordinal, or a quotient of such.
    Surreal(Arc<Quotient>),
}

/// A key and its value, with the depth of their nesting.
#[derive(Debug)]
pub(crate) struct Pair(pub(crate) Value, pub(crate) Value, u32);

impl Pair {
    fn new(key: Value, value: Value) -> Pair {
        // A map counts one level with its entries; entries inside of entries count by themselves.
        let level = |value: &Value| value.depth() + u32::from(matches!(value, Value::Pair(_)));
        let depth = level(&key).max(level(&value));
        Pair(key, value, depth)
    }
}

/// The contents of a collection with the depth of its nesting.
#[derive(Debug)]
pub(crate) struct Items {
    pub(crate) values: Vec<Value>,
    depth: u32,
    /// Are these the entries of a map, told apart by their keys?
    keyed: bool,
    /// First, last and step of a list that was written as a range: it is printed as one.
    pub(crate) range: Option<Box<[Rational; 3]>>,
    /// Where a value is, for sets and maps; made when it is first asked for.
    index: OnceLock<HashTable<u32>>,
    /// The hash, once it is known; collections share their parts.
    hash: OnceLock<u64>,
}

impl Items {
    fn new(values: Vec<Value>) -> Result<Arc<Items>, Failure> {
        Items::with(values, false, None)
    }

    fn with(
        values: Vec<Value>,
        keyed: bool,
        range: Option<Box<[Rational; 3]>>,
    ) -> Result<Arc<Items>, Failure> {
        if values.is_empty() && range.is_none() {
            static EMPTY: OnceLock<Arc<Items>> = OnceLock::new();
            let empty = EMPTY.get_or_init(|| {
                Arc::new(Items {
                    values: Vec::new(),
                    depth: 1,
                    keyed: false,
                    range: None,
                    index: OnceLock::new(),
                    hash: OnceLock::new(),
                })
            });
            return Ok(empty.clone());
        }
        let depth = 1 + values.iter().map(Value::depth).max().unwrap_or(0);
        if depth > MAX_NESTING {
            return Err(too_deep("collections"));
        }
        Ok(Arc::new(Items {
            values,
            depth,
            keyed,
            range,
            index: OnceLock::new(),
            hash: OnceLock::new(),
        }))
    }

    /// The same collection with other values in their places. Nothing is hashed before somebody looks for a value.
    pub(crate) fn alike(&self, values: Vec<Value>) -> Option<Arc<Items>> {
        Items::with(values, self.keyed, self.range.clone()).ok()
    }

    /// Each value once, or the last entry of each key of a map, with the index.
    fn distinct(mut values: Vec<Value>, keyed: bool) -> Result<Arc<Items>, Failure> {
        let mut equality = Equality::default();
        let mut same = |a: &Value, b: &Value| equality.next(name(keyed, a), name(keyed, b));
        if values.len() <= FEW {
            let mut at = 1;
            while at < values.len() {
                let (before, rest) = values.split_at(at);
                let found = before.iter().position(|kept| same(kept, &rest[0]));
                match found {
                    Some(place) => {
                        let value = values.remove(at);
                        if keyed {
                            values[place] = value;
                        }
                    }
                    None => at += 1,
                }
            }
            return Items::with(values, keyed, None);
        }
        let mut kept: Vec<Value> = Vec::with_capacity(values.len());
        let mut index: HashTable<u32> = HashTable::with_capacity(values.len());
        for value in values {
            let hash = hash_of(name(keyed, &value));
            let found = index.find(hash, |&at| same(&kept[at as usize], &value));
            match found {
                Some(&at) => {
                    if keyed {
                        kept[at as usize] = value;
                    }
                }
                None => {
                    let at = u32::try_from(kept.len())
                        .map_err(|_| Failure::new("the collection is too large"))?;
                    kept.push(value);
                    index.insert_unique(hash, at, |&at| hash_of(name(keyed, &kept[at as usize])));
                }
            }
        }
        let items = Items::with(kept, keyed, None)?;
        let _ = items.index.set(index);
        Ok(items)
    }

    /// The place of a value of a set, or of an entry of a map by its key.
    ///
    /// Cost: a hash and on average one comparison; a few comparisons in a small one.
    pub(crate) fn find(&self, wanted: &Value) -> Option<usize> {
        self.find_within(wanted, &mut Equality::default())
    }

    /// The same while values are compared.
    fn find_within(&self, wanted: &Value, equality: &mut Equality) -> Option<usize> {
        let name = |value| name(self.keyed, value);
        if self.values.len() <= FEW {
            let mut values = self.values.iter();
            return values.position(|value| equality.values(name(value), wanted));
        }
        let index = self.index.get_or_init(|| {
            let mut index = HashTable::with_capacity(self.values.len());
            for (at, value) in self.values.iter().enumerate() {
                let hash = hash_of(name(value));
                index.insert_unique(hash, at as u32, |&at| {
                    hash_of(name(&self.values[at as usize]))
                });
            }
            index
        });
        index
            .find(hash_of(wanted), |&at| {
                equality.values(name(&self.values[at as usize]), wanted)
            })
            .map(|&at| at as usize)
    }

    /// Is it so small and flat that comparing it again costs no more than to remember it?
    fn is_small(&self) -> bool {
        self.depth <= 1 && self.values.len() <= 2 * FEW
    }

    fn hash(&self, compute: impl FnOnce(&[Value]) -> u64) -> u64 {
        *self.hash.get_or_init(|| compute(&self.values))
    }

    /// The value of a key of a map.
    pub(crate) fn get(&self, wanted: &Value) -> Option<&Value> {
        match self.values.get(self.find(wanted)?) {
            Some(Value::Pair(pair)) => Some(&pair.1),
            _ => None,
        }
    }

    /// The values in the order of [`compare`]; what sets and maps are printed in.
    pub(crate) fn sorted(&self, store: &Store, meter: &Meter) -> Result<Vec<Value>, StopReason> {
        let mut order = Order::new(store);
        order.prepare(&self.values, meter)?;
        Ok(self.sorted_by(&mut order))
    }

    fn sorted_by(&self, order: &mut Order<'_>) -> Vec<Value> {
        let mut values = self.values.clone();
        values.sort_by(|a, b| compare(name(self.keyed, a), name(self.keyed, b), order));
        values
    }
}

impl Value {
    pub(crate) fn integer(n: impl Into<dashu_int::IBig>) -> Value {
        Value::Number(Rational::from(n.into()))
    }

    /// An integer of 64 bits.
    #[inline]
    pub(crate) fn small(n: i64) -> Value {
        Value::Number(Rational::from(n))
    }

    pub(crate) fn text(text: impl AsRef<str>) -> Value {
        Value::Text(Arc::from(text.as_ref()))
    }

    pub(crate) fn list(values: Vec<Value>) -> Result<Value, Failure> {
        Items::new(values).map(Value::List)
    }

    /// A list that was written as a range.
    pub(crate) fn range(values: Vec<Value>, range: [Rational; 3]) -> Result<Value, Failure> {
        Items::with(values, false, Some(Box::new(range))).map(Value::List)
    }

    /// A set: each value once.
    ///
    /// Cost: a hash for each value.
    pub(crate) fn set(values: Vec<Value>) -> Result<Value, Failure> {
        Items::distinct(values, false).map(Value::Set)
    }

    /// A map from its entries; the last entry of a key wins.
    pub(crate) fn map(entries: Vec<Value>) -> Result<Value, Failure> {
        Items::distinct(entries, true).map(Value::Map)
    }

    /// A native object.
    pub(crate) fn object(object: impl Object) -> Value {
        Value::Object(Arc::new(object))
    }

    /// Does it own nothing, so that a copy is a copy of its bits?
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Value::Number(number) => number.small().is_some(),
            Value::Nothing
            | Value::Bool(_)
            | Value::Coordinates(..)
            | Value::Game(_)
            | Value::Player(_) => true,
            _ => false,
        }
    }

    /// Puts another value in its place. What owns nothing is looked at where it lies and then written over.
    #[inline]
    pub(crate) fn put(&mut self, value: Value) {
        let plain = self.is_plain();
        let old = std::mem::replace(self, value);
        if plain {
            std::mem::forget(old);
        }
    }

    /// Puts a small integer in its place.
    #[inline]
    pub(crate) fn put_small(&mut self, n: i64) {
        if let Value::Number(number) = self
            && let Some(small) = number.small_mut()
        {
            *small = n;
        } else {
            self.put(Value::small(n));
        }
    }

    /// The same as `clone`, with the common cases decided where it is called.
    #[inline]
    pub(crate) fn copied(&self) -> Value {
        match self {
            Value::Number(number) => match number.small() {
                Some(small) => Value::small(small),
                None => self.clone(),
            },
            &Value::Coordinates(row, column) => Value::Coordinates(row, column),
            &Value::Bool(truth) => Value::Bool(truth),
            &Value::Game(game) => Value::Game(game),
            Value::Nothing => Value::Nothing,
            other => other.clone(),
        }
    }

    /// How many levels of collections and captured values are inside.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Value::List(items) | Value::Set(items) | Value::Map(items) => items.depth,
            Value::Instance(instance) => instance.depth.load(Relaxed),
            Value::Object(object) => object.depth(),
            Value::Pair(pair) => pair.2,
            _ => 0,
        }
    }

    /// An entry of a map.
    pub(crate) fn pair(key: Value, value: Value) -> Value {
        Value::Pair(Arc::new(Pair::new(key, value)))
    }

    /// Can it hang on other values in long chains?
    pub(crate) fn may_chain(&self) -> bool {
        matches!(
            self,
            Value::Function(_)
                | Value::Cell(_)
                | Value::Instance(_)
                | Value::List(_)
                | Value::Set(_)
                | Value::Map(_)
        )
    }

    /// Can it lead on to objects, functions and collections?
    pub(crate) fn may_lead_on(&self) -> bool {
        self.may_chain() || matches!(self, Value::Object(_) | Value::Form(_) | Value::Pair(_))
    }

    /// The failure where something else was wanted: `a game`, `an edge`.
    pub(crate) fn unlike(&self, wanted: &str) -> Failure {
        Failure::new(format!("expected {wanted}, found {}", self.kind()))
    }

    /// The class in words, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Bool(_) => "a boolean",
            Value::Number(number) if number.is_integer() => "an integer",
            Value::Number(_) => "a number",
            Value::Game(_) => "a game",
            Value::Loopy(_) => "a game with loops",
            Value::Form(_) => "a game form",
            Value::Text(_) => "a string",
            Value::List(_) => "a list",
            Value::Set(_) => "a set",
            Value::Map(_) => "a map",
            Value::Coordinates(..) => "coordinates",
            Value::Pair(_) => "an entry of a map",
            Value::Player(_) => "a player",
            Value::Outcome(_) | Value::LoopyOutcome(_) => "an outcome class",
            Value::Class(_) => "a class",
            Value::Instance(_) | Value::Object(_) => "an object",
            Value::Function(_) | Value::Builtin(_) => "a function",
            Value::Cell(_) | Value::Missing => "a variable",
            Value::Script(_) => "a script",
            Value::Uptimal(_) => "an uptimal expansion",
            Value::Thermograph(_) => "a thermograph",
            Value::Surreal(_) => "an ordinal or a quotient of ordinals",
        }
    }
}

/// Drops values without recursion: functions and objects can hang on each other in long chains.
pub(crate) fn dismantle(mut waiting: Vec<Value>) {
    while let Some(value) = waiting.pop() {
        match value {
            Value::Function(function) => {
                if let Some(mut function) = Arc::into_inner(function) {
                    let cells = std::mem::take(&mut function.captured);
                    waiting.extend(cells.into_iter().map(Value::Cell));
                }
            }
            Value::Cell(cell) => {
                if let Some(cell) = Arc::into_inner(cell) {
                    let inner = cell.into_inner();
                    waiting.push(inner.unwrap_or_else(std::sync::PoisonError::into_inner));
                }
            }
            Value::Instance(instance) => {
                if let Some(mut instance) = Arc::into_inner(instance) {
                    waiting.extend(instance.take_chained());
                }
            }
            Value::List(items) | Value::Set(items) | Value::Map(items) => {
                if let Some(items) = Arc::into_inner(items) {
                    waiting.extend(items.values);
                }
            }
            _ => {}
        }
    }
}

impl Value {
    /// About how many steps it takes to look at all of it, where that can be many.
    #[inline]
    pub(crate) fn extent(&self) -> usize {
        match self {
            Value::Text(text) => text.len() / 8,
            Value::List(items) | Value::Set(items) | Value::Map(items) => items.values.len(),
            Value::Object(object) => object.extent(),
            _ => 0,
        }
    }
}

/// The key of a map's entry.
pub(crate) fn key(entry: &Value) -> &Value {
    match entry {
        Value::Pair(pair) => &pair.0,
        other => other,
    }
}

/// By what a value of a set, or an entry of a map, is told apart from the others.
pub(crate) fn name(keyed: bool, value: &Value) -> &Value {
    if keyed { key(value) } else { value }
}

/// The hash that goes with [`equal`].
pub(crate) fn hash_of(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    hash(value, &mut hasher);
    hasher.finish()
}

/// A long text is known by pieces of it: however often it is hashed, that takes no time.
fn hash_text(text: &[u8], state: &mut FxHasher) {
    const PIECE: usize = 64;
    text.len().hash(state);
    if text.len() < equality::LONG {
        state.write(text);
        return;
    }
    let step = (text.len() - PIECE) / (PIECE - 1);
    for piece in 0..PIECE {
        state.write(&text[piece * step..][..PIECE]);
    }
    state.write(&text[text.len() - PIECE..]);
}

/// Feeds a value to a hasher: equal values feed the same.
pub(crate) fn hash(value: &Value, state: &mut FxHasher) {
    std::mem::discriminant(value).hash(state);
    match value {
        Value::Nothing => {}
        Value::Uptimal(expansion) => expansion.hash(state),
        Value::Thermograph(thermograph) => thermograph.hash(state),
        Value::Bool(value) => value.hash(state),
        Value::Number(number) => match number.small() {
            Some(small) => small.hash(state),
            None => number.hash(state),
        },
        Value::Game(game) => game.hash(state),
        Value::Loopy(value) => value.hash(state),
        Value::Form(form) => form.hash(state),
        Value::Text(text) => hash_text(text.as_bytes(), state),
        Value::Coordinates(row, column) => (row, column).hash(state),
        Value::Player(player) => player.index().hash(state),
        Value::Outcome(outcome) => outcome.hash(state),
        // A loopy outcome may equal an ordinary one: no more than the class is hashed.
        Value::LoopyOutcome(_) => {}
        Value::Class(class) => class.ordinal.hash(state),
        Value::Instance(instance) => instance.hash(state),
        Value::Object(object) => state.write_u64(object.hash()),
        Value::Builtin(name) => name.hash(state),
        Value::Function(function) => function.prototype.parameters.len().hash(state),
        Value::Cell(_) | Value::Missing | Value::Script(_) => {}
        Value::Surreal(number) => number.hash(state),
        // Pairs share their parts and remember no hash: those inside of others are left out.
        Value::Pair(pair) => {
            for value in [&pair.0, &pair.1] {
                if !matches!(value, Value::Pair(_)) {
                    hash(value, state);
                }
            }
        }
        Value::List(items) => state.write_u64(items.hash(|values| {
            let mut hasher = FxHasher::default();
            values.iter().for_each(|value| hash(value, &mut hasher));
            hasher.finish()
        })),
        Value::Set(items) | Value::Map(items) => state.write_u64(items.hash(|values| {
            // The order does not matter; mixed, so that the hashes of n and -n do not cancel each other.
            let mixed = |hash: u64| (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
            let all = values.iter().map(|value| mixed(mixed(hash_of(value))));
            all.fold(0, u64::wrapping_add)
        })),
    }
}
