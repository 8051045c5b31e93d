//! The comparisons of the vertex chosen last with all chosen ones, while others are still missing.
//!
//! Chosen are the vertices `k, k + 1, …, n` of the cycle, where `n` stands for vertex 0. Play in a
//! difference of two of them only goes forwards, and leaves the chosen part at vertex `n + 1`, about
//! which nothing is known. If everything that gets there counts as lost for Left, then what he still
//! survives he survives for certain: `v_a ≤ v_b` is known from one side. These bounds do not change
//! when vertex `k - 1` is added, and its own follow from those of vertex `k` in one sweep.

use sidle_core::Player;

use super::{Pattern, automaton::Automaton};

/// The bounds of the vertex chosen last, `k`. Bit `b - 1` of each row belongs to the pair with `b`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frontier {
    /// Certainly `v_k ≤ v_b`.
    le: u64,
    /// Left certainly survives `v_b - v_k` moving first.
    le_first: u64,
    /// Certainly `v_b ≤ v_k`.
    ge: u64,
    /// Left certainly survives `v_k - v_b` moving first.
    ge_first: u64,
}

/// How two chosen vertices compare with each other's exits.
struct Meeting {
    /// `v_a ≥ e_b`, `v_a ≤ e_b`.
    a_to_exit: (bool, bool),
    /// `v_b ≥ e_a`, `v_b ≤ e_a`.
    b_to_exit: (bool, bool),
}

impl Meeting {
    fn new(automaton: &Automaton, a: u32, b: u32) -> Meeting {
        let choice = |kind: u32| automaton.kinds[kind as usize].choice;
        Meeting {
            a_to_exit: automaton.against(a, choice(b)),
            b_to_exit: automaton.against(b, choice(a)),
        }
    }

    /// `(v_a ≤ v_b, Left moving first survives v_b - v_a)`, from the same answers about the pairs
    /// `(a + 1, b)` and `(a, b + 1)`.
    #[inline]
    fn bound(
        &self,
        a: Player,
        b: Player,
        after_a: (bool, bool),
        after_b: (bool, bool),
    ) -> (bool, bool) {
        let (le_in_b, first_in_b) = match b {
            Player::Left => (!self.a_to_exit.0, after_b.0),
            Player::Right => (after_b.1, self.a_to_exit.1),
        };
        let (le_in_a, first_in_a) = match a {
            Player::Right => (!self.b_to_exit.1, after_a.0),
            Player::Left => (after_a.1, self.b_to_exit.0),
        };
        (le_in_b && le_in_a, first_in_b || first_in_a)
    }

    /// The same meeting with the two vertices' parts exchanged.
    fn exchanged(&self) -> Meeting {
        Meeting {
            a_to_exit: self.b_to_exit,
            b_to_exit: self.a_to_exit,
        }
    }
}

impl Frontier {
    /// The bounds of vertex `k`, from those of vertex `k + 1` (anything for `k = n`). `path` holds
    /// the kinds of the chosen vertices by their position on the cycle.
    ///
    /// Cost: linear in the number of chosen vertices.
    pub(super) fn before(
        automaton: &Automaton,
        pattern: &Pattern,
        path: &[u32],
        k: usize,
        next: &Frontier,
    ) -> Frontier {
        let n = pattern.len();
        let place = |i: usize| if i == n { 0 } else { i };
        let kind = path[place(k)];
        let colour = pattern.colour(k);
        let mut new = Frontier::default();
        // (k, b + 1) and (b + 1, k): nothing is known behind vertex n.
        let mut after = ((false, false), (false, false));
        for b in (k + 1..=n).rev() {
            let bit = b - 1;
            let meeting = Meeting::new(automaton, kind, path[place(b)]);
            let their = pattern.colour(b);
            let at_next = (next.le >> bit & 1 != 0, next.le_first >> bit & 1 != 0);
            let low = meeting.bound(colour, their, at_next, after.0);
            let at_next = (next.ge >> bit & 1 != 0, next.ge_first >> bit & 1 != 0);
            let high = meeting.exchanged().bound(their, colour, after.1, at_next);
            new.le |= u64::from(low.0) << bit;
            new.le_first |= u64::from(low.1) << bit;
            new.ge |= u64::from(high.0) << bit;
            new.ge_first |= u64::from(high.1) << bit;
            after = (low, high);
        }
        // Against itself: the pairs (k + 1, k) and (k, k + 1) are those just found.
        let meeting = Meeting::new(automaton, kind, kind);
        let same = meeting.bound(colour, colour, after.1, after.0);
        let bit = k - 1;
        new.le |= u64::from(same.0) << bit;
        new.ge |= u64::from(same.0) << bit;
        new.le_first |= u64::from(same.1) << bit;
        new.ge_first |= u64::from(same.1) << bit;
        new
    }

    /// Whether vertex `k` certainly equals a chosen one or its edge certainly reverses through the
    /// next.
    pub(super) fn is_flawed(&self, pattern: &Pattern, k: usize) -> bool {
        let n = pattern.len();
        let itself = 1u64 << (k - 1);
        if self.le & self.ge & !itself != 0 {
            return true;
        }
        let row = match pattern.colour(k) {
            Player::Left => self.ge,
            Player::Right => self.le,
        };
        k + 2 <= n && pattern.colour(k) != pattern.colour(k + 1) && row >> (k + 1) & 1 != 0
    }
}
