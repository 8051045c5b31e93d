//! Outcomes by search against outcomes of values.

use std::sync::Arc;

use proptest::prelude::*;
use sidle_core::{Meter, Outcome, Player, Rules, StopReason};
use sidle_rules::{Clobber, Domineering, ToadsAndFrogs, grid::NoGo, packed::PackedBoard};
use sidle_solve::{AnySolver, Asking, Compound, NoHost, Position, SolveError, Solver};
use sidle_values::Store;

/// The outcome of the value, and who wins by search moving first, Left and Right.
fn both<R: Rules>(rules: &R, at: &R::Position) -> (Outcome, [bool; 2]) {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let mut solver = Solver::new(&store, rules);
    let value = solver.value_of(at, &meter).expect("no limit");
    let outcome = store.loopy().outcome(value).onside;
    // A solver of its own, so that nothing is known from the value.
    let mut fresh = Solver::new(&store, rules);
    let wins = Player::BOTH.map(|player| fresh.wins(at, player, &meter).expect("no limit"));
    (outcome, wins)
}

fn wins_of(outcome: Outcome) -> [bool; 2] {
    match outcome {
        Outcome::Left => [true, false],
        Outcome::Right => [false, true],
        Outcome::Next => [true, true],
        Outcome::Previous => [false, false],
    }
}

fn board(rows: usize, columns: usize, letters: &'static str) -> impl Strategy<Value = String> {
    let row = prop::collection::vec(
        prop::sample::select(letters.chars().collect::<Vec<_>>()),
        columns,
    )
    .prop_map(|row| row.into_iter().collect::<String>());
    prop::collection::vec(row, rows).prop_map(|rows| rows.join("|"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// A hand tied is never better: the pieces bound the board from above or below, and the search that uses
    /// them agrees with the value.
    #[test]
    fn tied_hands(text in prop_oneof![board(5, 5, "...#"), board(3, 8, "...#"), board(8, 3, "...#")]) {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let (rules, at) = (Domineering::<1>, Domineering::<1>::parse(&text).expect("a board"));
        let mut solver = Solver::new(&store, &rules);
        let mut value = |at: &_| solver.value_of(at, &meter).expect("no limit").short().expect("it ends");
        let whole = value(&at);
        let mut ways = 0;
        for tied in Player::BOTH {
            for way in 0.. {
                let mut sum = store.zero();
                let done = rules.shortcuts().tie(&at, tied, way, &mut |piece| sum = store.add(sum, value(&piece)));
                if !done {
                    break;
                }
                ways += 1;
                let (less, more) = match tied {
                    Player::Left => (sum, whole),
                    Player::Right => (whole, sum),
                };
                prop_assert!(store.le(less, more));
            }
        }
        prop_assert!(ways > 0);
        let (outcome, wins) = both(&rules, &at);
        prop_assert_eq!(wins, wins_of(outcome));
    }

    #[test]
    fn domineering(text in board(3, 5, "....#")) {
        let at = Domineering::<1>::parse(&text).expect("a board");
        let (outcome, wins) = both(&Domineering::<1>, &at);
        prop_assert_eq!(wins, wins_of(outcome));
    }

    #[test]
    fn clobber(text in board(3, 4, "xxoo.")) {
        let at = Clobber::<1>::parse(&text).expect("a board");
        let (outcome, wins) = both(&Clobber::<1>, &at);
        prop_assert_eq!(wins, wins_of(outcome));
    }

    #[test]
    fn nogo(text in board(3, 4, "....xo#")) {
        let at = PackedBoard::parse(&text, NoGo::LETTERS).expect("a board");
        let (outcome, wins) = both(&NoGo, &at);
        prop_assert_eq!(wins, wins_of(outcome));
    }

    #[test]
    fn linear_nogo(text in board(1, 14, "......xo")) {
        let at = PackedBoard::parse(&text, NoGo::LETTERS).expect("a line");
        let (outcome, wins) = both(&NoGo, &at);
        prop_assert_eq!(wins, wins_of(outcome));
    }

    #[test]
    fn toads_and_frogs(text in board(1, 9, "ttff...")) {
        let at = ToadsAndFrogs::<1>::parse(&text).expect("a strip");
        let (outcome, wins) = both(&ToadsAndFrogs::<1>::STANDARD, &at);
        prop_assert_eq!(wins, wins_of(outcome));
    }

    /// Sums of boards of different games, negatives and values among them.
    #[test]
    fn sums(a in board(3, 4, "....#"), b in board(2, 4, "xxoo."), minus in any::<bool>()) {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
        let first = Position::of(&Arc::new(Domineering::<1>), Domineering::parse(&a).expect("a board"));
        let second = Position::of(&Arc::new(Clobber::<1>), Clobber::parse(&b).expect("a board"));
        let second = if minus { Position::negative_form(&second) } else { second };
        let up = Position::value(store.game(&[store.zero()], &[store.nimber(1)]));
        let sum = Position::sum(&[first, second, up]).expect("three parts");
        let value = AnySolver::default().value(&sum, &mut asking).expect("no limit");
        let outcome = AnySolver::default().outcome(&sum, &mut asking).expect("no limit");
        prop_assert_eq!(outcome, store.loopy().outcome(value));
        for player in Player::BOTH {
            let mut solver = AnySolver::default();
            let winning = solver.winning_moves(&sum, player, &mut asking).expect("no limit");
            prop_assert_eq!(!winning.is_empty(), wins_of(outcome.onside)[player.index()]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Sums of boards that have bounds, of one that has none, and of a switch.
    #[test]
    fn sums_with_bounds(a in board(3, 6, "....#"), b in board(5, 3, "....#"), c in board(2, 4, "xo."), n in -2..3i64) {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
        let rules = Arc::new(Domineering::<1>);
        let [first, second] = [a, b].map(|text| Position::of(&rules, Domineering::parse(&text).expect("a board")));
        let third = Position::of(&Arc::new(Clobber::<1>), Clobber::parse(&c).expect("a board"));
        let switch = store.game(&[store.integer(n)], &[store.integer(-1)]);
        let sum = Position::sum(&[first, second, third, Position::value(switch)]).expect("four parts");
        let value = AnySolver::default().value(&sum, &mut asking).expect("no limit");
        let outcome = AnySolver::default().outcome(&sum, &mut asking).expect("no limit");
        prop_assert_eq!(outcome, store.loopy().outcome(value));
    }
}

#[test]
fn large_boards() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let mut asking = Asking {
        store: &store,
        host: &mut NoHost,
        meter: &meter,
    };
    let rules = Arc::new(Domineering::<1>);
    let square = Position::of(&rules, Domineering::rectangle(5, 5).expect("it fits"));
    // A board and its negative cancel, and a board that is 0 changes nothing.
    let minus = Position::negative_form(&square);
    let sum = Position::compound(Compound::Sum, &square, &minus);
    let mut solver = AnySolver::default();
    let outcome = solver.outcome(&sum, &mut asking).expect("no limit");
    assert_eq!(outcome.onside, Outcome::Previous);
    let huge = Domineering::<8>::rectangle(15, 15).expect("it fits");
    let limited = Meter::new().with_max_nodes(20);
    let mut solver = Solver::new(&store, &Domineering::<8>);
    let stopped = solver.outcome(&huge, &limited);
    assert!(
        matches!(stopped, Err(SolveError::Stopped(StopReason::Nodes))),
        "{stopped:?}"
    );
    // Cycles: the answer comes from the value.
    let strip = ToadsAndFrogs::<1>::parse("tt..ff").expect("a strip");
    let mut loopy = Solver::new(&store, &ToadsAndFrogs::<1>::BACKSLIDING);
    let value = loopy.value_of(&strip, &meter).expect("no limit");
    assert_eq!(
        loopy.outcome(&strip, &meter).expect("no limit"),
        store.loopy().outcome(value)
    );
}

/// Searches long enough for parts to be replaced by values that are found on the way.
#[test]
fn long_searches() {
    let board = Clobber::<1>::checkerboard(2, 9).expect("it fits");
    let (outcome, wins) = both(&Clobber::<1>, &board);
    assert_eq!(wins, wins_of(outcome));
    let board = Domineering::<1>::rectangle(5, 5).expect("it fits");
    let (outcome, wins) = both(&Domineering::<1>, &board);
    assert_eq!(wins, wins_of(outcome));
    let line = PackedBoard::parse(&".".repeat(14), NoGo::LETTERS).expect("a line");
    let (outcome, wins) = both(&NoGo, &line);
    assert_eq!(wins, wins_of(outcome));
}

/// A table that is read and written again is the same, and so is one that two threads have filled.
#[test]
fn tables_are_the_same_again() {
    let meter = Meter::unlimited();
    let rules = Arc::new(Clobber::<1>);
    let at = |text: &str| Position::of(&rules, Clobber::parse(text).expect("a board"));
    let board = at("xoxo|oxox|xoxo");
    let long = at("xoxoxoxoxoxoxo|oxoxoxoxoxoxox");
    let table = |threads: usize, searched: bool, before: Option<&[u8]>| {
        let store = Store::new();
        let mut asking = Asking {
            store: &store,
            host: &mut NoHost,
            meter: &meter,
        };
        let mut solver = AnySolver::default();
        solver.set_threads(threads);
        match before {
            Some(bytes) => solver
                .restore(&board, bytes, &mut asking)
                .expect("a table of ours"),
            None => {
                let _ = solver.value(&board, &mut asking).expect("no limit");
                if searched {
                    let _ = solver.outcome(&long, &mut asking).expect("no limit");
                }
            }
        }
        let bytes = solver.table(&board, &mut asking).expect("no limit");
        bytes.expect("a ruleset with a table")
    };
    let one = table(1, true, None);
    assert_eq!(table(1, true, None), one);
    for threads in [1, 2] {
        assert_eq!(table(threads, true, Some(&one)), one);
        // Values alone do not depend on the threads. Which sums a search has decided may: it tries the options of a value
        // in the order of the store, which is that in which several threads came to them.
        assert_eq!(table(threads, false, None), table(1, false, None));
    }
}
