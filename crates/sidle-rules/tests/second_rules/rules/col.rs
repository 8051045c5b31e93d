//! Col, Snort and Fjords.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    graphs::{Graph, graphs},
};

pub(crate) fn normal(text: &str) -> String {
    Graph::read(text, "LR").canonical()
}

/// A player takes a vertex with one of the labels that `permitted` lists for them. It goes, and with it
/// the neighbours with the label of the opponent; neighbours without a label get that of the player.
pub(crate) fn options(permitted: [&str; 2], text: &str, player: Player) -> Options {
    let graph = Graph::read(text, "LR");
    let [own, other] = [player, -player].map(|p| ["L", "R"][p.index()]);
    let mut options = Options::new();
    for (taken, label) in graph.labels.iter().enumerate() {
        if !permitted[player.index()].contains(&**label) {
            continue;
        }
        let beside = graph.neighbours(taken);
        let mut next = graph.clone();
        for &vertex in &beside {
            if graph.labels[vertex] == "." {
                next.labels[vertex] = own.to_owned();
            }
        }
        let next = next.keep(|v| v != taken && !(beside.contains(&v) && graph.labels[v] == other));
        options.insert(next.canonical());
    }
    options
}

/// Neighbours never get the same colour: what is next to Left's colour is left to Right.
pub(crate) fn col(text: &str, player: Player) -> Options {
    options([".R", ".L"], text, player)
}

/// Neighbours never get different colours: what is next to Left's colour is Left's.
pub(crate) fn snort(text: &str, player: Player) -> Options {
    options([".L", ".R"], text, player)
}

/// A player goes on from what is theirs.
pub(crate) fn fjords(text: &str, player: Player) -> Options {
    options(["L", "R"], text, player)
}

pub(crate) fn positions(rng: &mut Rng) -> Vec<String> {
    graphs(rng, &[".", "L", "R"], &["-"], 3, 1500)
}
