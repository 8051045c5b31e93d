//! The decision: does a claim hold for all heaps?

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, StopReason};

use super::{
    Claim,
    moves::{Moves, Rule},
};

/// How w compares with h, by the bits read so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Order {
    Less,
    Equal,
    Greater,
}

/// Is it decided that the claim holds for all heaps? It is not if more than `most_states` states would have to be looked at.
pub(super) fn holds(
    claim: &Claim<'_>,
    rules: &[Rule],
    most_states: usize,
    meter: &Meter,
) -> Result<bool, StopReason> {
    let machine = claim.machine;
    if !machine.is_sound(claim.saltus) {
        return Ok(false);
    }
    let Some(moves) = Moves::of(claim, rules, meter)? else {
        return Ok(false);
    };
    let mut sets = Sets::new(&moves);
    let mut seen: FxHashSet<(u32, u32, Order)> = FxHashSet::default();
    let mut waiting = Vec::new();
    for (&start, begin) in machine.starts.iter().zip(&moves.starts) {
        let first = (start, sets.place(begin.clone()), Order::Equal);
        if seen.insert(first) {
            waiting.push(first);
        }
    }
    let mut ticker = meter.ticker();
    while let Some((state, set, order)) = waiting.pop() {
        ticker.step()?;
        let state = &machine.states[state as usize];
        if let Some(rest) = state.rest {
            // The heap has the value sh + ρ. Is sw + ρ′ reached wherever that is less, and nowhere else?
            let reached = sets.in_the_end(set, meter)?;
            let below = match order {
                Order::Less => claim.saltus,
                Order::Equal => rest,
                Order::Greater => 0,
            };
            let all = (0..below).all(|rest| reached.contains(&rest));
            if !all || (order == Order::Equal && reached.contains(&rest)) {
                return Ok(false);
            }
        }
        for (round, row) in state.next.iter().enumerate() {
            for (high, next) in row.iter().enumerate() {
                let Some(next) = *next else { continue };
                for bit in 0..2 {
                    let order = match bit.cmp(&high) {
                        std::cmp::Ordering::Less => Order::Less,
                        std::cmp::Ordering::Equal => order,
                        std::cmp::Ordering::Greater => Order::Greater,
                    };
                    let later = (next, sets.step(set, 2 * round + bit, meter)?, order);
                    if seen.insert(later) {
                        waiting.push(later);
                    }
                }
            }
        }
        if seen.len() > most_states {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Sets of states of the moves, each with a number (the subset construction of Rabin and Scott).
struct Sets<'m> {
    moves: &'m Moves,
    places: FxHashMap<Vec<u32>, u32>,
    sets: Vec<Vec<u32>>,
    next: Vec<[Option<u32>; 4]>,
    ends: Vec<Option<Vec<u32>>>,
}

impl Sets<'_> {
    fn new(moves: &Moves) -> Sets<'_> {
        Sets {
            moves,
            places: FxHashMap::default(),
            sets: Vec::new(),
            next: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn place(&mut self, set: Vec<u32>) -> u32 {
        if let Some(&place) = self.places.get(&set) {
            return place;
        }
        let place = self.sets.len() as u32;
        self.places.insert(set.clone(), place);
        self.sets.push(set);
        self.next.push([None; 4]);
        self.ends.push(None);
        place
    }

    fn step(&mut self, set: u32, letter: usize, meter: &Meter) -> Result<u32, StopReason> {
        if let Some(next) = self.next[set as usize][letter] {
            return Ok(next);
        }
        let own = &self.sets[set as usize];
        meter.room(4 * own.len() as u64)?;
        let mut later: Vec<u32> = own
            .iter()
            .flat_map(|&state| &self.moves.next[state as usize][letter])
            .copied()
            .collect();
        later.sort_unstable();
        later.dedup();
        let next = self.place(later);
        self.next[set as usize][letter] = Some(next);
        Ok(next)
    }

    /// The rests that are reached if all further bits are 0, in order. What is reached after some zeros is reached after more.
    fn in_the_end(&mut self, set: u32, meter: &Meter) -> Result<Vec<u32>, StopReason> {
        if let Some(known) = &self.ends[set as usize] {
            return Ok(known.clone());
        }
        let mut passed: FxHashSet<u32> = FxHashSet::default();
        let mut last = set;
        while passed.insert(last) {
            last = self.step(last, 0, meter)?;
        }
        let states = &self.sets[last as usize];
        let mut rests: Vec<u32> = states
            .iter()
            .filter_map(|&state| self.moves.rests[state as usize])
            .collect();
        rests.sort_unstable();
        rests.dedup();
        self.ends[set as usize] = Some(rests.clone());
        Ok(rests)
    }
}
