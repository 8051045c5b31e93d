//! Subordinates of games with loops: the X with G = H : X.
//!
//! X has the graph of G: an option of G that is an option of H belongs to H, any other one is H : X'
//! for an option X' of X. Whether the X so found fits is checked by working out H : X.

use std::collections::HashMap;

use sidle_core::Player;
use sidle_graph::bigraph::BigraphBuilder;
use sidle_values::loopy::{Effort, LoopyGraph, Stopper};

use crate::{
    diagnostic::Failure,
    evaluate::{
        Machine,
        loopy::{ordinal_sum, to_loopy, to_stopper, value_of_loopy},
    },
    value::Value,
};

pub(super) fn of_stopper(
    machine: &mut Machine<'_>,
    game: &Value,
    base: &Value,
) -> Result<Value, Failure> {
    let (target, foundation) = (to_stopper(machine, game)?, to_stopper(machine, base)?);
    let loopy = machine.store.loopy();
    let owned = Player::BOTH.map(|player| loopy.options(foundation, player));
    let mut places: HashMap<Stopper, u32> = HashMap::from([(target, 0)]);
    let mut todo = vec![target];
    let mut edges = Vec::new();
    while let Some(position) = todo.pop() {
        for player in Player::BOTH {
            for option in loopy.options(position, player) {
                machine.tick()?;
                if owned[player.index()].contains(&option) {
                    continue;
                }
                let next = u32::try_from(places.len()).unwrap_or(u32::MAX);
                let place = *places.entry(option).or_insert_with(|| {
                    todo.push(option);
                    next
                });
                edges.push((places[&position], player, place));
            }
        }
    }
    let mut builder = BigraphBuilder::new(places.len());
    for (from, player, to) in edges {
        builder.edge(from, player, to);
    }
    let graph = LoopyGraph::new(builder.build());
    let found = loopy.try_graph_value(&graph, 0, Effort::default(), machine.meter)?;
    let found = value_of_loopy(machine.store, found);
    let sum = ordinal_sum(machine, base, &found)?;
    if to_loopy(machine, &sum)? != target.into() {
        return Err(Failure::new(
            "that game cannot be subordinated to the specified base",
        ));
    }
    Ok(found)
}
