//! All moves from all heaps, followed at once.

use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashMap, HashSet},
};

use sidle_core::{Meter, StopReason};

use super::{
    machine::{Machine, Node},
    moves::{Move, Moves, in_order},
};
use crate::Failure;

/// More states than this are not looked at.
const MOST_STATES: usize = 1 << 22;
/// Nor more ways to leave up to three heaps.
const MOST_WAYS: usize = 1 << 20;

/// Verifies that the machine accepts the least value that no move reaches, for all heaps. The values are those of the heaps below A.
pub(super) fn decide(
    digits: &[u8],
    values: &[u32],
    saltus: u32,
    machine: &Machine<'_>,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let firsts = first_moves(digits, values, saltus, machine, meter)?;
    let (moves, firsts) = Moves::from(&firsts, machine, meter)?;
    let mut sets = Sets {
        moves,
        names: HashMap::new(),
        sets: Vec::new(),
        later: HashMap::new(),
        ends: HashMap::new(),
    };
    let mut seen = HashSet::new();
    let mut waiting = Vec::new();
    for (residue, (starts, first)) in machine.starts.iter().zip(firsts).enumerate() {
        let set = sets.name(first);
        for &start in starts {
            if seen.insert((start, set, Ordering::Equal)) {
                waiting.push((start, set, Ordering::Equal, residue));
            }
        }
    }
    while let Some((node, set, order, residue)) = waiting.pop() {
        ticker.node(64)?;
        if let Some(rest) = machine.rest(node) {
            let reached = sets.reached(set, meter)?;
            let below = match order {
                Ordering::Less => saltus,
                Ordering::Equal => rest,
                Ordering::Greater => 0,
            };
            let fail = |claim: &str, reason: String| {
                let step = format!("heaps of residue {residue}");
                Err(Failure::new(step, claim, reason))
            };
            if let Some(missing) = (0..below).find(|value| !reached.contains(value)) {
                let reason = format!("one that is {missing} mod {saltus} is not");
                return fail("all smaller values are reached", reason);
            }
            if order == Ordering::Equal && reached.contains(&rest) {
                return fail("the value is not reached", "in some round it is".to_owned());
            }
        }
        for (m, h, next) in machine.ways(node) {
            for w in 0..2 {
                let order = w.cmp(&h).then(order);
                let set = sets.step(set, m, w, meter)?;
                if seen.insert((next, set, order)) {
                    waiting.push((next, set, order, residue));
                }
            }
        }
        if seen.len() > MOST_STATES {
            let reason = format!("more than {MOST_STATES} states would have to be looked at");
            return Err(Failure::new("states", "they can be counted", reason));
        }
    }
    Ok(seen.len())
}

/// Sets of moves. Moves that are followed by the same are one.
struct Sets {
    moves: Moves,
    names: HashMap<Vec<u32>, u32>,
    sets: Vec<Vec<u32>>,
    /// What follows a set.
    later: HashMap<(u32, u32), u32>,
    /// What it reaches in the end.
    ends: HashMap<u32, BTreeSet<u32>>,
}

impl Sets {
    fn name(&mut self, set: BTreeSet<u32>) -> u32 {
        let set: Vec<u32> = set.into_iter().collect();
        let new = self.sets.len() as u32;
        let name = *self.names.entry(set.clone()).or_insert(new);
        if name == new {
            self.sets.push(set);
        }
        name
    }

    fn step(&mut self, set: u32, m: u32, w: u32, meter: &Meter) -> Result<u32, StopReason> {
        let letter = 2 * m + w;
        if let Some(&later) = self.later.get(&(set, letter)) {
            return Ok(later);
        }
        let own = &self.sets[set as usize];
        meter.room(8 * own.len() as u64)?;
        let mut next = BTreeSet::new();
        for &one in own {
            next.extend(&self.moves.next[one as usize][letter as usize]);
        }
        let later = self.name(next);
        self.later.insert((set, letter), later);
        Ok(later)
    }

    /// The rests that are reached with nothing but zeros to follow. Rests stay, so that those at the end are all.
    fn reached(&mut self, set: u32, meter: &Meter) -> Result<BTreeSet<u32>, StopReason> {
        if let Some(known) = self.ends.get(&set) {
            return Ok(known.clone());
        }
        let mut passed = HashSet::new();
        let mut last = set;
        while passed.insert(last) {
            last = self.step(last, 0, 0, meter)?;
        }
        let moves = self.sets[last as usize].iter();
        let rests: BTreeSet<u32> = moves
            .filter_map(|&one| self.moves.rests[one as usize])
            .collect();
        self.ends.insert(set, rests.clone());
        Ok(rests)
    }
}

/// The moves from each residue, before anything is read.
fn first_moves(
    digits: &[u8],
    values: &[u32],
    saltus: u32,
    machine: &Machine<'_>,
    meter: &Meter,
) -> Result<Vec<BTreeSet<Move>>, Failure> {
    let mut ticker = meter.ticker();
    let (first, period) = (values.len(), machine.starts.len());
    let mut found: Vec<BTreeSet<Move>> = vec![BTreeSet::new(); period];
    // Heaps left so far: their tokens with all rounds made 0, those from A on, and the nim sum of the values of the others.
    let mut left: BTreeSet<(usize, [Node; 3], u32)> = BTreeSet::from([(0, [Node::Absent; 3], 0)]);
    for count in 0..4 {
        for (taken, digit) in digits.iter().enumerate() {
            if digit >> count & 1 == 0 || (taken == 0 && count < 2) {
                continue;
            }
            for &(tokens, heaps, sum) in &left {
                ticker.step()?;
                // From A + i, so many tokens are taken and left, and a whole number of rounds more.
                let Some(beyond) = (taken + tokens).checked_sub(first) else {
                    continue;
                };
                found[beyond % period].insert(Move {
                    heaps,
                    carry: (beyond / period) as u64,
                    high: sum / saltus,
                    low: sum % saltus,
                });
            }
        }
        if count == 3 {
            break;
        }
        let mut more = BTreeSet::new();
        for &(tokens, heaps, sum) in &left {
            ticker.steps(first + period)?;
            for (heap, &value) in values.iter().enumerate().skip(1) {
                more.insert((tokens + heap, heaps, sum ^ value));
            }
            for (i, starts) in machine.starts.iter().enumerate() {
                for &start in starts {
                    // Absent heaps come last.
                    let [a, b, _] = heaps;
                    more.insert((tokens + first + i, in_order([start, a, b]), sum));
                }
            }
            if more.len() > MOST_WAYS {
                let reason = format!("there are more than {MOST_WAYS} ways to leave heaps");
                return Err(Failure::new("moves", "they can be counted", reason));
            }
        }
        left = more;
    }
    Ok(found)
}
