//! What is claimed, as a machine that reads x and h.

use std::collections::BTreeSet;

use sidle_core::Meter;

use super::State;
use crate::Failure;

/// A machine: formulas and given states.
pub(super) struct Machine<'c> {
    pub(super) states: &'c [State],
    /// Where it may start for each residue.
    pub(super) starts: Vec<Vec<Node>>,
}

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    /// One of the states of the certificate.
    Given(u32),
    /// A case of a formula: y = x + `shift`, h is what the phase makes of y, plus `offset`, and the rest is `rest`.
    Formula {
        phase: Phase,
        shift: i64,
        offset: i64,
        rest: u32,
    },
    /// No heap: the digits are zeros, and so is the value.
    Absent,
}

/// Which digits y still may have, and what is made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Phase {
    /// Any; y itself.
    Any,
    /// y is a power of two whose 1 is still to come.
    Before,
    /// It has come.
    After,
    /// y is another positive number, of which y − 2r is made, where r is its lowest 1, which is still to come.
    Zeros,
    /// It has come, and a 1 is owed.
    Owing,
    /// It has been paid.
    Paid,
}

impl Node {
    /// A case that begins: a value v is taken apart into a multiple of the saltus and the rest.
    pub(super) fn formula(phase: Phase, shift: i64, value: i64, saltus: i64) -> Node {
        Node::Formula {
            phase,
            shift,
            offset: value.div_euclid(saltus),
            rest: value.rem_euclid(saltus) as u32,
        }
    }
}

impl Machine<'_> {
    /// Digits of x and h that may be read, and what follows.
    pub(super) fn ways(&self, node: Node) -> Vec<(u32, u32, Node)> {
        match node {
            Node::Absent => vec![(0, 0, Node::Absent)],
            Node::Given(state) => {
                let next = self.states.get(state as usize).map(|state| state.next);
                let rows = (0..).zip(next.into_iter().flatten());
                rows.flat_map(|(x, row)| {
                    let ways = (0..).zip(row);
                    ways.filter_map(move |(h, next)| Some((x, h, Node::Given(next?))))
                })
                .collect()
            }
            Node::Formula {
                phase,
                shift,
                offset,
                rest,
            } => {
                let way = |x: u32| {
                    let y = i64::from(x) + shift;
                    let one = y.rem_euclid(2) == 1;
                    let (phase, made) = match (phase, one) {
                        (Phase::Before, true) => (Phase::After, 1),
                        (Phase::After, true) => return None,
                        (Phase::Zeros, true) => (Phase::Owing, 1),
                        (Phase::Owing, false) => (Phase::Owing, 1),
                        (Phase::Owing, true) => (Phase::Paid, 0),
                        (phase, one) => (phase, i64::from(one)),
                    };
                    let high = made + offset;
                    let node = Node::Formula {
                        phase,
                        shift: y.div_euclid(2),
                        offset: high.div_euclid(2),
                        rest,
                    };
                    Some((x, high.rem_euclid(2) as u32, node))
                };
                (0..2).filter_map(way).collect()
            }
        }
    }

    /// The rest that is accepted if nothing but zeros follows.
    pub(super) fn rest(&self, node: Node) -> Option<u32> {
        match node {
            Node::Absent => Some(0),
            Node::Given(state) => self.states.get(state as usize)?.rest,
            Node::Formula {
                phase,
                shift,
                offset,
                rest,
            } => {
                let may_end = matches!(phase, Phase::Any | Phase::After | Phase::Paid);
                (may_end && shift == 0 && offset == 0).then_some(rest)
            }
        }
    }

    /// The given states are there, and what they accept they accept with more zeros, too. That is so for formulas.
    pub(super) fn is_stable(&self, saltus: u32) -> Result<(), Failure> {
        let exists = |state: u32| (state as usize) < self.states.len();
        for (place, state) in self.states.iter().enumerate() {
            let fail = |claim: &str, reason: String| {
                Err(Failure::new(format!("state {place}"), claim, reason))
            };
            let mut next = state.next.iter().flatten().flatten();
            if let Some(next) = next.find(|&&next| !exists(next)) {
                return fail("what follows is a state", format!("{next} is none"));
            }
            let Some(rest) = state.rest else { continue };
            let after = state.next[0][0].and_then(|next| self.states[next as usize].rest);
            if rest >= saltus || after != Some(rest) {
                let reason = format!("the rest is {rest}, and after a zero {after:?}");
                return fail("a rest is below the saltus, and stays", reason);
            }
        }
        for start in self.starts.iter().flatten() {
            if let Node::Given(state) = start
                && !exists(*state)
            {
                let reason = format!("{state} is none");
                return Err(Failure::new("residues", "they start in a state", reason));
            }
        }
        Ok(())
    }

    /// For each residue and each x something is accepted.
    pub(super) fn is_total(&self, meter: &Meter) -> Result<(), Failure> {
        let mut ticker = meter.ticker();
        let step = |set: &BTreeSet<Node>, digit: u32| -> BTreeSet<Node> {
            let ways = set.iter().flat_map(|&node| self.ways(node));
            let ways = ways.filter(|&(x, _, _)| x == digit);
            ways.map(|(_, _, next)| next).collect()
        };
        for (residue, start) in self.starts.iter().enumerate() {
            let first: BTreeSet<Node> = start.iter().copied().collect();
            let mut seen = BTreeSet::from([first.clone()]);
            let mut waiting = vec![first];
            while let Some(set) = waiting.pop() {
                ticker.steps(1 + set.len())?;
                // With nothing but zeros to follow.
                let mut passed = BTreeSet::new();
                let mut tail = set.clone();
                while !tail.iter().any(|&node| self.rest(node).is_some()) {
                    ticker.steps(1 + tail.len())?;
                    let next = step(&tail, 0);
                    if !passed.insert(tail) {
                        let claim = "each heap has a value";
                        let reason = "some round has none".to_owned();
                        return Err(Failure::new(format!("residue {residue}"), claim, reason));
                    }
                    tail = next;
                }
                for digit in 0..2 {
                    let next = step(&set, digit);
                    if seen.insert(next.clone()) {
                        waiting.push(next);
                    }
                }
            }
        }
        Ok(())
    }
}
