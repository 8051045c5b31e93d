//! Unicycles found by the search, certified by the loopy engine: the canonical form of the cycle has
//! exactly the vertices that the cycle and its exits have.
#![allow(missing_docs)]

use sidle_core::Meter;
use sidle_graph::bigraph::BigraphBuilder;
use sidle_values::{
    Game, Store,
    loopy::{LoopyGraph, Stopper},
    unicycle::{Exits, Finder, Pattern, test},
};

/// The graph of a pattern with exits: vertices of the cycle first.
fn graph(pattern: &Pattern, exits: &[Game]) -> LoopyGraph {
    let n = exits.len();
    let mut builder = BigraphBuilder::new(2 * n);
    for (i, &colour) in pattern.colours().iter().enumerate() {
        builder.edge(i as u32, colour, ((i + 1) % n) as u32);
        builder.edge(i as u32, -colour, (n + i) as u32);
    }
    let graph = LoopyGraph::new(builder.build());
    exits.iter().enumerate().fold(graph, |graph, (i, &exit)| {
        graph.with_exit((n + i) as u32, exit.into())
    })
}

/// Whether the canonical form of vertex 0 is the graph itself: a stopper with all the vertices of the
/// cycle and the followers of the exits, each vertex of the cycle with its two moves.
fn is_canonical(store: &Store, pattern: &Pattern, exits: &[Game]) -> bool {
    let loopy = store.loopy();
    let mut loop_free: Vec<Game> = Vec::new();
    for &exit in exits {
        for follower in store.followers(exit) {
            if !loop_free.contains(&follower) {
                loop_free.push(follower);
            }
        }
    }
    let Some(start) = loopy.graph_value(&graph(pattern, exits), 0).stopper() else {
        return false;
    };
    if loopy.followers(start).len() != exits.len() + loop_free.len() {
        return false;
    }
    let mut at = start;
    for (&colour, &exit) in pattern.colours().iter().zip(exits) {
        let next = loopy.options(at, colour);
        if next.len() != 1 || loopy.options(at, -colour) != [Stopper::Short(exit)] {
            return false;
        }
        at = next[0];
    }
    at == start
}

#[test]
fn the_engine_confirms_what_the_search_finds() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let nimbers = Exits::nimbers(&store, 4, &meter).unwrap();
    let finder = Finder::new(nimbers.table().clone(), &meter).unwrap();
    for length in 4..=9 {
        for pattern in Pattern::admissible(length) {
            let found = finder.first(&pattern, &meter).unwrap().expect("one");
            let exits: Vec<Game> = found.iter().map(|&e| nimbers.game(e)).collect();
            assert!(is_canonical(&store, &pattern, &exits), "{pattern}");
        }
    }
}

#[test]
fn the_engine_confirms_the_answer_to_the_open_question() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let day_one = Exits::born_by(&store, 1, &meter).unwrap();
    let finder = Finder::new(day_one.table().clone(), &meter).unwrap();
    let question: Pattern = "LLLRLRRRLR".parse().unwrap();
    let found = finder.first(&question, &meter).unwrap().expect("yes");
    let exits: Vec<Game> = found.iter().map(|&e| day_one.game(e)).collect();
    assert!(is_canonical(&store, &question, &exits));
}

#[test]
fn the_engine_and_the_test_agree_on_changed_exits() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let all = Exits::born_by(&store, 2, &meter).unwrap();
    let nimbers = Exits::nimbers(&store, 4, &meter).unwrap();
    let finder = Finder::new(nimbers.table().clone(), &meter).unwrap();
    let candidates: Vec<Game> = all.candidates().collect();
    let (mut yes, mut no) = (0, 0);
    for pattern in Pattern::admissible(6) {
        let found = finder.first(&pattern, &meter).unwrap().expect("one");
        let exits: Vec<Game> = found.iter().map(|&e| nimbers.game(e)).collect();
        for place in 0..exits.len() {
            for &candidate in &candidates {
                let mut changed = exits.clone();
                changed[place] = candidate;
                let known = Exits::new(&store, &changed, &meter).unwrap();
                let numbers: Vec<u32> = changed.iter().filter_map(|&g| known.number(g)).collect();
                let verdict = test(known.table(), &pattern, &numbers).is_ok();
                assert_eq!(
                    verdict,
                    is_canonical(&store, &pattern, &changed),
                    "{pattern} {changed:?}"
                );
                *(if verdict { &mut yes } else { &mut no }) += 1;
            }
        }
    }
    assert!(yes > 100 && no > 100, "{yes} unicycles, {no} others");
}

#[test]
fn negatives_of_unicycles_are_unicycles() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let day_one = Exits::born_by(&store, 1, &meter).unwrap();
    let finder = Finder::new(day_one.table().clone(), &meter).unwrap();
    let mut count = 0;
    for pattern in Pattern::admissible(9) {
        let Some(found) = finder.first(&pattern, &meter).unwrap() else {
            assert_eq!(finder.first(&pattern.negative(), &meter), Ok(None));
            continue;
        };
        let negated: Vec<u32> = found
            .iter()
            .filter_map(|&e| day_one.number(store.negative(day_one.game(e))))
            .collect();
        assert_eq!(test(day_one.table(), &pattern.negative(), &negated), Ok(()));
        count += 1;
    }
    assert!(count > 40, "{count} unicycles");
}
