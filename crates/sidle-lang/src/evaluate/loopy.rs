//! Games with loops.

use sidle_core::{Player, Relation, StopReason};
use sidle_graph::bigraph::BigraphBuilder;
use sidle_values::{
    Store,
    loopy::{Effort, LoopyGraph, LoopyValue, SidesError, Stopper, VarietyError},
};

use super::{
    Machine,
    code::{LoopyOption, LoopyShape},
    games::{to_game, value_of, worth},
};
use crate::{diagnostic::Failure, symbols::Symbol, value::Value};

impl From<VarietyError> for Failure {
    fn from(error: VarietyError) -> Failure {
        match error {
            VarietyError::Stopped(reason) => Failure::Stopped(reason),
            other => Failure::new(other.to_string()),
        }
    }
}

/// A loopy value as a value of the language: short games are short games.
pub(crate) fn value_of_loopy(store: &Store, value: LoopyValue) -> Value {
    match value.short() {
        Some(game) => value_of(store, game),
        None => Value::Loopy(value),
    }
}

/// Any game as a loopy value.
pub(crate) fn to_loopy(machine: &mut Machine<'_>, value: &Value) -> Result<LoopyValue, Failure> {
    match value {
        Value::Loopy(value) => Ok(*value),
        Value::Form(form) => worth(machine, form),
        other => Ok(to_game(machine, other)?.into()),
    }
}

/// Any game as a stopper.
pub(crate) fn to_stopper(machine: &mut Machine<'_>, value: &Value) -> Result<Stopper, Failure> {
    let value = to_loopy(machine, value)?;
    value
        .stopper()
        .ok_or_else(|| Failure::new("that game is not known to be a stopper"))
}

/// Is one of the values a game with loops?
pub(crate) fn any_loopy<'v>(mut values: impl Iterator<Item = &'v Value>) -> bool {
    values.any(|value| matches!(value, Value::Loopy(_)))
}

/// The games with loops that have names.
pub(crate) fn named(store: &Store, symbol: Symbol) -> Option<Value> {
    let loopy = store.loopy();
    let value: LoopyValue = match symbol {
        Symbol::On => loopy.on().into(),
        Symbol::Off => loopy.off().into(),
        Symbol::Over => loopy.over().into(),
        Symbol::Under => loopy.under().into(),
        Symbol::Upon => loopy.upon().into(),
        Symbol::Dud => loopy.dud(),
        Symbol::Tis => loopy.tis(),
        Symbol::Tisn => loopy.tisn(),
        _ => return None,
    };
    Some(value_of_loopy(store, value))
}

/// `{left|right}` with loopy options.
pub(crate) fn game(
    machine: &mut Machine<'_>,
    left: &[Value],
    right: &[Value],
) -> Result<Value, Failure> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, options) in sides.iter_mut().zip([left, right]) {
        for option in options {
            side.push(to_loopy(machine, option)?);
        }
    }
    let (store, meter) = (machine.store, machine.meter);
    let value = store
        .loopy()
        .try_game(&sides[0], &sides[1], Effort::default(), meter)?;
    Ok(value_of_loopy(store, value))
}

/// A game written with passes and labels.
pub(super) fn graph(
    machine: &mut Machine<'_>,
    shape: &LoopyShape,
    values: &[Value],
) -> Result<Value, Failure> {
    let vertices = shape.vertices.len();
    let mut builder = BigraphBuilder::new(vertices + values.len());
    let place = |option: LoopyOption| match option {
        LoopyOption::Vertex(vertex) => vertex,
        LoopyOption::Value(value) => vertices as u32 + value,
    };
    for (vertex, options) in shape.vertices.iter().enumerate() {
        for player in Player::BOTH {
            for &option in &options.options[player.index()] {
                machine.tick()?;
                builder.edge(vertex as u32, player, place(option));
            }
        }
    }
    let mut graph = LoopyGraph::new(builder.build());
    for (index, value) in values.iter().enumerate() {
        let value = to_loopy(machine, value)?;
        graph = graph.with_exit((vertices + index) as u32, value);
    }
    let (store, meter) = (machine.store, machine.meter);
    let value = store
        .loopy()
        .try_graph_value(&graph, 0, Effort::default(), meter)?;
    Ok(value_of_loopy(store, value))
}

pub(super) fn add(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<Value, Failure> {
    let (a, b) = (to_loopy(machine, a)?, to_loopy(machine, b)?);
    let (store, meter) = (machine.store, machine.meter);
    let sum = store.loopy().try_add(a, b, Effort::default(), meter)?;
    Ok(value_of_loopy(store, sum))
}

pub(super) fn negative(machine: &Machine<'_>, value: LoopyValue) -> Result<Value, StopReason> {
    let negative = machine
        .store
        .loopy()
        .try_negative_value(value, machine.meter)?;
    Ok(value_of_loopy(machine.store, negative))
}

pub(super) fn multiple(
    machine: &Machine<'_>,
    value: LoopyValue,
    count: i64,
) -> Result<Value, StopReason> {
    let product =
        machine
            .store
            .loopy()
            .try_multiple(value, count, Effort::default(), machine.meter)?;
    Ok(value_of_loopy(machine.store, product))
}

/// `S & T`: the game with the onside of S and the offside of T.
pub(super) fn sides(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<Value, Failure> {
    let (a, b) = (to_loopy(machine, a)?, to_loopy(machine, b)?);
    let loopy = machine.store.loopy();
    let value = loopy.sided(a.onside(), b.offside(), machine.meter);
    let value = value.map_err(|error| match error {
        SidesError::Stopped(reason) => Failure::Stopped(reason),
        other => Failure::new(other.to_string()),
    })?;
    Ok(value_of_loopy(machine.store, value))
}

pub(super) fn relation(
    machine: &mut Machine<'_>,
    a: &Value,
    b: &Value,
) -> Result<Relation, Failure> {
    let (a, b) = (to_loopy(machine, a)?, to_loopy(machine, b)?);
    let (store, meter) = (machine.store, machine.meter);
    Ok(store.loopy().try_compare_values(a, b, meter)?)
}

/// `a <= b`.
pub(super) fn le(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<bool, Failure> {
    let (a, b) = (to_loopy(machine, a)?, to_loopy(machine, b)?);
    Ok(machine.store.loopy().try_le_values(a, b, machine.meter)?)
}

/// `G : H` for stoppers.
pub(crate) fn ordinal_sum(
    machine: &mut Machine<'_>,
    a: &Value,
    b: &Value,
) -> Result<Value, Failure> {
    let (base, top) = (to_stopper(machine, a)?, to_stopper(machine, b)?);
    let (store, meter) = (machine.store, machine.meter);
    let sum = store
        .loopy()
        .try_ordinal_sum(base, top, Effort::default(), meter)?;
    Ok(value_of_loopy(store, sum))
}
