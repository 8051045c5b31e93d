//! How a cycle vertex compares with the loop-free games of a table.
//!
//! The *profile* of a cycle vertex `v` is the set of table games that are at most `v` and the set
//! of those that are at least `v`. It is determined by the colour of the vertex, its exit and the
//! profile of the next vertex, so the profiles around a cycle are the states of a finite automaton
//! that is read backwards.

use sidle_core::Player;

use super::table::{ExitTable, bit, set};

/// The two rows of a profile, one after the other: games at most the vertex, games at least it.
pub(super) type Rows = Box<[u64]>;

/// The profile nobody has: no comparison holds. Any start does for the iteration, see [`settle`].
pub(super) fn blank(table: &ExitTable) -> Rows {
    vec![0; 2 * table.words()].into()
}

/// The row of games that the vertex is at least (`>= g`).
#[inline]
pub(super) fn at_most_it(rows: &[u64]) -> &[u64] {
    &rows[..rows.len() / 2]
}

/// The row of games that the vertex is at most (`<= g`).
#[inline]
pub(super) fn at_least_it(rows: &[u64]) -> &[u64] {
    &rows[rows.len() / 2..]
}

/// The profile of a vertex with the given colour and exit before a vertex with profile `next`.
///
/// With `v = {w | e}` (a Left edge to `w`): `v ≥ g` iff not `e ≤ g` and no Left option of `g` is at
/// least `v`; `v ≤ g` iff not `w ≥ g` and no Right option of `g` is at most `v`. A Right edge is
/// the mirror image.
///
/// Cost: the number of options in the table.
pub(super) fn before(table: &ExitTable, colour: Player, exit: u32, next: &[u64]) -> Rows {
    let words = table.words();
    let mut rows = blank(table);
    for g in 0..table.len() as u32 {
        let (ge, le) = {
            let (ge_row, le_row) = rows.split_at(words);
            let blocked_ge = match colour {
                Player::Left => table.le(exit, g),
                Player::Right => bit(at_least_it(next), g),
            };
            let blocked_le = match colour {
                Player::Left => bit(at_most_it(next), g),
                Player::Right => table.le(g, exit),
            };
            let lefts = table.options(g, Player::Left);
            let rights = table.options(g, Player::Right);
            (
                !blocked_ge && !lefts.iter().any(|&x| bit(le_row, x)),
                !blocked_le && !rights.iter().any(|&y| bit(ge_row, y)),
            )
        };
        if ge {
            set(&mut rows[..words], g);
        }
        if le {
            set(&mut rows[words..], g);
        }
    }
    rows
}

/// The profiles of all vertices of a cycle that is not strictly alternating.
///
/// Going once round the cycle, an answer about `g` is carried unchanged along alternating edges
/// and is settled, up to answers about simpler games, by the first repeated colour. So each round
/// settles at least one more birthday, and the iteration from any start ends in the only profiles
/// there are.
pub(super) fn settle(table: &ExitTable, colours: &[Player], exits: &[u32]) -> Vec<Rows> {
    let n = colours.len();
    let mut profiles = vec![blank(table); n];
    loop {
        let mut changed = false;
        for i in (0..n).rev() {
            let rows = before(table, colours[i], exits[i], &profiles[(i + 1) % n]);
            changed |= rows != profiles[i];
            profiles[i] = rows;
        }
        if !changed {
            return profiles;
        }
    }
}

/// Whether a vertex with these rows is equal to a game of the table.
pub(super) fn equals_a_game(rows: &[u64]) -> bool {
    let (ge, le) = (at_most_it(rows), at_least_it(rows));
    ge.iter().zip(le).any(|(a, b)| a & b != 0)
}

/// Whether the exit of a vertex of this colour is reversible: for a Left edge the exit is a Right
/// option `e`, reversible through a Left option of `e` that is at least the vertex.
pub(super) fn exit_is_reversible(
    table: &ExitTable,
    colour: Player,
    exit: u32,
    rows: &[u64],
) -> bool {
    let row = match colour {
        Player::Left => at_least_it(rows),
        Player::Right => at_most_it(rows),
    };
    table.options(exit, colour).iter().any(|&x| bit(row, x))
}

/// Whether the cycle edge of a vertex `v` is reversible through the exit `exit` of the next vertex,
/// which has the same colour: for Left edges the exit is a Right option of a Left option, and it
/// reverses iff it is at most `v`.
pub(super) fn edge_reverses_through_exit(colour: Player, rows: &[u64], exit: u32) -> bool {
    match colour {
        Player::Left => bit(at_most_it(rows), exit),
        Player::Right => bit(at_least_it(rows), exit),
    }
}
