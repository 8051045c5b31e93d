//! Dots and Boxes: scores against plain minimax, and the controlled value of long chains and loops.

use std::collections::HashMap;

use sidle_core::{Meter, Rules, StopReason};
use sidle_rules::{
    Ruleset,
    grid::{Nimstring, Strings},
    variant::{Dicotic, Impartial, Twisted, TwistedPosition},
};
use sidle_solve::{
    AnySolver, Asking, Compound, DotsAndBoxes, NoHost, Position, SolveError, Variant, catalogue,
    controlled_value, value_of,
};
use sidle_values::Store;

/// Minimax over every move.
fn plain(at: Strings, known: &mut HashMap<Strings, i32>) -> i32 {
    if let Some(&score) = known.get(&at) {
        return score;
    }
    let moves: Vec<(Strings, u32)> = at.cuts().collect();
    let scores = moves.into_iter().map(|(next, freed)| match freed {
        0 => -plain(next, known),
        freed => freed as i32 + plain(next, known),
    });
    let best = scores.max().unwrap_or(0);
    known.insert(at, best);
    best
}

/// All positions of a board, drawn lines and all.
fn all(rows: usize, cols: usize) -> Vec<Strings> {
    let lines = (rows + 1) * cols + rows * (cols + 1);
    (0u32..1 << lines)
        .map(|set| {
            let mut text = String::new();
            let mut line = 0;
            for row in 0..=2 * rows {
                if row > 0 {
                    text.push('|');
                }
                for _ in 0..cols + row % 2 {
                    text.push(if set >> line & 1 == 1 { '.' } else { 'x' });
                    line += 1;
                }
            }
            Nimstring.parse(&text).expect("a board")
        })
        .collect()
}

#[test]
fn scores_are_those_of_plain_minimax() {
    let meter = Meter::unlimited();
    for (rows, cols) in [(1, 1), (1, 2), (1, 3), (2, 2), (1, 4)] {
        let (mut play, mut known) = (DotsAndBoxes::default(), HashMap::new());
        for at in all(rows, cols) {
            let score = play.score(&at, &meter).expect("no limit");
            assert_eq!(score, plain(at, &mut known), "{at:?}");
        }
    }
    // Empty boards of two by three boxes and less.
    let mut play = DotsAndBoxes::default();
    let mut known = HashMap::new();
    let board = all(2, 3).pop().expect("nothing drawn");
    let score = play.score(&board, &meter).expect("no limit");
    assert_eq!(score, plain(board, &mut known));
}

/// Where the controlled value is at least 2, the player who is not to move wins by it.
#[test]
fn control_is_worth_its_value() {
    let meter = Meter::unlimited();
    let mut play = DotsAndBoxes::default();
    let mut tried = 0;
    let rows = [
        "xxxxx|......|xxxxx",
        "xxx|....|xxx",
        "xxxx|.....|xxxx",
        // Two chains below each other.
        "xxx|....|xxx|....|xxx",
        "xxxx|.....|xxxx|.....|xxxx|.....|xxxx",
        "xxx|....|xxx|....|xxx|....|xxx",
        // A loop, two loops, loops and chains.
        "xx|x.x|..|x.x|xx",
        "xxxxx|x.xx.x|..x..|x.xx.x|xxxxx",
        "xxxx|x.x.x|....|x.x.x|xxxx",
        "xxx|x.xx|..x|x.xx|xxx|....|xxx",
        "xxxx|x.xxx|..xx|x.xxx|xxxx|.....|xxxx",
        "xxxxx|x.xxxx|..xxx|x.xxxx|xxxxx|......|xxxxx",
        "xxx|x..x|x.x|x..x|xxx",
        "xxx|x..x|...|x..x|xxx",
        "xxx|x..x|.x.|x..x|xxx",
        "xxx|x..x|.x.|x..x|xxx|....|xxx",
        "xxx|x..x|.x.|x..x|xxx|....|xxx|....|xxx",
    ];
    for text in rows {
        let at = Nimstring.parse(text).expect(text);
        let Some(control) = controlled_value(&at.chain_count()) else {
            continue;
        };
        if control >= 2 {
            let score = play.score(&at, &meter).expect("no limit");
            assert_eq!(i64::from(score), -control, "{text}: {:?}", at.chain_count());
            tried += 1;
        }
    }
    assert!(tried >= 8, "{tried}");
}

/// Small boards with nothing drawn: the second player wins one box, the first two boxes in a row, and so on.
#[test]
fn small_boards() {
    let meter = Meter::unlimited();
    let mut play = DotsAndBoxes::default();
    let limited = Meter::new().with_max_nodes(10);
    let large = Nimstring
        .parse("...|....|...|....|...|....|...")
        .expect("a board");
    assert_eq!(play.score(&large, &limited), Err(StopReason::Nodes));
    let board = Nimstring.parse("..|...|..|...|..").expect("a board");
    let score = play.score(&board, &meter).expect("no limit");
    assert_eq!(score.rem_euclid(2), 0, "four boxes");
}

/// A loony board is refused, whatever stands around it: borrowed rules, variants and compounds keep the refusal.
#[test]
fn refusals_survive_wrappers() {
    let meter = Meter::unlimited();
    let store = Store::new();
    let is_loony = |at: &Strings| Nimstring.shortcuts().no_value(at, false).is_some();
    let loony = all(1, 2).into_iter().find(is_loony);
    let loony = loony.expect("a coin at the end of a string that leads to another");
    let refused = |result: Result<_, SolveError>| matches!(result, Err(SolveError::NoValue(_)));

    let borrowed = &&Nimstring;
    assert!(borrowed.shortcuts().no_value(&loony, false).is_some());
    assert!(refused(value_of(&store, &borrowed, &loony, &meter)));
    assert!(refused(value_of(
        &store,
        &Impartial(Nimstring),
        &loony,
        &meter
    )));
    assert!(refused(value_of(
        &store,
        &Dicotic(Nimstring),
        &loony,
        &meter
    )));
    let twisted = TwistedPosition {
        position: loony,
        exchanged: false,
    };
    assert!(refused(value_of(
        &store,
        &Twisted(Nimstring),
        &twisted,
        &meter
    )));

    let ruleset = catalogue::find("Nimstring").expect("a ruleset").ruleset();
    let mut text = String::new();
    let _ = Nimstring.write(&loony, &mut text);
    let mut asking = Asking {
        store: &store,
        host: &mut NoHost,
        meter: &meter,
    };
    let mut solver = AnySolver::default();
    let board = ruleset.parse(&text).expect("a board");
    let star = Position::value(store.nimber(1));
    let mut forms = vec![
        board.clone(),
        Position::negative_form(&board),
        Position::compound(Compound::Sum, &star, &board),
        Position::compound(Compound::ConjunctiveSum, &star, &board),
        Position::compound(Compound::SelectiveSum, &board, &star),
        Position::compound(Compound::OrdinalSum, &board, &star),
    ];
    for variant in [Variant::Dicotic, Variant::Impartial, Variant::Twisted] {
        forms.push(Position::variant(variant, &board));
        forms.push(ruleset.variant(variant).parse(&text).expect("a board"));
    }
    for form in forms {
        assert!(refused(solver.value(&form, &mut asking)), "{form:?}");
        let misere = solver.misere_outcome(&form, &mut asking);
        assert!(matches!(misere, Err(SolveError::NoValue(_))), "{form:?}");
    }
}
