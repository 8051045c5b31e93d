//! Nim values of octal games, with the plain quadratic method beside them.
//!
//! Peers (one thread, a machine like ours): ogsolve, 20 M values of .104 5.0 s, of .454 8.5 s; 200,000 values of .16
//! 0.19 s, .6 2.1 s, .376 4.2 s, .77 15 s. CGSuite, 40,000 values: Kayles 10.5 s, Dawson's Kayles 4.8 s, Grundy 5.5 s.
#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use sidle_core::Meter;
use sidle_impartial::nim::{Method, Sequence};

fn time(code: &str, method: Method, heaps: usize, shortcut: bool) -> (f64, Sequence) {
    let sequence = Sequence::with_method(code.parse().expect("a code"), method).expect("a game");
    let mut sequence = if shortcut {
        sequence
    } else {
        sequence.without_shortcut()
    };
    let start = ProcessTime::now();
    sequence
        .extend(heaps, &Meter::unlimited())
        .expect("no limits");
    (start.elapsed().as_secs_f64(), sequence)
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let rows: &[(&str, usize, bool, f64, &str)] = &[
        ("0.16", 200_000, false, 0.19, "ogsolve"),
        ("0.6", 200_000, false, 2.1, "ogsolve"),
        ("0.376", 200_000, false, 4.2, "ogsolve"),
        ("0.77", 200_000, false, 15.0, "ogsolve"),
        ("0.77", 200_000, true, 15.0, "ogsolve"),
        ("0.104", 20_000_000, false, 5.0, "ogsolve"),
        ("0.454", 20_000_000, false, 8.5, "ogsolve"),
        ("0.77", 40_001, true, 10.5, "CGSuite"),
        ("0.07", 40_001, true, 4.8, "CGSuite"),
        ("4!.0", 40_001, true, 5.5, "CGSuite"),
    ];
    // `code:heaps` alone: one run, timed.
    for run in wanted.iter().filter(|run| run.contains(':')) {
        if let Some((code, heaps)) = run.split_once(':') {
            let (seconds, sequence) = time(
                code,
                Method::Automatic,
                heaps.parse().expect("a number"),
                false,
            );
            let statistics = sidle_impartial::nim::Statistics::of(&sequence);
            println!(
                "{code}: {heaps} heaps, {seconds:.3} s, {:?}",
                statistics.sparse_space
            );
        }
    }
    if wanted.iter().any(|run| run.contains(':')) {
        return;
    }
    println!("| workload | size | time | rate | notes |");
    println!("|---|---|---|---|---|");
    for &(code, heaps, shortcut, peer, name) in rows {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == code) {
            continue;
        }
        let (seconds, sequence) = time(code, Method::Automatic, heaps, shortcut);
        assert_eq!(sequence.values().len(), heaps);
        let plain = heaps.min(20_000);
        let (quadratic, slow) = time(code, Method::Definition, plain, false);
        let agree = slow
            .values()
            .iter()
            .zip(sequence.values().iter())
            .all(|(a, b)| a == b);
        assert!(agree, "{code}: the methods differ");
        let scale = (heaps as f64 / plain as f64).powi(2);
        let period = if shortcut {
            ", the period once proved"
        } else {
            ""
        };
        println!(
            "| nim values of {code}{period} | {heaps} | {:.1} ms | {:.1} M/s | {:.1} x {name} ({peer} s); quadratic method, \
             {plain} heaps: {:.0} ms, scaled {:.1} s; space {:?}, largest {} |",
            seconds * 1e3,
            heaps as f64 / seconds / 1e6,
            peer / seconds,
            quadratic * 1e3,
            quadratic * scale,
            sequence.space(),
            sequence.values().iter().max().unwrap_or(0),
        );
    }
}
