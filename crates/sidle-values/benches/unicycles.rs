//! Unicycle search: settles every admissible pattern length by length and prints Markdown rows.
//!
//! `cargo bench -p sidle-values --bench unicycles [-- LONGEST]`; the answers are asserted.
#![allow(clippy::print_stdout, missing_docs)]

use std::{num::NonZeroUsize, time::Instant};

use sidle_core::Meter;
use sidle_values::unicycle::{Effort, ExitTable, Finder, Pattern, Settled, settle};

fn stages() -> [Finder; 2] {
    [ExitTable::nimbers(4), ExitTable::day_one()]
        .map(|table| Finder::new(table, &Meter::unlimited()).expect("no limit"))
}

/// Admissible patterns and those that four nimbers do not realize, for lengths from 4.
const KNOWN: [(usize, usize); 12] = [
    (1, 0),
    (4, 0),
    (9, 0),
    (16, 0),
    (31, 0),
    (56, 0),
    (103, 1),
    (184, 4),
    (347, 6),
    (628, 16),
    (1177, 43),
    (2188, 92),
];

fn settled(length: usize, threads: NonZeroUsize) -> (usize, usize) {
    let patterns: Vec<Pattern> = Pattern::admissible(length).collect();
    let mut later = 0;
    let mut report = |i: usize, answer: Settled| match answer {
        Settled::Realized { stage, .. } => later += usize::from(stage > 0),
        Settled::Exhausted => panic!("{} is not realized", patterns[i]),
    };
    let meter = Meter::unlimited();
    let stages = stages();
    settle(&stages.each_ref(), &patterns, threads, &mut report, &meter).expect("no limit");
    (patterns.len(), later)
}

fn nodes(length: usize) -> Effort {
    let [nimbers, _] = stages();
    let mut effort = Effort::default();
    for pattern in Pattern::admissible(length) {
        nimbers
            .first_counted(&pattern, &mut effort, &Meter::unlimited())
            .expect("no limit");
    }
    effort
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let longest = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(14);
    println!(
        "| length | patterns | not by four nimbers | 1 thread | 2 threads | nodes (nimbers) | nodes/s |"
    );
    println!("|---|---|---|---|---|---|---|");
    for length in 4..=longest {
        let mut seconds = Vec::new();
        let mut answer = (0, 0);
        for threads in [1, 2] {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let start = Instant::now();
            answer = settled(length, threads);
            seconds.push(start.elapsed().as_secs_f64());
        }
        if let Some(&known) = KNOWN.get(length - 4) {
            assert_eq!(answer, known, "length {length}");
        }
        let start = Instant::now();
        let effort = nodes(length);
        let rate = effort.nodes as f64 / start.elapsed().as_secs_f64();
        println!(
            "| {length} | {} | {} | {:.4} s | {:.4} s | {} | {:.1} million |",
            answer.0,
            answer.1,
            seconds[0],
            seconds[1],
            effort.nodes,
            rate / 1e6
        );
    }
}
