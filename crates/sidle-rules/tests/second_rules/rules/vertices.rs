//! Node Kayles and Digraph Placement.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    graphs::{Graph, graphs},
};

pub(crate) fn node_kayles_normal(text: &str) -> String {
    Graph::read(text, "").canonical()
}

pub(crate) fn placement_normal(text: &str) -> String {
    Graph::read(text, "LR").arcs().canonical()
}

/// A vertex goes, and its neighbours with it.
pub(crate) fn node_kayles(text: &str, _: Player) -> Options {
    let graph = Graph::read(text, "");
    let without = |taken: usize| {
        let beside = graph.neighbours(taken);
        graph
            .keep(|v| v != taken && !beside.contains(&v))
            .canonical()
    };
    (0..graph.labels.len()).map(without).collect()
}

/// A vertex of the player's colour goes, and all that it has an arc to with it. A line without a direction
/// is an arc either way.
pub(crate) fn digraph_placement(text: &str, player: Player) -> Options {
    let graph = Graph::read(text, "LR").arcs();
    let own = ["L", "R"][player.index()];
    let without = |taken: usize| {
        let beside = graph.neighbours(taken);
        graph
            .keep(|v| v != taken && !beside.contains(&v))
            .canonical()
    };
    let is_own = |v: &usize| graph.labels[*v] == own;
    (0..graph.labels.len())
        .filter(is_own)
        .map(without)
        .collect()
}

pub(crate) fn node_kayles_positions(rng: &mut Rng) -> Vec<String> {
    graphs(rng, &["."], &["-"], 4, 2000)
}

pub(crate) fn placement_positions(rng: &mut Rng) -> Vec<String> {
    graphs(rng, &["L", "R"], &[">", "<", "-"], 3, 2500)
}
