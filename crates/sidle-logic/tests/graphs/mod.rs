//! Constraint graphs that several tests and the benchmark make.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use sidle_logic::graph::{ConstraintGraph, Owner};

/// An edge, and whether it is White's.
pub(crate) type OwnedEdge = (usize, usize, u32, bool);

/// The graph with these edges and their owners.
pub(crate) fn owned(edges: &[OwnedEdge]) -> ConstraintGraph {
    let mut graph = ConstraintGraph::from_edges(edges.iter().map(|&(u, v, w, _)| (u, v, w)));
    for (e, edge) in edges.iter().enumerate() {
        graph.set_owner(e, Some(if edge.3 { Owner::White } else { Owner::Black }));
    }
    graph
}

/// Chooses the target, and one of each player that has edges.
pub(crate) fn set_targets(graph: &mut ConstraintGraph, picks: &[u16; 4]) {
    let count = graph.edges().len();
    graph.set_target(picks[0] as usize % count);
    for owner in [Owner::White, Owner::Black] {
        let own: Vec<usize> = (0..count)
            .filter(|&e| graph.edges()[e].owner == Some(owner))
            .collect();
        if !own.is_empty() {
            graph.set_target_of(owner, own[picks[1 + owner.index()] as usize % own.len()]);
        }
    }
}

/// A chain of wires with the target at its far end, and free edges beside it. Each vertex of the chain has one blue
/// edge in and one out and passes the turn on backwards.
pub(crate) fn chain_of_wires(links: usize, free: usize) -> ConstraintGraph {
    let mut text = String::from("s v0 2\nmin s 0\n");
    for i in 0..links {
        text.push_str(&format!("v{i} v{} 2\n", i + 1));
    }
    text.push_str(&format!("t v{links} 2\nmin t 0\n"));
    for i in 0..free {
        text.push_str(&format!("a{i} b{i} 1\nmin a{i} 0\nmin b{i} 0\n"));
    }
    text.push_str("target 0\n");
    ConstraintGraph::parse(&text).expect("a good file")
}
