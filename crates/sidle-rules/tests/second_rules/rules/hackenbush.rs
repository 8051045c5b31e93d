//! Hackenbush.

use fastrand::Rng;
use sidle_core::Player;

use super::{
    Options,
    graphs::{Graph, graphs},
};

pub(crate) fn normal(text: &str) -> String {
    Graph::read(text, "").canonical_with_ground()
}

/// A player cuts an edge of their colour or a green one; what is not connected with the ground any more
/// falls. Where an edge has a childish colour, no other edge may fall with it.
pub(crate) fn options(childish: &str, text: &str, player: Player) -> Options {
    let bush = Graph::read(text, "");
    let own = ["l", "r"][player.index()];
    let mut options = Options::new();
    for (place, (_, _, colour)) in bush.edges.iter().enumerate() {
        let mut cut = bush.clone();
        cut.edges.remove(place);
        let standing = cut.connected(0);
        let next = cut.keep(|vertex| standing.contains(&vertex));
        let fallen = cut.edges.len() - next.edges.len();
        if (colour == own || colour == "e") && !(childish.contains(&**colour) && fallen > 0) {
            options.insert(next.canonical_with_ground());
        }
    }
    options
}

pub(crate) fn hackenbush(text: &str, player: Player) -> Options {
    options("", text, player)
}

pub(crate) fn childish_hackenbush(text: &str, player: Player) -> Options {
    options("lr", text, player)
}

/// All bushes of four vertices or fewer without parallel edges, and random ones.
pub(crate) fn positions(rng: &mut Rng) -> Vec<String> {
    const COLOURS: [&str; 3] = ["l", "r", "e"];
    let mut all = graphs(rng, &["."], &COLOURS, 4, 0);
    all.retain(|text| {
        let graph = Graph::read(text, "");
        graph.connected(0).len() == graph.labels.len()
    });
    let random = (0..1500).map(|_| {
        let vertices = rng.usize(1..=7);
        // Each vertex is joined to an earlier one; then come more edges anywhere.
        let mut ends: Vec<(usize, usize)> = (1..vertices).map(|v| (rng.usize(..v), v)).collect();
        ends.extend((0..rng.usize(0..=3)).map(|_| (rng.usize(..vertices), rng.usize(..vertices))));
        rng.shuffle(&mut ends);
        let edge = |(a, b)| (a, b, COLOURS[rng.usize(..3)].to_owned());
        let bush = Graph {
            labels: vec![".".to_owned(); vertices],
            edges: ends.into_iter().map(edge).collect(),
        };
        bush.text()
    });
    all.extend(random);
    all
}
