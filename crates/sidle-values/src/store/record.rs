//! One interned value that does not fit into a handle: 32 bytes, all atomics.
//!
//! A record is written once, before its index is published under the lock of the intern table, and
//! read without locks afterwards; relaxed loads suffice because whoever holds the index got it through
//! that lock (or from a thread that did).

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::{facts::Facts, landmarks::Signature};
use crate::game::Id;

/// A count of this means that the list is too long for 8 bits; then both counts precede the options.
const LONG: u8 = u8::MAX;

#[derive(Debug, Default)]
pub(super) struct Record {
    below: AtomicU64,
    above: AtomicU64,
    stops: [AtomicU32; 2],
    /// Where the options start in the option pool (or the index of a big number-up-star).
    start: AtomicU32,
    /// Number of Left options and of Right options, or [`LONG`] for both.
    counts: [AtomicU8; 2],
    flags: AtomicU16,
}

impl Record {
    pub(super) fn write(&self, facts: &Facts, start: u32, counts: [usize; 2]) {
        self.below.store(facts.signature.below, Relaxed);
        self.above.store(facts.signature.above, Relaxed);
        self.start.store(start, Relaxed);
        for (cell, count) in self.counts.iter().zip(counts) {
            let count = if are_long(counts) { LONG } else { count as u8 };
            cell.store(count, Relaxed);
        }
        self.stops[0].store(facts.stops[0].0, Relaxed);
        self.stops[1].store(facts.stops[1].0, Relaxed);
        self.flags.store(facts.flags, Relaxed);
    }

    #[inline(always)]
    pub(super) fn facts(&self) -> Facts {
        self.facts_with(self.signature())
    }

    #[inline(always)]
    pub(super) fn facts_with(&self, signature: Signature) -> Facts {
        Facts {
            signature,
            flags: self.flags(),
            stops: [
                Id(self.stops[0].load(Relaxed)),
                Id(self.stops[1].load(Relaxed)),
            ],
        }
    }

    #[inline]
    pub(super) fn signature(&self) -> Signature {
        Signature {
            below: self.below.load(Relaxed),
            above: self.above.load(Relaxed),
        }
    }

    #[inline]
    pub(super) fn flags(&self) -> u16 {
        self.flags.load(Relaxed)
    }

    pub(super) fn add_flag(&self, flag: u16) {
        self.flags.fetch_or(flag, Relaxed);
    }

    #[inline]
    pub(super) fn start(&self) -> u32 {
        self.start.load(Relaxed)
    }

    /// Both option counts, or `None` if they stand in front of the options.
    #[inline]
    pub(super) fn counts(&self) -> Option<[usize; 2]> {
        let counts = [self.counts[0].load(Relaxed), self.counts[1].load(Relaxed)];
        (counts[0] != LONG).then(|| counts.map(usize::from))
    }
}

/// Do these counts have to be kept in front of the options?
pub(super) fn are_long(counts: [usize; 2]) -> bool {
    counts.iter().any(|&count| count >= usize::from(LONG))
}

const _: () = assert!(size_of::<Record>() == 32);
