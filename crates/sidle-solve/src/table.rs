//! The transposition table: what is known of positions.

use std::hash::{Hash, Hasher};

use hashbrown::{HashTable, hash_table::Entry as Place};
use rustc_hash::FxHasher;

use sidle_core::{Meter, StopReason};

use crate::walk::Answer;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Being worked on; the number is its place on the path or in a component.
    Open(u32),
    /// Solved.
    Done(Answer),
}

#[derive(Clone, Debug)]
struct Entry<P> {
    position: P,
    state: State,
    /// The logarithm of the number of positions that were looked at to solve this one.
    effort: u8,
}

/// Positions and what is known of them. With a limit on its bytes it forgets the positions that are
/// cheapest to solve again; those that are being worked on stay.
#[derive(Clone, Debug)]
pub(crate) struct Table<P> {
    entries: HashTable<Entry<P>>,
    max_bytes: usize,
    /// How many entries have been forgotten so far.
    dropped: u64,
}

impl<P: Clone + Eq + Hash> Table<P> {
    pub(crate) fn new(max_bytes: usize) -> Table<P> {
        Table {
            entries: HashTable::new(),
            max_bytes,
            dropped: 0,
        }
    }

    pub(crate) const ENTRY_BYTES: usize = size_of::<Entry<P>>() + 1;

    pub(crate) fn set_max_bytes(&mut self, max_bytes: usize) {
        self.max_bytes = max_bytes;
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// All that is solved.
    pub(crate) fn solved(&self) -> impl Iterator<Item = (&P, Answer)> {
        self.entries.iter().filter_map(|entry| match entry.state {
            State::Done(value) => Some((&entry.position, value)),
            State::Open(_) => None,
        })
    }

    pub(crate) fn dropped(&self) -> u64 {
        self.dropped
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.allocation_size()
    }

    #[inline]
    pub(crate) fn get(&self, position: &P) -> Option<State> {
        let hash = hash_of(position);
        self.entries
            .find(hash, |entry| entry.position == *position)
            .map(|entry| entry.state)
    }

    /// Is there room for one more entry, if the table grows for it?
    #[inline]
    pub(crate) fn has_room(&self, meter: &Meter) -> Result<(), StopReason> {
        let (length, capacity) = (self.entries.len(), self.entries.capacity());
        if length < capacity || !self.may_grow() {
            return Ok(());
        }
        meter.room_to_grow::<Entry<P>>(length, capacity)
    }

    /// While it grows, the old table and the new one, twice as large, are both there.
    fn may_grow(&self) -> bool {
        3 * self.entries.allocation_size() <= self.max_bytes || self.entries.is_empty()
    }

    /// What is known of a position, or a new open entry for it.
    #[inline]
    pub(crate) fn get_or_open(&mut self, position: &P, number: u32) -> Option<State> {
        if self.entries.len() == self.entries.capacity() {
            self.make_room();
        }
        let hash = hash_of(position);
        let place = self.entries.entry(
            hash,
            |entry| entry.position == *position,
            |entry| hash_of(&entry.position),
        );
        match place {
            Place::Occupied(entry) => Some(entry.get().state),
            Place::Vacant(place) => {
                place.insert(Entry {
                    position: position.clone(),
                    state: State::Open(number),
                    effort: 0,
                });
                None
            }
        }
    }

    /// Changes what is known of a position that is in the table; puts it there if it is not.
    pub(crate) fn set(&mut self, position: &P, state: State, effort: u64) {
        let effort = (64 - effort.leading_zeros()) as u8;
        let hash = hash_of(position);
        // Looked for first, since asking for a place would make the table grow.
        let found = self
            .entries
            .find_mut(hash, |entry| entry.position == *position);
        match found {
            Some(entry) => {
                entry.state = state;
                entry.effort = effort;
            }
            None => {
                let entry = Entry {
                    position: position.clone(),
                    state,
                    effort,
                };
                self.entries
                    .insert_unique(hash, entry, |entry| hash_of(&entry.position));
            }
        }
    }

    /// Forgets the positions that are being worked on, after a run that did not come to its end.
    pub(crate) fn forget_open(&mut self) {
        self.entries
            .retain(|entry| matches!(entry.state, State::Done(_)));
    }

    /// Called when the table is full: while twice as much is allowed it may grow; else the cheaper
    /// part of what is solved goes.
    #[cold]
    fn make_room(&mut self) {
        if self.may_grow() {
            return;
        }
        let mut counts = [0usize; 65];
        let mut solved = 0;
        for entry in &self.entries {
            if matches!(entry.state, State::Done(_)) {
                counts[entry.effort as usize] += 1;
                solved += 1;
            }
        }
        let mut threshold = 0;
        let mut below = counts[0];
        // The table only stays as it is if half of it becomes free.
        let kept = 3 * self.entries.capacity() / 8;
        while solved - below > kept && threshold < 64 {
            threshold += 1;
            below += counts[threshold];
        }
        let before = self.entries.len();
        self.entries.retain(|entry| {
            matches!(entry.state, State::Open(_)) || entry.effort as usize > threshold
        });
        self.dropped += (before - self.entries.len()) as u64;
    }
}

#[inline]
pub(crate) fn hash_of<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_what_is_cheap() {
        let mut table = Table::<u32>::new(2_000);
        for i in 0..1_000 {
            assert_eq!(table.get_or_open(&i, i), None);
            if i % 100 != 0 {
                table.set(&i, State::Done(Answer::Numbered(1)), u64::from(i));
            }
        }
        assert!(table.dropped() > 0, "{}", table.bytes());
        assert!(table.bytes() <= 4_000, "{} bytes", table.bytes());
        for i in (0..1_000).step_by(100) {
            assert_eq!(table.get(&i), Some(State::Open(i)), "open entries stay");
        }
        table.forget_open();
        assert_eq!(table.get(&500), None);
    }
}
