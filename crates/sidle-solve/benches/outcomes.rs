//! Outcomes of positions by search. The baseline is MCGS 1.5 (minimax over sums, no database) on a
//! machine like the one these figures are from.
#![allow(missing_docs, clippy::print_stdout)]

use cpu_time::ProcessTime;
use sidle_core::{Meter, Outcome, Rules};
use sidle_rules::{Clobber, Domineering};
use sidle_solve::Solver;
use sidle_values::Store;

fn run<R: Rules>(name: &str, rules: &R, at: &R::Position, baseline: Option<f64>) -> Outcome {
    let store = Store::new();
    let begin = ProcessTime::now();
    let mut solver = Solver::new(&store, rules);
    let outcome = match solver.outcome(at, &Meter::unlimited()) {
        Ok(outcome) => outcome.onside,
        Err(error) => panic!("{error}"),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let (base, ratio) = match baseline {
        Some(baseline) => (
            format!("{baseline} s"),
            format!("{:.1} ×", baseline / seconds),
        ),
        None => ("—".to_owned(), "—".to_owned()),
    };
    println!(
        "| {name} | {outcome} | {seconds:.3} s | {base} | {ratio} | {} | {} |",
        solver.sums(),
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
    println!("| workload | outcome | time | baseline | ratio | sums decided | values worked out |");
    println!("|---|---|---|---|---|---|---|");
    if picked("domineering") {
        let square = Domineering::<1>::rectangle(6, 6).expect("it fits");
        assert_eq!(
            run("Domineering 6×6", &Domineering::<1>, &square, Some(7.5)),
            Outcome::Next
        );
    }
    if picked("linear") {
        for (pairs, baseline) in [(18, 2.5), (20, 9.2)] {
            let row = Clobber::<1>::parse(&"xo".repeat(pairs)).expect("it fits");
            let name = format!("linear Clobber (XO)^{pairs}");
            assert_eq!(
                run(&name, &Clobber::<1>, &row, Some(baseline)),
                Outcome::Next
            );
        }
    }
    if picked("clobber") {
        let board = Clobber::<1>::checkerboard(4, 5).expect("it fits");
        run("Clobber 4×5", &Clobber::<1>, &board, Some(1.7));
    }
}
