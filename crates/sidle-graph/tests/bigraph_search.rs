//! The searches that explore the product on the fly, and partition refinement, against the matrices
//! and naive versions.

mod bigraphs;

use bigraphs::random_graph;
use sidle_core::{Meter, Player};
use sidle_graph::{
    Digraph,
    bigraph::{
        Bigraph, BigraphBuilder, Side, SideSearch, SurvivalSearch, bisimulation_classes,
        side_matrix, survival_matrix,
    },
    bisimulation::{canonical_classes, try_bisimulation},
};

#[test]
fn searches_agree_with_the_matrices_in_any_order_of_questions() {
    let mut random = fastrand::Rng::with_seed(1);
    let meter = Meter::unlimited();
    for round in 0..1500 {
        let n = 1 + random.u32(..9);
        let edges = 1 + random.u32(..3 * n);
        let graph = random_graph(&mut random, n, edges);
        let survival = survival_matrix(&graph, &graph, &meter).expect("unlimited");
        let mut shared = SurvivalSearch::new(&graph);
        let sides =
            Side::BOTH.map(|side| side_matrix(&graph, &graph, side, &meter).expect("unlimited"));
        let mut searches = Side::BOTH.map(|side| SideSearch::new(&graph, side));
        for _ in 0..2 * n {
            let (g, h) = (random.u32(..n), random.u32(..n));
            assert_eq!(
                shared.le(&g, &h, &meter),
                Ok(survival.le(g, h)),
                "shared, round {round}"
            );
            let mut fresh = SurvivalSearch::new(&graph);
            assert_eq!(fresh.le(&g, &h, &meter), Ok(survival.le(g, h)));
            for (search, matrix) in searches.iter_mut().zip(&sides) {
                assert_eq!(search.le(&g, &h, &meter), Ok(matrix.le(g, h)));
            }
        }
        for (&g, &h, mover, survived) in shared.decided() {
            if mover == Player::Right {
                assert_eq!(survived, survival.le(g, h));
            }
        }
    }
}

/// Two integers of a million: decided without a call stack, and early when the answer is near.
#[test]
fn long_chains_are_searched_without_recursion() {
    let n = 200_000u32;
    let mut builder = BigraphBuilder::new(n as usize);
    for v in 1..n {
        builder.edge(v, Player::Left, v - 1);
    }
    let graph = builder.build();
    let meter = Meter::unlimited();
    let mut search = SurvivalSearch::new(&graph);
    assert_eq!(search.le(&(n - 1), &(n - 2), &meter), Ok(false));
    assert_eq!(search.le(&(n - 2), &(n - 1), &meter), Ok(true));
    let counted = Meter::new();
    assert_eq!(
        SurvivalSearch::new(&graph).le(&(n - 1), &0, &counted),
        Ok(false)
    );
    assert!(counted.snapshot().nodes < 10, "no early exit");
}

#[test]
fn a_stopped_search_goes_on_later() {
    let n = 5000u32;
    let mut builder = BigraphBuilder::new(n as usize);
    for v in 1..n {
        builder.edge(v, Player::Left, v - 1);
    }
    let graph = builder.build();
    let mut search = SurvivalSearch::new(&graph);
    let mut stops = 0;
    let answer = loop {
        match search.le(&(n - 2), &(n - 1), &Meter::new().with_max_nodes(1000)) {
            Ok(answer) => break answer,
            Err(_) => stops += 1,
        }
    };
    assert!(answer && stops >= 5, "{stops} stops");
}

fn naive_classes(graph: &Bigraph, colours: &[u32]) -> Vec<Vec<bool>> {
    let n = graph.vertex_count();
    let mut same: Vec<Vec<bool>> = (0..n)
        .map(|v| (0..n).map(|w| colours[v] == colours[w]).collect())
        .collect();
    loop {
        let covered = |v: u32, w: u32| {
            Player::BOTH.into_iter().all(|p| {
                graph.options(v, p).iter().all(|&a| {
                    graph
                        .options(w, p)
                        .iter()
                        .any(|&b| same[a as usize][b as usize])
                })
            })
        };
        let next: Vec<Vec<bool>> = graph
            .vertices()
            .map(|v| {
                graph
                    .vertices()
                    .map(|w| same[v as usize][w as usize] && covered(v, w) && covered(w, v))
                    .collect()
            })
            .collect();
        if next == same {
            return same;
        }
        same = next;
    }
}

#[test]
fn refinement_is_the_coarsest_bisimulation_and_keeps_isomorphisms() {
    let mut random = fastrand::Rng::with_seed(2);
    let meter = Meter::unlimited();
    for _ in 0..2000 {
        let n = 1 + random.u32(..9);
        let edges = random.u32(..3 * n);
        let graph = random_graph(&mut random, n, edges);
        let palette = 1 + random.u32(..2);
        let colours: Vec<u32> = (0..n).map(|_| random.u32(..palette)).collect();
        let classes = bisimulation_classes(&graph, &colours, &meter).expect("unlimited");
        let same = naive_classes(&graph, &colours);
        for v in 0..n as usize {
            for w in 0..n as usize {
                assert_eq!(classes[v] == classes[w], same[v][w]);
            }
        }
        // A random relabelling keeps the class numbers.
        let mut names: Vec<u32> = (0..n).collect();
        for i in (1..n as usize).rev() {
            names.swap(i, random.u32(..i as u32 + 1) as usize);
        }
        let mut builder = BigraphBuilder::new(n as usize);
        for (v, player, w) in graph.edges() {
            builder.edge(names[v as usize], player, names[w as usize]);
        }
        let mut moved = vec![0; n as usize];
        for v in 0..n as usize {
            moved[names[v] as usize] = colours[v];
        }
        let image = bisimulation_classes(&builder.build(), &moved, &meter).expect("unlimited");
        for v in 0..n as usize {
            assert_eq!(image[names[v] as usize], classes[v]);
        }
    }
}

/// The two algorithms for one notion: the quotient of a digraph and the canonical numbering.
#[test]
fn the_quotient_and_the_canonical_numbering_have_the_same_classes() {
    let mut random = fastrand::Rng::with_seed(11);
    let meter = Meter::unlimited();
    for _ in 0..1000 {
        let n = 1 + random.u32(..9);
        let edges = random.u32(..3 * n);
        let graph = random_graph(&mut random, n, edges);
        let rows = graph.rows(Player::Left);
        let colours: Vec<u32> = (0..n).map(|_| random.u32(..2)).collect();
        let numbers = canonical_classes([rows], &colours, &meter).expect("unlimited");
        let digraph = Digraph::new(rows.clone());
        let colour = |v: u32| colours[v as usize];
        let quotient = try_bisimulation(&digraph, colour, &meter).expect("unlimited");
        for v in 0..n {
            for w in 0..n {
                let same = numbers[v as usize] == numbers[w as usize];
                assert_eq!(same, quotient.class(v) == quotient.class(w));
            }
        }
    }
}

#[test]
fn refinement_of_a_long_chain_and_a_long_ring() {
    let n = 300_000u32;
    let mut chain = BigraphBuilder::new(n as usize);
    for v in 1..n {
        chain.edge(v, Player::Left, v - 1);
    }
    let mut ring = chain.clone();
    ring.edge(0, Player::Left, n - 1);
    let colours = vec![0; n as usize];
    let meter = Meter::unlimited();
    let count = |graph: Bigraph| {
        let mut classes = bisimulation_classes(&graph, &colours, &meter).expect("unlimited");
        classes.sort_unstable();
        classes.dedup();
        classes.len()
    };
    assert_eq!(count(chain.build()), n as usize);
    assert_eq!(count(ring.build()), 1);
}
