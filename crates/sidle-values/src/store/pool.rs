//! Append-only storage whose addresses never move.
//!
//! Elements are written through interior mutability (atomics) before their index is published by a
//! lock elsewhere, so readers need no lock and no `unsafe` is needed. Each power of two of the index
//! range is split into eight chunks: at most one eighth of the space is unused.

use std::{
    fmt,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use crossbeam_utils::CachePadded;

/// log2 of the size of the first chunks.
const FIRST: u32 = 6;
const CHUNKS: usize = (33 - FIRST as usize) * 8;

pub(crate) struct Pool<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    /// The next free index. Every new element writes it and every look-up reads `chunks`, so the two
    /// must not share a cache line.
    next: CachePadded<AtomicU64>,
}

/// Where an index lives.
#[inline(always)]
fn locate(index: u32) -> (usize, usize) {
    let shifted = u64::from(index) + (8 << FIRST);
    let low = shifted.ilog2() - 3;
    // The leading bit and the three after it: 8 to 15.
    let top = shifted >> low;
    let chunk = u64::from(low) * 8 + top - u64::from(8 * FIRST + 8);
    (chunk as usize, (shifted - (top << low)) as usize)
}

impl<T: Default> Pool<T> {
    pub(crate) fn new() -> Pool<T> {
        let chunks = (0..CHUNKS).map(|_| OnceLock::new()).collect();
        Pool {
            chunks,
            next: CachePadded::new(AtomicU64::new(0)),
        }
    }

    /// How many indices have been handed out.
    #[inline]
    pub(super) fn len(&self) -> u64 {
        self.next.load(Relaxed)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.chunks
            .iter()
            .filter_map(OnceLock::get)
            .map(|chunk| chunk.len())
            .sum::<usize>()
            * size_of::<T>()
    }

    /// Reserves `count` consecutive elements within one chunk and returns the first index, or `None`
    /// when indices below `limit` are used up.
    pub(super) fn reserve(&self, count: usize, limit: u64) -> Option<u32> {
        let count = count as u64;
        let mut start = self.next.load(Relaxed);
        loop {
            let mut at = start;
            // Skip to the next chunk while the run does not fit into the current one.
            loop {
                if at + count > limit {
                    return None;
                }
                let shifted = at + (8 << FIRST);
                let size = 1u64 << (shifted.ilog2() - 3);
                let room = size - (shifted & (size - 1));
                if room >= count {
                    break;
                }
                at += room;
            }
            match self
                .next
                .compare_exchange_weak(start, at + count, Relaxed, Relaxed)
            {
                Ok(_) => {
                    let index = u32::try_from(at).ok()?;
                    self.chunk_of(index);
                    return Some(index);
                }
                Err(moved) => start = moved,
            }
        }
    }

    fn chunk_of(&self, index: u32) -> &[T] {
        let (chunk, _) = locate(index);
        self.chunks[chunk].get_or_init(|| {
            let size = 1usize << (chunk as u32 / 8 + FIRST);
            (0..size).map(|_| T::default()).collect()
        })
    }

    /// The element at any index, reserved or not: for tables that lie beside another pool.
    #[inline]
    pub(crate) fn slot(&self, index: u32) -> &T {
        let (chunk, offset) = locate(index);
        match self.chunks[chunk].get() {
            Some(chunk) => &chunk[offset],
            None => &self.chunk_of(index)[offset],
        }
    }

    /// The element at a reserved index.
    #[inline(always)]
    pub(super) fn get(&self, index: u32) -> &T {
        let (chunk, offset) = locate(index);
        &self.reserved(chunk)[offset]
    }

    /// `count` elements from a reserved index on.
    #[inline(always)]
    pub(super) fn run(&self, index: u32, count: usize) -> &[T] {
        let (chunk, offset) = locate(index);
        &self.reserved(chunk)[offset..offset + count]
    }

    #[inline(always)]
    fn reserved(&self, chunk: usize) -> &[T] {
        self.chunks[chunk].get().expect("index was reserved")
    }
}

impl<T> fmt::Debug for Pool<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn runs_are_disjoint_and_stay_put() {
        let pool: Pool<AtomicU32> = Pool::new();
        let mut runs = Vec::new();
        for round in 0..3000u32 {
            let count = (round * 7919 % 97) as usize;
            let at = pool.reserve(count, 1 << 32).expect("room");
            for (k, cell) in pool.run(at, count).iter().enumerate() {
                assert_eq!(
                    cell.swap(round + 1, Relaxed),
                    0,
                    "run {round} overlaps at {k}"
                );
            }
            runs.push((at, count));
        }
        for (round, &(at, count)) in runs.iter().enumerate() {
            assert!(
                pool.run(at, count)
                    .iter()
                    .all(|c| c.load(Relaxed) == round as u32 + 1)
            );
        }
    }

    #[test]
    fn a_long_run_finds_a_chunk() {
        let pool: Pool<AtomicU32> = Pool::new();
        let at = pool.reserve(100_000, 1 << 32).expect("room");
        assert_eq!(pool.run(at, 100_000).len(), 100_000);
        assert!(pool.reserve(2, 3).is_none());
    }
}
