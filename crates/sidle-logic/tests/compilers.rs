//! Random planar AND/OR graphs and the puzzles made of them: the answers must be the same.

use sidle_core::Meter;
use sidle_logic::{
    blocks::{self, Metric, Puzzle},
    compile::{to_hitori, to_sliding_blocks},
    decide::{Answer, Game, Options, decide},
    graph::{Configuration, ConstraintGraph, planar::embedding},
    hitori::{Board, is_satisfiable},
};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A cubic planar multigraph without loops whose red edges form disjoint cycles, so that every vertex is an AND or an OR vertex.
fn unoriented(random: &mut Random, pairs: usize) -> Option<Vec<(usize, usize, u32)>> {
    let n = 2 * pairs;
    let mut stubs: Vec<usize> = (0..3 * n).map(|s| s / 3).collect();
    for i in (1..stubs.len()).rev() {
        stubs.swap(i, random.below(i + 1));
    }
    let edges: Vec<(usize, usize)> = stubs.chunks(2).map(|c| (c[0], c[1])).collect();
    if edges.iter().any(|(u, v)| u == v) {
        return None;
    }
    // Red: a random union of cycles, that is every vertex has none or two red edges.
    for _ in 0..60 {
        let mask = random.below(1 << edges.len());
        let mut red = vec![0; n];
        for (e, &(u, v)) in edges.iter().enumerate() {
            if mask >> e & 1 == 1 {
                red[u] += 1;
                red[v] += 1;
            }
        }
        if red.iter().all(|&count| count == 0 || count == 2) {
            let weights = (0..edges.len()).map(|e| 2 - (mask >> e & 1) as u32);
            let edges = edges
                .iter()
                .zip(weights)
                .map(|(&(u, v), w)| (u, v, w))
                .collect();
            return Some(edges);
        }
    }
    None
}

fn graph(random: &mut Random, pairs: usize) -> ConstraintGraph {
    loop {
        let Some(edges) = unoriented(random, pairs) else {
            continue;
        };
        let graph = ConstraintGraph::from_edges(edges);
        if embedding(&graph).is_some() && graph.is_and_or() {
            return graph;
        }
    }
}

/// The same graph with some legal configuration as its start.
fn legal(random: &mut Random, graph: &ConstraintGraph) -> Option<ConstraintGraph> {
    let count = graph.edges().len();
    for _ in 0..200 {
        let at = Configuration::from_mask(count, random.below(1 << count) as u64);
        if graph.is_legal(&at) {
            let turned = graph.edges().iter().enumerate().map(|(e, edge)| {
                if at.is_reversed(e) {
                    (edge.head, edge.tail, edge.weight)
                } else {
                    (edge.tail, edge.head, edge.weight)
                }
            });
            let mut graph = ConstraintGraph::from_edges(turned);
            graph.set_target(random.below(count));
            return Some(graph);
        }
    }
    None
}

#[test]
fn compiled_sliding_blocks_have_the_answer_of_the_graph() {
    let mut random = Random(7);
    let (mut done, mut yes) = (0, 0);
    while done < 200 {
        let pairs = 1 + random.below(2) + usize::from(done % 20 == 0);
        let graph = graph(&mut random, pairs);
        let Some(graph) = legal(&mut random, &graph) else {
            continue;
        };
        let expected =
            decide(&graph, Game::Ncl, Options::default(), &Meter::unlimited()).expect("good");
        let text = to_sliding_blocks(&graph).expect("planar, AND and OR");
        let puzzle = Puzzle::parse(&text)
            .unwrap_or_else(|error| panic!("{error}\n{}\n{text}", graph.to_text()));
        let options = blocks::Options {
            metric: Metric::Unit,
            ..blocks::Options::default()
        };
        let found = blocks::solve(&puzzle, options, &Meter::unlimited()).expect("small");
        assert_eq!(
            found.length.is_some(),
            expected.answer == Answer::Yes,
            "{}\n{text}",
            graph.to_text()
        );
        done += 1;
        yes += usize::from(found.length.is_some());
    }
    assert!(yes > 20 && yes < 180, "{yes} of 200 are solvable");
}

#[test]
fn compiled_hitori_has_the_answer_of_the_graph() {
    let mut random = Random(11);
    let (mut done, mut yes) = (0, 0);
    while done < 200 {
        let pairs = 1 + random.below(3);
        let graph = graph(&mut random, pairs);
        let expected = decide(
            &graph,
            Game::Satisfy,
            Options::default(),
            &Meter::unlimited(),
        )
        .expect("good");
        let text = to_hitori(&graph).expect("planar, AND and OR");
        let board = Board::parse(&text).expect("a board");
        let found = is_satisfiable(&board, &Meter::unlimited()).expect("no limit");
        assert_eq!(
            found.is_some(),
            expected.answer == Answer::Yes,
            "{}",
            graph.to_text()
        );
        done += 1;
        yes += usize::from(found.is_some());
    }
    assert!(yes > 20, "{yes} of 200 are satisfiable");
}

/// A ring of so many pairs of OR vertices; the rungs lie between the two circles.
fn ladder(rungs: usize) -> ConstraintGraph {
    let edges = (0..rungs).flat_map(|i| {
        let (next, upper) = ((i + 1) % rungs, rungs);
        [
            (i, next, 2),
            (upper + next, upper + i, 2),
            (i, upper + i, 2),
        ]
    });
    let mut graph = ConstraintGraph::from_edges(edges);
    graph.set_target(2);
    graph
}

#[test]
fn puzzles_made_of_larger_graphs_can_be_read_and_solved() {
    for rungs in [4, 7] {
        let graph = ladder(rungs);
        let text = to_hitori(&graph).expect("a planar graph");
        let board = Board::parse(&text).expect("a board");
        let found = is_satisfiable(&board, &Meter::unlimited());
        assert!(found.expect("no limit").is_some());
        let text = to_sliding_blocks(&graph).expect("a planar graph");
        let puzzle = Puzzle::parse(&text).expect("a board");
        let options = blocks::Options::default();
        let solution = blocks::solve(&puzzle, options, &Meter::unlimited());
        assert!(solution.expect("not too large").length.is_some());
    }
}
