//! Boards that are 0 because the second player can answer every move by its image.

use std::{collections::HashMap, ops::ControlFlow};

use sidle_core::{KnownValue, Player, Rules};
use sidle_rules::{Clobber, ClobberPosition};

type Known = HashMap<(ClobberPosition<1>, Player), bool>;

/// Does the player, to move, win? By looking at every line of play.
fn wins(at: &ClobberPosition<1>, player: Player, known: &mut Known) -> bool {
    if let Some(&answer) = known.get(&(*at, player)) {
        return answer;
    }
    let answer = Clobber::<1>
        .options(
            at,
            player,
            &mut |option| match wins(&option, -player, known) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            },
        )
        .is_break();
    known.insert((*at, player), answer);
    answer
}

/// All boards of some sizes: one whose value is known to be 0 is lost by whoever begins.
#[test]
fn boards_known_to_be_zero_are_lost_by_the_first_player() {
    let mut mirrored = 0;
    for (rows, columns) in [(1, 8), (2, 2), (2, 3), (2, 4), (3, 3), (3, 2)] {
        let mut known = Known::new();
        let cells = rows * columns;
        for number in 0..3usize.pow(cells as u32) {
            let letter = |i: usize| b".xo"[number / 3usize.pow(i as u32) % 3] as char;
            let line =
                |r: usize| -> String { (0..columns).map(|c| letter(r * columns + c)).collect() };
            let text = (0..rows).map(line).collect::<Vec<_>>().join("|");
            let board = Clobber::<1>::parse(&text).expect("a board");
            if Clobber::<1>.shortcuts().known_value(&board) != Some(KnownValue::ZERO) {
                continue;
            }
            mirrored += usize::from(text.contains('x') && text.contains('o'));
            for player in Player::BOTH {
                assert!(!wins(&board, player, &mut known), "{text}");
            }
        }
    }
    assert!(mirrored > 100, "{mirrored} boards");
}

/// Larger boards: those that half a turn takes to themselves with the colours exchanged, from their first half.
#[test]
fn larger_mirrored_boards_are_lost_by_the_first_player() {
    let mut found = 0;
    let mut known = Known::new();
    for number in (0..3usize.pow(8)).step_by(7) {
        let half: Vec<u8> = (0..8).map(|i| b".xo"[number / 3usize.pow(i) % 3]).collect();
        let image = |cell: &u8| match cell {
            b'x' => b'o',
            b'o' => b'x',
            _ => b'.',
        };
        let cells: Vec<u8> = half
            .iter()
            .copied()
            .chain(half.iter().rev().map(image))
            .collect();
        let rows: Vec<&str> = cells
            .chunks(4)
            .map(|row| std::str::from_utf8(row).expect("letters"))
            .collect();
        let text = rows.join("|");
        let board = Clobber::<1>::parse(&text).expect("a board");
        assert_eq!(
            Clobber::<1>.shortcuts().known_value(&board),
            Some(KnownValue::ZERO),
            "{text}"
        );
        found += 1;
        for player in Player::BOTH {
            assert!(!wins(&board, player, &mut known), "{text}");
        }
    }
    assert!(found > 900);
}
