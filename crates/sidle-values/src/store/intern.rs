//! Hash-consing: one record for each value.

use std::{
    hash::Hasher,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use crossbeam_utils::CachePadded;
use hashbrown::{HashTable, hash_table::Entry};
use parking_lot::Mutex;
use rustc_hash::FxHasher;
use sidle_core::{Player, StopReason};

use super::{
    Store,
    facts::Facts,
    landmarks::Signature,
    options::OptionList,
    record::{Record, are_long},
    work::{Sides, Work},
};
use crate::{Game, game::Id};

/// Record indices stay below this, so that handles keep bit 30 for inline values.
const MAX_RECORDS: u64 = 1 << 30;
const SHARDS: usize = 256;

/// Finds records by their sorted option lists. Sharded, so that threads seldom wait for each other.
#[derive(Debug)]
pub(super) struct InternTable {
    shards: Box<[CachePadded<Mutex<HashTable<u32>>>]>,
}

impl InternTable {
    pub(super) fn new() -> InternTable {
        InternTable {
            shards: (0..SHARDS).map(|_| CachePadded::default()).collect(),
        }
    }

    fn bytes(&self) -> usize {
        self.shards
            .iter()
            .map(|shard| shard.lock().allocation_size())
            .sum()
    }
}

/// The memory a store holds, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Distinct values with a record (small number-up-stars need none).
    pub values: u64,
    /// Options of those values.
    pub options: u64,
    /// Records.
    pub record_bytes: usize,
    /// Option lists.
    pub option_bytes: usize,
    /// The table that finds a value by its options.
    pub intern_bytes: usize,
    /// Number-up-stars too large for a handle.
    pub big_number_bytes: usize,
    /// Remembered negatives.
    pub negative_bytes: usize,
    /// Remembered sums.
    pub sum_bytes: usize,
    /// Remembered comparisons (bounded).
    pub order_bytes: usize,
}

impl MemoryUse {
    /// Everything together.
    #[must_use]
    pub fn total(&self) -> usize {
        self.record_bytes
            + self.option_bytes
            + self.intern_bytes
            + self.big_number_bytes
            + self.negative_bytes
            + self.sum_bytes
            + self.order_bytes
    }
}

fn hash_ids(ids: impl Iterator<Item = Id>, left: usize) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(left);
    ids.for_each(|id| hasher.write_u32(id.0));
    hasher.finish()
}

impl Store {
    #[inline(always)]
    pub(super) fn record(&self, id: Id) -> &Record {
        self.records.get(id.0)
    }

    /// Facts of any value.
    #[inline(always)]
    pub(super) fn facts(&self, id: Id) -> Facts {
        if id.is_inline() {
            self.inline_facts.get(id, &self.landmarks)
        } else {
            self.record(id).facts()
        }
    }

    /// The landmarks below and above any value.
    #[inline(always)]
    pub(super) fn signature(&self, id: Id) -> Signature {
        if id.is_inline() {
            self.inline_facts.signature(id, &self.landmarks)
        } else {
            self.record(id).signature()
        }
    }

    /// The landmarks below and above a short game.
    #[inline]
    pub(crate) fn signature_of(&self, game: Game) -> Signature {
        self.signature(self.unwrap(game))
    }

    /// The landmarks below and above `{left|right}`, given those below its Left options and above its Right
    /// options.
    pub(crate) fn signature_from_options(&self, below_left: u64, above_right: u64) -> Signature {
        self.landmarks.signature(below_left, above_right)
    }

    /// The landmarks, in the order of the bits of a signature.
    #[cfg(test)]
    pub(crate) fn landmark_games(&self) -> Vec<Game> {
        let inline = self.landmarks.inline().iter().map(|&id| self.wrap(id));
        let hot = self.landmarks.hot().enumerate();
        inline
            .chain(hot.map(|(i, _)| self.wrap(Id(i as u32))))
            .collect()
    }

    /// Facts of any value whose signature is at hand.
    #[inline(always)]
    pub(super) fn facts_with(&self, id: Id, signature: Signature) -> Facts {
        if id.is_inline() {
            self.inline_facts.get(id, &self.landmarks)
        } else {
            self.record(id).facts_with(signature)
        }
    }

    /// Reserves a record; the caller writes it before telling anybody.
    pub(super) fn new_record(&self) -> Result<Id, StopReason> {
        self.records
            .reserve(1, MAX_RECORDS)
            .map(Id)
            .ok_or(StopReason::StoreFull)
    }

    /// The handle of the value with these canonical options (sorted by handle, no repetition), which is
    /// no number-up-star. `facts` is called only if the value is new.
    pub(super) fn intern(
        &self,
        sides: &Sides,
        facts: impl FnOnce() -> Facts,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        let [left, right] = sides;
        let hash = hash_ids(left.iter().chain(right).copied(), left.len());
        // The table itself uses the lowest and the highest bits.
        let shard = &self.interned.shards[(hash >> 40) as usize % SHARDS];
        let is_same = |&index: &u32| self.has_options(Id(index), sides);
        if let Some(&index) = shard.lock().find(hash, is_same) {
            return Ok(Id(index));
        }
        work.ticker
            .node(size_of::<Record>() + 8 + 4 * (left.len() + right.len()))?;
        let facts = facts();
        let mut table = shard.lock();
        match table.entry(hash, is_same, |&index| self.hash_of(Id(index))) {
            Entry::Occupied(entry) => Ok(Id(*entry.get())),
            Entry::Vacant(entry) => {
                let id = self.write_record(sides, &facts)?;
                entry.insert(id.0);
                Ok(id)
            }
        }
    }

    fn write_record(&self, sides: &Sides, facts: &Facts) -> Result<Id, StopReason> {
        let counts = [sides[0].len(), sides[1].len()];
        let header = if are_long(counts) { 2 } else { 0 };
        let length = header + counts[0] + counts[1];
        let start = self
            .option_ids
            .reserve(length, 1 << 32)
            .ok_or(StopReason::StoreFull)?;
        let cells = self.option_ids.run(start, length);
        if header > 0 {
            for (cell, count) in cells.iter().zip(counts) {
                cell.store(
                    u32::try_from(count).map_err(|_| StopReason::StoreFull)?,
                    Relaxed,
                );
            }
        }
        for (cell, id) in cells[header..].iter().zip(sides.iter().flatten()) {
            cell.store(id.0, Relaxed);
        }
        let id = self.new_record()?;
        self.record(id).write(facts, start, counts);
        Ok(id)
    }

    fn stored(&self, id: Id) -> [&[AtomicU32]; 2] {
        Player::BOTH.map(|player| match self.option_list(id, player) {
            OptionList::Stored(cells) => cells,
            _ => &[],
        })
    }

    fn has_options(&self, id: Id, sides: &Sides) -> bool {
        let stored = self.stored(id);
        stored.iter().zip(sides).all(|(cells, ids)| {
            cells.len() == ids.len()
                && cells
                    .iter()
                    .zip(ids)
                    .all(|(cell, id)| cell.load(Relaxed) == id.0)
        })
    }

    fn hash_of(&self, id: Id) -> u64 {
        let [left, right] = self.stored(id);
        let ids = left.iter().chain(right).map(|cell| Id(cell.load(Relaxed)));
        hash_ids(ids, left.len())
    }

    /// What the store holds.
    #[must_use]
    pub fn memory(&self) -> MemoryUse {
        MemoryUse {
            values: self.records.len(),
            options: self.option_ids.len(),
            record_bytes: self.records.bytes(),
            option_bytes: self.option_ids.bytes(),
            intern_bytes: self.interned.bytes(),
            big_number_bytes: self.big_numbers.bytes(),
            negative_bytes: self.negatives.bytes(),
            sum_bytes: self.sums.bytes(),
            order_bytes: self.order_cache.bytes(),
        }
    }
}
