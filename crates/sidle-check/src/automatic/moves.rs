//! The moves as a machine that guesses, and its states made few.

use std::collections::{BTreeSet, HashMap};

use sidle_core::{Meter, StopReason};

use super::machine::{Machine, Node};

/// A move as far as it has been read: the heaps of later rounds in order, what is still to be carried, and the nim sum of the values of the other heaps,
/// divided by the saltus, with its rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Move {
    pub(super) heaps: [Node; 3],
    pub(super) carry: u64,
    pub(super) high: u32,
    pub(super) low: u32,
}

pub(super) fn in_order(mut heaps: [Node; 3]) -> [Node; 3] {
    heaps.sort_unstable();
    heaps
}

/// Classes of moves: two are in one class if they end alike and each is followed by the same classes whatever is read. So they reach the same
/// values of the same rounds. Moves that reach nothing are left out.
pub(super) struct Moves {
    /// What follows after digits m and w, at 2m + w.
    pub(super) next: Vec<[Vec<u32>; 4]>,
    /// The rest that is reached if nothing is left to read.
    pub(super) rests: Vec<Option<u32>>,
}

impl Moves {
    /// The classes of all moves that follow the given ones, and those of the given ones.
    pub(super) fn from(
        firsts: &[BTreeSet<Move>],
        machine: &Machine<'_>,
        meter: &Meter,
    ) -> Result<(Moves, Vec<BTreeSet<u32>>), StopReason> {
        let mut all = All::default();
        let firsts: Vec<Vec<u32>> = firsts
            .iter()
            .map(|first| first.iter().map(|&one| all.name(one)).collect())
            .collect();
        all.follow(machine, meter)?;
        let rests: Vec<Option<u32>> = all.moves.iter().map(|one| one.rest(machine)).collect();
        let classes = classes(&all.next, &rests, meter)?;
        let class = |&one: &u32| classes[one as usize];
        let count = classes
            .iter()
            .flatten()
            .max()
            .map_or(0, |&last| last as usize + 1);
        let mut moves = Moves {
            next: vec![Default::default(); count],
            rests: vec![None; count],
        };
        let members = classes.iter().zip(&all.next).zip(rests);
        for ((&name, next), rest) in members {
            let Some(name) = name else { continue };
            moves.rests[name as usize] = rest;
            moves.next[name as usize] = next.each_ref().map(|next| {
                let next: BTreeSet<u32> = next.iter().filter_map(class).collect();
                next.into_iter().collect()
            });
        }
        let firsts = firsts
            .iter()
            .map(|first| first.iter().filter_map(class).collect());
        Ok((moves, firsts.collect()))
    }
}

impl Move {
    fn rest(&self, machine: &Machine<'_>) -> Option<u32> {
        let low = (self.carry == 0 && self.high == 0).then_some(self.low)?;
        let mut heaps = self.heaps.iter();
        heaps.try_fold(low, |sum, &heap| Some(sum ^ machine.rest(heap)?))
    }
}

/// All moves, one by one.
#[derive(Default)]
struct All {
    names: HashMap<Move, u32>,
    moves: Vec<Move>,
    next: Vec<[Vec<u32>; 4]>,
}

impl All {
    fn name(&mut self, one: Move) -> u32 {
        let new = self.moves.len() as u32;
        let name = *self.names.entry(one).or_insert(new);
        if name == new {
            self.moves.push(one);
        }
        name
    }

    fn follow(&mut self, machine: &Machine<'_>, meter: &Meter) -> Result<(), StopReason> {
        let mut ticker = meter.ticker();
        while let Some(&one) = self.moves.get(self.next.len()) {
            let ways = one.heaps.map(|heap| machine.ways(heap));
            let mut after: [BTreeSet<u32>; 4] = Default::default();
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
                        after[2 * (sum % 2) as usize + value as usize].insert(next);
                    }
                }
            }
            let after = after.map(|after| after.into_iter().collect::<Vec<u32>>());
            ticker.node(256 + 4 * after.iter().map(Vec::len).sum::<usize>())?;
            self.next.push(after);
        }
        Ok(())
    }
}

/// The class of each move; none if it reaches nothing. Cost: that of one look at all moves for each round of splitting.
fn classes(
    next: &[[Vec<u32>; 4]],
    rests: &[Option<u32>],
    meter: &Meter,
) -> Result<Vec<Option<u32>>, StopReason> {
    let mut ticker = meter.ticker();
    let alive = alive(next, rests, meter)?;
    let mut count = 0;
    let mut class: Vec<u32> = vec![0; next.len()];
    loop {
        let mut names = HashMap::new();
        let mut finer = Vec::with_capacity(next.len());
        for (one, next) in next.iter().enumerate() {
            ticker.steps(1 + next.iter().map(Vec::len).sum::<usize>())?;
            let later = next.each_ref().map(|next| {
                let next = next.iter().filter(|&&next| alive[next as usize]);
                let mut later: Vec<u32> = next.map(|&next| class[next as usize]).collect();
                later.sort_unstable();
                later.dedup();
                later
            });
            let new = names.len() as u32;
            let key = (alive[one], rests[one], class[one], later);
            finer.push(*names.entry(key).or_insert(new));
        }
        class = finer;
        if names.len() == count {
            break;
        }
        count = names.len();
    }
    let some = class.into_iter().zip(alive);
    Ok(some.map(|(class, alive)| alive.then_some(class)).collect())
}

/// Which moves reach something.
fn alive(
    next: &[[Vec<u32>; 4]],
    rests: &[Option<u32>],
    meter: &Meter,
) -> Result<Vec<bool>, StopReason> {
    let mut ticker = meter.ticker();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); next.len()];
    for (one, next) in (0..).zip(next) {
        for &later in next.iter().flatten() {
            ticker.step()?;
            before[later as usize].push(one);
        }
    }
    let mut alive: Vec<bool> = rests.iter().map(Option::is_some).collect();
    let mut waiting: Vec<u32> = (0..)
        .zip(rests)
        .filter_map(|(one, rest)| rest.map(|_| one))
        .collect();
    while let Some(one) = waiting.pop() {
        for &earlier in &before[one as usize] {
            ticker.step()?;
            if !std::mem::replace(&mut alive[earlier as usize], true) {
                waiting.push(earlier);
            }
        }
    }
    Ok(alive)
}
