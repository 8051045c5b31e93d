//! Comparison of the vertices of one cycle with each other, all pairs at once.
//!
//! `v_a ≤ v_b` iff Left, playing second, survives `v_b - v_a`. In a cycle every vertex has one move
//! for each player, so a state `(a, b, mover)` has two moves; once a move leaves the cycle, the
//! profiles answer. The remaining `2 n²` states are a survival game, whose greatest fixpoint is
//! iterated on rows of bits.

use sidle_core::Player;

/// The longest cycle whose pairs fit a machine word.
pub(super) const LONGEST: usize = 64;

/// What the profiles say about each vertex and each exit, one bit a vertex.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    n: usize,
    /// The vertices with a Left edge.
    lefts: u64,
    /// Row `a`: the `b` with `v_a ≥ e_b`.
    ge_exit: [u64; LONGEST],
    /// Row `a`: the `b` with `v_a ≤ e_b`.
    le_exit: [u64; LONGEST],
    /// Row `a`: the `b` with `v_b ≥ e_a`.
    exit_le: [u64; LONGEST],
    /// Row `a`: the `b` with `v_b ≤ e_a`.
    exit_ge: [u64; LONGEST],
}

impl Pairs {
    /// Nothing related yet. The cycle has at most [`LONGEST`] edges.
    pub(super) fn new(colours: &[Player]) -> Pairs {
        debug_assert!(colours.len() <= LONGEST);
        let lefts = colours.iter().enumerate();
        Pairs {
            n: colours.len(),
            lefts: lefts
                .filter(|(_, c)| **c == Player::Left)
                .fold(0, |mask, (i, _)| mask | 1 << i),
            ge_exit: [0; LONGEST],
            le_exit: [0; LONGEST],
            exit_le: [0; LONGEST],
            exit_ge: [0; LONGEST],
        }
    }

    /// Says how vertex `a` compares with the exit of vertex `b`.
    #[inline]
    pub(super) fn relate(&mut self, a: usize, b: usize, ge: bool, le: bool) {
        self.ge_exit[a] |= u64::from(ge) << b;
        self.le_exit[a] |= u64::from(le) << b;
        self.exit_le[b] |= u64::from(ge) << a;
        self.exit_ge[b] |= u64::from(le) << a;
    }

    /// Bit `b` of the result is bit `b + 1` (around the cycle) of `row`.
    #[inline]
    fn next(&self, row: u64) -> u64 {
        row >> 1 | (row & 1) << (self.n - 1)
    }

    /// Row `a`: the `b` with `v_a ≤ v_b`, once all vertices and exits have been related.
    ///
    /// Cost: a few passes of about ten word operations a vertex.
    pub(super) fn le(&self) -> [u64; LONGEST] {
        let n = self.n;
        // Left survives with Right (`le`) or Left (`first`) to move on v_b - v_a.
        let all = u64::MAX >> (LONGEST - n);
        let mut le = [all; LONGEST];
        let mut first = [all; LONGEST];
        let mut changed = true;
        while changed {
            changed = false;
            // Downwards, since row a asks for row a + 1.
            for a in (0..n).rev() {
                let right_edge = self.lefts >> a & 1 == 0;
                let after = if a + 1 == n { 0 } else { a + 1 };
                // Left to move: along b's Left edge or to b's exit; along a's Right edge or to a's exit.
                let in_b = self.lefts & self.next(le[a]) | !self.lefts & self.le_exit[a];
                let in_a = if right_edge {
                    le[after]
                } else {
                    self.exit_le[a]
                };
                let row = (in_b | in_a) & first[a];
                changed |= row != first[a];
                first[a] = row;
                // Right to move: everything Right can do must leave Left a survivor.
                let in_b = self.lefts & !self.ge_exit[a] | !self.lefts & self.next(first[a]);
                let in_a = if right_edge {
                    !self.exit_ge[a]
                } else {
                    first[after]
                };
                let row = in_b & in_a & le[a];
                changed |= row != le[a];
                le[a] = row;
            }
        }
        le
    }

    /// The first vertex whose cycle edge is reversible through the edge after it, which then has
    /// the other colour.
    pub(super) fn reversible_edge(&self, le: &[u64; LONGEST]) -> Option<usize> {
        (0..self.n).find(|&i| {
            let j = (i + 1) % self.n;
            let k = (i + 2) % self.n;
            let left = self.lefts >> i & 1 != 0;
            if left == (self.lefts >> j & 1 != 0) {
                return false;
            }
            // A Left edge reverses if v_{i+2} <= v_i, a Right edge if v_{i+2} >= v_i.
            let (low, high) = if left { (k, i) } else { (i, k) };
            le[low] >> high & 1 != 0
        })
    }

    /// The first pair of different vertices that are equal.
    pub(super) fn equal_pair(&self, le: &[u64; LONGEST]) -> Option<(usize, usize)> {
        (0..self.n).find_map(|a| {
            let later = le[a] & !((1u64 << a) | ((1u64 << a) - 1));
            (0..self.n)
                .filter(|&b| later >> b & 1 != 0)
                .find(|&b| le[b] >> a & 1 != 0)
                .map(|b| (a, b))
        })
    }
}

/// The order of the vertices of a cycle of any length: entry `a * n + b` says whether `v_a ≤ v_b`.
/// `against(a, b)` tells whether vertex `a` is at least, and at most, the exit of vertex `b`.
///
/// The states that Left loses spread backwards from the moves off the cycle; a state of Left's is
/// lost when both of its moves are.
///
/// Cost: `2 n²` states with two moves each, every one visited once.
pub(super) fn le_of_long_cycle(
    colours: &[Player],
    against: impl Fn(usize, usize) -> (bool, bool),
) -> Vec<bool> {
    let n = colours.len();
    let left = |i: usize| colours[i] == Player::Left;
    let before = |i: usize| if i == 0 { n - 1 } else { i - 1 };
    // Per state with Left to move: how many of his two moves are not yet lost.
    let mut open = vec![2u8; n * n];
    let mut le = vec![true; n * n];
    let mut first = vec![true; n * n];
    let mut lost: Vec<(usize, usize, Player)> = Vec::new();
    for a in 0..n {
        for b in 0..n {
            let at = a * n + b;
            let (a_ge, a_le) = against(a, b);
            let (b_ge, b_le) = against(b, a);
            open[at] -= u8::from(!left(b) && !a_le) + u8::from(left(a) && !b_ge);
            if open[at] == 0 {
                first[at] = false;
                lost.push((a, b, Player::Left));
            }
            if (left(b) && a_ge) || (!left(a) && b_le) {
                le[at] = false;
                lost.push((a, b, Player::Right));
            }
        }
    }
    while let Some((a, b, mover)) = lost.pop() {
        for (x, y, along_b) in [(a, before(b), true), (before(a), b, false)] {
            let at = x * n + y;
            // Left moves along Left edges of b and Right edges of a; Right the other way.
            let lefts_move = if along_b { left(y) } else { !left(x) };
            match mover {
                Player::Right if lefts_move => {
                    open[at] -= 1;
                    if open[at] == 0 && std::mem::take(&mut first[at]) {
                        lost.push((x, y, Player::Left));
                    }
                }
                Player::Left if !lefts_move && std::mem::take(&mut le[at]) => {
                    lost.push((x, y, Player::Right));
                }
                _ => {}
            }
        }
    }
    le
}
