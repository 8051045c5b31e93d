//! φ of a fight as a graph file and as a picture.

use std::{collections::HashMap, sync::Arc};

use crate::{
    Error,
    core::{Meter, Player},
    draw::{Picture, Stroke},
    graph::bigraph::{BigraphBuilder, BigraphFile, EdgeSet, ExitText},
    solve::go::{FightEdge, FightGraph},
    values::{Store, notation::Style},
};

/// The name of the banned moves in a graph file.
const BANNED: &str = "banned";
/// The name of the moves that are on cycles and not banned.
const LIVE: &str = "live";

/// A fight as a graph file: the sets `banned` and `live` are those of nested sidling.
pub(super) fn fight_file(
    store: &Arc<Store>,
    fight: FightGraph,
    meter: &Meter,
) -> Result<BigraphFile, Error> {
    let mut builder = BigraphBuilder::new(fight.names.len());
    for edge in &fight.edges {
        builder.edge(edge.from, edge.player, edge.to);
    }
    let mut exits: Vec<ExitText> = Vec::new();
    let mut number: HashMap<String, u32> = HashMap::new();
    for (from, player, value) in fight.exits {
        let text = store.text(value, Style::Plain, meter)?;
        let to = *number.entry(text).or_insert_with_key(|text| {
            let text = text.clone();
            exits.push(ExitText { text, line: 0 });
            builder.vertex()
        });
        builder.edge(from, player, to);
    }
    let set = |name: &str, is_in: &dyn Fn(&FightEdge) -> bool| {
        let edges = fight.edges.iter().filter(|edge| is_in(edge));
        let edges: Vec<(u32, Player, u32)> = edges
            .map(|edge| (edge.from, edge.player, edge.to))
            .collect();
        let name = name.to_owned();
        (!edges.is_empty()).then_some(EdgeSet { name, edges })
    };
    let sets = [
        set(BANNED, &|edge| edge.banned),
        set(LIVE, &|edge| edge.live && !edge.banned),
    ];
    Ok(BigraphFile {
        graph: builder.build(),
        names: fight.names,
        start: 0,
        exits,
        sets: sets.into_iter().flatten().collect(),
    })
}

/// The picture of a graph file: Left's moves blue, Right's red, banned moves marked.
pub(crate) fn fight_picture(file: &BigraphFile) -> Result<Picture, Error> {
    let graph = &file.graph;
    let mut picture = Picture::sized(graph.vertex_count(), graph.edge_count())?;
    for name in &file.names {
        picture.add(name.clone(), "");
    }
    for exit in &file.exits {
        picture.add("", exit.text.clone());
    }
    for (from, player, to) in graph.edges() {
        picture.connect(from as usize, to as usize, Stroke::of(player));
    }
    picture.begin_at(file.start);
    for set in file.sets.iter().filter(|set| set.name == BANNED) {
        for &(from, player, to) in &set.edges {
            picture.label(from, to, Stroke::of(player), "banned");
        }
    }
    Ok(picture)
}
