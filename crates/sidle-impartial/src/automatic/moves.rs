//! What the moves from a heap reach, as a machine.

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, StopReason};

use super::{Claim, machine::Machine};
use crate::code::Code;

/// The rules of a code to which the theorem applies: some move leaves three heaps, and none more.
pub(super) fn rules(code: &Code) -> Option<Vec<Rule>> {
    if !code.is_plain() || !code.repeated().is_empty() || !code.added().is_empty() {
        return None;
    }
    code.most_heaps().filter(|&most| most == 3)?;
    let rule = |taken: usize| {
        let digit = code.digit(taken as i64);
        let leaves = |count| digit.is_some_and(|digit| digit.leaves(count).is_some());
        // Leaving the heap as it was is not a move.
        let few = [0, 1].map(|count| taken > 0 && leaves(count));
        (taken, [few[0], few[1], leaves(2), leaves(3)])
    };
    Some((0..=code.length()).map(rule).collect())
}

/// A machine with more states than this is not built.
const MOST_PARTS: usize = 1 << 18;

/// A nondeterministic machine that reads a round m and a number w, lowest bits first, and says which rests ρ there are such that a move
/// from the heap of round m reaches the value sw + ρ.
pub(super) struct Moves {
    /// For each residue, where it starts.
    pub(super) starts: Vec<Vec<u32>>,
    /// The states after a bit of m and a bit of w, which are `next[2m + w]`.
    pub(super) next: Vec<[Vec<u32>; 4]>,
    /// The rest that is reached if all further bits are 0.
    pub(super) rests: Vec<Option<u32>>,
}

/// Heaps that a move leaves, as far as their rounds have been read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    /// The states of the heaps of later rounds, in order. One that is not there is in the state after all others, which reads only zeros.
    heaps: [u32; 3],
    /// What their rounds fall short of m by.
    carry: u32,
    /// The nim sum of the values of the heaps below A, less its rest.
    high: u32,
    /// Its rest.
    low: u32,
}

/// How many tokens a move takes, and how many heaps (0 to 3) it may leave.
pub(super) type Rule = (usize, [bool; 4]);

impl Moves {
    /// The machine of a claim; none if it is too large.
    pub(super) fn of(
        claim: &Claim<'_>,
        rules: &[Rule],
        meter: &Meter,
    ) -> Result<Option<Moves>, StopReason> {
        let mut ticker = meter.ticker();
        let mut places: FxHashMap<Part, u32> = FxHashMap::default();
        let mut parts: Vec<Part> = Vec::new();
        let mut place = |part: Part, parts: &mut Vec<Part>| {
            *places.entry(part).or_insert_with(|| {
                parts.push(part);
                parts.len() as u32 - 1
            })
        };
        let Some(begins) = first_parts(claim, rules, meter)? else {
            return Ok(None);
        };
        let mut starts: Vec<Vec<u32>> = Vec::new();
        for begin in begins {
            starts.push(begin.map(|part| place(part, &mut parts)).collect());
        }
        let mut next: Vec<[Vec<u32>; 4]> = Vec::new();
        while let Some(&part) = parts.get(next.len()) {
            ticker.steps(64)?;
            if parts.len() > MOST_PARTS {
                return Ok(None);
            }
            let mut after: [Vec<u32>; 4] = Default::default();
            part.followers(claim.machine, |letter, follower| {
                after[letter].push(place(follower, &mut parts));
            });
            next.push(after);
        }
        let rests = parts.iter().map(|part| part.rest(claim.machine)).collect();
        let whole = Moves {
            starts,
            next,
            rests,
        };
        let alive = whole.without_dead();
        Ok(Some(alive.reduced(meter)?))
    }

    /// Only states from which something is accepted.
    fn without_dead(self) -> Moves {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.next.len()];
        for (from, letters) in self.next.iter().enumerate() {
            for &to in letters.iter().flatten() {
                before[to as usize].push(from as u32);
            }
        }
        let mut alive: Vec<bool> = self.rests.iter().map(Option::is_some).collect();
        let mut waiting: Vec<u32> = (0..alive.len() as u32)
            .filter(|&state| alive[state as usize])
            .collect();
        while let Some(state) = waiting.pop() {
            for &from in &before[state as usize] {
                if !std::mem::replace(&mut alive[from as usize], true) {
                    waiting.push(from);
                }
            }
        }
        let names = alive
            .iter()
            .scan(0, |count, &lives| {
                let name = *count;
                *count += u32::from(lives);
                Some(lives.then_some(name))
            })
            .collect::<Vec<_>>();
        self.renamed(&names)
    }

    /// States from which the same is accepted in the same way (bisimilar ones) become one.
    fn reduced(self, meter: &Meter) -> Result<Moves, StopReason> {
        let mut names: Vec<u32> = self
            .rests
            .iter()
            .map(|rest| rest.map_or(0, |r| r + 1))
            .collect();
        let mut count = 0;
        loop {
            meter.check()?;
            let mut found: FxHashMap<(u32, [Vec<u32>; 4]), u32> = FxHashMap::default();
            let refined: Vec<u32> = self
                .next
                .iter()
                .zip(&names)
                .map(|(letters, &name)| {
                    let after = letters
                        .each_ref()
                        .map(|letter| renamed(letter, |to| Some(names[to as usize])));
                    let new = found.len() as u32;
                    *found.entry((name, after)).or_insert(new)
                })
                .collect();
            names = refined;
            if found.len() == count {
                break;
            }
            count = found.len();
        }
        let names: Vec<Option<u32>> = names.into_iter().map(Some).collect();
        Ok(self.renamed(&names))
    }

    /// States with new names; those without a name are left out. States of the same name become one.
    fn renamed(self, names: &[Option<u32>]) -> Moves {
        let count = names
            .iter()
            .flatten()
            .max()
            .map_or(0, |&name| name as usize + 1);
        let name = |state: u32| names[state as usize];
        let mut next: Vec<[Vec<u32>; 4]> = vec![Default::default(); count];
        let mut rests = vec![None; count];
        for (state, letters) in self.next.into_iter().enumerate() {
            if let Some(new) = names[state] {
                next[new as usize] = letters.map(|letter| renamed(&letter, name));
                rests[new as usize] = self.rests[state];
            }
        }
        let starts = self
            .starts
            .iter()
            .map(|start| renamed(start, name))
            .collect();
        Moves {
            starts,
            next,
            rests,
        }
    }
}

/// A set of states with new names.
fn renamed(set: &[u32], name: impl Fn(u32) -> Option<u32>) -> Vec<u32> {
    let mut new: Vec<u32> = set.iter().filter_map(|&state| name(state)).collect();
    new.sort_unstable();
    new.dedup();
    new
}

impl Part {
    /// What follows, with the bits of m and w that belong to it.
    fn followers(&self, machine: &Machine, mut found: impl FnMut(usize, Part)) {
        let none = machine.states.len() as u32;
        let ways = self.heaps.map(|heap| {
            let mut ways: Vec<(u32, u32, u32)> = Vec::new();
            if heap == none {
                ways.push((0, 0, none));
            } else {
                for (x, row) in (0..).zip(machine.states[heap as usize].next) {
                    for (h, next) in (0..).zip(row) {
                        ways.extend(next.map(|next| (x, h, next)));
                    }
                }
            }
            ways
        });
        for &(x, h, a) in &ways[0] {
            for &(y, i, b) in &ways[1] {
                for &(z, j, c) in &ways[2] {
                    let sum = x + y + z + self.carry;
                    let bit = (h ^ i ^ j ^ self.high) & 1;
                    let follower = Part {
                        heaps: sorted([a, b, c]),
                        carry: sum >> 1,
                        high: self.high >> 1,
                        low: self.low,
                    };
                    found((2 * (sum & 1) + bit) as usize, follower);
                }
            }
        }
    }

    /// The rest, if all further bits are 0.
    fn rest(&self, machine: &Machine) -> Option<u32> {
        if self.carry > 0 || self.high > 0 {
            return None;
        }
        self.heaps.iter().try_fold(self.low, |sum, &heap| {
            // A heap that is not there has the value 0.
            let state = machine.states.get(heap as usize);
            Some(sum ^ state.map_or(Some(0), |state| state.rest)?)
        })
    }
}

fn sorted(mut heaps: [u32; 3]) -> [u32; 3] {
    heaps.sort_unstable();
    heaps
}

/// For each residue, how the moves from its heaps begin; none if there are too many ways.
fn first_parts(
    claim: &Claim<'_>,
    rules: &[Rule],
    meter: &Meter,
) -> Result<Option<Vec<impl Iterator<Item = Part>>>, StopReason> {
    let mut ticker = meter.ticker();
    let round = claim.machine.starts.len();
    let none = claim.machine.states.len() as u32;
    // So many heaps below A: their tokens and the nim sum of their values.
    let mut small: Vec<Vec<(usize, u32)>> = vec![vec![(0, 0)]];
    // So many heaps from A on: their tokens, had they all been heaps of round 0 with A = 0, and their states.
    let mut large: Vec<Vec<(usize, [u32; 3])>> = vec![vec![(0, [none; 3])]];
    for count in 0..3 {
        let mut more: FxHashSet<(usize, u32)> = FxHashSet::default();
        for &(tokens, sum) in &small[count] {
            for (heap, &value) in claim.small.iter().enumerate().skip(1) {
                ticker.step()?;
                more.insert((tokens + heap, sum ^ value));
            }
            if more.len() > MOST_PARTS {
                return Ok(None);
            }
        }
        small.push(in_order(more));
        let mut more: FxHashSet<(usize, [u32; 3])> = FxHashSet::default();
        for &(tokens, states) in &large[count] {
            for (residue, &start) in claim.machine.starts.iter().enumerate() {
                ticker.step()?;
                let [a, b, _] = states;
                more.insert((tokens + residue, sorted([start, a, b])));
            }
        }
        large.push(in_order(more));
        if large[count + 1].len() > MOST_PARTS {
            return Ok(None);
        }
    }
    let mut parts: Vec<FxHashSet<Part>> = vec![FxHashSet::default(); round];
    for (taken, leaves) in rules {
        for heaps in (0..4).filter(|&heaps| leaves[heaps]) {
            for later in 0..=heaps {
                for &(own, sum) in &small[heaps - later] {
                    ticker.steps(large[later].len())?;
                    for &(tokens, states) in &large[later] {
                        // A move from A + i takes and leaves A + i + carry · p tokens with all rounds made 0.
                        let all = taken + own + tokens + later * claim.first;
                        let Some(beyond) = all.checked_sub(claim.first) else {
                            continue;
                        };
                        parts[beyond % round].insert(Part {
                            heaps: states,
                            carry: (beyond / round) as u32,
                            high: sum / claim.saltus,
                            low: sum % claim.saltus,
                        });
                    }
                }
            }
        }
    }
    if parts.iter().map(FxHashSet::len).sum::<usize>() > MOST_PARTS {
        return Ok(None);
    }
    let parts = parts.into_iter().map(|set| {
        let mut list: Vec<Part> = set.into_iter().collect();
        list.sort_unstable_by_key(|part| (part.heaps, part.carry, part.high, part.low));
        list.into_iter()
    });
    Ok(Some(parts.collect()))
}

fn in_order<T: Ord>(set: FxHashSet<T>) -> Vec<T> {
    let mut list: Vec<T> = set.into_iter().collect();
    list.sort_unstable();
    list
}
