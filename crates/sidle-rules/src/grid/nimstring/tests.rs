//! Tests of Nimstring.

use super::*;
use std::collections::HashMap;

/// The rules as they are written: a cut that frees a coin is followed by another; a heap of Nim beside
/// the board ends a turn with each move.
fn wins(board: Strings, heap: u32, memo: &mut HashMap<(u128, u32), bool>) -> bool {
    if let Some(&known) = memo.get(&(board.set, heap)) {
        return known;
    }
    let lines = Strings::line_count(usize::from(board.rows), usize::from(board.cols));
    let mut answer = (0..heap).any(|smaller| !wins(board, smaller, memo));
    for line in (0..lines).filter(|&line| board.has(line)) {
        let next = board.without(line);
        let freed = board
            .coins()
            .any(|coin| board.degree(coin) > 0 && next.degree(coin) == 0);
        answer |= wins(next, heap, memo) == freed;
    }
    memo.insert((board.set, heap), answer);
    answer
}

/// The nim value by the rules of the engine.
fn nim_value(board: Strings, memo: &mut HashMap<Strings, u32>) -> u32 {
    if let Some(&known) = memo.get(&board) {
        return known;
    }
    let mut found = Vec::new();
    for option in Nimstring.collect_options(&board, Player::Left) {
        let mut parts = Vec::new();
        let value = match Nimstring
            .shortcuts()
            .decompose(&option, &mut |part| parts.push(part))
        {
            true => parts.into_iter().fold(0, |sum, part| {
                sum ^ nim_value(Nimstring.shortcuts().normalize(part).position, memo)
            }),
            false => nim_value(Nimstring.shortcuts().normalize(option).position, memo),
        };
        found.push(value);
    }
    let value = (0..).find(|value| !found.contains(value)).unwrap_or(0);
    memo.insert(board, value);
    value
}

/// Every board of one or two rows of boxes with some lines drawn: a position that is not loony has the
/// nim value that a heap beside it finds, and a loony one is won whatever the heap.
#[test]
fn nim_values_are_those_of_the_game_as_it_is_written() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
        let lines = Strings::line_count(rows, cols);
        let (mut naive, mut engine) = (HashMap::new(), HashMap::new());
        for set in 0..1u128 << lines {
            let board = Strings {
                rows: rows as u8,
                cols: cols as u8,
                set,
            };
            let value = nim_value(board, &mut engine);
            let refused = |misere| Nimstring.shortcuts().no_value(&board, misere).is_some();
            assert!(refused(true), "{board:?}");
            // A heap as large as all moves finds every nim value; no heap finds that of a loony position.
            let won = (0..=lines as u32).all(|heap| wins(board, heap, &mut naive));
            assert_eq!(refused(false), won, "{board:?}");
            if board.settled().is_none() {
                assert!(
                    (0..4).all(|heap| wins(board, heap, &mut naive)),
                    "{board:?}"
                );
                assert_ne!(value, 0, "{board:?}");
            } else {
                for heap in 0..4 {
                    let won = wins(board, heap, &mut naive);
                    assert_eq!(won, heap != value, "{board:?} and {heap}");
                }
            }
            let text = {
                let mut text = String::new();
                Nimstring.write(&board, &mut text).expect("a string");
                text
            };
            assert_eq!(Nimstring.parse(&text), Ok(board));
        }
    }
}

#[test]
fn chains_and_loops_are_counted() {
    let count = |text: &str| Nimstring.parse(text).expect("a board").chain_count();
    // Four boxes in a ring: all inner lines are open.
    let ring = count("xx|x.x|..|x.x|xx");
    assert_eq!((ring.loops, ring.chains, ring.joints), (vec![4], vec![], 0));
    assert_eq!(count("xxxx|.....|xxxx").chains, [4]);
    assert_eq!(count("..|xxx|..").chains, [1, 1]);
    assert_eq!(count("..|...|..").joints, 2);
}

#[test]
fn bad_boards_are_answered_at_the_line() {
    let error = |text: &str| Nimstring.parse(text).expect_err("not a board");
    assert_eq!(error(".|..").span, 0..4);
    assert_eq!(error(".|.|.").span, 2..3);
    assert_eq!(error(".|.y|.").span, 3..4);
    assert!(
        error(&format!("{0}|{0}.|{0}", ".".repeat(99)))
            .message
            .contains("128")
    );
}
