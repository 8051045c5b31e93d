//! The total order in which sets are printed and lists are sorted.

use std::{cmp::Ordering, collections::HashMap, sync::Arc};

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};
use sidle_solve::{Form, LeafOrder};
use sidle_values::{Game, Store, loopy::LoopyValue, notation::NotationOrder};

use super::{Value, equality::LONG};
use crate::library;

/// The total order of values, with what it remembers.
pub(crate) struct Order<'s> {
    store: &'s Store,
    games: NotationOrder<'s>,
    texts: HashMap<LoopyValue, Arc<str>>,
    compared: u32,
    /// Collections and objects share their parts: what was compared is not compared again. By their addresses; the values are
    /// kept, so that no other ones come to lie there.
    known: FxHashMap<(usize, usize), (Ordering, Value, Value)>,
}

/// So many collections and objects are compared before anything is remembered.
const FEW: u32 = 64;

impl<'s> Order<'s> {
    pub(crate) fn new(store: &'s Store) -> Order<'s> {
        Order {
            store,
            games: NotationOrder::new(store),
            texts: HashMap::new(),
            compared: 0,
            known: FxHashMap::default(),
        }
    }

    /// Does under the limits what may take long in comparing these values.
    pub(crate) fn prepare(&mut self, values: &[Value], meter: &Meter) -> Result<(), StopReason> {
        for value in values {
            if let Value::Game(game) = value {
                self.games.prepare(*game, meter)?;
            }
        }
        Ok(())
    }

    fn shared<T: ?Sized>(
        &mut self,
        values: (&Value, &Value),
        places: (&Arc<T>, &Arc<T>),
        compare: impl FnOnce(&mut Self) -> Ordering,
    ) -> Ordering {
        if Arc::ptr_eq(places.0, places.1) {
            return Ordering::Equal;
        }
        self.compared = self.compared.saturating_add(1);
        let places = (
            Arc::as_ptr(places.0).cast::<()>() as usize,
            Arc::as_ptr(places.1).cast::<()>() as usize,
        );
        if self.compared > FEW
            && let Some((found, ..)) = self.known.get(&places)
        {
            return *found;
        }
        let found = compare(self);
        if self.compared > FEW {
            let (a, b) = values;
            self.known.insert(places, (found, a.clone(), b.clone()));
        }
        found
    }

    /// The order in which games are written as options.
    pub(crate) fn compare_games(&mut self, a: Game, b: Game) -> Ordering {
        self.games.compare(a, b)
    }

    /// Pseudonumbers first, as they are ordered; the others by their notation.
    fn compare_loopy(&mut self, a: LoopyValue, b: LoopyValue) -> Ordering {
        let loopy = self.store.loopy();
        let number = |value: LoopyValue| loopy.as_pseudonumber(value.stopper()?);
        match (number(a), number(b)) {
            (Some(a), Some(b)) => a.cmp(&b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => self.text(a).cmp(&self.text(b)),
        }
    }

    /// Games with loops are ordered by their notation, which depends on the value alone.
    fn text(&mut self, value: LoopyValue) -> Arc<str> {
        let store = self.store;
        let text = self
            .texts
            .entry(value)
            .or_insert_with(|| crate::print::loopy_key(store, value).into());
        text.clone()
    }
}

impl LeafOrder for Order<'_> {
    fn games(&mut self, a: Game, b: Game) -> Ordering {
        self.compare_games(a, b)
    }

    fn loopy(&mut self, a: LoopyValue, b: LoopyValue) -> Ordering {
        self.compare_loopy(a, b)
    }
}

/// The total order in which sets are kept and printed: numbers, nimbers, number-up-stars, other
/// games, then everything else by class. It never depends on handles.
pub(crate) fn compare(a: &Value, b: &Value, order: &mut Order<'_>) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.cmp(b),
        (Value::Game(a), Value::Game(b)) => order.compare_games(*a, *b),
        (Value::Loopy(a), Value::Loopy(b)) => order.compare_loopy(*a, *b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Text(x), Value::Text(y)) if x.len().min(y.len()) >= LONG => {
            order.shared((a, b), (x, y), |_| x.cmp(y))
        }
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        (x @ Value::Form(a), y @ Value::Form(b)) => rank(x).cmp(&rank(y)).then_with(|| {
            library::compare_boards(a, b).unwrap_or_else(|| a.structural_cmp(b, order))
        }),
        (Value::Player(a), Value::Player(b)) => a.index().cmp(&b.index()),
        (Value::Class(a), Value::Class(b)) => a.ordinal.cmp(&b.ordinal),
        (Value::Builtin(a), Value::Builtin(b)) => a.cmp(b),
        (Value::Coordinates(a, b), Value::Coordinates(c, d)) => (a, b).cmp(&(c, d)),
        (Value::Instance(x), Value::Instance(y)) => {
            order.shared((a, b), (x, y), |order| x.compare(y, order))
        }
        (x @ Value::Object(a), y @ Value::Object(b)) => {
            let large = a.extent().min(b.extent()) >= LONG;
            rank(x)
                .cmp(&rank(y))
                .then_with(|| a.class().ordinal.cmp(&b.class().ordinal))
                .then_with(|| match large {
                    true => order.shared((x, y), (a, b), |order| a.compare(&**b, order)),
                    false => a.compare(&**b, order),
                })
        }
        (Value::Surreal(_), Value::Surreal(_) | Value::Number(_))
        | (Value::Number(_), Value::Surreal(_)) => {
            library::compare_numbers(a, b, Meter::none()).unwrap_or(Ordering::Equal)
        }
        (Value::Uptimal(a), Value::Uptimal(b)) => a.cmp(b),
        (Value::Thermograph(a), Value::Thermograph(b)) => a.to_string().cmp(&b.to_string()),
        (Value::Pair(x), Value::Pair(y)) => order.shared((a, b), (x, y), |order| {
            compare(&x.0, &y.0, order).then_with(|| compare(&x.1, &y.1, order))
        }),
        (Value::List(x), Value::List(y)) if x.is_small() && y.is_small() => {
            compare_all(&x.values, &y.values, order)
        }
        (Value::List(x), Value::List(y)) => order.shared((a, b), (x, y), |order| {
            compare_all(&x.values, &y.values, order)
        }),
        (Value::Set(x), Value::Set(y)) | (Value::Map(x), Value::Map(y)) => {
            order.shared((a, b), (x, y), |order| {
                compare_all(&x.sorted_by(order), &y.sorted_by(order), order)
            })
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

/// Element by element, then by length.
pub(crate) fn compare_all(a: &[Value], b: &[Value], order: &mut Order<'_>) -> Ordering {
    for (a, b) in a.iter().zip(b) {
        let found = compare(a, b, order);
        if found.is_ne() {
            return found;
        }
    }
    a.len().cmp(&b.len())
}

/// The place of a value's class in the universal order.
fn rank(value: &Value) -> u8 {
    match value {
        Value::Nothing => 0,
        Value::Number(_) | Value::Surreal(_) => 10,
        Value::Game(_) => 20,
        Value::Class(_) => 30,
        Value::Bool(_) => 50,
        Value::Text(_) => 60,
        Value::Coordinates(..) => 70,
        Value::List(_) => 80,
        Value::Set(_) => 90,
        Value::Map(_) => 100,
        Value::Pair(_) => 110,
        Value::Builtin(_)
        | Value::Function(_)
        | Value::Script(_)
        | Value::Cell(_)
        | Value::Missing => 120,
        Value::Object(object) => match &*object.class().qualified {
            "game.TransfiniteNimber" => 25,
            "cgsuite.util.MutableList" | "cgsuite.util.MutableSet" | "cgsuite.util.MutableMap" => {
                40
            }
            "game.CompoundType" => 180,
            "game.Side" => 200,
            name if name.starts_with("game.misere.") => 160,
            name if name.starts_with("game.") => 220,
            _ => 130,
        },
        Value::Uptimal(_) => 140,
        Value::Thermograph(_) => 141,
        Value::Loopy(_) => 150,
        Value::Form(form) => match form.form() {
            // Of classes of the library.
            Form::Atom(_) | Form::Variant(..) => 225,
            _ => 170,
        },
        Value::Player(_) => 190,
        Value::Outcome(_) | Value::LoopyOutcome(_) => 210,
        Value::Instance(_) => 230,
    }
}
