//! A set of packed states: open addressing, one slot a state, no tombstones. Several threads may add to it at once.
//!
//! The last word of a slot says what the slot holds: nothing, a key that is just being written, or a key, whose last word has its
//! highest bit clear. A thread takes an empty slot by exchanging that word, so a key is added by exactly one of them.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};

use super::Key;

/// The set.
#[derive(Debug)]
pub(super) struct Table<K> {
    words: Vec<AtomicU64>,
    slots: usize,
    shift: u32,
    length: usize,
    key: std::marker::PhantomData<K>,
}

/// An empty slot.
const EMPTY: u64 = u64::MAX;
/// A slot whose key is being written.
const TAKEN: u64 = u64::MAX - 1;

/// So many lookups are begun together: their cache misses overlap.
const BATCH: usize = 16;

impl<K: Key> Table<K> {
    /// A table that takes at least so many keys.
    pub(super) fn for_keys(count: usize) -> Table<K> {
        let slots = (count * 2).max(1 << 10).next_power_of_two();
        let empty = std::iter::repeat_with(|| AtomicU64::new(EMPTY));
        Table {
            words: empty.take(slots * K::WORDS).collect(),
            slots,
            shift: 64 - slots.trailing_zeros(),
            length: 0,
            key: std::marker::PhantomData,
        }
    }

    /// The bytes of a table for so many keys.
    pub(super) fn bytes_for(count: usize) -> usize {
        (count * 2).max(1 << 10).next_power_of_two() * K::WORDS * 8
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// How many more keys fit without going over two thirds.
    pub(super) fn room(&self) -> usize {
        (self.slots / 3 * 2).saturating_sub(self.length)
    }

    /// Counts the keys that threads have added together.
    pub(super) fn add_length(&mut self, added: usize) {
        self.length += added;
    }

    #[inline]
    fn home(&self, key: K) -> usize {
        (key.hash() >> self.shift) as usize
    }

    /// Does the slot hold the rest of the key, its last word being the same?
    #[inline]
    fn agrees(&self, slot: usize, key: K) -> bool {
        let first = slot * K::WORDS;
        (0..K::WORDS - 1).all(|place| self.words[first + place].load(Relaxed) == key.word(place))
    }

    #[inline]
    fn last(&self, slot: usize) -> &AtomicU64 {
        &self.words[slot * K::WORDS + K::WORDS - 1]
    }

    /// Is the key there? Not to be asked while others add keys.
    pub(super) fn contains(&self, key: K) -> bool {
        let wanted = key.word(K::WORDS - 1);
        let mut slot = self.home(key);
        loop {
            match self.last(slot).load(Relaxed) {
                EMPTY => return false,
                last if last == wanted && self.agrees(slot, key) => return true,
                _ => slot = (slot + 1) & (self.slots - 1),
            }
        }
    }

    /// Adds a key; was it new?
    #[inline]
    pub(super) fn insert(&mut self, key: K) -> bool {
        let wanted = key.word(K::WORDS - 1);
        let mut slot = self.home(key);
        loop {
            let last = self.last(slot).load(Relaxed);
            if last == EMPTY {
                let first = slot * K::WORDS;
                for place in 0..K::WORDS {
                    *self.words[first + place].get_mut() = key.word(place);
                }
                self.length += 1;
                return true;
            }
            if last == wanted && self.agrees(slot, key) {
                return false;
            }
            slot = (slot + 1) & (self.slots - 1);
        }
    }

    /// The same while other threads add keys too; the lengths are added up later.
    #[inline]
    fn insert_together(&self, key: K) -> bool {
        let wanted = key.word(K::WORDS - 1);
        let mut slot = self.home(key);
        loop {
            let cell = self.last(slot);
            let mut last = cell.load(Acquire);
            if last == EMPTY {
                let mark = if K::WORDS == 1 { wanted } else { TAKEN };
                match cell.compare_exchange(EMPTY, mark, AcqRel, Acquire) {
                    Ok(_) => {
                        let first = slot * K::WORDS;
                        for place in 0..K::WORDS - 1 {
                            self.words[first + place].store(key.word(place), Relaxed);
                        }
                        if K::WORDS > 1 {
                            cell.store(wanted, Release);
                        }
                        return true;
                    }
                    Err(now) => last = now,
                }
            }
            while last == TAKEN {
                std::thread::yield_now();
                last = cell.load(Acquire);
            }
            if last == wanted && self.agrees(slot, key) {
                return false;
            }
            slot = (slot + 1) & (self.slots - 1);
        }
    }

    /// Which keys of a batch stand in their first slot already.
    #[inline]
    fn at_home(&self, batch: &[K]) -> [bool; BATCH] {
        let mut known = [false; BATCH];
        for (known, &key) in known.iter_mut().zip(batch) {
            let slot = self.home(key);
            *known =
                self.last(slot).load(Acquire) == key.word(K::WORDS - 1) && self.agrees(slot, key);
        }
        known
    }

    /// Adds the keys and appends the new ones to `fresh`. There must be room.
    pub(super) fn insert_all(&mut self, keys: &[K], fresh: &mut Vec<K>) {
        for batch in keys.chunks(BATCH) {
            let known = self.at_home(batch);
            for (&known, &key) in known.iter().zip(batch) {
                if !known && self.insert(key) {
                    fresh.push(key);
                }
            }
        }
    }

    /// The same while other threads add keys too.
    pub(super) fn insert_all_together(&self, keys: &[K], fresh: &mut Vec<K>) {
        for batch in keys.chunks(BATCH) {
            let known = self.at_home(batch);
            for (&known, &key) in known.iter().zip(batch) {
                if !known && self.insert_together(key) {
                    fresh.push(key);
                }
            }
        }
    }

    /// Adds keys that are not there yet, while other threads do the same.
    pub(super) fn fill_together(&self, keys: &[K]) {
        for &key in keys {
            self.insert_together(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Threads that add many of the same keys find each exactly once.
    fn together<K: Key + std::hash::Hash>(make: impl Fn(u64) -> K) {
        let mut random = fastrand::Rng::with_seed(3);
        let keys: Vec<K> = (0..30_000).map(|_| make(random.u64(..9000))).collect();
        let expected: HashSet<K> = keys.iter().copied().collect();
        let table = Table::<K>::for_keys(keys.len());
        let mut found: Vec<Vec<K>> = vec![Vec::new(); 3];
        std::thread::scope(|scope| {
            for (worker, mine) in found.iter_mut().enumerate() {
                let (table, keys) = (&table, &keys);
                scope.spawn(move || {
                    let from = worker * 7000;
                    table.insert_all_together(&keys[from..], mine);
                    table.insert_all_together(&keys[..from], mine);
                });
            }
        });
        let all: Vec<K> = found.concat();
        assert_eq!(all.len(), expected.len());
        assert_eq!(all.iter().copied().collect::<HashSet<K>>(), expected);
        assert!(expected.iter().all(|&key| table.contains(key)));
        let mut alone = Table::<K>::for_keys(keys.len());
        let mut fresh = Vec::new();
        alone.insert_all(&keys, &mut fresh);
        assert_eq!(fresh.len(), expected.len());
        assert_eq!(alone.room(), alone.slots / 3 * 2 - fresh.len());
    }

    #[test]
    fn keys_of_all_sizes_are_added_once() {
        together::<u64>(|n| n * n);
        // The low words collide on purpose.
        together::<u128>(|n| u128::from(n / 3) << 70 | u128::from(n % 3));
        together::<[u64; 4]>(|n| [n % 5, n % 7, n % 11, n / 8]);
    }
}
