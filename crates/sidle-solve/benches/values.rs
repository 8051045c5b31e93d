//! Values of positions from scratch, through [`Solver::value_of`]: Domineering rectangles, Clobber
//! checkerboards, Toads and Frogs. Answers are asserted; the baseline is the time of the crate `cgt`
//! 0.11 for the same workload on a machine like the one these figures are from.
//!
//! A name on the command line picks the rows that contain it.
#![allow(missing_docs, clippy::print_stdout)]

use cpu_time::ProcessTime;
use sidle_core::{Meter, Rules};
use sidle_rules::{Clobber, Domineering, ToadsAndFrogs};
use sidle_solve::Solver;
use sidle_values::{Game, Store};

struct Row {
    name: &'static str,
    baseline: f64,
    run: fn() -> Figures,
}

struct Figures {
    seconds: f64,
    positions: usize,
    table_bytes: usize,
}

fn solve<R: Rules>(rules: &R, at: R::Position, check: impl Fn(&Store, Game) -> bool) -> Figures {
    let store = Store::new();
    let begin = ProcessTime::now();
    let mut solver = Solver::new(&store, rules);
    let value = match solver.value_of(&at, &Meter::unlimited()) {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let short = value.short().expect("these games end");
    assert!(check(&store, short), "wrong value");
    Figures {
        seconds,
        positions: solver.positions(),
        table_bytes: solver.table().0,
    }
}

fn rectangle(rows: usize, columns: usize, check: impl Fn(&Store, Game) -> bool) -> Figures {
    let board = Domineering::<1>::rectangle(rows, columns).expect("it fits");
    solve(&Domineering::<1>, board, check)
}

fn is(text: &'static str) -> impl Fn(&Store, Game) -> bool {
    move |store, game| store.as_number(game).is_some_and(|x| x.to_string() == text)
}

fn temperature(text: &'static str) -> impl Fn(&Store, Game) -> bool {
    move |store, game| store.temperature(game).to_string() == text
}

fn checkerboard(rows: usize, columns: usize) -> Figures {
    let board = Clobber::<1>::checkerboard(rows, columns).expect("it fits");
    solve(&Clobber::<1>, board, |_, _| true)
}

fn main() {
    let rows = [
        Row {
            name: "Domineering 4x5",
            baseline: 0.235,
            run: || rectangle(4, 5, is("1")),
        },
        Row {
            name: "Domineering 4x6",
            baseline: 2.30,
            run: || rectangle(4, 6, temperature("0")),
        },
        Row {
            name: "Domineering 5x5",
            baseline: 4.08,
            run: || rectangle(5, 5, is("0")),
        },
        Row {
            name: "Domineering 3x9",
            baseline: 6.52,
            run: || rectangle(3, 9, temperature("5/4")),
        },
        Row {
            name: "Domineering 4x7",
            baseline: 30.1,
            run: || rectangle(4, 7, is("1")),
        },
        Row {
            name: "Domineering 3x10",
            baseline: 46.5,
            run: || rectangle(3, 10, |store, game| store.as_number(game).is_none()),
        },
        Row {
            name: "Domineering 5x6",
            baseline: 106.0,
            run: || rectangle(5, 6, is("-3/2")),
        },
        Row {
            name: "Clobber 3x4",
            baseline: 0.131,
            run: || checkerboard(3, 4),
        },
        Row {
            name: "Clobber 3x5",
            baseline: 4.41,
            run: || checkerboard(3, 5),
        },
        Row {
            name: "Clobber 4x4",
            baseline: 53.6,
            run: || checkerboard(4, 4),
        },
        Row {
            name: "Toads and Frogs ttttt...fffff",
            baseline: 0.122,
            run: || {
                let strip = ToadsAndFrogs::parse("ttttt...fffff").expect("a strip");
                solve(&ToadsAndFrogs::STANDARD, strip, |_, _| true)
            },
        },
    ];
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    println!("| workload | time | baseline | ratio | positions | table |");
    println!("|---|---|---|---|---|---|");
    for row in rows {
        if !wanted.is_empty() && !wanted.iter().any(|w| row.name.contains(w.as_str())) {
            continue;
        }
        let figures = (row.run)();
        println!(
            "| {} | {:.3} s | {} s | {:.1} × | {} | {:.1} MB |",
            row.name,
            figures.seconds,
            row.baseline,
            row.baseline / figures.seconds,
            figures.positions,
            figures.table_bytes as f64 / 1e6,
        );
    }
}
