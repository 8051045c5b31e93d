//! The values of the calculator.

use std::{cmp::Ordering, collections::HashMap, sync::Arc};

use sidle_core::{Outcome, Player};
use sidle_values::{
    Game, Store, UptimalExpansion,
    loopy::{LoopyOutcome, LoopyValue},
    notation::NotationOrder,
};

use crate::{diagnostic::Failure, evaluate::code::Function, forms::FormId, rational::Rational};

/// Lists may contain lists, but not more than so many levels deep: printing, comparing and dropping
/// them follow the nesting.
pub(crate) const MAX_NESTING: u32 = 200;

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
    Form(FormId),
    Text(Arc<str>),
    List(Arc<Items>),
    /// In the order of [`compare`], each value once.
    Set(Arc<Items>),
    /// Keys in the order of [`compare`]; each entry a pair.
    Map(Arc<Items>),
    /// `(x, y)`.
    Tuple(Arc<Items>),
    /// One entry `a => b` on its way into a map or a call.
    Pair(Arc<(Value, Value)>),
    Player(Player),
    Outcome(Outcome),
    LoopyOutcome(LoopyOutcome),
    Class(&'static str),
    /// A place where rulesets and classes are found: `game.heap`.
    Namespace(Arc<str>),
    Function(Arc<Function>),
    Builtin(&'static str),
    Uptimal(Arc<UptimalExpansion>),
    Thermograph(Arc<sidle_values::Thermograph>),
    Omega(bool),
}

/// The contents of a collection with the depth of its nesting.
#[derive(Debug)]
pub(crate) struct Items {
    pub(crate) values: Vec<Value>,
    depth: u32,
}

impl Items {
    fn new(values: Vec<Value>) -> Result<Arc<Items>, Failure> {
        let depth = 1 + values.iter().map(Value::depth).max().unwrap_or(0);
        if depth > MAX_NESTING {
            return Err(Failure::new(format!(
                "collections are nested more than {MAX_NESTING} levels deep"
            )));
        }
        Ok(Arc::new(Items { values, depth }))
    }
}

impl Value {
    pub(crate) fn integer(n: impl Into<dashu_int::IBig>) -> Value {
        Value::Number(Rational::from(n.into()))
    }

    pub(crate) fn text(text: impl AsRef<str>) -> Value {
        Value::Text(Arc::from(text.as_ref()))
    }

    pub(crate) fn list(values: Vec<Value>) -> Result<Value, Failure> {
        Items::new(values).map(Value::List)
    }

    pub(crate) fn tuple(values: Vec<Value>) -> Result<Value, Failure> {
        Items::new(values).map(Value::Tuple)
    }

    pub(crate) fn set(mut values: Vec<Value>, store: &Store) -> Result<Value, Failure> {
        let mut order = Order::new(store);
        values.sort_by(|a, b| compare(a, b, &mut order));
        values.dedup_by(|a, b| equal(a, b));
        Items::new(values).map(Value::Set)
    }

    pub(crate) fn map(mut entries: Vec<Value>, store: &Store) -> Result<Value, Failure> {
        let mut order = Order::new(store);
        entries.sort_by(|a, b| compare(key(a), key(b), &mut order));
        // The last entry of a key wins.
        let mut kept: Vec<Value> = Vec::with_capacity(entries.len());
        for entry in entries {
            match kept.last_mut() {
                Some(last) if equal(key(last), key(&entry)) => *last = entry,
                _ => kept.push(entry),
            }
        }
        Items::new(kept).map(Value::Map)
    }

    /// How many levels of collections and captured values are inside.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Value::List(items) | Value::Set(items) | Value::Map(items) | Value::Tuple(items) => {
                items.depth
            }
            Value::Pair(pair) => pair.0.depth().max(pair.1.depth()),
            Value::Function(function) => function.depth,
            _ => 0,
        }
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
            Value::Tuple(_) => "a tuple",
            Value::Pair(_) => "an entry of a map",
            Value::Player(_) => "a player",
            Value::Outcome(_) | Value::LoopyOutcome(_) => "an outcome class",
            Value::Class(_) => "a class",
            Value::Namespace(_) => "a package",
            Value::Function(_) | Value::Builtin(_) => "a function",
            Value::Uptimal(_) => "an uptimal expansion",
            Value::Thermograph(_) => "a thermograph",
            Value::Omega(_) => "an ordinal",
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

/// Are two values the same? Equality of games is equality of values; recursion is bounded by
/// [`MAX_NESTING`].
pub(crate) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Nothing, Value::Nothing) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Game(a), Value::Game(b)) => a == b,
        (Value::Loopy(a), Value::Loopy(b)) => a == b,
        (Value::Form(a), Value::Form(b)) => a == b,
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Player(a), Value::Player(b)) => a == b,
        (Value::Outcome(a), Value::Outcome(b)) => a == b,
        (Value::LoopyOutcome(a), Value::LoopyOutcome(b)) => a == b,
        (Value::LoopyOutcome(a), Value::Outcome(b))
        | (Value::Outcome(b), Value::LoopyOutcome(a)) => a.onside == *b && a.offside == *b,
        (Value::Class(a), Value::Class(b)) => a == b,
        (Value::Namespace(a), Value::Namespace(b)) => a == b,
        (Value::Builtin(a), Value::Builtin(b)) => a == b,
        (Value::Function(a), Value::Function(b)) => Arc::ptr_eq(a, b),
        (Value::Uptimal(a), Value::Uptimal(b)) => a == b,
        (Value::Thermograph(a), Value::Thermograph(b)) => a == b,
        (Value::Omega(a), Value::Omega(b)) => a == b,
        (Value::Pair(a), Value::Pair(b)) => equal(&a.0, &b.0) && equal(&a.1, &b.1),
        (Value::List(a), Value::List(b))
        | (Value::Set(a), Value::Set(b))
        | (Value::Map(a), Value::Map(b))
        | (Value::Tuple(a), Value::Tuple(b)) => {
            a.values.len() == b.values.len()
                && a.values.iter().zip(&b.values).all(|(a, b)| equal(a, b))
        }
        _ => false,
    }
}

/// The total order of values, with what it remembers.
pub(crate) struct Order<'s> {
    store: &'s Store,
    games: NotationOrder<'s>,
    texts: HashMap<LoopyValue, Arc<str>>,
}

impl<'s> Order<'s> {
    pub(crate) fn new(store: &'s Store) -> Order<'s> {
        Order {
            store,
            games: NotationOrder::new(store),
            texts: HashMap::new(),
        }
    }

    /// The order in which games are written as options.
    pub(crate) fn compare_games(&mut self, a: Game, b: Game) -> Ordering {
        self.games.compare(a, b)
    }

    /// Games with loops are ordered by their notation, which depends on the value alone.
    fn text(&mut self, value: LoopyValue) -> Arc<str> {
        let store = self.store;
        let text = self.texts.entry(value).or_insert_with(|| {
            crate::print::loopy_text(store, value, &sidle_core::Meter::unlimited())
                .unwrap_or_default()
                .into()
        });
        text.clone()
    }
}

/// The total order in which sets are kept and printed: numbers, nimbers, number-up-stars, other
/// games, then everything else by class. It never depends on handles.
pub(crate) fn compare(a: &Value, b: &Value, order: &mut Order<'_>) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.cmp(b),
        (Value::Game(a), Value::Game(b)) => order.compare_games(*a, *b),
        (Value::Loopy(a), Value::Loopy(b)) => order.text(*a).cmp(&order.text(*b)),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        (Value::Form(a), Value::Form(b)) => a.cmp(b),
        (Value::Player(a), Value::Player(b)) => a.index().cmp(&b.index()),
        (Value::Outcome(a), Value::Outcome(b)) => a.to_string().cmp(&b.to_string()),
        (Value::LoopyOutcome(a), Value::LoopyOutcome(b)) => a.to_string().cmp(&b.to_string()),
        (Value::Class(a), Value::Class(b)) | (Value::Builtin(a), Value::Builtin(b)) => a.cmp(b),
        (Value::Namespace(a), Value::Namespace(b)) => a.cmp(b),
        (Value::Omega(a), Value::Omega(b)) => b.cmp(a),
        (Value::Uptimal(a), Value::Uptimal(b)) => a.cmp(b),
        (Value::Thermograph(a), Value::Thermograph(b)) => a.to_string().cmp(&b.to_string()),
        (Value::Pair(a), Value::Pair(b)) => {
            compare(&a.0, &b.0, order).then_with(|| compare(&a.1, &b.1, order))
        }
        (Value::List(a), Value::List(b))
        | (Value::Set(a), Value::Set(b))
        | (Value::Map(a), Value::Map(b))
        | (Value::Tuple(a), Value::Tuple(b)) => {
            let mut pairs = a.values.iter().zip(&b.values);
            let first = pairs
                .by_ref()
                .map(|(a, b)| compare(a, b, order))
                .find(|found| found.is_ne());
            first.unwrap_or_else(|| a.values.len().cmp(&b.values.len()))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Number(_) => 0,
        Value::Game(_) => 1,
        Value::Loopy(_) => 2,
        Value::Form(_) => 3,
        Value::Omega(_) => 3,
        Value::Uptimal(_) => 4,
        Value::Bool(_) => 5,
        Value::Text(_) => 6,
        Value::Player(_) => 7,
        Value::Outcome(_) => 8,
        Value::LoopyOutcome(_) => 20,
        Value::Tuple(_) => 9,
        Value::List(_) => 10,
        Value::Set(_) => 11,
        Value::Map(_) => 12,
        Value::Pair(_) => 13,
        Value::Class(_) => 14,
        Value::Namespace(_) => 15,
        Value::Builtin(_) => 16,
        Value::Function(_) => 17,
        Value::Nothing => 18,
        Value::Thermograph(_) => 19,
    }
}
