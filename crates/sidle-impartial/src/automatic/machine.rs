//! Machines that read two numbers bit by bit, lowest bits first.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A state of a [`Machine`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The state after a bit x and a bit h, which is `next[x][h]`; none if no such numbers are accepted.
    pub next: [[Option<u32>; 2]; 2],
    /// The rest ρ that is accepted if all further bits are 0; none if the numbers are not accepted.
    pub rest: Option<u32>,
}

/// A deterministic finite automaton that accepts the triples (x, h, ρ) with f(x) = sh + ρ, 0 ≤ ρ < s, for some functions f: one for
/// each of the states in which it may start. The bits of x and h are read together, lowest first; any number of zeros follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The states.
    pub states: Vec<State>,
    /// Where it starts for each function.
    pub starts: Vec<u32>,
}

impl Machine {
    /// Does the machine make sense: are all states there, do rests stay when a zero follows, and is something accepted with every x?
    /// (That it is one thing only is not asked here.)
    #[must_use]
    pub fn is_sound(&self, saltus: u32) -> bool {
        let exists = |&state: &u32| (state as usize) < self.states.len();
        let follow = self.states.iter().flat_map(|state| &state.next);
        if !self.starts.iter().all(exists) || !follow.flatten().flatten().all(exists) {
            return false;
        }
        let stable = |state: &State| {
            state.rest.is_none_or(|rest| {
                let next = state.next[0][0].map(|next| &self.states[next as usize]);
                rest < saltus && next.is_some_and(|next| next.rest == Some(rest))
            })
        };
        self.states.iter().all(stable) && self.starts.iter().all(|&start| self.is_total(start))
    }

    /// Is something accepted with every x?
    fn is_total(&self, start: u32) -> bool {
        let mut seen: BTreeSet<Vec<u32>> = BTreeSet::new();
        let mut waiting = vec![vec![start]];
        while let Some(reached) = waiting.pop() {
            if seen.contains(&reached) {
                continue;
            }
            // Zeros for ever: x is what has been read.
            let mut tails: BTreeSet<Vec<u32>> = BTreeSet::new();
            let mut tail = reached.clone();
            while !self.accepts(&tail) {
                if !tails.insert(tail.clone()) {
                    return false;
                }
                tail = self.step(&tail, 0);
            }
            waiting.extend([0, 1].map(|bit| self.step(&reached, bit)));
            seen.insert(reached);
        }
        true
    }

    fn accepts(&self, reached: &[u32]) -> bool {
        let mut states = reached.iter().map(|&state| &self.states[state as usize]);
        states.any(|state| state.rest.is_some())
    }

    fn step(&self, reached: &[u32], bit: usize) -> Vec<u32> {
        let next = reached
            .iter()
            .flat_map(|&state| self.states[state as usize].next[bit])
            .flatten();
        let set: BTreeSet<u32> = next.collect();
        set.into_iter().collect()
    }

    /// The number f(x) = sh + ρ of the function that starts there; none if it is not accepted, or too large.
    #[must_use]
    pub fn value(&self, start: u32, x: u64, saltus: u32) -> Option<u32> {
        let mut reached: Vec<(u32, u64)> = vec![(start, 0)];
        // Beyond 32 bits of h no value fits.
        for place in 0..64 {
            if x >> place == 0 {
                let accepted = |&(state, high): &(u32, u64)| {
                    let rest = self.states[state as usize].rest?;
                    let value = high.checked_mul(saltus.into())?.checked_add(rest.into())?;
                    u32::try_from(value).ok()
                };
                if let Some(value) = reached.iter().find_map(accepted) {
                    return Some(value);
                }
            }
            let bit = (x >> place & 1) as usize;
            let mut later = Vec::new();
            for (state, high) in reached {
                for (one, next) in (0_u64..).zip(self.states[state as usize].next[bit]) {
                    later.extend(next.map(|next| (next, high | one << place)));
                }
            }
            reached = later;
        }
        None
    }
}
