//! Sums of heaps.

use std::{cmp::Ordering, sync::Arc};

use sidle_impartial::misere::{Forms, HeapForms};
use sidle_solve::{Compound, Position};

use super::{
    super::{Member, Object, Show, known, misere::MisereGame, object, property},
    POSITION, Ruleset, components, nim_values, options,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    positions::NativePosition,
    value::{self, Order, Value},
};

/// A sum of heaps.
#[derive(Clone, Debug)]
pub(super) struct HeapPosition {
    pub(super) rules: Value,
    pub(super) heaps: Vec<u32>,
}

fn position(value: &Value) -> Result<&HeapPosition, Failure> {
    object::<HeapPosition>(value).ok_or_else(|| value.unlike("a heap"))
}

/// The ruleset of a sum of heaps, Nothing for other values.
pub(in crate::library) fn ruleset_of(value: &Value) -> Value {
    object::<HeapPosition>(value).map_or(Value::Nothing, |position| position.rules.clone())
}

/// A sum of heaps with the packages of its rulesets.
pub(crate) fn heaps_in_full(object: &dyn Object) -> Option<String> {
    let position = object.downcast_ref::<HeapPosition>()?;
    Some(position.plain("game.heap."))
}

/// The misère canonical form of a sum of heaps.
fn misere(m: &mut Machine<'_>, value: &Value) -> Result<MisereGame, Failure> {
    let position = position(value)?;
    let last = position.heaps.iter().copied().max().unwrap_or(0);
    let game = components(m, &position.rules, last)?;
    let mut heaps = HeapForms::new(game);
    let mut sum = heaps.forms().zero();
    for &heap in &position.heaps {
        let form = heaps.heap(heap, m.meter)?;
        sum = heaps.forms_mut().add(sum, form, m.meter)?;
    }
    let forms: Forms = heaps.forms().clone();
    Ok(MisereGame::new(&Arc::new(forms), sum))
}

fn through_misere(m: &mut Machine<'_>, value: &Value, name: &str) -> Result<Value, Failure> {
    let game = Value::object(misere(m, value)?);
    m.call_method(game, name, Vec::new())
}

fn nim_value(m: &mut Machine<'_>, value: &Value) -> Result<u64, Failure> {
    let position = position(value)?;
    let last = position.heaps.iter().copied().max().unwrap_or(0);
    let values = nim_values(m, &position.rules, last)?;
    Ok(position
        .heaps
        .iter()
        .fold(0, |sum, &heap| sum ^ values[heap as usize]))
}

/// A sum of heaps: 0, a heap, or a compound.
fn sum(rules: &Value, heaps: &[u32]) -> Value {
    let one = |&heap: &u32| HeapPosition {
        rules: rules.clone(),
        heaps: vec![heap],
    };
    match heaps {
        [] => Value::integer(0),
        [heap] => Value::object(one(heap)),
        [first, rest @ ..] => {
            let sum = rest.iter().fold(one(first).atom(), |sum, heap| {
                Position::compound(Compound::Sum, &sum, &one(heap).atom())
            });
            Value::Form(sum)
        }
    }
}

fn nimber(m: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    let game = m.store.nimber(nim_value(m, value)?);
    Ok(crate::evaluate::value_of(m.store, game))
}

pub(super) const POSITION_MEMBERS: &[Member] = &[
    property(
        "heapSize",
        "The size of the heap.",
        "game.heap.Kayles(5).heapSize",
        |_, a| match position(&a[0])?.heaps.as_slice() {
            [heap] => Ok(Value::integer(*heap)),
            _ => Err(Failure::new("there are several heaps")),
        },
    ),
    property(
        "NimValue",
        "The nim value.",
        "game.heap.Kayles(5).NimValue",
        |m, a| Ok(Value::integer(nim_value(m, &a[0])?)),
    ),
    property(
        "CanonicalForm",
        "The nimber that it equals.",
        "game.heap.Kayles(5).CanonicalForm",
        |m, a| nimber(m, &a[0]),
    ),
    property(
        "GameValue",
        "The nimber that it equals.",
        "game.heap.Kayles(5).GameValue",
        |m, a| nimber(m, &a[0]),
    ),
    property(
        "Options",
        "The positions after a move.",
        "game.heap.Kayles(3).Options.Size",
        |m, a| {
            let position = position(&a[0])?;
            let mut all = Vec::new();
            for (place, &heap) in position.heaps.iter().enumerate() {
                for option in options(m, &position.rules, heap)? {
                    m.count_value()?;
                    let mut heaps = position.heaps.clone();
                    heaps.splice(place..=place, option);
                    all.push(sum(&position.rules, &heaps));
                }
            }
            Value::list(all)
        },
    ),
    property(
        "MisereCanonicalForm",
        "The misère canonical form.",
        "game.heap.Kayles(5).MisereCanonicalForm",
        |m, a| Ok(Value::object(misere(m, &a[0])?)),
    ),
    property(
        "Genus",
        "The genus symbol.",
        "game.heap.Kayles(5).Genus",
        |m, a| through_misere(m, &a[0], "Genus"),
    ),
    property(
        "MisereNimValue",
        "The m for which the game + *m is lost.",
        "game.heap.Kayles(5).MisereNimValue",
        |m, a| through_misere(m, &a[0], "MisereNimValue"),
    ),
    property(
        "MisereOutcomeClass",
        "Who wins misère play.",
        "game.heap.Kayles(5).MisereOutcomeClass",
        |m, a| through_misere(m, &a[0], "MisereOutcomeClass"),
    ),
    property(
        "OutcomeClass",
        "Who wins normal play.",
        "game.heap.Kayles(5).OutcomeClass",
        |m, a| {
            let zero = nim_value(m, &a[0])? == 0;
            Ok(Value::Outcome(if zero {
                sidle_core::Outcome::Previous
            } else {
                sidle_core::Outcome::Next
            }))
        },
    ),
];

impl Object for HeapPosition {
    fn is_free_of_games(&self) -> bool {
        matches!(&self.rules, Value::Object(rules) if rules.is_free_of_games())
    }

    fn class(&self) -> &'static Arc<Class> {
        known!(POSITION)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<HeapPosition>();
        other.is_some_and(|other| {
            let same = match (&self.rules, &other.rules) {
                (Value::Object(a), Value::Object(b)) => a.equal(&**b),
                _ => false,
            };
            same && self.heaps == other.heaps
        })
    }

    fn hash(&self) -> u64 {
        self.heaps.iter().fold(13, |hash: u64, &heap| {
            hash.wrapping_mul(1_000_003) ^ u64::from(heap)
        })
    }

    fn compare(&self, other: &dyn Object, order: &mut Order<'_>) -> Ordering {
        let Some(other) = other.downcast_ref::<HeapPosition>() else {
            return Ordering::Equal;
        };
        let heaps = self.heaps.cmp(&other.heaps);
        heaps.then_with(|| value::compare(&self.rules, &other.rules, order))
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(self.plain(""))
    }

    fn notation(&self) -> Option<String> {
        let heaps: Vec<String> = self.heaps.iter().map(u32::to_string).collect();
        Some(heaps.join(","))
    }

    fn position(&self) -> Option<Position> {
        Some(self.atom())
    }
}

impl HeapPosition {
    fn atom(&self) -> Position {
        NativePosition::position(Arc::new(self.clone()))
    }

    /// `Kayles.Position(5)`, and 0 for no heaps; rulesets are written with this before their names.
    fn plain(&self, package: &str) -> String {
        let rules = object::<Ruleset>(&self.rules);
        let name = rules.map_or(String::new(), |rules| rules.written(package));
        let heaps = self
            .heaps
            .iter()
            .map(|heap| format!("{name}.Position({heap})"));
        match heaps.collect::<Vec<_>>().join(" + ") {
            text if text.is_empty() => "0".to_owned(),
            text => text,
        }
    }
}
