//! One interned value that does not fit into a handle: 40 bytes, all atomics.
//!
//! A record is written once, before its index is published under the lock of the intern table, and
//! read without locks afterwards; relaxed loads suffice because whoever holds the index got it through
//! that lock (or from a thread that did).

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::{facts::Facts, landmarks::Signature};
use crate::game::Id;

/// Both counts are this when a list is too long for 16 bits; then the counts precede the options.
const LONG: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct Record {
    below: AtomicU64,
    above: AtomicU64,
    /// Where the options start in the option pool (or the index of a big number-up-star).
    start: AtomicU32,
    /// Number of Left options (low half) and of Right options (high half), or [`LONG`].
    counts: AtomicU32,
    stops: [AtomicU32; 2],
    flags: AtomicU32,
    /// The negative plus one; 0 while unknown.
    negative: AtomicU32,
}

impl Record {
    pub(super) fn write(&self, facts: &Facts, start: u32, counts: [usize; 2]) {
        self.below.store(facts.signature.below, Relaxed);
        self.above.store(facts.signature.above, Relaxed);
        self.start.store(start, Relaxed);
        self.counts.store(pack_counts(counts), Relaxed);
        self.stops[0].store(facts.stops[0].0, Relaxed);
        self.stops[1].store(facts.stops[1].0, Relaxed);
        self.flags.store(facts.flags, Relaxed);
    }

    #[inline]
    pub(super) fn facts(&self) -> Facts {
        Facts {
            signature: self.signature(),
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
    pub(super) fn flags(&self) -> u32 {
        self.flags.load(Relaxed)
    }

    pub(super) fn add_flag(&self, flag: u32) {
        self.flags.fetch_or(flag, Relaxed);
    }

    #[inline]
    pub(super) fn start(&self) -> u32 {
        self.start.load(Relaxed)
    }

    /// Both option counts, or `None` if they stand in front of the options.
    #[inline]
    pub(super) fn counts(&self) -> Option<[usize; 2]> {
        match self.counts.load(Relaxed) {
            LONG => None,
            counts => Some([(counts & 0xffff) as usize, (counts >> 16) as usize]),
        }
    }

    #[inline]
    pub(super) fn negative(&self) -> Option<Id> {
        self.negative.load(Relaxed).checked_sub(1).map(Id)
    }

    pub(super) fn set_negative(&self, id: Id) {
        self.negative.store(id.0 + 1, Relaxed);
    }
}

/// Do these counts have to be kept in front of the options?
pub(super) fn are_long(counts: [usize; 2]) -> bool {
    counts.iter().any(|&count| count >= 0xffff)
}

fn pack_counts(counts: [usize; 2]) -> u32 {
    if are_long(counts) {
        LONG
    } else {
        counts[0] as u32 | (counts[1] as u32) << 16
    }
}

const _: () = assert!(size_of::<Record>() == 40);
