//! The labellings against their definitions: games of bounded length, solved by backward induction.

mod common;

use common::{all_digraphs, large_digraphs, random_digraph, small_digraph};
use sidle_core::Meter;
use sidle_graph::{
    Digraph, Threads,
    gamma::Gamma,
    label::{
        AsymmetricEnds, Bilabelling, Ends, Label, Labelling, Mover, Value, label_asymmetric,
        label_symmetric, try_label_asymmetric, try_label_symmetric,
    },
};

/// The value of an end for the mover, or none where the play goes on.
type EndValues<T> = Vec<Option<T>>;

type Edges = &'static [(u32, u32)];

fn symmetric_ends(graph: &Digraph, ends: &Ends) -> EndValues<Value> {
    let leaf = |v| graph.successors(v).is_empty().then(|| ends.leaf());
    let mut values: EndValues<Value> = graph.vertices().map(leaf).collect();
    for &(v, value) in ends.given() {
        values[v as usize] = Some(value);
    }
    values
}

fn asymmetric_ends(graph: &Digraph, ends: &AsymmetricEnds) -> EndValues<[Value; 2]> {
    let leaf = |v| graph.successors(v).is_empty().then(|| ends.leaf());
    let mut values: EndValues<[Value; 2]> = graph.vertices().map(leaf).collect();
    for &(v, both) in ends.given() {
        values[v as usize] = Some(both);
    }
    values
}

/// `(value, least k)`: whether the mover wins, or loses, a game that is cut off as a draw after k
/// moves, for k = 0, 1, 2, …; more than n moves change nothing.
fn naive_symmetric(graph: &Digraph, ends: &Ends) -> Vec<(Value, Option<u64>)> {
    let ended = symmetric_ends(graph, ends);
    let n = graph.vertex_count();
    let mut result = vec![(Value::Draw, None); n];
    let mut before: Vec<Value> = vec![Value::Draw; n];
    for horizon in 0..=n as u64 + 1 {
        let now: Vec<Value> = (0..n)
            .map(|v| {
                let options = graph.successors(v as u32).iter();
                match ended[v] {
                    Some(value) => value,
                    None if horizon == 0 => Value::Draw,
                    None => options
                        .map(|&w| -before[w as usize])
                        .max()
                        .expect("no leaf"),
                }
            })
            .collect();
        for v in 0..n {
            if result[v].1.is_none() && now[v] != Value::Draw {
                result[v] = (now[v], Some(horizon));
            }
        }
        if horizon > 0 && now == before {
            break;
        }
        before = now;
    }
    result
}

fn check_symmetric(graph: &Digraph, ends: &Ends, labels: &Labelling) {
    let naive = naive_symmetric(graph, ends);
    for v in graph.vertices() {
        let found = (labels.value(v), labels.distance(v));
        assert_eq!(
            found, naive[v as usize],
            "vertex {v} of {graph:?} with {ends:?}"
        );
        check_symmetric_move(graph, ends, labels, v);
    }
}

/// The move that is offered keeps the value and is the shortest win or the longest loss.
fn check_symmetric_move(graph: &Digraph, ends: &Ends, labels: &Labelling, v: u32) {
    let Some(w) = labels.best_move(graph.forward(), v) else {
        assert!(symmetric_ends(graph, ends)[v as usize].is_some());
        return;
    };
    assert!(graph.forward().has_edge(v, w));
    assert_eq!(labels.value(w), -labels.value(v));
    assert_eq!(labels.distance(w), labels.distance(v).map(|d| d - 1));
    let equal =
        |&u: &u32| labels.value(u) == labels.value(w) && labels.distance(u) == labels.distance(w);
    assert_eq!(
        graph.successors(v).iter().copied().find(equal),
        Some(w),
        "the least of equals"
    );
}

/// Who can force an end of one of the wanted kinds, by the horizon, as `[player to move][vertex]`.
fn forced(
    graph: &Digraph,
    is_goal: impl Fn(usize, u32) -> bool,
    may_use: impl Fn(usize, u32) -> bool,
    is_end: impl Fn(u32) -> bool,
) -> [Vec<Option<u64>>; 2] {
    let n = graph.vertex_count();
    let mut forced = [vec![None; n], vec![None; n]];
    for horizon in 0..=2 * n as u64 + 1 {
        let before = forced.clone();
        for mover in 0..2 {
            for v in graph.vertices() {
                if before[mover][v as usize].is_some() || !may_use(mover, v) {
                    continue;
                }
                let reached = |&&w: &&u32| before[1 - mover][w as usize].is_some();
                let counts = |w: &&u32| may_use(1 - mover, **w);
                let options = graph.successors(v);
                let now = match mover {
                    _ if is_end(v) => horizon == 0 && is_goal(mover, v),
                    _ if horizon == 0 => false,
                    0 => options.iter().any(|w| reached(&w)),
                    _ => options.iter().filter(counts).all(|w| reached(&w)),
                };
                if now {
                    forced[mover][v as usize] = Some(horizon);
                }
            }
        }
        if horizon > 0 && forced == before {
            break;
        }
    }
    forced
}

/// Values and stamps by bounded games: first what player 0 can force to a win; then, among the
/// other positions, what he can force to an end.
fn naive_asymmetric(graph: &Digraph, ends: &AsymmetricEnds) -> [Vec<(Value, Option<u64>)>; 2] {
    let ended = asymmetric_ends(graph, ends);
    let is_end = |v: u32| ended[v as usize].is_some();
    let for_zero = |mover: usize, v: u32| {
        let value = ended[v as usize].expect("asked for ends only")[mover];
        if mover == 0 { value } else { -value }
    };
    let won = forced(
        graph,
        |mover, v| for_zero(mover, v) == Value::Win,
        |_, _| true,
        is_end,
    );
    let not_won = |mover: usize, v: u32| won[mover][v as usize].is_none();
    let drawn = forced(
        graph,
        |mover, v| for_zero(mover, v) == Value::Draw,
        not_won,
        is_end,
    );
    [0, 1].map(|mover| {
        (0..graph.vertex_count())
            .map(|v| match (won[mover][v], drawn[mover][v]) {
                (Some(k), _) => (Value::Win, Some(k)),
                (None, Some(k)) => (Value::Draw, Some(k)),
                (None, None) => (Value::Loss, None),
            })
            .map(|(value, k)| (if mover == 0 { value } else { -value }, k))
            .collect()
    })
}

/// Löwe's equations: the values are the least for player 0 that solve them, found by sweeping.
fn swept_asymmetric(graph: &Digraph, ends: &AsymmetricEnds) -> [Vec<Value>; 2] {
    let ended = asymmetric_ends(graph, ends);
    let n = graph.vertex_count();
    let mut values = [vec![Value::Loss; n], vec![Value::Win; n]];
    loop {
        let before = values.clone();
        for mover in 0..2 {
            for v in 0..n {
                let options = graph.successors(v as u32).iter();
                let best = options.map(|&w| -values[1 - mover][w as usize]).max();
                values[mover][v] = ended[v].map(|both| both[mover]).or(best).expect("no leaf");
            }
        }
        if values == before {
            return values;
        }
    }
}

fn check_asymmetric(graph: &Digraph, ends: &AsymmetricEnds, labels: &Bilabelling) {
    let naive = naive_asymmetric(graph, ends);
    let swept = swept_asymmetric(graph, ends);
    for v in graph.vertices() {
        for mover in [Mover::Zero, Mover::One] {
            let found = (labels.value(v, mover), labels.stamp(v, mover));
            assert_eq!(
                found, naive[mover as usize][v as usize],
                "{v} {mover:?} of {graph:?} {ends:?}"
            );
            assert_eq!(
                found.0, swept[mover as usize][v as usize],
                "{v} {mover:?} of {graph:?}"
            );
            check_asymmetric_move(graph, ends, labels, v, mover);
        }
    }
}

/// The facts about time stamps that make the strategies win (Löwe, Theorem 4.4, corrected).
fn check_asymmetric_move(
    graph: &Digraph,
    ends: &AsymmetricEnds,
    labels: &Bilabelling,
    v: u32,
    mover: Mover,
) {
    let Some(w) = labels.best_move(graph.forward(), v, mover) else {
        assert!(asymmetric_ends(graph, ends)[v as usize].is_some());
        return;
    };
    assert!(graph.forward().has_edge(v, w));
    let stamp = labels.stamp(v, mover);
    assert_eq!(labels.value(w, -mover), -labels.value(v, mover));
    assert_eq!(labels.stamp(w, -mover), stamp.map(|k| k - 1));
    if mover == Mover::One && stamp.is_some() {
        for &u in graph.successors(v) {
            let keeps = labels.value(u, -mover) == -labels.value(v, mover);
            assert!(!keeps || labels.stamp(u, -mover) < stamp);
        }
    }
}

fn random_ends(random: &mut fastrand::Rng, n: usize) -> (Ends, AsymmetricEnds) {
    let values = [Value::Loss, Value::Draw, Value::Win];
    let mut value = || values[random.usize(..3)];
    let mut ends = Ends::with_leaf(value());
    let mut asymmetric = AsymmetricEnds::with_leaf([value(), value()]);
    for _ in 0..random.usize(..4) {
        let v = random.usize(..n) as u32;
        ends = ends.with_end(v, values[random.usize(..3)]);
        asymmetric = asymmetric.with_end(v, [values[random.usize(..3)], values[random.usize(..3)]]);
    }
    (ends, asymmetric)
}

fn check_with_ends(graph: &Digraph, ends: &Ends, asymmetric: &AsymmetricEnds) {
    let meter = Meter::unlimited();
    let labels = try_label_symmetric(graph, ends, Threads::ONE, &meter).expect("no limit");
    check_symmetric(graph, ends, &labels);
    let labels = try_label_asymmetric(graph, asymmetric, Threads::ONE, &meter).expect("no limit");
    check_asymmetric(graph, asymmetric, &labels);
}

#[test]
fn all_digraphs_on_up_to_four_vertices() {
    let mut random = fastrand::Rng::with_seed(4);
    for graph in all_digraphs(4) {
        check_with_ends(&graph, &Ends::normal(), &AsymmetricEnds::default());
        let misere = Ends::misere();
        let meter = Meter::unlimited();
        let labels = try_label_symmetric(&graph, &misere, Threads::ONE, &meter).expect("no limit");
        check_symmetric(&graph, &misere, &labels);
        if graph.vertex_count() > 0 {
            let (ends, asymmetric) = random_ends(&mut random, graph.vertex_count());
            check_with_ends(&graph, &ends, &asymmetric);
        }
    }
}

#[test]
fn a_hundred_thousand_random_digraphs() {
    let mut random = fastrand::Rng::with_seed(10);
    for round in 0..100_000 {
        let graph = random_digraph(&mut random, 10);
        if round % 2 == 0 {
            check_with_ends(&graph, &Ends::normal(), &AsymmetricEnds::default());
        } else {
            let (ends, asymmetric) = random_ends(&mut random, graph.vertex_count());
            check_with_ends(&graph, &ends, &asymmetric);
        }
    }
}

#[test]
fn the_eight_value_pairs_of_loewe() {
    let pair = |text: &str| {
        let value = |letter| match letter {
            "W" => Value::Win,
            "D" => Value::Draw,
            _ => Value::Loss,
        };
        let (zero, one) = text.split_once('/').expect("a pair");
        [value(zero), value(one)]
    };
    // The smallest pointed graphs, with loops and without, start vertex 0.
    let examples: [(&str, Edges, Edges); 8] = [
        ("D/L", &[], &[]),
        ("W/D", &[(0, 1)], &[(0, 1)]),
        ("L/W", &[(0, 0)], &[(0, 1), (1, 0)]),
        ("L/L", &[(0, 1), (1, 0), (1, 2)], &[(0, 1), (1, 0), (1, 2)]),
        ("W/W", &[(0, 1), (1, 0), (0, 2)], &[(0, 1), (1, 0), (0, 2)]),
        (
            "D/D",
            &[(0, 0), (0, 1), (1, 2)],
            &[(0, 1), (0, 2), (1, 0), (1, 2), (2, 3)],
        ),
        (
            "L/D",
            &[(0, 1), (1, 0), (1, 2), (2, 3)],
            &[(0, 1), (1, 0), (1, 2), (2, 3)],
        ),
        (
            "D/W",
            &[(0, 1), (1, 0), (0, 2), (2, 3)],
            &[(0, 1), (1, 0), (0, 2), (2, 3)],
        ),
    ];
    for (name, loops, loop_free) in examples {
        for edges in [loops, loop_free] {
            let graph = Digraph::<u32>::from_edges(4, edges).expect("four vertices");
            let labels = label_asymmetric(&graph);
            let found = [Mover::Zero, Mover::One].map(|mover| labels.value(0, mover));
            assert_eq!(found, pair(name), "{name} {edges:?}");
        }
    }
    let impossible = [Value::Win, Value::Loss];
    for graph in all_digraphs(3) {
        let labels = label_asymmetric(&graph);
        for v in graph.vertices() {
            assert_ne!(
                [Mover::Zero, Mover::One].map(|mover| labels.value(v, mover)),
                impossible
            );
        }
    }
}

#[test]
fn the_figure_of_four_components() {
    // Fraenkel, Hearn and Siegel, Figure 8, as reconstructed from its text.
    let edges = [
        (1, 2),
        (2, 1),
        (4, 3),
        (4, 5),
        (5, 4),
        (7, 6),
        (8, 7),
        (8, 9),
        (9, 8),
        (11, 10),
        (12, 10),
        (11, 12),
        (12, 11),
    ];
    let graph = Digraph::<u32>::from_edges(13, &edges).expect("13 vertices");
    let labels = label_symmetric(&graph);
    use Label::{D, N, P};
    let expected = [
        (1, D, None),
        (2, D, None),
        (3, P, Some(0)),
        (4, N, Some(1)),
        (5, P, Some(2)),
        (6, P, Some(0)),
        (7, N, Some(1)),
        (8, D, None),
        (9, D, None),
        (10, P, Some(0)),
        (11, N, Some(1)),
        (12, N, Some(1)),
    ];
    for (v, label, distance) in expected {
        assert_eq!(
            (labels.label(v), labels.distance(v)),
            (label, distance),
            "vertex {v}"
        );
    }
    // 5 is a P-option of 4 too, but only 3 ends the play.
    assert_eq!(labels.best_move(graph.forward(), 4), Some(3));
}

#[test]
fn a_drawn_vertex_of_player_zero_needs_some_successor_only() {
    // The counterexample to "for all such w": x -> x, x -> a, a -> t.
    let graph = small_digraph(3, 0b000_100_011);
    let labels = label_asymmetric(&graph);
    assert_eq!(labels.value(0, Mover::Zero), Value::Draw);
    assert_eq!(labels.value(0, Mover::One), Value::Draw);
    assert!(labels.stamp(0, Mover::Zero) < labels.stamp(0, Mover::One));
}

#[test]
fn no_answer_depends_on_the_number_of_threads_or_the_width() {
    let meter = Meter::unlimited();
    for (name, graph) in large_digraphs(60_000) {
        let wide: Vec<(u64, u64)> = graph
            .forward()
            .edges()
            .map(|(u, v)| (u.into(), v.into()))
            .collect();
        let wide = Digraph::<u64>::from_edges(graph.vertex_count(), &wide).expect("good edges");
        let one = label_symmetric(&graph);
        let both = label_asymmetric(&graph);
        let wide_one = label_symmetric(&wide);
        let wide_both = label_asymmetric(&wide);
        for v in graph.vertices() {
            let w = u64::from(v);
            assert_eq!(one.label(v), wide_one.label(w));
            assert_eq!(one.distance(v), wide_one.distance(w));
            for mover in [Mover::Zero, Mover::One] {
                assert_eq!(both.value(v, mover), wide_both.value(w, mover));
                assert_eq!(both.stamp(v, mover), wide_both.stamp(w, mover));
            }
        }
        for threads in [2, 3, 7].map(Threads::new) {
            let many = try_label_symmetric(&graph, &Ends::normal(), threads, &meter);
            assert_eq!(many.as_ref(), Ok(&one), "{name}");
            let ends = AsymmetricEnds::default();
            let many = try_label_asymmetric(&graph, &ends, threads, &meter);
            assert_eq!(many.as_ref(), Ok(&both), "{name}");
        }
    }
}

#[test]
fn large_levels_agree_with_the_definitions() {
    for (name, graph) in large_digraphs(60_000) {
        if name != "grid" {
            check_with_ends(&graph, &Ends::normal(), &AsymmetricEnds::default());
        }
    }
}

fn long_shapes(n: usize) {
    let path: Vec<(u32, u32)> = (1..n as u32).map(|v| (v - 1, v)).collect();
    let graph = Digraph::from_edges(n, &path).expect("a path");
    let labels = label_symmetric(&graph);
    assert!((0..n).all(|v| labels.distance(v as u32) == Some((n - 1 - v) as u64)));
    let mut cycle = path;
    // A cycle of n - 1 vertices with one exit from vertex 0 to the last one.
    cycle.pop();
    cycle.extend([(n as u32 - 2, 0), (0, n as u32 - 1)]);
    let graph = Digraph::from_edges(n, &cycle).expect("a cycle with an exit");
    let labels = label_symmetric(&graph);
    assert_eq!(labels.distance(0), Some(1));
    // Going back along the cycle N and P alternate.
    assert!((1..n - 1).all(|v| labels.distance(v as u32) == Some((n - v) as u64)));
    let star: Vec<(u32, u32)> = (1..n as u32).map(|leaf| (0, leaf)).collect();
    let graph = Digraph::from_edges(n, &star).expect("a star");
    let labels = label_symmetric(&graph);
    assert_eq!(labels.distance(0), Some(1));
    assert_eq!(labels.counts(), [n - 1, 1, 0]);
    let labels = label_asymmetric(&graph);
    assert_eq!(labels.value(0, Mover::Zero), Value::Win);
    assert_eq!(labels.value(0, Mover::One), Value::Draw);
}

#[test]
fn paths_cycles_and_stars() {
    long_shapes(1_000_000);
}

#[test]
#[ignore = "ten million vertices; run in the release profile"]
fn paths_cycles_and_stars_of_ten_million() {
    long_shapes(10_000_000);
}

#[test]
fn a_dense_graph_and_one_with_loops_and_duplicates() {
    let n = if cfg!(debug_assertions) { 600 } else { 3000 };
    // Nim heaps: every smaller heap is an option.
    let edges: Vec<(u32, u32)> = (0..n).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
    let graph = Digraph::from_edges(n as usize, &edges).expect("good edges");
    let labels = label_symmetric(&graph);
    assert!((1..n).all(|v| labels.distance(v) == Some(1)));
    let graph = Digraph::<u32>::from_edges(3, &[(0, 1), (0, 1), (1, 1), (1, 2), (1, 2), (0, 1)])
        .expect("good edges");
    let labels = label_symmetric(&graph);
    assert_eq!((labels.label(1), labels.label(0)), (Label::N, Label::P));
}

#[test]
fn leaves_alone() {
    for n in [0, 1, 15, 16, 17, 300, 40_000] {
        let graph = Digraph::<u32>::from_edges(n, &[]).expect("no edges");
        for threads in [1, 2].map(Threads::new) {
            let meter = Meter::unlimited();
            let labels = try_label_symmetric(&graph, &Ends::normal(), threads, &meter);
            assert_eq!(labels.expect("no limit").counts(), [n, 0, 0]);
            let ends = AsymmetricEnds::default();
            let labels = try_label_asymmetric(&graph, &ends, threads, &meter).expect("no limit");
            assert!(
                graph
                    .vertices()
                    .all(|v| labels.value(v, Mover::Zero) == Value::Draw)
            );
            assert!(
                graph
                    .vertices()
                    .all(|v| labels.value(v, Mover::One) == Value::Loss)
            );
        }
        let gamma = Gamma::of(&graph);
        assert!(graph.vertices().all(|v| gamma.finite(v) == Some(0)));
    }
}

#[test]
fn limits_stop_a_labelling() {
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let meter = Meter::new().with_cancel(flag);
    for (_, graph) in large_digraphs(60_000) {
        for threads in [1, 2].map(Threads::new) {
            let stopped = try_label_symmetric(&graph, &Ends::normal(), threads, &meter);
            assert_eq!(stopped.err(), Some(sidle_core::StopReason::Cancelled));
            let ends = AsymmetricEnds::default();
            let stopped = try_label_asymmetric(&graph, &ends, threads, &meter);
            assert_eq!(stopped.err(), Some(sidle_core::StopReason::Cancelled));
        }
    }
}
