//! Every decider against a naive one, on random constraint graphs and on the instances of the literature.

#[path = "graphs/mod.rs"]
mod constraint_graphs;

use constraint_graphs::{chain_of_wires, owned, set_targets};
use std::collections::{HashMap, HashSet, VecDeque};

use proptest::prelude::*;
use sidle_core::Meter;
use sidle_graph::Threads;
use sidle_logic::{
    decide::{Answer, Game, Options, Solution, decide, legal_configurations, ncl_on_disk},
    graph::{Configuration, ConstraintGraph, Owner},
    search::{DiskError, OnDiskError},
};

fn solved(graph: &ConstraintGraph, game: Game) -> Solution {
    decide(graph, game, Options::default(), &Meter::unlimited()).expect("a good graph")
}

fn parsed(edges: &str, rest: &str) -> ConstraintGraph {
    let lines: Vec<String> = edges
        .split(')')
        .filter(|edge| !edge.is_empty())
        .map(|edge| edge.trim_start_matches('(').replace(',', " "))
        .collect();
    ConstraintGraph::parse(&format!("{}\n{rest}", lines.join("\n"))).expect("a good file")
}

fn legal(graph: &ConstraintGraph, mask: u64) -> bool {
    graph.is_legal(&Configuration::from_mask(graph.edges().len(), mask))
}

/// Legal reversals.
fn moves(graph: &ConstraintGraph, mask: u64) -> Vec<usize> {
    (0..graph.edges().len())
        .filter(|&edge| legal(graph, mask ^ 1 << edge))
        .collect()
}

fn naive_one(graph: &ConstraintGraph, target: usize, bounded: bool) -> Option<u64> {
    let mut distance = HashMap::from([(0u64, 0u64)]);
    let mut queue = VecDeque::from([0u64]);
    while let Some(mask) = queue.pop_front() {
        let here = distance[&mask];
        if mask >> target & 1 == 1 {
            return Some(here);
        }
        for edge in moves(graph, mask) {
            let next = mask ^ 1 << edge;
            if bounded && mask >> edge & 1 == 1 || distance.contains_key(&next) {
                continue;
            }
            distance.insert(next, here + 1);
            queue.push_back(next);
        }
    }
    None
}

/// The winner and the number of moves by sweeping over all states until nothing changes.
fn naive_two(graph: &ConstraintGraph, targets: [usize; 2], bounded: bool) -> Option<(Owner, u64)> {
    let edges = graph.edges().len();
    let own =
        |edge: usize, player: usize| graph.edges()[edge].owner.map(Owner::index) == Some(player);
    let options = |mask: u64, player: usize| -> Vec<u64> {
        let all = moves(graph, mask).into_iter();
        all.filter(|&e| own(e, player) && !(bounded && mask >> e & 1 == 1))
            .map(|e| mask ^ 1 << e)
            .collect()
    };
    // value[mask][player to move] = (winner, distance)
    let mut value: HashMap<(u64, usize), (usize, u64)> = HashMap::new();
    let states: Vec<(u64, usize)> = (0..1u64 << edges)
        .filter(|&mask| legal(graph, mask))
        .flat_map(|mask| [(mask, 0), (mask, 1)])
        .collect();
    for &(mask, player) in &states {
        if mask >> targets[1 - player] & 1 == 1 {
            value.insert((mask, player), (1 - player, 0));
        }
    }
    for round in 1..=2 * states.len() as u64 + 2 {
        let mut fresh = Vec::new();
        for &(mask, player) in &states {
            if value.contains_key(&(mask, player)) {
                continue;
            }
            let mut next = options(mask, player);
            if next.is_empty() {
                next.push(mask);
            }
            let after: Vec<_> = next.iter().map(|&m| value.get(&(m, 1 - player))).collect();
            let wins = after
                .iter()
                .flatten()
                .any(|(w, d)| *w == player && *d == round - 1);
            let lost = after.iter().all(|v| v.is_some_and(|(w, _)| *w != player));
            if wins {
                fresh.push(((mask, player), (player, round)));
            } else if lost {
                fresh.push(((mask, player), (1 - player, round)));
            }
        }
        if fresh.is_empty() && round > 2 {
            break;
        }
        value.extend(fresh);
    }
    let (winner, distance) = value.get(&(0, 0))?;
    let winner = if *winner == 0 {
        Owner::White
    } else {
        Owner::Black
    };
    Some((winner, *distance))
}

fn naive_deterministic(graph: &ConstraintGraph, target: usize, bounded: bool) -> Option<u64> {
    let count = graph.edges().len();
    let mut mask = 0u64;
    let mut last: HashSet<usize> = graph.last().iter().copied().collect();
    let mut used = last.clone();
    let mut seen = HashSet::new();
    for step in 1.. {
        let head = |e: usize| {
            let edge = &graph.edges()[e];
            if mask >> e & 1 == 1 {
                edge.tail
            } else {
                edge.head
            }
        };
        let active = |v: usize| {
            let into = last.iter().filter(|&&e| head(e) == v);
            let weight: u32 = into.map(|&e| graph.edges()[e].weight).sum();
            weight >= graph.vertices()[v].minimum
        };
        let next: HashSet<usize> = (0..count)
            .filter(|&e| {
                if bounded {
                    !used.contains(&e) && active(head(e))
                } else if last.contains(&e) {
                    !active(head(e))
                } else {
                    active(head(e))
                }
            })
            .collect();
        if next.contains(&target) {
            return Some(step);
        }
        used.extend(&next);
        next.iter().for_each(|e| mask ^= 1 << e);
        let mut key: Vec<usize> = next.iter().copied().collect();
        key.sort_unstable();
        if !seen.insert((mask, key)) {
            return None;
        }
        last = next;
    }
    None
}

/// Plays a one-player solution.
fn plays(graph: &ConstraintGraph, solution: &Solution, target: usize, bounded: bool) {
    let mut mask = 0u64;
    let line = solution.moves.as_ref().expect("moves");
    for (number, edge) in line.iter().enumerate() {
        let edge = edge.expect("no passes");
        assert!(!(bounded && mask >> edge & 1 == 1));
        mask ^= 1 << edge;
        assert!(legal(graph, mask));
        assert_eq!(
            edge == target && mask >> target & 1 == 1,
            number + 1 == line.len()
        );
    }
    assert_eq!(Some(line.len() as u64), solution.length);
}

#[test]
fn instances_of_the_notes() {
    let one = parsed("(0,1,2)(0,1,2)(1,0,2)", "target 2");
    assert_eq!(legal_configurations(&one).count(), 6);
    assert_eq!(solved(&one, Game::Ncl).length, Some(2));
    assert_eq!(solved(&one, Game::BoundedNcl).answer, Answer::Yes);
    let two = parsed("(0,1,2)(1,0,1)(1,0,1)", "target 0");
    assert_eq!(legal_configurations(&two).count(), 2);
    assert_eq!(solved(&two, Game::Ncl).answer, Answer::No);
    let three = parsed(
        "(4,7,1)(0,7,1)(0,3,1)(3,1,1)(1,4,1)(2,3,2)(7,2,2)(6,1,2)(5,0,2)(5,6,2)(2,4,2)(6,5,2)",
        "target 8",
    );
    assert_eq!(solved(&three, Game::Ncl).length, Some(9));
    assert_eq!(solved(&three, Game::BoundedNcl).answer, Answer::No);
    let four = parsed(
        "(6,0,1)(6,4,1)(5,4,1)(5,2,1)(2,0,1)(3,4,2)(3,7,2)(1,6,2)(1,5,2)(7,2,2)(0,1,2)(7,3,2)",
        "target 9",
    );
    assert_eq!(solved(&four, Game::Ncl).length, Some(11));
}

#[test]
fn two_player_instances_of_the_notes() {
    let rows = [
        (
            "(2,0,1)(2,0,1)(1,3,2)(3,1,2)(3,2,2)(1,0,2)",
            "WBBWBB",
            3,
            5,
            "draw",
            "white",
        ),
        (
            "(2,3,2)(0,3,2)(2,1,2)(0,3,2)(1,0,2)(1,2,2)",
            "WWWBBW",
            2,
            4,
            "black",
            "black",
        ),
        (
            "(0,2,1)(0,2,1)(3,1,2)(1,0,2)(3,2,2)(1,3,2)",
            "WWBBBW",
            5,
            2,
            "white",
            "black",
        ),
        (
            "(2,1,2)(3,0,2)(1,3,2)(3,1,2)(2,0,2)(0,2,2)",
            "WWWWBW",
            2,
            4,
            "white",
            "white",
        ),
    ];
    for (edges, owners, white, black, unbounded, bounded) in rows {
        let edges: Vec<String> = edges
            .split_inclusive(')')
            .zip(owners.chars())
            .map(|(edge, owner)| edge.replace(')', &format!(" {owner})")))
            .collect();
        let graph = parsed(
            &edges.concat(),
            &format!("target W {white}\ntarget B {black}"),
        );
        assert_eq!(solved(&graph, Game::Two).answer.to_string(), unbounded);
        assert_eq!(solved(&graph, Game::BoundedTwo).answer.to_string(), bounded);
    }
}

/// A graph with a legal start: minimums are lowered where the inflow asks for it.
fn graphs(most: usize) -> impl Strategy<Value = ConstraintGraph> {
    let edge = (0usize..6, 0usize..6, 1u32..=2, any::<bool>());
    let edges = proptest::collection::vec(edge, 2..=most);
    (
        edges,
        proptest::collection::vec(0u32..5, 6),
        any::<[u16; 4]>(),
    )
        .prop_map(|(edges, minimums, picks)| {
            let mut graph = owned(&edges);
            for (v, &least) in minimums.iter().enumerate().take(graph.vertices().len()) {
                let inflow = graph.inflow(v, &graph.start()) as u32;
                graph.set_minimum(v, least.clamp(0, 2).min(inflow));
            }
            let count = edges.len();
            set_targets(&mut graph, &picks);
            graph.set_last(
                (0..count)
                    .filter(|e| picks[3] >> (e % 16) & 1 == 1)
                    .collect(),
            );
            graph
        })
}

/// A planar-ish cubic graph is where the games are interesting: AND and OR vertices only.
fn cubic() -> impl Strategy<Value = ConstraintGraph> {
    (1usize..=4, any::<u64>()).prop_map(|(pairs, seed)| {
        let mut random_bits = fastrand::Rng::with_seed(seed | 1);
        let mut random = move |n: usize| random_bits.usize(..n);
        let n = 2 * pairs;
        let mut stubs: Vec<usize> = (0..3 * n).map(|s| s / 3).collect();
        for i in (1..stubs.len()).rev() {
            stubs.swap(i, random(i + 1));
        }
        let mut edges: Vec<(usize, usize, u32)> =
            stubs.chunks(2).map(|c| (c[0], c[1], 2)).collect();
        // Red cycles would be needed for AND vertices; any weights do for a comparison.
        for edge in &mut edges {
            edge.2 = 1 + u32::from(random(3) > 0);
        }
        let mut graph = ConstraintGraph::from_edges(edges);
        for v in 0..graph.vertices().len() {
            let inflow = graph.inflow(v, &graph.start()) as u32;
            graph.set_minimum(v, inflow.min(2));
        }
        let count = graph.edges().len();
        graph.set_target(random(count));
        for e in 0..count {
            graph.set_owner(
                e,
                Some(if random(2) == 0 {
                    Owner::White
                } else {
                    Owner::Black
                }),
            );
        }
        for owner in [Owner::White, Owner::Black] {
            let own: Vec<usize> = (0..count)
                .filter(|&e| graph.edges()[e].owner == Some(owner))
                .collect();
            if !own.is_empty() {
                graph.set_target_of(owner, own[random(own.len())]);
            }
        }
        graph.set_last(vec![random(count)]);
        graph
    })
}

fn compare(graph: &ConstraintGraph) {
    let target = graph.target().expect("a target");
    for (game, bounded) in [(Game::Ncl, false), (Game::BoundedNcl, true)] {
        let naive = naive_one(graph, target, bounded);
        let solution = solved(graph, game);
        assert_eq!(solution.length, naive, "{game}\n{}", graph.to_text());
        assert_eq!(solution.answer == Answer::Yes, naive.is_some());
        if naive.is_some() {
            plays(graph, &solution, target, bounded);
        }
        let options = Options {
            threads: Threads::new(2),
            ..Options::default()
        };
        let again = decide(graph, game, options, &Meter::unlimited()).expect("a good graph");
        assert_eq!(again, solution);
    }
    for (game, bounded) in [
        (Game::Deterministic, false),
        (Game::BoundedDeterministic, true),
    ] {
        let naive = naive_deterministic(graph, target, bounded);
        assert_eq!(
            solved(graph, game).length,
            naive,
            "{game}\n{}",
            graph.to_text()
        );
    }
    let satisfied = solved(graph, Game::Satisfy);
    assert_eq!(satisfied.answer, Answer::Yes);
    let mut found = graph.start();
    satisfied
        .reversed
        .expect("a witness")
        .iter()
        .for_each(|&e| found.reverse(e));
    assert!(graph.is_legal(&found));
    let [Some(white), Some(black)] = [Owner::White, Owner::Black].map(|o| graph.target_of(o))
    else {
        return;
    };
    for (game, bounded) in [(Game::Two, false), (Game::BoundedTwo, true)] {
        let naive = naive_two(graph, [white, black], bounded);
        let solution = solved(graph, game);
        let found = match solution.answer {
            Answer::White => solution.length.map(|d| (Owner::White, d)),
            Answer::Black => solution.length.map(|d| (Owner::Black, d)),
            _ => None,
        };
        assert_eq!(found, naive, "{game}\n{}", graph.to_text());
        if naive.is_some() {
            line_is_a_game(graph, &solution, bounded);
        }
    }
}

/// Passes only where they must be, owners take turns, and the last move reverses a target.
fn line_is_a_game(graph: &ConstraintGraph, solution: &Solution, bounded: bool) {
    let mut mask = 0u64;
    let mut player = Owner::White;
    let line = solution.moves.as_ref().expect("a line");
    for edge in line {
        let own: Vec<usize> = moves(graph, mask)
            .into_iter()
            .filter(|&e| graph.edges()[e].owner == Some(player) && !(bounded && mask >> e & 1 == 1))
            .collect();
        match *edge {
            None => assert!(own.is_empty()),
            Some(edge) => {
                assert!(own.contains(&edge));
                mask ^= 1 << edge;
            }
        }
        player = player.other();
    }
    let last = line.last().copied().flatten();
    assert_eq!(last, graph.target_of(player.other()));
    assert_eq!(solution.length, Some(line.len() as u64));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn every_decider_equals_brute_force_up_to_fourteen_edges(graph in graphs(14)) {
        compare(&graph);
    }
}

/// A chain of wires: each edge waits for the one behind it, so the way is long; free edges beside it make the states many, and the goals few enough to be
/// listed.
#[test]
fn searches_on_disk_are_resumed_and_find_shortest_solutions() {
    // N3 and N4 of the notes.
    let graphs = [
        parsed(
            "(4,7,1)(0,7,1)(0,3,1)(3,1,1)(1,4,1)(2,3,2)(7,2,2)(6,1,2)(5,0,2)(5,6,2)(2,4,2)(6,5,2)",
            "target 8",
        ),
        parsed(
            "(6,0,1)(6,4,1)(5,4,1)(5,2,1)(2,0,1)(3,4,2)(3,7,2)(1,6,2)(1,5,2)(7,2,2)(0,1,2)(7,3,2)",
            "target 9",
        ),
        parsed("(0,1,2)(1,0,1)(1,0,1)", "target 0"),
    ];
    for (number, graph) in graphs.iter().enumerate() {
        let name = format!("sidle-ncl-disk-{number}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let run = |meter: &Meter| {
            ncl_on_disk(graph, Options::default(), &folder, 1 << 16, meter).expect("a folder")
        };
        let stopped = run(&Meter::new().with_max_nodes(20));
        let (whole, memory) = (run(&Meter::unlimited()), solved(graph, Game::Ncl));
        assert!(stopped.stop.is_some() || stopped.answer == memory.answer);
        assert_eq!((whole.answer, whole.length), (memory.answer, memory.length));
        let other = parsed("(0,1,2)(0,1,2)(1,0,2)", "target 2");
        let refused = ncl_on_disk(
            &other,
            Options::default(),
            &folder,
            1 << 16,
            &Meter::unlimited(),
        );
        assert!(
            matches!(refused, Err(OnDiskError::Disk(DiskError::Other(_)))),
            "the folder belongs to another graph: {refused:?}"
        );
        std::fs::remove_dir_all(&folder).expect("it was made");
    }
}

#[test]
fn searches_from_both_ends_find_shortest_solutions() {
    for (links, free) in [(6usize, 12usize), (9, 10), (12, 8)] {
        let graph = chain_of_wires(links, free);
        for threads in [1, 2] {
            let options = Options {
                threads: Threads::new(threads),
                ..Options::default()
            };
            let solution = decide(&graph, Game::Ncl, options, &Meter::unlimited()).expect("good");
            assert_eq!(
                solution.length,
                Some(links as u64 + 1),
                "{links} links, {free} free edges"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn every_decider_equals_brute_force(graph in graphs(10)) {
        compare(&graph);
    }

    #[test]
    fn every_decider_equals_brute_force_on_cubic_graphs(graph in cubic()) {
        compare(&graph);
    }

    #[test]
    fn satisfiability_equals_enumeration(graph in graphs(14), minimums in proptest::collection::vec(0u32..5, 6)) {
        let mut graph = graph;
        for (v, &least) in minimums.iter().enumerate().take(graph.vertices().len()) {
            graph.set_minimum(v, least);
        }
        let expected = legal_configurations(&graph).next().is_some();
        prop_assert_eq!(solved(&graph, Game::Satisfy).answer == Answer::Yes, expected);
    }

    #[test]
    fn teams_of_one_who_see_everything_play_the_two_player_game(graph in graphs(5)) {
        if [Owner::White, Owner::Black].iter().all(|&o| graph.target_of(o).is_some()) {
            let team = solved(&graph, Game::BoundedTeam).answer;
            prop_assert_eq!(team, solved(&graph, Game::BoundedTwo).answer, "{}", graph.to_text());
        }
    }

    #[test]
    fn files_are_read_as_they_are_written(graph in graphs(12)) {
        let text = ConstraintGraph::parse(&graph.to_text()).expect("what was written");
        prop_assert_eq!(solved(&text, Game::Ncl).length, solved(&graph, Game::Ncl).length);
        let json = ConstraintGraph::parse(&graph.to_json()).expect("what was written");
        prop_assert_eq!(json.to_json(), ConstraintGraph::parse(&json.to_json()).expect("again").to_json());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "([ab01 2WB#\n]|min|target|last){0,60}") {
        if let Ok(graph) = ConstraintGraph::parse(&text) {
            prop_assert_eq!(&ConstraintGraph::parse(&graph.to_text()).expect("what was written").to_text(), &graph.to_text());
        }
    }
}
