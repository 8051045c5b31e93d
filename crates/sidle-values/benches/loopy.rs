//! Loopy games: all-pairs comparison of random stoppers, sums, sides of random games. Prints Markdown.
//!
//! `cargo bench -p sidle-values --bench loopy`; the answers are asserted where they are known.
#![allow(clippy::print_stdout, missing_docs)]

use std::time::Duration;

use cpu_time::ProcessTime;

use sidle_core::{Dyadic, Meter, Player};
use sidle_graph::bigraph::{Bigraph, BigraphBuilder, Side, side_matrix, survival_matrix};
use sidle_values::{
    Store,
    loopy::{Effort, LoopyGraph, LoopyValue},
};

/// Random numbers from a fixed seed.
struct Random(fastrand::Rng);

impl Random {
    fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.usize(..n)
    }

    /// A stopper graph: every state (vertex, mover) has a random height and moves go down, so nothing
    /// alternates for ever, while the moves of one player may go round. Two moves a player on average.
    fn stopper_graph(&mut self, n: usize) -> Bigraph {
        let heights: Vec<[u64; 2]> = (0..n).map(|_| [self.next(), self.next()]).collect();
        let mut builder = BigraphBuilder::new(n);
        for v in 0..n {
            for player in Player::BOTH {
                for _ in 0..4 {
                    let w = self.below(n);
                    if heights[v][player.index()] > heights[w][(-player).index()] {
                        builder.edge(v as u32, player, w as u32);
                    }
                }
            }
        }
        builder.build()
    }

    fn graph(&mut self, n: usize, edges: usize) -> Bigraph {
        let mut builder = BigraphBuilder::new(n);
        for _ in 0..edges {
            let player = Player::BOTH[self.below(2)];
            builder.edge(self.below(n) as u32, player, self.below(n) as u32);
        }
        builder.build()
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    // Processor time: other programs on the machine do not count.
    let start = ProcessTime::now();
    let answer = work();
    (answer, start.elapsed())
}

fn matrices(meter: &Meter, largest: usize) {
    println!(
        "| all pairs, random stoppers | states | survival | million states/s | onside | million states/s |"
    );
    println!("|---|---|---|---|---|---|");
    for n in [10, 100, 300, 1000, 3000, 10_000] {
        if n > largest {
            break;
        }
        let graph = Random::new(n as u64).stopper_graph(n);
        assert!(graph.is_stopper_graph());
        let rounds = (3_000_000 / (n * n)).clamp(1, 2000);
        let mut answers = None;
        let survival = timed(|| {
            for _ in 0..rounds {
                answers = survival_matrix(&graph, &graph, meter).ok();
            }
        })
        .1 / rounds as u32;
        let rounds = rounds.div_ceil(4);
        let onside = timed(|| {
            for _ in 0..rounds {
                let order = side_matrix(&graph, &graph, Side::Onside, meter).ok();
                assert!(order == answers, "stoppers have one order");
            }
        })
        .1 / rounds as u32;
        let states = 2 * n * n;
        let rate = |time: Duration| states as f64 / time.as_secs_f64() / 1e6;
        println!(
            "| {n} vertices, {} edges | {states} | {survival:.2?} | {:.1} | {onside:.2?} | {:.1} |",
            graph.edge_count(),
            rate(survival),
            rate(onside)
        );
    }
}

fn tau(store: &Store) -> LoopyValue {
    // a{0|{0|{{a|*}|*}}}
    let mut builder = BigraphBuilder::new(6);
    for (v, player, w) in [
        (0, Player::Left, 4),
        (0, Player::Right, 1),
        (1, Player::Left, 4),
        (1, Player::Right, 2),
        (2, Player::Left, 3),
        (2, Player::Right, 5),
        (3, Player::Left, 0),
        (3, Player::Right, 5),
    ] {
        builder.edge(v, player, w);
    }
    let graph = LoopyGraph::new(builder.build())
        .with_exit(4, store.zero().into())
        .with_exit(5, store.nimber(1).into());
    store.loopy().graph_value(&graph, 0)
}

fn sums() {
    println!("\n| sum | followers of the canonical form | time |");
    println!("|---|---|---|");
    for n in [4i64, 8, 16, 32] {
        let store = Store::new();
        let tau = tau(&store);
        let (value, time) = timed(|| store.loopy().multiple(tau, n));
        let stopper = value.stopper().expect("a stopper");
        println!(
            "| {n}·τ | {} | {time:.2?} |",
            store.loopy().followers(stopper).len()
        );
    }
    for (n, m) in [(10i64, 1i64), (40, 3), (100, 10)] {
        let store = Store::new();
        let loopy = store.loopy();
        let (value, time) = timed(|| {
            let upons = loopy.multiple(loopy.upon().into(), n);
            loopy.add(upons, loopy.multiple(loopy.over().into(), m))
        });
        assert_eq!(value, loopy.over().into());
        println!("| {n}·upon + {m}·over | 2 | {time:.2?} |");
    }
    let store = Store::new();
    let loopy = store.loopy();
    let (distinct, time) = timed(|| {
        let up = store.game(&[store.zero()], &[store.nimber(1)]);
        let mut sums = std::collections::HashSet::new();
        for n in 1..=20 {
            for m in 1..=20 {
                let short = store.add(store.multiple(up, n), store.nimber(m));
                sums.insert(loopy.add(short.into(), loopy.upon().into()));
            }
        }
        sums.len()
    });
    assert_eq!(distinct, 400);
    println!("| n·^ + *m + upon, n and m to 20 | | {time:.2?} |");
    let store = Store::new();
    let loopy = store.loopy();
    let mut random = Random::new(7);
    let mut values: Vec<LoopyValue> = Vec::new();
    while values.len() < 40 {
        let graph = LoopyGraph::new(random.stopper_graph(12));
        let value = loopy.graph_value(&graph, 0);
        if value.short().is_none() {
            let shift = store.number(&Dyadic::from(random.below(3) as i64)).into();
            values.push(loopy.add(value, shift));
        }
    }
    let (resolved, time) = timed(|| {
        let mut resolved = 0;
        for (i, &g) in values.iter().enumerate() {
            for &h in &values[..i] {
                resolved += usize::from(loopy.add(g, h).stopper_sides().is_some());
            }
        }
        resolved
    });
    println!("| 780 sums of random stoppers ({resolved} stopper-sided) | | {time:.2?} |");
}

fn sides(meter: &Meter) {
    println!(
        "\n| sides of random games | games | vertices valued/s | short or stopper | stopper-sided | sided |"
    );
    println!("|---|---|---|---|---|---|");
    for (n, count) in [(8, 500), (16, 100), (32, 10)] {
        let store = Store::new();
        let mut random = Random::new(n as u64);
        let mut kinds = [0; 3];
        let (_, time) = timed(|| {
            for _ in 0..count {
                let graph = LoopyGraph::new(random.graph(n, 2 * n));
                let values = store
                    .loopy()
                    .try_graph_values(&graph, Effort::default(), meter)
                    .expect("no limit");
                for value in values {
                    kinds[match value.kind() {
                        "short" | "stopper" => 0,
                        "stopper-sided" => 1,
                        _ => 2,
                    }] += 1;
                }
            }
        });
        let rate = (n * count) as f64 / time.as_secs_f64();
        println!(
            "| {n} vertices, {} edges | {count} | {rate:.0} | {} | {} | {} |",
            2 * n,
            kinds[0],
            kinds[1],
            kinds[2]
        );
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let largest = arguments
        .next()
        .and_then(|a| a.parse().ok())
        .unwrap_or(10_000);
    let meter = Meter::unlimited();
    matrices(&meter, largest);
    sums();
    sides(&meter);
}
