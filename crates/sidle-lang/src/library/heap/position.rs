//! Sums of heaps.

use std::{cmp::Ordering, sync::Arc};

use sidle_core::Outcome;
use sidle_impartial::misere::{Forms, HeapForms};
use sidle_solve::{Compound, Position};

use super::{
    super::{Member, Object, Show, State, known, members, misere::MisereGame, object},
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

impl State for HeapPosition {
    const CLASS: &'static str = POSITION;
    const WHAT: &'static str = "a heap";
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
fn misere(m: &mut Machine<'_>, position: &HeapPosition) -> Result<MisereGame, Failure> {
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

fn through_misere(
    m: &mut Machine<'_>,
    position: &HeapPosition,
    name: &str,
) -> Result<Value, Failure> {
    let game = Value::object(misere(m, position)?);
    m.call_method(game, name, Vec::new())
}

fn nim_value(m: &mut Machine<'_>, position: &HeapPosition) -> Result<u64, Failure> {
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

pub(super) const POSITION_MEMBERS: &[Member] = members! { m;
    /// The size of the heap.
    get heapSize(own: &HeapPosition) "game.heap.Kayles(5).heapSize" => match own.heaps.as_slice() {
        [heap] => Ok(*heap),
        _ => Err(Failure::new("there are several heaps")),
    };
    /// The nim value.
    get NimValue(own: &HeapPosition) "game.heap.Kayles(5).NimValue" => nim_value(m, own);
    /// The nimber that it equals.
    get CanonicalForm(own: &HeapPosition) "game.heap.Kayles(5).CanonicalForm" => m.store.nimber(nim_value(m, own)?);
    /// The nimber that it equals.
    get GameValue(own: &HeapPosition) "game.heap.Kayles(5).GameValue" => m.store.nimber(nim_value(m, own)?);
    /// The positions after a move.
    get Options(own: &HeapPosition) "game.heap.Kayles(3).Options.Size" => {
        let mut all = Vec::new();
        for (place, &heap) in own.heaps.iter().enumerate() {
            for option in options(m, &own.rules, heap)? {
                m.count_value()?;
                let mut heaps = own.heaps.clone();
                heaps.splice(place..=place, option);
                all.push(sum(&own.rules, &heaps));
            }
        }
        all
    };
    /// The misère canonical form.
    get MisereCanonicalForm(own: &HeapPosition) "game.heap.Kayles(5).MisereCanonicalForm"
        => Value::object(misere(m, own)?);
    /// The genus symbol.
    get Genus(own: &HeapPosition) "game.heap.Kayles(5).Genus" => through_misere(m, own, "Genus");
    /// The m for which the game + *m is lost.
    get MisereNimValue(own: &HeapPosition) "game.heap.Kayles(5).MisereNimValue"
        => through_misere(m, own, "MisereNimValue");
    /// Who wins misère play.
    get MisereOutcomeClass(own: &HeapPosition) "game.heap.Kayles(5).MisereOutcomeClass"
        => through_misere(m, own, "MisereOutcomeClass");
    /// Who wins normal play.
    get OutcomeClass(own: &HeapPosition) "game.heap.Kayles(5).OutcomeClass" => match nim_value(m, own)? {
        0 => Outcome::Previous,
        _ => Outcome::Next,
    };
};

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
