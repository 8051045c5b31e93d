//! Outcomes of positions by search. The baseline is MCGS 1.5 (minimax over sums, no database) on a
//! machine like the one these figures are from. `largest` runs boards beyond the baseline.
#![allow(missing_docs, clippy::print_stdout)]

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use sidle_core::{Meter, Outcome, Rules};
use sidle_rules::{Clobber, Domineering, Ruleset, grid::NoGo};
use sidle_solve::Solver;
use sidle_values::Store;

/// So long a board may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn run<R: Rules>(
    name: &str,
    rules: &R,
    at: &R::Position,
    baseline: Option<f64>,
) -> Option<Outcome> {
    let store = Store::new();
    let begin = ProcessTime::now();
    let started = Instant::now();
    let meter = Meter::new().with_deadline(move || started.elapsed(), PATIENCE);
    let mut solver = Solver::new(&store, rules);
    let outcome = solver.outcome(at, &meter).ok().map(|both| both.onside);
    let seconds = begin.elapsed().as_secs_f64();
    let (base, ratio) = match baseline {
        Some(baseline) => (
            format!("{baseline} s"),
            format!("{:.1} ×", baseline / seconds),
        ),
        None => ("—".to_owned(), "—".to_owned()),
    };
    let shown = outcome.map_or("?".to_owned(), |outcome| outcome.to_string());
    let sums = solver.sums();
    println!(
        "| {name} | {shown} | {seconds:.3} s | {base} | {ratio} | {sums} | {:.0} | {} |",
        sums as f64 / seconds,
        solver.positions(),
    );
    outcome
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let all = ["domineering", "linear", "clobber"];
    let picked =
        |name: &str| wanted.is_empty() && all.contains(&name) || wanted.iter().any(|w| w == name);
    println!(
        "| workload | outcome | time | baseline | ratio | sums decided | sums a second | values worked out |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let domineering = |rows, columns, baseline| {
        let board = Domineering::<2>::rectangle(rows, columns).expect("it fits");
        let name = format!("Domineering {rows}×{columns}");
        run(&name, &Domineering::<2>, &board, baseline)
    };
    let clobber = |rows, columns, baseline| {
        let board = Clobber::<1>::checkerboard(rows, columns).expect("it fits");
        let name = format!("Clobber {rows}×{columns}");
        run(&name, &Clobber::<1>, &board, baseline)
    };
    let linear = |pairs: usize, baseline| {
        let row = Clobber::<2>::parse(&"xo".repeat(pairs)).expect("it fits");
        let name = format!("linear Clobber (XO)^{pairs}");
        run(&name, &Clobber::<2>, &row, baseline)
    };
    let nogo = |rows: usize, columns: usize| {
        let text = vec![".".repeat(columns); rows].join("|");
        let board = NoGo.parse(&text).expect("it fits");
        run(&format!("NoGo {rows}×{columns}"), &NoGo, &board, None)
    };
    if picked("domineering") {
        let board = Domineering::<1>::rectangle(6, 6).expect("it fits");
        let outcome = run("Domineering 6×6", &Domineering::<1>, &board, Some(7.5));
        assert_eq!(outcome, Some(Outcome::Next));
    }
    if picked("linear") {
        for (pairs, baseline) in [(18, 2.5), (20, 9.2)] {
            let row = Clobber::<1>::parse(&"xo".repeat(pairs)).expect("it fits");
            let name = format!("linear Clobber (XO)^{pairs}");
            let outcome = run(&name, &Clobber::<1>, &row, Some(baseline));
            assert_eq!(outcome, Some(Outcome::Next));
        }
    }
    if picked("clobber") {
        clobber(4, 5, Some(1.7));
    }
    if picked("largest") {
        domineering(7, 7, None);
        domineering(8, 8, None);
        clobber(4, 6, None);
        clobber(5, 5, None);
        for columns in [10, 12, 13, 14] {
            clobber(2, columns, None);
        }
        for columns in [6, 7, 8] {
            clobber(3, columns, None);
        }
        for pairs in [22, 24, 25, 26, 28] {
            linear(pairs, None);
        }
        for (rows, columns) in [(4, 4), (4, 5), (5, 5)] {
            nogo(rows, columns);
        }
    }
}
