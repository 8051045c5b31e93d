//! The quotient by bisimulation against the definition, and what it preserves.

mod common;

use common::{all_digraphs, large_digraphs, random_digraph};
use sidle_core::Meter;
use sidle_graph::{
    Digraph, Threads,
    bisimulation::{Quotient, bisimulation, try_bisimulation},
    gamma::Gamma,
    label::{
        AsymmetricEnds, Bilabelling, Ends, Labelling, Mover, Value, label_asymmetric,
        label_asymmetric_by_quotient, label_symmetric, label_symmetric_by_quotient,
        try_label_asymmetric, try_label_symmetric,
    },
};

/// The greatest bisimulation as a relation: strike out pairs until nothing is left to strike.
fn naive(graph: &Digraph, colour: impl Fn(u32) -> u32) -> Vec<Vec<bool>> {
    let n = graph.vertex_count();
    let mut related: Vec<Vec<bool>> = (0..n as u32)
        .map(|u| (0..n as u32).map(|v| colour(u) == colour(v)).collect())
        .collect();
    loop {
        let before = related.clone();
        for u in 0..n {
            for v in 0..n {
                let answered = |a: usize, b: usize| {
                    graph.successors(a as u32).iter().all(|&x| {
                        graph
                            .successors(b as u32)
                            .iter()
                            .any(|&y| before[x as usize][y as usize])
                    })
                };
                related[u][v] = before[u][v] && answered(u, v) && answered(v, u);
            }
        }
        if related == before {
            return related;
        }
    }
}

/// Numbered by least members, and an edge exactly where members have one.
fn check_shape(graph: &Digraph, quotient: &Quotient) {
    let mut seen = 0;
    for v in graph.vertices() {
        let class = quotient.class(v);
        if class == seen {
            assert_eq!(quotient.representative(class), v);
            seen += 1;
        }
        assert!(class < seen);
        let mut there: Vec<u32> = graph
            .successors(v)
            .iter()
            .map(|&w| quotient.class(w))
            .collect();
        there.sort_unstable();
        there.dedup();
        assert_eq!(
            quotient.graph().successors(class),
            there,
            "a bounded epimorphism"
        );
        for &to in quotient.graph().successors(class) {
            let lifted = quotient
                .lift(graph.forward(), v, to)
                .expect("an edge to lift");
            assert_eq!(quotient.class(lifted), to);
        }
    }
    assert_eq!(quotient.graph().vertex_count(), seen as usize);
}

/// Labels, distances, stamps and gamma are those of the class.
fn check_preserved(graph: &Digraph, quotient: &Quotient) {
    let small = Digraph::new(quotient.graph().clone());
    let (labels, small_labels) = (label_symmetric(graph), label_symmetric(&small));
    let (both, small_both) = (label_asymmetric(graph), label_asymmetric(&small));
    let (gamma, small_gamma) = (Gamma::of(graph), Gamma::of(&small));
    for v in graph.vertices() {
        let class = quotient.class(v);
        assert_eq!(labels.label(v), small_labels.label(class));
        assert_eq!(labels.distance(v), small_labels.distance(class));
        assert_eq!(gamma.finite(v), small_gamma.finite(class));
        for mover in [Mover::Zero, Mover::One] {
            assert_eq!(both.value(v, mover), small_both.value(class, mover));
            assert_eq!(both.stamp(v, mover), small_both.stamp(class, mover));
        }
    }
}

fn check(graph: &Digraph, colours: &[u32]) {
    let meter = Meter::unlimited();
    let colour = |v: u32| colours[v as usize];
    let quotient = try_bisimulation(graph, colour, &meter).expect("no limit");
    let related = naive(graph, colour);
    for u in graph.vertices() {
        for v in graph.vertices() {
            let same = quotient.class(u) == quotient.class(v);
            assert_eq!(
                same, related[u as usize][v as usize],
                "{u} and {v} of {graph:?} {colours:?}"
            );
        }
    }
    check_shape(graph, &quotient);
    check_preserved(graph, &quotient);
}

#[test]
fn all_digraphs_on_up_to_four_vertices() {
    for graph in all_digraphs(4) {
        check(&graph, &[0; 4]);
    }
}

#[test]
fn random_digraphs_with_colours() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..10_000 {
        let graph = random_digraph(&mut random, 10);
        let palette = 1 + random.usize(..3);
        let colours: Vec<u32> = (0..10).map(|_| random.usize(..palette) as u32).collect();
        check(&graph, &colours);
    }
}

/// Labels by way of the quotient, with random ends (some of them given twice), are the labels.
#[test]
fn labels_are_carried_back() {
    let mut random = fastrand::Rng::with_seed(33);
    let meter = Meter::unlimited();
    let values = [Value::Loss, Value::Draw, Value::Win];
    for round in 0..10_000 {
        let graph = random_digraph(&mut random, 12);
        let mut ends = Ends::with_leaf(values[random.usize(..3)]);
        let mut both_ends = AsymmetricEnds::with_leaf([(); 2].map(|()| values[random.usize(..3)]));
        for _ in 0..random.usize(..5) {
            let v = random.usize(..graph.vertex_count()) as u32;
            ends = ends.with_end(v, values[random.usize(..3)]);
            both_ends = both_ends.with_end(v, [(); 2].map(|()| values[random.usize(..3)]));
        }
        let plain = try_label_symmetric(&graph, &ends, Threads::ONE, &meter);
        let carried = label_symmetric_by_quotient(&graph, &ends, Threads::ONE, &meter);
        assert_eq!(carried, plain, "round {round}");
        let moves = |labels: &Labelling| labels.strategy(graph.forward());
        assert_eq!(carried.as_ref().map(moves), plain.as_ref().map(moves));
        let plain = try_label_asymmetric(&graph, &both_ends, Threads::ONE, &meter);
        let carried = label_asymmetric_by_quotient(&graph, &both_ends, Threads::ONE, &meter);
        assert_eq!(carried, plain, "round {round}");
        for mover in [Mover::Zero, Mover::One] {
            let moves = |labels: &Bilabelling| labels.strategy(graph.forward(), mover);
            assert_eq!(carried.as_ref().map(moves), plain.as_ref().map(moves));
        }
    }
}

#[test]
fn large_graphs_keep_their_labels() {
    for (_, graph) in large_digraphs(20_000) {
        let quotient = bisimulation(&graph);
        check_shape(&graph, &quotient);
        check_preserved(&graph, &quotient);
    }
}

#[test]
fn a_path_of_a_million_and_many_copies() {
    let n = 1_000_000;
    let path: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
    let graph = Digraph::from_edges(n as usize, &path).expect("a path");
    assert_eq!(bisimulation(&graph).graph().vertex_count(), n as usize);
    // A thousand paths of a thousand vertices are one path; a cycle is a loop.
    let paths: Vec<(u32, u32)> = path.into_iter().filter(|&(_, v)| v % 1000 != 0).collect();
    let graph = Digraph::from_edges(n as usize, &paths).expect("paths");
    assert_eq!(bisimulation(&graph).graph().vertex_count(), 1000);
    let cycle: Vec<(u32, u32)> = (0..n).map(|v| (v, (v + 1) % n)).collect();
    let graph = Digraph::from_edges(n as usize, &cycle).expect("a cycle");
    assert_eq!(bisimulation(&graph).graph().vertex_count(), 1);
}
