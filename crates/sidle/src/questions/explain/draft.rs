//! Positions as graphs: what is written is kept as it is, everything below is canonical.

use std::{collections::HashMap, sync::Arc};

use crate::{
    core::{Meter, Player},
    graph::bigraph::{Bigraph, BigraphBuilder, Side, bisimulation_classes},
    questions::prelude::*,
    solve::{self, AnySolver, Asking, Form, SolveError},
    values::{
        Store,
        loopy::{Effort, LoopyGraph, LoopyValue},
    },
};

use super::steps::MOST_VERTICES;

/// The longest name of a form in braces that is made of the names of its options.
const LONGEST_NAME: usize = 240;

/// How far positions are taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// The game itself, and braces.
    Top,
    /// Sums as well.
    Sums,
}

/// The positions of games and of what they are taken apart into, with the moves between them.
pub(super) struct Draft {
    pub(super) roots: Vec<usize>,
    pub(super) positions: Vec<solve::Position>,
    pub(super) values: Vec<LoopyValue>,
    /// The moves of a position that is taken apart.
    pub(super) moves: Vec<Option<[Vec<usize>; 2]>>,
}

impl Draft {
    /// Takes games apart.
    pub(super) fn of(
        games: &[solve::Position],
        depth: Depth,
        solver: &mut AnySolver,
        asking: &mut Asking<'_>,
    ) -> Result<Draft, SolveError> {
        let mut draft = Draft {
            roots: Vec::new(),
            positions: Vec::new(),
            values: Vec::new(),
            moves: Vec::new(),
        };
        let mut places: HashMap<solve::Position, usize> = HashMap::new();
        for game in games {
            let root = draft.place(game, &mut places);
            draft.roots.push(root);
        }
        let tops = draft.positions.len();
        let mut next = 0;
        while let Some(position) = draft.positions.get(next).cloned() {
            next += 1;
            if draft.positions.len() > MOST_VERTICES {
                let reason = "the game has too many positions to be explained";
                return Err(SolveError::NoValue(reason));
            }
            let value = solver.value(&position, asking)?;
            draft.values.push(value);
            let taken_apart = match position.form() {
                Form::Value(_) | Form::Loopy(_) => false,
                Form::Explicit(..) => true,
                Form::Compound(..) => depth == Depth::Sums || next <= tops,
                _ => next <= tops,
            };
            if !taken_apart {
                draft.moves.push(None);
                continue;
            }
            let mut moves = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for option in asking.options(&position, player)? {
                    let place = draft.place(&option, &mut places);
                    moves[player.index()].push(place);
                }
            }
            draft.moves.push(Some(moves));
        }
        Ok(draft)
    }

    fn place(
        &mut self,
        of: &solve::Position,
        places: &mut HashMap<solve::Position, usize>,
    ) -> usize {
        if let Some(&place) = places.get(of) {
            return place;
        }
        let place = self.positions.len();
        places.insert(of.clone(), place);
        self.positions.push(of.clone());
        place
    }

    /// The values as text.
    fn value_text(store: &Store, value: LoopyValue, meter: &Meter) -> Result<String, Error> {
        Ok(store.text(value, Style::Plain, meter)?)
    }

    /// What the positions are called: braces by their options, values by themselves, others by `written`.
    pub(super) fn names(
        &self,
        store: &Store,
        written: &mut dyn FnMut(&solve::Position) -> Result<String, Error>,
        meter: &Meter,
    ) -> Result<Vec<String>, Error> {
        let mut names: Vec<Option<String>> = vec![None; self.positions.len()];
        let mut waiting: Vec<usize> = (0..self.positions.len()).rev().collect();
        while let Some(&place) = waiting.last() {
            if names[place].is_some() {
                waiting.pop();
                continue;
            }
            let position = &self.positions[place];
            if let (Form::Explicit(..), Some(moves)) = (position.form(), &self.moves[place]) {
                let open = moves.iter().flatten().find(|&&w| names[w].is_none());
                if let Some(&open) = open {
                    waiting.push(open);
                    continue;
                }
                let [left, right] = moves.each_ref().map(|list| {
                    let list = list.iter().map(|&w| names[w].clone().unwrap_or_default());
                    list.collect::<Vec<String>>().join(",")
                });
                // Forms that share parts may have texts of exponential length.
                names[place] = Some(match left.len() + right.len() <= LONGEST_NAME {
                    true => format!("{{{left}|{right}}}"),
                    false => format!("form {place}"),
                });
                continue;
            }
            names[place] = Some(match position.form() {
                Form::Value(_) | Form::Loopy(_) => {
                    Draft::value_text(store, self.values[place], meter)?
                }
                // Braces that are kept are quoted in the language.
                _ => written(position)?.replace('\'', ""),
            });
        }
        Ok(names.into_iter().flatten().collect())
    }
}

/// A draft with the canonical forms of its values, on one side.
pub(super) struct DraftGraph {
    pub(super) graph: Bigraph,
    pub(super) names: Vec<String>,
    /// The values of the vertices whose name is another.
    pub(super) values: Vec<Option<String>>,
    /// The vertices that are numbers.
    pub(super) numbers: Vec<u32>,
    /// The vertex of each vertex of the draft.
    pub(super) place: Vec<u32>,
}

impl DraftGraph {
    /// The graph of a draft whose positions have these names.
    pub(super) fn new(
        draft: &Draft,
        names: &[String],
        store: &Arc<Store>,
        side: Side,
        meter: &Meter,
    ) -> Result<DraftGraph, Error> {
        let mut builder = BigraphBuilder::new(draft.positions.len());
        for (v, moves) in (0..).zip(&draft.moves) {
            for player in Player::BOTH {
                for &w in moves.iter().flat_map(|moves| &moves[player.index()]) {
                    builder.edge(v, player, w as u32);
                }
            }
        }
        let mut graph = LoopyGraph::new(builder.build());
        for (v, moves) in (0..).zip(&draft.moves) {
            if moves.is_none() {
                graph = graph.with_exit(v, draft.values[v as usize]);
            }
        }
        DraftGraph::of_graph(&graph, names, store, side, meter)
    }

    /// A graph with the canonical forms of its exits; the first vertices have names.
    pub(super) fn of_graph(
        graph: &LoopyGraph,
        names: &[String],
        store: &Arc<Store>,
        side: Side,
        meter: &Meter,
    ) -> Result<DraftGraph, Error> {
        // A value has at least as many followers as its birthday says, and an integer may be large.
        let most = u32::try_from(MOST_VERTICES).unwrap_or(u32::MAX);
        let mut exits = graph.graph().vertices().filter_map(|v| graph.exit(v));
        if exits.any(|value| {
            let game = value.short();
            game.is_some_and(|game| store.birthday(game) > most.into())
        }) {
            let message = format!("explanations end at {MOST_VERTICES} positions");
            return Err(Error::new(ErrorKind::NotApplicable, message));
        }
        let graph = store.loopy().expanded_graph(graph, side);
        if graph.vertex_count() > MOST_VERTICES {
            let count = graph.vertex_count();
            let message =
                format!("the game has {count} positions, and explanations end at {MOST_VERTICES}");
            return Err(Error::new(ErrorKind::NotApplicable, message));
        }
        let whole = LoopyGraph::new(graph.clone());
        let found = store
            .loopy()
            .try_graph_values(&whole, Effort::default(), meter)?;
        let mut all = names.to_vec();
        let mut values = Vec::new();
        let mut is_number = Vec::new();
        for (v, value) in graph.vertices().zip(found) {
            let text = store.text(value, Style::Plain, meter)?;
            if v as usize >= names.len() {
                all.push(text.clone());
            }
            let has_name = all[v as usize] != text;
            is_number.push(
                !has_name
                    && value
                        .short()
                        .is_some_and(|game| store.as_number(game).is_some()),
            );
            values.push(has_name.then_some(text));
        }
        let whole = DraftGraph {
            place: graph.vertices().collect(),
            numbers: Vec::new(),
            graph,
            names: all,
            values,
        };
        whole.merged(&is_number, meter)
    }

    /// The same with one vertex for each value: those that are alike in play and have no other name become one.
    fn merged(self, is_number: &[bool], meter: &Meter) -> Result<DraftGraph, Error> {
        let colours: Vec<u32> = (1..)
            .zip(&self.values)
            .map(|(colour, value)| if value.is_some() { colour } else { 0 })
            .collect();
        let classes = bisimulation_classes(&self.graph, &colours, meter)?;
        let mut new: HashMap<u32, u32> = HashMap::new();
        let mut kept = Vec::new();
        for (v, &class) in (0u32..).zip(&classes) {
            let next = kept.len() as u32;
            if *new.entry(class).or_insert(next) == next {
                kept.push(v);
            }
        }
        let place: Vec<u32> = classes.iter().map(|class| new[class]).collect();
        let mut builder = BigraphBuilder::new(kept.len());
        for (v, player, w) in self.graph.edges() {
            builder.edge(place[v as usize], player, place[w as usize]);
        }
        let pick = |v: &u32| *v as usize;
        Ok(DraftGraph {
            graph: builder.build(),
            names: kept.iter().map(|v| self.names[pick(v)].clone()).collect(),
            values: kept.iter().map(|v| self.values[pick(v)].clone()).collect(),
            numbers: (0..)
                .zip(&kept)
                .filter_map(|(new, v)| is_number[pick(v)].then_some(new))
                .collect(),
            place,
        })
    }
}
