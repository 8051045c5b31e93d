//! Values by birthday.

use sidle_core::{Meter, StopReason};

use super::{Store, work::Work};
use crate::Game;

impl Store {
    /// All values born by a day, simplest first (1, 4, 22, 1,474 for days 0 to 3). Nobody has
    /// enumerated day 4, whose size is beyond 10^10; a meter stops the attempt.
    ///
    /// ```
    /// # use sidle_core::Meter;
    /// # use sidle_values::Store;
    /// assert_eq!(Store::new().try_born_by(2, &Meter::unlimited())?.len(), 22);
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_born_by(&self, day: u32, meter: &Meter) -> Result<Vec<Game>, StopReason> {
        let mut values = vec![self.zero()];
        for _ in 0..day {
            let mut sides = Vec::new();
            for antichain in Antichains::new(self, &values, meter)? {
                sides.push(antichain?);
            }
            let mut next = Vec::new();
            let mut seen = rustc_hash::FxHashSet::default();
            let mut work = Work::new(meter);
            for left in &sides {
                for right in &sides {
                    let game = self.game_in(left, right, &mut work)?;
                    if seen.insert(game) {
                        next.push(game);
                    }
                }
            }
            self.sort_structurally(&mut next);
            values = next;
        }
        Ok(values)
    }
}

/// The antichains of a list of values, one at a time: the option lists that matter for the next day.
///
/// Day 3 has far too many to hold; the iterator holds one and its place. Each step is metered; after
/// a stop the iterator goes on where it was.
///
/// ```
/// # use sidle_core::Meter;
/// # use sidle_values::{Antichains, Store};
/// let store = Store::new();
/// let meter = Meter::unlimited();
/// let day2 = store.try_born_by(2, &meter)?;
/// assert_eq!(Antichains::new(&store, &day2, &meter)?.count(), 98);
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
#[derive(Debug)]
pub struct Antichains<'m> {
    values: Vec<Game>,
    /// For each value, the later values it is confused with, as a bit set.
    confused: Vec<Vec<u64>>,
    /// The current antichain as indices, and for each depth the candidates that remain to be tried.
    chosen: Vec<usize>,
    candidates: Vec<Vec<u64>>,
    started: bool,
    meter: &'m Meter,
}

impl<'m> Antichains<'m> {
    /// Prepares the antichains of `values`. Cost: all pairwise comparisons.
    pub fn new(
        store: &Store,
        values: &[Game],
        meter: &'m Meter,
    ) -> Result<Antichains<'m>, StopReason> {
        let words = values.len().div_ceil(64);
        let mut confused = vec![vec![0u64; words]; values.len()];
        for (i, &a) in values.iter().enumerate() {
            for (j, &b) in values.iter().enumerate().skip(i + 1) {
                if store.try_compare(a, b, meter)? == sidle_core::Relation::Fuzzy {
                    confused[i][j / 64] |= 1 << (j % 64);
                }
            }
        }
        let mut all = vec![u64::MAX; words];
        if !values.len().is_multiple_of(64)
            && let Some(last) = all.last_mut()
        {
            *last = (1 << (values.len() % 64)) - 1;
        }
        Ok(Antichains {
            values: values.to_vec(),
            confused,
            chosen: Vec::new(),
            candidates: vec![all],
            started: false,
            meter,
        })
    }

    fn current(&self) -> Vec<Game> {
        self.chosen.iter().map(|&i| self.values[i]).collect()
    }
}

impl Iterator for Antichains<'_> {
    type Item = Result<Vec<Game>, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(stop) = self.meter.check() {
            return Some(Err(stop));
        }
        if !self.started {
            self.started = true;
            return Some(Ok(Vec::new()));
        }
        loop {
            let candidates = self.candidates.last_mut()?;
            let Some(word) = candidates.iter().position(|&bits| bits != 0) else {
                self.candidates.pop();
                self.chosen.pop();
                continue;
            };
            let index = word * 64 + candidates[word].trailing_zeros() as usize;
            candidates[word] &= candidates[word] - 1;
            let narrower = candidates
                .iter()
                .zip(&self.confused[index])
                .map(|(a, b)| a & b)
                .collect();
            self.chosen.push(index);
            self.candidates.push(narrower);
            return Some(Ok(self.current()));
        }
    }
}
