//! Values of random and of all small bigraphs against the all-pairs comparison of the graphs themselves.

#[path = "../../sidle-graph/tests/bigraphs/mod.rs"]
mod bigraphs;

use bigraphs::{from_code, random_graph};
use sidle_core::Meter;
use sidle_graph::bigraph::{Bigraph, Side, side_matrix};
use sidle_values::{
    Store,
    loopy::{Effort, LoopyGraph, LoopyValue},
};

/// Counts of what came out: stoppers, stopper-sided, sided.
#[derive(Debug, Default)]
struct Tally {
    stopper: u32,
    stopper_sided: u32,
    sided: u32,
}

impl Tally {
    fn count(&mut self, value: LoopyValue) {
        match value.kind() {
            "short" | "stopper" => self.stopper += 1,
            "stopper-sided" => self.stopper_sided += 1,
            _ => self.sided += 1,
        }
    }
}

/// Values the whole graph and checks every vertex: the value verifies, and on each side two vertices
/// have the same stopper exactly when they are equal.
fn check(store: &Store, graph: &Bigraph, tally: &mut Tally) {
    let loopy = store.loopy();
    let meter = Meter::unlimited();
    let whole = LoopyGraph::new(graph.clone());
    let values = loopy
        .try_graph_values(&whole, Effort::default(), &meter)
        .expect("unlimited");
    for v in graph.vertices() {
        let value = values[v as usize];
        tally.count(value);
        assert_eq!(
            loopy.verify(&whole, v, value, &meter),
            Ok(()),
            "vertex {v} of {graph:?}: {value:?}"
        );
        if value.stopper_sides().is_some() {
            assert_eq!(
                loopy.graph_value(&whole, v),
                value,
                "alone and together, {v} of {graph:?}"
            );
        }
    }
    for side in Side::BOTH {
        let order = side_matrix(graph, graph, side, &meter).expect("unlimited");
        for v in graph.vertices() {
            for w in graph.vertices() {
                let (a, b) = (values[v as usize].side(side), values[w as usize].side(side));
                if let (Some(a), Some(b)) = (a.stopper(), b.stopper()) {
                    assert_eq!(a == b, order.eq(v, w), "{v}, {w}, {side:?} of {graph:?}");
                    assert_eq!(loopy.le(a, b), order.le(v, w));
                }
            }
        }
    }
}

fn exhaustive() -> bool {
    std::env::var_os("SIDLE_EXHAUSTIVE").is_some()
}

#[test]
fn every_graph_on_two_vertices() {
    let store = Store::new();
    let mut tally = Tally::default();
    for code in 0..256 {
        check(&store, &from_code(2, code), &mut tally);
    }
    assert!(tally.sided == 0, "{tally:?}");
}

/// All 2^18 graphs on three vertices with `SIDLE_EXHAUSTIVE=1`, every 173rd otherwise.
#[test]
fn graphs_on_three_vertices() {
    let store = Store::new();
    let mut tally = Tally::default();
    let step = if exhaustive() { 1 } else { 173 };
    for code in (0..1u64 << 18).step_by(step) {
        check(&store, &from_code(3, code), &mut tally);
    }
    assert!(tally.stopper_sided > 100, "{tally:?}");
}

#[test]
fn random_graphs_to_eight_vertices() {
    let store = Store::new();
    let mut random = fastrand::Rng::with_seed(3);
    let mut tally = Tally::default();
    let rounds = if exhaustive() { 100_000 } else { 1500 };
    for _ in 0..rounds {
        let n = 2 + random.u32(..7);
        let edges = n + random.u32(..n);
        let graph = random_graph(&mut random, n, edges);
        check(&store, &graph, &mut tally);
    }
    assert!(
        tally.stopper > 500 && tally.stopper_sided > 500,
        "{tally:?}"
    );
}

/// Sums of random stopper-sided values, in any order and grouping: the same handles.
#[test]
fn sums_commute_and_associate() {
    let store = Store::new();
    let loopy = store.loopy();
    let mut random = fastrand::Rng::with_seed(11);
    let mut value = || {
        let (n, edges) = (1 + random.u32(..4), 1 + random.u32(..6));
        let graph = LoopyGraph::new(random_graph(&mut random, n, edges));
        loopy.graph_value(&graph, 0)
    };
    let rounds = if exhaustive() { 2_000 } else { 300 };
    let mut compared = 0;
    for _ in 0..rounds {
        let (a, b, c) = (value(), value(), value());
        let (left, right) = (loopy.add(a, b), loopy.add(b, c));
        assert_eq!(left, loopy.add(b, a), "{a:?} + {b:?}");
        let (first, second) = (loopy.add(left, c), loopy.add(a, right));
        // A side that is not a stopper has no canonical form, so only the others compare by handle.
        if first.stopper_sides().is_some() && second.stopper_sides().is_some() {
            compared += 1;
            assert_eq!(first, second, "{a:?} + {b:?} + {c:?}");
        }
    }
    assert!(compared * 10 > rounds * 9, "{compared} of {rounds}");
}
