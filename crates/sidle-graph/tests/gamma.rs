//! γ and sums of tokens against their definitions and against the product graph.

mod reference;

use std::collections::BTreeSet;

use reference::{Random, exhaustive, from_matrix, outcomes};
use sidle_graph::{
    Digraph,
    gamma::{Gamma, LoopyNimber, TokenMove, TokenSum},
    label::Label,
};

/// Properties A, B and C, which only one function has.
fn check_axioms(graph: &Digraph, gamma: &Gamma) {
    let finite = |v: u32| gamma.finite(v);
    let known = |v: u32| -> BTreeSet<u32> {
        graph
            .successors(v)
            .iter()
            .filter_map(|&w| finite(w))
            .collect()
    };
    let mex = |set: &BTreeSet<u32>| (0..).find(|k| !set.contains(k)).expect("a finite set");
    let mut counters = BTreeSet::new();
    for u in graph.vertices() {
        let smallest = mex(&known(u));
        let Some(value) = finite(u) else {
            assert_eq!(gamma.counter(u), None);
            let witness = graph.successors(u).iter();
            let mut witness = witness.filter(|&&v| finite(v).is_none());
            assert!(
                witness.any(|&v| !known(v).contains(&smallest)),
                "C at {u} of {graph:?}"
            );
            continue;
        };
        let counter = gamma.counter(u).expect("a finite value has a counter");
        assert!(counters.insert(counter), "counters differ");
        assert_eq!(value, smallest, "A at {u} of {graph:?}");
        for &v in graph.successors(u) {
            if finite(v).is_none_or(|other| other > value) {
                let reverts = |&&w: &&u32| {
                    finite(w) == Some(value) && gamma.counter(w).is_some_and(|c| c < counter)
                };
                assert!(
                    graph.successors(v).iter().any(|w| reverts(&w)),
                    "B at {u} -> {v} of {graph:?}"
                );
            }
        }
    }
}

/// What the value means: u + *k is P exactly if γ(u) = k, and D exactly if γ(u) = ∞(K), k ∉ K.
fn check_meaning(graph: &Digraph, gamma: &Gamma) {
    let n = graph.vertex_count();
    let heaps = n as u64 + 1;
    let starts = graph
        .vertices()
        .flat_map(|u| (0..heaps).map(move |k| (u, k)));
    let table = outcomes(starts, |&(u, k)| {
        let moved = graph.successors(u).iter().map(move |&v| (v, k));
        moved
            .chain((0..k).map(move |smaller| (u, smaller)))
            .collect()
    });
    for ((u, k), label) in table {
        let sum = gamma.value(graph.forward(), u) + LoopyNimber::Finite(k);
        assert_eq!(sum.outcome(), label, "{u} + *{k} of {graph:?}");
    }
}

/// Outcomes and lists of moves of every position with `count` tokens, against the product graph.
fn check_tokens(graph: &Digraph, gamma: &Gamma, count: usize) {
    let n = graph.vertex_count();
    let mut starts: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |prefix: &Vec<u32>| {
            let prefix = prefix.clone();
            let least = prefix.last().copied().unwrap_or(0);
            (least..n as u32).map(move |v| [&prefix[..], &[v]].concat())
        };
        starts = starts.iter().flat_map(longer).collect();
    }
    let moved = |tokens: &[u32], from: u32, to: u32| {
        let mut next = tokens.to_vec();
        let place = next.iter().position(|&v| v == from).expect("a token there");
        next[place] = to;
        next.sort_unstable();
        next
    };
    let table = outcomes(starts, |tokens| {
        let moves = tokens
            .iter()
            .flat_map(|&from| graph.successors(from).iter().map(move |&to| (from, to)));
        moves.map(|(from, to)| moved(tokens, from, to)).collect()
    });
    for (tokens, &label) in &table {
        let places = tokens.iter().map(|&v| (0, v));
        let sum = TokenSum::new([(graph.forward(), gamma)], places);
        assert_eq!(sum.outcome(), label, "{tokens:?} of {graph:?}");
        let to_label = |wanted| -> Vec<TokenMove> {
            let mut moves = sum.moves();
            moves.retain(|m| table[&moved(tokens, m.from, m.to)] == wanted);
            moves
        };
        assert_eq!(sum.winning_moves(), to_label(Label::P));
        assert_eq!(sum.drawing_moves(), to_label(Label::D));
        check_choice(&sum, label);
    }
}

/// The chosen move keeps the outcome, and from a P-position every attack is answered with a smaller
/// measure.
fn check_choice(sum: &TokenSum<'_>, label: Label) {
    let chosen = sum.best_move();
    assert_eq!(chosen.is_none(), sum.moves().is_empty());
    match (label, chosen) {
        (Label::N, Some(chosen)) => assert_eq!(sum.outcome_after(chosen), Label::P),
        (Label::D, Some(chosen)) => assert_eq!(sum.outcome_after(chosen), Label::D),
        (Label::P, _) => {
            for attack in sum.moves() {
                let attacked = sum.after(attack);
                let reply = attacked.best_move().expect("an N-position has a move");
                let answered = attacked.after(reply);
                assert!(answered.measure() < sum.measure(), "{sum:?}, {attack:?}");
            }
        }
        (_, None) => panic!("{label:?} without a move"),
    }
}

#[test]
fn all_digraphs_to_three_vertices() {
    for n in 0..=3 {
        for bits in 0..1u64 << (n * n) {
            let graph = from_matrix(n, bits);
            let gamma = Gamma::of(&graph);
            check_axioms(&graph, &gamma);
            check_meaning(&graph, &gamma);
            check_tokens(&graph, &gamma, 2);
            check_tokens(&graph, &gamma, 3);
        }
    }
}

#[test]
fn all_digraphs_on_four_vertices() {
    for bits in 0..1u64 << 16 {
        let graph = from_matrix(4, bits);
        let gamma = Gamma::of(&graph);
        check_axioms(&graph, &gamma);
        check_meaning(&graph, &gamma);
        check_tokens(&graph, &gamma, 2);
    }
}

#[test]
fn random_digraphs() {
    let mut random = Random::new(1966);
    for round in 0..if exhaustive() { 100_000 } else { 10_000 } {
        let graph = random.any_digraph(10);
        let gamma = Gamma::of(&graph);
        check_axioms(&graph, &gamma);
        if round % 3 == 0 || exhaustive() {
            check_meaning(&graph, &gamma);
            check_tokens(&graph, &gamma, 2);
        }
    }
    for _ in 0..if exhaustive() { 1000 } else { 100 } {
        let graph = random.any_digraph(6);
        check_tokens(&graph, &Gamma::of(&graph), 3);
    }
}

/// Tokens on two different digraphs, against the product.
#[test]
fn sums_across_digraphs() {
    let mut random = Random::new(1975);
    for _ in 0..if exhaustive() { 10_000 } else { 1000 } {
        let graphs = [random.any_digraph(6), random.any_digraph(6)];
        let gammas = [Gamma::of(&graphs[0]), Gamma::of(&graphs[1])];
        let boards = || [0, 1].map(|i| (graphs[i].forward(), &gammas[i]));
        let starts = graphs[0]
            .vertices()
            .flat_map(|u| graphs[1].vertices().map(move |v| (u, v)));
        let table = outcomes(starts, |&(u, v)| {
            let left = graphs[0].successors(u).iter().map(|&w| (w, v));
            left.chain(graphs[1].successors(v).iter().map(|&w| (u, w)))
                .collect()
        });
        for ((u, v), label) in table {
            let sum = TokenSum::new(boards(), [(0, u), (1, v)]);
            assert_eq!(sum.outcome(), label);
            check_choice(&sum, label);
        }
    }
}

/// The winner's choice ends every play, whatever the loser does: a random loser, and one who always
/// raises the measure as far as he can.
#[test]
fn wins_are_consummated() {
    let mut random = Random::new(1986);
    let mut won = 0;
    for round in 0..if exhaustive() { 50_000 } else { 5000 } {
        let graph = random.any_digraph(10);
        let gamma = Gamma::of(&graph);
        let count = 1 + random.below(5);
        let tokens: Vec<_> = (0..count)
            .map(|_| (0, random.below(graph.vertex_count()) as u32))
            .collect();
        let mut sum = TokenSum::new([(graph.forward(), &gamma)], tokens);
        if sum.outcome() != Label::N {
            continue;
        }
        won += 1;
        let mut last = None;
        loop {
            let reply = sum.best_move().expect("the winner can always move");
            sum = sum.after(reply);
            assert_eq!(sum.outcome(), Label::P);
            let measure = sum.measure().expect("a P-position is finite");
            assert!(last.is_none_or(|last| measure < last), "the measure drops");
            last = Some(measure);
            let attacks = sum.moves();
            if attacks.is_empty() {
                break;
            }
            let attack = if round % 2 == 0 {
                *random.pick(&attacks)
            } else {
                let worth = |&m: &TokenMove| {
                    let next = sum.after(m);
                    next.measure().map_or((1, (0, 0)), |m| (0, m))
                };
                attacks
                    .iter()
                    .copied()
                    .max_by_key(worth)
                    .expect("not empty")
            };
            sum = sum.after(attack);
        }
    }
    assert!(won > 400, "{won} won");
}

#[test]
fn values_grow_with_the_square_root() {
    // The transitive tournament on n vertices needs n(n-1)/2 edges for the value n - 1.
    let n = 300u32;
    let mut edges: Vec<_> = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    let gamma = Gamma::of(&Digraph::from_edges(n as usize, &edges).expect("fits"));
    assert!((0..n).all(|v| gamma.finite(v) == Some(v)));
    assert_eq!(gamma.stages(), 0, "no cycle, no stages");
    // A vertex above all of them, in a cycle with another: who goes up to it comes back to 0.
    edges.extend((0..n).map(|v| (n, v)));
    edges.extend([(n, n + 1), (n + 1, n)]);
    let gamma = Gamma::of(&Digraph::from_edges(n as usize + 2, &edges).expect("fits"));
    assert!((0..=n).all(|v| gamma.finite(v) == Some(v)));
    assert_eq!(gamma.finite(n + 1), Some(0));
    assert_eq!(gamma.stages(), n + 1);
}

#[test]
fn a_path_of_a_million_vertices() {
    let n = 1_000_000u32;
    let edges: Vec<_> = (1..n).map(|v| (v, v - 1)).collect();
    let graph = Digraph::<u32>::from_edges(n as usize, &edges).expect("fits");
    let gamma = Gamma::of(&graph);
    assert!((0..n).all(|v| gamma.finite(v) == Some(v % 2)));
}

#[test]
fn a_limit_stops_it() {
    use sidle_core::{Meter, StopReason};
    use std::{sync::Arc, sync::atomic::AtomicBool};
    let edges: Vec<_> = (1..100_000u32).map(|v| (v, v - 1)).collect();
    let graph = Digraph::<u32>::from_edges(100_000, &edges).expect("fits");
    let meter = Meter::new().with_cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!(
        Gamma::try_of(&graph, &meter).err(),
        Some(StopReason::Cancelled)
    );
}

#[test]
fn ids_of_64_bits_give_the_same() {
    let mut random = Random::new(64);
    for _ in 0..50 {
        let graph = random.any_digraph(12);
        let edges: Vec<(u64, u64)> = graph
            .forward()
            .edges()
            .map(|(u, v)| (u.into(), v.into()))
            .collect();
        let wide = Digraph::<u64>::from_edges(graph.vertex_count(), &edges).expect("fits");
        let (narrow, wide) = (Gamma::of(&graph), Gamma::of(&wide));
        for v in graph.vertices() {
            assert_eq!(narrow.finite(v), wide.finite(v.into()));
            assert_eq!(narrow.counter(v), wide.counter(v.into()));
        }
    }
}
