//! Outcomes by search against outcomes of values.

use std::sync::Arc;

use proptest::prelude::*;
use sidle_core::{Meter, Outcome, Player, Rules};
use sidle_rules::{Clobber, Domineering, ToadsAndFrogs};
use sidle_solve::{AnySolver, Asking, Compound, NoHost, Position, Solver};
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
    fn toads_and_frogs(text in board(1, 9, "ttff...")) {
        let at = ToadsAndFrogs::parse(&text).expect("a strip");
        let (outcome, wins) = both(&ToadsAndFrogs::STANDARD, &at);
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
    assert!(solver.outcome(&huge, &limited).is_err());
    // Cycles: the answer comes from the value.
    let strip = ToadsAndFrogs::parse("tt..ff").expect("a strip");
    let mut loopy = Solver::new(&store, &ToadsAndFrogs::BACKSLIDING);
    let value = loopy.value_of(&strip, &meter).expect("no limit");
    assert_eq!(
        loopy.outcome(&strip, &meter).expect("no limit"),
        store.loopy().outcome(value)
    );
}
