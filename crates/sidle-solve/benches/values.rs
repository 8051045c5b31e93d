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

const fn row(name: &'static str, baseline: f64, run: fn() -> Figures) -> Row {
    Row {
        name,
        baseline,
        run,
    }
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
    let strip = ToadsAndFrogs::<1>::parse(text).expect("a strip");
    solve_loopy(&ToadsAndFrogs::<1>::BACKSLIDING, strip, check)
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
        row("Domineering 4x5", 0.235, || rectangle(4, 5, is("1"))),
        row("Domineering 4x6", 2.30, || {
            rectangle(4, 6, temperature("0"))
        }),
        row("Domineering 5x5", 4.08, || rectangle(5, 5, is("0"))),
        row("Domineering 3x9", 6.52, || {
            rectangle(3, 9, temperature("5/4"))
        }),
        row("Domineering 4x7", 30.1, || rectangle(4, 7, is("1"))),
        row("Domineering 3x10", 46.5, || {
            rectangle(3, 10, |store, game| store.as_number(game).is_none())
        }),
        row("Domineering 5x6", 106.0, || rectangle(5, 6, is("-3/2"))),
        row("Clobber 3x4", 0.131, || checkerboard(3, 4)),
        row("Clobber 3x5", 4.41, || checkerboard(3, 5)),
        row("Clobber 4x4", 53.6, || checkerboard(4, 4)),
        row("Toads and Frogs ttttt...fffff", 0.122, || {
            let strip = ToadsAndFrogs::<1>::parse("ttttt...fffff").expect("a strip");
            solve(&ToadsAndFrogs::<1>::STANDARD, strip, |_, _| true)
        }),
        row("Backsliding ttt..fff", 0.15, || {
            backsliding("ttt..fff", |_, value| value.stopper().is_none())
        }),
        row("Backsliding tttt..ffff", 0.52, || {
            backsliding("tttt..ffff", is_dud)
        }),
        row("Backsliding ttttt..fffff", 1.9, || {
            backsliding("ttttt..fffff", is_dud)
        }),
        row("Fox and Geese from row 8", 46.7, || fox(8)),
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
