//! The memory of sums.
//!
//! Looking up a sum is the most frequent thing a store does, from all threads at once, so a look-up
//! writes nothing: an open-addressing table of atomic words that is only added to, replaced as a whole
//! when it fills up. An entry added while the table is being replaced may be lost; its sum is then
//! computed once more, to the same handle.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{
            AtomicU64, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

use arc_swap::{ArcSwap, Guard};
use crossbeam_utils::CachePadded;
use parking_lot::Mutex;

use crate::game::Id;

/// Sums that have been computed, by unordered pair.
pub(super) struct SumTable {
    table: ArcSwap<Table>,
    growing: Mutex<()>,
}

/// What was known at one moment; sums found later are missing, which is allowed.
pub(super) struct Sums(Guard<Arc<Table>>);

impl Sums {
    #[inline]
    pub(super) fn get(&self, a: Id, b: Id) -> Option<Id> {
        self.0.get(key_of(a, b)).map(|sum| Id(sum as u32))
    }
}

struct Table {
    slots: Box<[Slot]>,
    /// Written by every insertion, while every look-up reads `slots`: a cache line of its own.
    used: CachePadded<AtomicUsize>,
}

/// A pair of handles and the handle of its sum, each stored plus one: 0 is empty.
///
/// The key is claimed first and the value published after it with release order, so whoever reads a
/// value also sees the record behind it; a key without its value yet counts as unknown.
#[derive(Default)]
struct Slot {
    key: AtomicU64,
    value: AtomicU64,
}

const FIRST_SIZE: usize = 1 << 8;

fn key_of(a: Id, b: Id) -> u64 {
    let (low, high) = (a.0.min(b.0), a.0.max(b.0));
    (u64::from(low) << 31 | u64::from(high)) + 1
}

impl Table {
    fn new(size: usize) -> Table {
        Table {
            slots: (0..size).map(|_| Slot::default()).collect(),
            used: CachePadded::new(AtomicUsize::new(0)),
        }
    }

    /// At most two thirds of the slots are used, so every search ends at an empty one.
    fn is_full(&self) -> bool {
        self.used.load(Relaxed) * 3 >= self.slots.len() * 2
    }

    /// The slots where a key may be, in order.
    #[inline]
    fn probe(&self, key: u64) -> impl Iterator<Item = &Slot> {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (mixed ^ (mixed >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        // The size is a power of two.
        let mask = self.slots.len() - 1;
        let start = (hash >> (64 - self.slots.len().ilog2())) as usize;
        (0..=mask).map(move |step| &self.slots[(start + step) & mask])
    }

    #[inline]
    fn get(&self, key: u64) -> Option<u64> {
        for slot in self.probe(key) {
            match slot.key.load(Relaxed) {
                0 => return None,
                found if found == key => {
                    return slot.value.load(Acquire).checked_sub(1);
                }
                _ => {}
            }
        }
        None
    }

    fn insert(&self, key: u64, value: u64) {
        for slot in self.probe(key) {
            let mut found = slot.key.load(Relaxed);
            if found == 0 {
                match slot.key.compare_exchange(0, key, Relaxed, Relaxed) {
                    Ok(_) => {
                        self.used.fetch_add(1, Relaxed);
                        found = key;
                    }
                    Err(other) => found = other,
                }
            }
            if found == key {
                slot.value.store(value + 1, Release);
                return;
            }
        }
    }
}

impl SumTable {
    pub(super) fn new() -> SumTable {
        SumTable {
            table: ArcSwap::from_pointee(Table::new(FIRST_SIZE)),
            growing: Mutex::new(()),
        }
    }

    /// The table as it is now, for several look-ups.
    #[inline]
    pub(super) fn now(&self) -> Sums {
        Sums(self.table.load())
    }

    pub(super) fn insert(&self, a: Id, b: Id, sum: Id) {
        let mut table = self.table.load();
        if table.is_full() {
            self.grow();
            table = self.table.load();
        }
        table.insert(key_of(a, b), u64::from(sum.0));
    }

    fn grow(&self) {
        let _only_one = self.growing.lock();
        let old = self.table.load_full();
        if !old.is_full() {
            return;
        }
        let new = Table::new(old.slots.len() * 2);
        for slot in &old.slots {
            let (key, value) = (slot.key.load(Relaxed), slot.value.load(Acquire));
            if key != 0 && value != 0 {
                new.insert(key, value - 1);
            }
        }
        self.table.store(Arc::new(new));
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.load().slots.len() * size_of::<Slot>()
    }
}

impl fmt::Debug for SumTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SumTable")
            .field("used", &self.table.load().used)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inserted_is_found_through_growth_and_from_threads() {
        let table = SumTable::new();
        let pair = |n: u32| {
            (
                Id(n * 7919 % 65_537),
                Id(n.wrapping_mul(2_654_435_769) >> 2),
            )
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for n in (thread..20_000).step_by(4) {
                        let (a, b) = pair(n);
                        // An entry may be lost while the table grows, and is then put in again.
                        while table.now().get(b, a) != Some(Id(n)) {
                            table.insert(a, b, Id(n));
                        }
                    }
                });
            }
        });
        let found = (0..20_000).filter(|&n| {
            let (a, b) = pair(n);
            let sum = table.now().get(a, b);
            assert!(
                sum.is_none_or(|sum| sum == Id(n)),
                "{n} is mixed up: {sum:?}"
            );
            sum.is_some()
        });
        assert!(found.count() > 19_000);
        assert_eq!(table.now().get(Id(1), Id(2)), None);
    }
}
