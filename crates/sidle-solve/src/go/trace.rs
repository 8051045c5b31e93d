//! Nested sidling of a ko fight, as a table of approximations.

use std::hash::Hash;

use sidle_core::{Meter, Player};
use sidle_graph::bigraph::Side;
use sidle_values::{
    Store,
    loopy::{LoopyValue, Move, MoveSet, SideForm, Sidling, Start},
};

use super::phi::{KoFailure, KoGame, KoGraph, KoRules, Piece};

/// One approximation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceRow {
    /// Which one: `[i, j]` is the j-th inside the i-th of the outer set.
    pub place: Vec<usize>,
    /// The values of the positions.
    pub values: Vec<SideForm>,
}

/// The approximations of one side, for the positions of the fight that the start leads to: the last
/// component with more than one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceTable {
    /// Which side.
    pub side: Side,
    /// The positions: the columns.
    pub positions: Vec<String>,
    /// The approximations: the rows.
    pub rows: Vec<TraceRow>,
    /// The value of the start, if the approximations settled.
    pub value: Option<SideForm>,
}

/// Values a position by nested sidling, everything below it included: the banned moves outside, all
/// other moves inside. One table for each side; `rounds` bounds the approximations of one component.
pub fn sidle_ko<R: KoRules>(
    rules: &R,
    start: &R::Position,
    game: KoGame,
    rounds: usize,
    store: &Store,
    meter: &Meter,
) -> Result<[TraceTable; 2], KoFailure>
where
    R::Position: Clone + Eq + Hash,
{
    let graph = KoGraph::explore(rules, start, game, meter)?;
    let table = |side| one_side(rules, &graph, game, side, rounds, store, meter);
    Ok([table(Side::Onside)?, table(Side::Offside)?])
}

fn one_side<R: KoRules>(
    rules: &R,
    graph: &KoGraph<R::Position>,
    game: KoGame,
    side: Side,
    rounds: usize,
    store: &Store,
    meter: &Meter,
) -> Result<TraceTable, KoFailure> {
    let mut values: Vec<Option<LoopyValue>> = vec![None; graph.positions.len()];
    let mut table = TraceTable {
        side,
        positions: Vec::new(),
        rows: Vec::new(),
        value: None,
    };
    for members in graph.components() {
        let below = |exit: usize| values[exit].expect("what lies below is valued first");
        let piece = graph.piece(&members, below, None, store, meter)?;
        let (rows, found) = sidle_piece(&piece, game, side, rounds, store, meter)?;
        let Some(found) = found else {
            return Ok(table);
        };
        for (&at, &form) in members.iter().zip(&found) {
            values[at] = Some(store.loopy().sided(form, form, meter)?);
        }
        let start = members.iter().position(|&at| at == 0);
        table.value = table.value.or(start.map(|place| found[place]));
        // What lies above a fight and is not part of it has nothing to show.
        if members.len() > 1 || (start.is_some() && table.rows.is_empty()) {
            let name = |&at: &usize| rules.name(&graph.positions[at]);
            table.positions = members.iter().map(name).collect();
            table.rows = rows;
        }
    }
    Ok(table)
}

type Sidled = (Vec<TraceRow>, Option<Vec<SideForm>>);

fn sidle_piece(
    piece: &Piece,
    game: KoGame,
    side: Side,
    rounds: usize,
    store: &Store,
    meter: &Meter,
) -> Result<Sidled, KoFailure> {
    let inner = match side {
        Side::Onside => Start::On,
        Side::Offside => Start::Off,
    };
    let set = |moves: &[Move], start| MoveSet {
        moves: moves.to_vec(),
        start,
    };
    let mut sets = Vec::new();
    if !piece.banned.is_empty() {
        let outer = match game.free_player() {
            Some(Player::Right) => Start::On,
            _ => Start::Off,
        };
        sets.push(set(&piece.banned, outer));
    }
    sets.push(set(&piece.free, inner));
    let mut sidling = Sidling::new(store.loopy(), &piece.graph, sets)
        .expect("the moves of a piece are moves of its graph")
        .with_side(side);
    let mut rows = Vec::new();
    for _ in 0..rounds {
        let step = sidling.step(meter)?;
        rows.push(TraceRow {
            place: step.place,
            values: step.values[..piece.size].to_vec(),
        });
        if sidling.is_finished() {
            let values = rows.last().map(|row| row.values.clone());
            return Ok((rows, values));
        }
    }
    Ok((rows, None))
}
