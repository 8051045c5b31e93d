//! What a folder must hold before a search goes on in it.
//!
//! Every state of every level is read, and the last level is found again from the two before it. Of each earlier level some
//! states are expanded: the neighbours of a state of level d lie in the levels d − 1, d and d + 1, and at least one of them
//! in level d − 1. To find every level again would be the whole search; so it is believed of the states that were not
//! expanded that they are where they belong and that none is missing.

use super::{DiskError, Run, Trouble, damaged, keys::Lookup, names};
use crate::search::{Key, Space};

/// So many states of a level are expanded, or all if it has fewer.
const SAMPLE: u64 = 64;

impl<S: Space> Run<'_, S> {
    /// Is what the folder holds a search from this state? Removes what a killed search left half done.
    /// Tells how many levels were not expanded as a whole.
    pub(super) fn verify(&self, start: S::Key) -> Result<u64, Trouble> {
        let last = self.manifest.levels.len() - 1;
        for depth in 0..=last {
            self.verify_states(depth, depth < last)?;
        }
        let mut first = self.reader(0)?;
        if first.next()? != Some(start) || first.next()?.is_some() {
            return self.refused(0, "it is not the start of this search");
        }
        for depth in 0..last {
            self.verify_sample(depth)?;
        }
        names::sweep(&self.folder.path)?;
        if last > 0 {
            self.verify_last(last)?;
        }
        let passed = &self.manifest.levels[..last];
        let sampled = passed.iter().filter(|&&(count, _)| count > SAMPLE);
        Ok(sampled.count() as u64)
    }

    fn refused<T>(&self, depth: usize, why: &'static str) -> Result<T, Trouble> {
        Err(damaged(&self.level_path(depth), why).into())
    }

    /// Are the keys of a level as many as they were, sorted, states at all, and no goals unless it is the last one?
    fn verify_states(&self, depth: usize, is_passed: bool) -> Result<(), Trouble> {
        let mut reader = self.reader(depth)?;
        let mut before = None;
        let mut ticker = self.meter.ticker();
        while let Some(key) = reader.next()? {
            ticker.step()?;
            if before.is_some_and(|before| before >= key) {
                return self.refused(depth, "its states are not sorted");
            }
            if !self.space.is_state(key) {
                return self.refused(depth, "it holds what is not a state");
            }
            if is_passed && self.space.is_goal(key) {
                return self.refused(depth, "it holds a goal, and there are levels after it");
            }
            before = Some(key);
        }
        Ok(())
    }

    /// Expands some states of a level before the last one.
    fn verify_sample(&self, depth: usize) -> Result<(), Trouble> {
        let before = depth.checked_sub(1).map(|before| self.lookup(before));
        let mut around = Around {
            before: before.transpose()?,
            here: self.lookup(depth)?,
            after: self.lookup(depth + 1)?,
        };
        let mut scratch = S::Scratch::default();
        let mut neighbours = Vec::new();
        for place in spread(self.manifest.levels[depth].0) {
            self.meter.check()?;
            let key = around.here.at(place)?;
            neighbours.clear();
            self.space.neighbours(key, &mut scratch, &mut neighbours);
            if let Some((on, why)) = around.problem(&neighbours)? {
                return self.refused(depth + on, why);
            }
        }
        Ok(())
    }

    /// Finds the last level again from the two before it.
    fn verify_last(&self, last: usize) -> Result<(), Trouble> {
        const WHY: &str = "it does not follow from the levels before it";
        let runs = self.expand(last - 1)?;
        let mut reader = self.reader(last)?;
        self.merge(last - 1, runs, |key| match reader.next()? {
            Some(found) if found == key => Ok(()),
            _ => self.refused(last, WHY),
        })?;
        match reader.next()? {
            None => Ok(()),
            Some(_) => self.refused(last, WHY),
        }
    }
}

/// A level and those beside it.
struct Around<K> {
    before: Option<Lookup<K>>,
    here: Lookup<K>,
    after: Lookup<K>,
}

impl<K: Key> Around<K> {
    /// What is wrong if a state of this level has these neighbours, and whether with this level (0) or the next one (1).
    /// Levels are verified in order: what this one and the one before lack has been missed there already.
    fn problem(&mut self, neighbours: &[K]) -> Result<Option<(usize, &'static str)>, DiskError> {
        let mut is_reached = self.before.is_none();
        let mut is_whole = true;
        for &key in neighbours {
            if let Some(before) = &mut self.before
                && before.contains(key)?
            {
                is_reached = true;
            } else {
                is_whole &= self.after.contains(key)? || self.here.contains(key)?;
            }
        }
        Ok(match (is_reached, is_whole) {
            (true, true) => None,
            (true, false) => Some((1, "a neighbour of a state of the level before is missing")),
            (false, _) => Some((0, "one of its states is not reached from the level before")),
        })
    }
}

/// At most [`SAMPLE`] of so many places, spread evenly.
fn spread(count: u64) -> impl Iterator<Item = u64> {
    let taken = count.min(SAMPLE);
    (0..taken).map(move |number| number * (count / taken) + number.min(count % taken))
}
