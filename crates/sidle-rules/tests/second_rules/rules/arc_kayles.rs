//! Arc Kayles, plain, weighted and partizan.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    graphs::{Graph, graphs},
};

const WEIGHTS: &str = "0123456789";

pub(crate) fn normal(text: &str) -> String {
    Graph::read(text, "").canonical()
}

pub(crate) fn weighted_normal(text: &str) -> String {
    Graph::read(text, WEIGHTS).canonical()
}

/// An edge with one of the labels goes, and both its ends with all their edges.
fn remove(text: &str, labels: &[&str]) -> Options {
    let graph = Graph::read(text, "");
    let may_go = graph
        .edges
        .iter()
        .filter(|(_, _, label)| labels.contains(&&**label));
    let rest = may_go.map(|(a, b, _)| graph.keep(|v| v != *a && v != *b).canonical());
    rest.collect()
}

pub(crate) fn arc_kayles(text: &str, _: Player) -> Options {
    remove(text, &["-"])
}

/// Green edges, `e`, are both players'.
pub(crate) fn partizan_arc_kayles(text: &str, player: Player) -> Options {
    remove(text, &[["l", "r"][player.index()], "e"])
}

/// Both ends of an edge lose one unit of weight; neither may have been 0.
pub(crate) fn weighted_arc_kayles(text: &str, _: Player) -> Options {
    let graph = Graph::read(text, WEIGHTS);
    let mut options = Options::new();
    for (a, b, _) in &graph.edges {
        let weights = [a, b].map(|v| graph.labels[*v].parse::<u32>().expect("a weight"));
        if weights[0] > 0 && weights[1] > 0 {
            let mut next = graph.clone();
            next.labels[*a] = (weights[0] - 1).to_string();
            next.labels[*b] = (weights[1] - 1).to_string();
            options.insert(next.canonical());
        }
    }
    options
}

pub(crate) fn positions(rng: &mut Rng) -> Vec<String> {
    graphs(rng, &["."], &["-"], 4, 2000)
}

pub(crate) fn weighted_positions(rng: &mut Rng) -> Vec<String> {
    graphs(rng, &["0", "1", "2", "5", "{10}", "{11}"], &["-"], 3, 1500)
}

pub(crate) fn partizan_positions(rng: &mut Rng) -> Vec<String> {
    graphs(rng, &["."], &["l", "r", "e"], 3, 2500)
}
