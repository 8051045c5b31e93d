//! Values of positions from scratch, through [`Solver::value_of`]: Domineering rectangles, Clobber
//! checkerboards, Toads and Frogs, and games with cycles. Answers are asserted; the baseline is the time of
//! the crate `cgt` 0.11, for games with cycles that of CGSuite 2.2, for the same workload on a machine like the
//! one these figures are from. A second table is wall time with one thread and with two.
//!
//! A name on the command line picks the rows that contain it.
#![allow(missing_docs, clippy::print_stdout)]

use std::time::Instant;

use cpu_time::ProcessTime;
use sidle_core::{Meter, Rules};
use sidle_rules::{Clobber, Domineering, ToadsAndFrogs, grid::FoxAndGeese};
use sidle_solve::Solver;
use sidle_values::{Game, Store, loopy::LoopyValue};

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
    solve_loopy(rules, at, |store, value| {
        check(store, value.short().expect("these games end"))
    })
}

fn solve_loopy<R: Rules>(
    rules: &R,
    at: R::Position,
    check: impl Fn(&Store, LoopyValue) -> bool,
) -> Figures {
    let store = Store::new();
    let begin = ProcessTime::now();
    let mut solver = Solver::new(&store, rules);
    let value = match solver.value_of(&at, &Meter::unlimited()) {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    };
    let seconds = begin.elapsed().as_secs_f64();
    assert!(check(&store, value), "wrong value");
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

fn backsliding(text: &str, check: impl Fn(&Store, LoopyValue) -> bool) -> Figures {
    let strip = ToadsAndFrogs::parse(text).expect("a strip");
    solve_loopy(&ToadsAndFrogs::BACKSLIDING, strip, check)
}

fn is_dud(store: &Store, value: LoopyValue) -> bool {
    value == store.loopy().dud()
}

/// Four geese in a row against a fox in the corner.
fn fox(row: u32) -> Figures {
    let game = FoxAndGeese::new(8, 1).expect("a fox that moves");
    let geese: Vec<_> = (0..4).map(|i| (row, 2 * i + 1 + (row + 1) % 2)).collect();
    let at = game.position(&geese, (1, 1)).expect("dark squares");
    solve_loopy(&game, at, |_, value| value.stopper().is_some())
}

/// Wall time with so many threads.
fn on_threads<R: Rules>(rules: &R, at: &R::Position, threads: usize) -> f64 {
    let store = Store::new();
    let begin = Instant::now();
    let value = Solver::new(&store, rules).value_on_threads(at, threads, &Meter::unlimited());
    assert!(value.is_ok_and(|value| value.short().is_some()));
    begin.elapsed().as_secs_f64()
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
        Row {
            name: "Backsliding ttt..fff",
            baseline: 0.15,
            run: || backsliding("ttt..fff", |_, value| value.stopper().is_none()),
        },
        Row {
            name: "Backsliding tttt..ffff",
            baseline: 0.52,
            run: || backsliding("tttt..ffff", is_dud),
        },
        Row {
            name: "Backsliding ttttt..fffff",
            baseline: 1.9,
            run: || backsliding("ttttt..fffff", is_dud),
        },
        Row {
            name: "Fox and Geese from row 8",
            baseline: 46.7,
            run: || fox(8),
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
    if !wanted.is_empty() && !wanted.iter().any(|w| w == "threads") {
        return;
    }
    println!("\n| workload | one thread | two threads | ratio |");
    println!("|---|---|---|---|");
    let board = Domineering::<1>::rectangle(5, 6).expect("it fits");
    let stones = Clobber::<1>::checkerboard(4, 4).expect("it fits");
    let times = [
        (
            "Domineering 5x6",
            [1, 2].map(|n| on_threads(&Domineering::<1>, &board, n)),
        ),
        (
            "Clobber 4x4",
            [1, 2].map(|n| on_threads(&Clobber::<1>, &stones, n)),
        ),
    ];
    for (name, [one, two]) in times {
        println!("| {name} | {one:.2} s | {two:.2} s | {:.2} × |", one / two);
    }
}
