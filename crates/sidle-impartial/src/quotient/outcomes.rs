//! A table of outcomes, in nine bytes each.

use hashbrown::{HashTable, hash_table::Entry};
use sidle_core::{Meter, StopReason};

/// Outcomes by a hash of the position. The lowest bit of an entry is the outcome, the others are those of the hash.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    entries: HashTable<u64>,
}

const OUTCOME: u64 = 1;

/// The table takes its places from other bits of the hash than it compares.
fn place(entry: u64) -> u64 {
    (entry & !OUTCOME).rotate_left(32)
}

impl Outcomes {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<bool> {
        let key = hash & !OUTCOME;
        let found = self
            .entries
            .find(place(key), |entry| entry & !OUTCOME == key);
        found.map(|entry| entry & OUTCOME != 0)
    }

    /// Notes an outcome. Before the table grows, the meter is asked for room for the larger one.
    #[inline]
    pub(super) fn insert(
        &mut self,
        hash: u64,
        outcome: bool,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        if self.entries.len() == self.entries.capacity() {
            meter.room(2 * self.entries.allocation_size() as u64)?;
        }
        let key = hash & !OUTCOME;
        let same = |entry: &u64| entry & !OUTCOME == key;
        match self.entries.entry(place(key), same, |entry| place(*entry)) {
            Entry::Occupied(mut entry) => *entry.get_mut() = key | u64::from(outcome),
            Entry::Vacant(entry) => {
                entry.insert(key | u64::from(outcome));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_found() {
        let meter = Meter::unlimited();
        let mut outcomes = Outcomes::default();
        let hash = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for n in 0..50_000 {
            assert_eq!(outcomes.get(hash(n)), None);
            outcomes
                .insert(hash(n), n % 3 == 0, &meter)
                .expect("no limit");
        }
        outcomes.insert(hash(7), true, &meter).expect("no limit");
        assert_eq!(outcomes.len(), 50_000);
        for n in 0..50_000 {
            assert_eq!(outcomes.get(hash(n)), Some(n % 3 == 0 || n == 7));
        }
    }
}
