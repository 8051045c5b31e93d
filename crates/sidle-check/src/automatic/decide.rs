//! All moves from all heaps, followed at once.

use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashMap, HashSet},
};

use sidle_core::{Meter, StopReason};

use super::machine::{Machine, Node};
use crate::Failure;

/// More states than this are not looked at.
const MOST_STATES: usize = 1 << 22;
/// Nor more ways to leave up to three heaps.
const MOST_WAYS: usize = 1 << 20;

/// A move as far as it has been read: the heaps of later rounds in order, what is still to be carried, and the nim sum of the values of the other heaps,
/// divided by the saltus, with its rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Move {
    heaps: [Node; 3],
    carry: u64,
    high: u32,
    low: u32,
}

/// Verifies that the machine accepts the least value that no move reaches, for all heaps. The values are those of the heaps below A.
pub(super) fn decide(
    digits: &[u8],
    values: &[u32],
    saltus: u32,
    machine: &Machine<'_>,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let mut moves = Moves {
        machine,
        names: HashMap::new(),
        moves: Vec::new(),
        next: Vec::new(),
        set_names: HashMap::new(),
        sets: Vec::new(),
        later: HashMap::new(),
        ends: HashMap::new(),
    };
    let mut seen = HashSet::new();
    let mut waiting = Vec::new();
    let firsts = first_moves(digits, values, saltus, machine, meter)?;
    for (residue, (starts, first)) in machine.starts.iter().zip(firsts).enumerate() {
        let first: BTreeSet<u32> = first.into_iter().map(|one| moves.name(one)).collect();
        let set = moves.set(first.into_iter().collect());
        for &start in starts {
            if seen.insert((start, set, Ordering::Equal)) {
                waiting.push((start, set, Ordering::Equal, residue));
            }
        }
    }
    while let Some((node, set, order, residue)) = waiting.pop() {
        ticker.node(64)?;
        if let Some(rest) = machine.rest(node) {
            let reached = moves.reached(set, meter)?;
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
                let set = moves.step(set, m, w, meter)?;
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

/// The moves that have been met, and sets of them.
struct Moves<'m> {
    machine: &'m Machine<'m>,
    names: HashMap<Move, u32>,
    moves: Vec<Move>,
    /// What follows a move with digits m and w, at 2m + w.
    next: Vec<Option<[Vec<u32>; 4]>>,
    set_names: HashMap<Vec<u32>, u32>,
    sets: Vec<Vec<u32>>,
    /// What follows a set.
    later: HashMap<(u32, u32), u32>,
    /// What it reaches in the end.
    ends: HashMap<u32, BTreeSet<u32>>,
}

impl Moves<'_> {
    fn name(&mut self, one: Move) -> u32 {
        let new = self.moves.len() as u32;
        let name = *self.names.entry(one).or_insert(new);
        if name == new {
            self.moves.push(one);
            self.next.push(None);
        }
        name
    }

    fn set(&mut self, set: Vec<u32>) -> u32 {
        let new = self.sets.len() as u32;
        let name = *self.set_names.entry(set.clone()).or_insert(new);
        if name == new {
            self.sets.push(set);
        }
        name
    }

    /// What follows a move, for each digit of m and of w.
    fn after(&mut self, name: u32) -> &[Vec<u32>; 4] {
        if self.next[name as usize].is_none() {
            let one = self.moves[name as usize];
            let ways = one.heaps.map(|heap| self.machine.ways(heap));
            let mut after: [Vec<u32>; 4] = Default::default();
            for &(x, h, a) in &ways[0] {
                for &(y, i, b) in &ways[1] {
                    for &(z, j, c) in &ways[2] {
                        let sum = u64::from(x + y + z) + one.carry;
                        let value = (h ^ i ^ j ^ one.high) & 1;
                        let next = self.name(Move {
                            heaps: in_order([a, b, c]),
                            carry: sum / 2,
                            high: one.high / 2,
                            low: one.low,
                        });
                        after[2 * (sum % 2) as usize + value as usize].push(next);
                    }
                }
            }
            self.next[name as usize] = Some(after);
        }
        self.next[name as usize].get_or_insert_default()
    }

    fn step(&mut self, set: u32, m: u32, w: u32, meter: &Meter) -> Result<u32, StopReason> {
        let letter = 2 * m + w;
        if let Some(&later) = self.later.get(&(set, letter)) {
            return Ok(later);
        }
        let own = self.sets[set as usize].clone();
        meter.room(8 * own.len() as u64)?;
        let mut next = BTreeSet::new();
        for one in own {
            next.extend(&self.after(one)[letter as usize]);
        }
        let later = self.set(next.into_iter().collect());
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
        let moves = moves.map(|&name| self.moves[name as usize]);
        let rest = |one: Move| {
            let done = one.carry == 0 && one.high == 0;
            let low = done.then_some(one.low)?;
            let mut heaps = one.heaps.iter();
            heaps.try_fold(low, |sum, &heap| Some(sum ^ self.machine.rest(heap)?))
        };
        let rests: BTreeSet<u32> = moves.filter_map(rest).collect();
        self.ends.insert(set, rests.clone());
        Ok(rests)
    }
}

fn in_order(mut heaps: [Node; 3]) -> [Node; 3] {
    heaps.sort_unstable();
    heaps
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
