//! Making games out of values.

use std::sync::Arc;

use sidle_core::Dyadic;
use sidle_values::{Game, Store};

use super::{Machine, loopy};
use crate::{
    diagnostic::Failure,
    forms::{Form, FormId},
    rational::Rational,
    value::Value,
};

/// A game as a value: numbers are numbers.
pub(crate) fn value_of(store: &Store, game: Game) -> Value {
    match store.as_number(game) {
        Some(number) => Value::Number(Rational::from(&number)),
        None => Value::Game(game),
    }
}

/// A number as a dyadic one.
pub(crate) fn to_dyadic(number: &Rational) -> Result<Dyadic, Failure> {
    number.to_dyadic().ok_or_else(|| {
        Failure::new(format!(
            "{number} is not a dyadic rational, so it is not a short game"
        ))
        .with_help("the denominator must be a power of two")
    })
}

/// The canonical game of a value.
pub(crate) fn to_game(machine: &mut Machine<'_>, value: &Value) -> Result<Game, Failure> {
    match value {
        Value::Game(game) => Ok(*game),
        Value::Number(number) => Ok(machine.store.number(&to_dyadic(number)?)),
        Value::Form(form) => Ok(machine
            .forms
            .canonical(*form, machine.store, machine.meter)?),
        Value::Loopy(_) => Err(Failure::new("that does not apply to a game with loops")),
        other => Err(Failure::new(format!(
            "expected a game, found {}",
            other.kind()
        ))),
    }
}

/// The value of a game, worked out if only its form was known.
pub(crate) fn canonical(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    match value {
        Value::Form(form) => {
            let game = machine
                .forms
                .canonical(*form, machine.store, machine.meter)?;
            Ok(value_of(machine.store, game))
        }
        other => Ok(other.clone()),
    }
}

/// The form of a value.
pub(crate) fn to_form(machine: &mut Machine<'_>, value: &Value) -> Result<FormId, Failure> {
    match value {
        Value::Form(form) => Ok(*form),
        other => {
            let game = to_game(machine, other)?;
            Ok(machine.forms.value(game, machine.meter)?)
        }
    }
}

/// `{left|right}`. A form among the options keeps the whole game a form.
pub(crate) fn game(
    machine: &mut Machine<'_>,
    left: Vec<Value>,
    right: Vec<Value>,
) -> Result<Value, Failure> {
    if loopy::any_loopy(left.iter().chain(&right)) {
        return loopy::game(machine, &left, &right);
    }
    if left
        .iter()
        .chain(&right)
        .any(|option| matches!(option, Value::Form(_)))
    {
        return explicit(machine, left, right);
    }
    let mut sides = [
        Vec::with_capacity(left.len()),
        Vec::with_capacity(right.len()),
    ];
    for (side, options) in sides.iter_mut().zip([left, right]) {
        for option in options {
            side.push(to_game(machine, &option)?);
        }
    }
    let game = machine
        .store
        .try_game(&sides[0], &sides[1], machine.meter)?;
    Ok(value_of(machine.store, game))
}

/// `'{left|right}'`.
pub(super) fn explicit(
    machine: &mut Machine<'_>,
    left: Vec<Value>,
    right: Vec<Value>,
) -> Result<Value, Failure> {
    let mut sides: [Vec<FormId>; 2] = [Vec::new(), Vec::new()];
    for (side, options) in sides.iter_mut().zip([left, right]) {
        for option in options {
            side.push(to_form(machine, &option)?);
        }
    }
    let [left, right] = sides.map(Arc::from);
    Ok(Value::Form(
        machine
            .forms
            .intern(Form::Explicit(left, right), machine.meter)?,
    ))
}

/// `*[…]`: an impartial game. One entry is that game itself, several are its options; inside, a list
/// is a game by its options and a number a heap.
pub(super) fn impartial(machine: &mut Machine<'_>, entries: Vec<Value>) -> Result<Value, Failure> {
    let entry = match <[Value; 1]>::try_from(entries) {
        Ok([single]) => single,
        Err(several) => Value::list(several)?,
    };
    Ok(Value::Form(impartial_form(machine, &entry)?))
}

/// Recursion is bounded by the nesting of lists.
fn impartial_form(machine: &mut Machine<'_>, entry: &Value) -> Result<FormId, Failure> {
    match entry {
        Value::List(items) => {
            let mut options = Vec::with_capacity(items.values.len());
            for item in &items.values {
                options.push(impartial_form(machine, item)?);
            }
            let options: Arc<[FormId]> = options.into();
            Ok(machine
                .forms
                .intern(Form::Explicit(options.clone(), options), machine.meter)?)
        }
        Value::Number(_) => {
            let nimber = super::operators::nimber(machine, entry)?;
            to_form(machine, &nimber)
        }
        Value::Form(form) => Ok(*form),
        other => Err(
            Failure::new(format!("{} is not an impartial game", other.kind()))
                .with_help("write numbers for heaps and lists for options, as in `*[[2],0]`"),
        ),
    }
}
