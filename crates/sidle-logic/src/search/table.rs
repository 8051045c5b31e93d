//! A set of packed states: open addressing, one slot a state, no tombstones.

use super::Key;

/// The set.
#[derive(Debug)]
pub(crate) struct Table<K> {
    slots: Vec<K>,
    shift: u32,
    length: usize,
}

/// So many lookups are begun together: their cache misses overlap.
const BATCH: usize = 16;

impl<K: Key> Table<K> {
    pub(crate) fn new() -> Table<K> {
        Table::with_slots(1 << 10)
    }

    fn with_slots(count: usize) -> Table<K> {
        let count = count.next_power_of_two();
        Table {
            slots: vec![K::VOID; count],
            shift: 64 - count.trailing_zeros(),
            length: 0,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<K>()
    }

    /// Is there room for so many more without going over two thirds?
    pub(crate) fn has_room(&self, more: usize) -> bool {
        (self.length + more) * 3 <= self.slots.len() * 2
    }

    #[inline]
    fn home(&self, key: K) -> usize {
        (key.hash() >> self.shift) as usize
    }

    /// Adds a key; was it new?
    #[inline]
    pub(crate) fn insert(&mut self, key: K) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = self.home(key);
        loop {
            let found = self.slots[slot];
            if found == K::VOID {
                self.slots[slot] = key;
                self.length += 1;
                return true;
            }
            if found == key {
                return false;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds the keys and appends the new ones to `fresh`. There must be room.
    pub(crate) fn insert_all(&mut self, keys: &[K], fresh: &mut Vec<K>) {
        for batch in keys.chunks(BATCH) {
            let mut known = [false; BATCH];
            for (known, &key) in known.iter_mut().zip(batch) {
                *known = self.slots[self.home(key)] == key;
            }
            for (&known, &key) in known.iter().zip(batch) {
                if !known && self.insert(key) {
                    fresh.push(key);
                }
            }
        }
    }

    /// A table with so many slots that hold the given keys and as many again.
    pub(crate) fn rebuilt<'k>(keys: impl Iterator<Item = &'k [K]> + Clone, more: usize) -> Table<K>
    where
        K: 'k,
    {
        let count: usize = keys.clone().map(<[K]>::len).sum();
        let mut table = Table::with_slots(((count + more) * 2).max(1 << 10));
        for key in keys.flatten() {
            table.insert(*key);
        }
        table
    }
}
