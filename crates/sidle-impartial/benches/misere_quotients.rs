//! Misère quotients: Kayles with its proof, Dawson's Kayles heap by heap.
//!
//! Peer: MisereSolver (Java): Kayles 0.14 s after start, Dawson's Kayles at heap 33 (order 638) 563 s.
#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use sidle_core::Meter;
use sidle_impartial::quotient::{HeapGame, QuotientOptions, QuotientSearch};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    println!("| workload | size | time | rate | notes |");
    println!("|---|---|---|---|---|");
    let rows: [(&str, Option<u32>, usize, f64); 3] = [
        ("0.77", None, 40, 0.14),
        ("0.15", None, 42, 1.68),
        ("0.07", Some(33), 638, 563.0),
    ];
    for (code, heaps, order, peer) in rows {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == code) {
            continue;
        }
        let game = HeapGame::Code(code.parse().expect("a code"));
        let options = QuotientOptions {
            heaps,
            ..QuotientOptions::default()
        };
        let start = ProcessTime::now();
        let mut search = QuotientSearch::new(game, options);
        search.run(&Meter::unlimited()).expect("no limits");
        let seconds = start.elapsed().as_secs_f64();
        let answer = search.answer(code);
        assert_eq!(answer.order, order);
        let growth = answer
            .growth
            .iter()
            .map(|g| format!("{}:{}/{}", g.0, g.1, g.2));
        println!(
            "| misère quotient of {code} | order {order} | {:.1} ms | | {:.1} x MisereSolver ({peer} s); period {:?}; transition algebra {}; \
             {} |",
            seconds * 1e3,
            peer / seconds,
            answer.period,
            answer.transition_algebra,
            growth.collect::<Vec<_>>().join(" ")
        );
    }
    // Further heaps of Dawson's Kayles, one after the other: `further` on the command line, killed when enough.
    if wanted.iter().any(|w| w == "further") {
        let start = ProcessTime::now();
        let game = HeapGame::Code("0.07".parse().expect("a code"));
        let mut search = QuotientSearch::new(
            game,
            QuotientOptions {
                heaps: Some(1),
                ..QuotientOptions::default()
            },
        );
        for heap in 2..80 {
            search.aim(heap);
            let ended = search.run(&Meter::unlimited());
            let answer = search.partial();
            let (order, p) = (answer.quotient.order(), answer.quotient.p_order());
            println!(
                "heap {heap}: order {order}, {p} P, algebra {}, {:.1} s, {ended:?}",
                search.algebra_size(),
                start.elapsed().as_secs_f64()
            );
        }
    }
}
