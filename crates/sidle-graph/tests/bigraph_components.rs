//! Strongly connected components against reachability, and on long chains.

use sidle_core::Player;
use sidle_graph::bigraph::{Bigraph, BigraphBuilder, Components};

fn pseudo_random_graph(seed: u64, n: u32, edges: u32) -> Bigraph {
    let mut random_bits = fastrand::Rng::with_seed(seed);
    let mut below = |n: u32| random_bits.u32(..n);
    let mut builder = BigraphBuilder::new(n as usize);
    for _ in 0..edges {
        let player = Player::BOTH[below(2) as usize];
        builder.edge(below(n), player, below(n));
    }
    builder.build()
}

#[test]
fn components_are_mutual_reachability_and_come_bottom_up() {
    for seed in 0..300 {
        let n = 1 + (seed % 9) as u32;
        let graph = pseudo_random_graph(seed, n, n + (seed % 7) as u32);
        let parts = Components::new(&graph);
        let reach: Vec<Vec<u32>> = graph.vertices().map(|v| graph.reachable(&[v])).collect();
        for v in graph.vertices() {
            assert!(parts.members(parts.of(v)).contains(&v));
            for w in graph.vertices() {
                let mutual = reach[v as usize].contains(&w) && reach[w as usize].contains(&v);
                assert_eq!(mutual, parts.of(v) == parts.of(w));
                if reach[v as usize].contains(&w) {
                    assert!(parts.of(w) <= parts.of(v));
                }
            }
        }
        let total: usize = (0..parts.count() as u32)
            .map(|c| parts.members(c).len())
            .sum();
        assert_eq!(total, n as usize);
    }
}

#[test]
fn a_long_chain_and_a_long_ring_need_no_call_stack() {
    let n = 1_000_000u32;
    let mut chain = BigraphBuilder::new(n as usize);
    for v in 1..n {
        chain.edge(v, Player::BOTH[(v % 2) as usize], v - 1);
    }
    let mut ring = chain.clone();
    ring.edge(0, Player::Left, n - 1);
    let (chain, ring) = (chain.build(), ring.build());
    assert_eq!(Components::new(&chain).count(), n as usize);
    assert_eq!(Components::new(&ring).count(), 1);
    assert!(chain.is_stopper(n - 1) && !ring.is_stopper(n - 1));
}
