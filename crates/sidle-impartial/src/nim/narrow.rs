//! Bytes in place of wider cells.
//!
//! Values below 512 need two bytes, but their numbers within a class need one: twice as many are compared at a time.
//! A number tells the value only if the class is known, so this works where all partners are common heaps: after the
//! last rare one, as long as no other comes.

use std::ops::Range;

use super::{cell::Cell, chosen::Chosen, coding::Coding, pairs::Mirror};

/// The numbers of all heaps, and where they may be used.
pub(super) struct Narrow {
    /// Empty if not in use.
    codes: Vec<u8>,
    mirror: Mirror<u8>,
    last_rare: usize,
    /// At which heaps all partners of the rest are common.
    rest: Range<usize>,
    /// At which heaps all partners of mirrored heaps are common.
    pairs: Range<usize>,
    least_rest: usize,
}

impl Narrow {
    /// Not in use.
    pub(super) fn idle() -> Narrow {
        Narrow {
            codes: Vec::new(),
            mirror: Mirror::of(&[], 0),
            last_rare: 0,
            rest: 0..0,
            pairs: 0..0,
            least_rest: 0,
        }
    }

    /// For the values so far, if bytes are narrower than their cells and hold their numbers.
    pub(super) fn new<V: Cell>(
        values: &[V],
        coding: Coding,
        chosen: &Chosen,
        reach: usize,
    ) -> Narrow {
        if !coding.is_split() || V::MOST <= u8::MOST {
            return Narrow::idle();
        }
        let mut codes = Vec::with_capacity(values.len() + values.len() / 4);
        let mut last_rare = 0;
        for (&value, heap) in values.iter().zip(0_usize..) {
            let code = coding.encode(value.get());
            if code > u8::MOST {
                return Narrow::idle();
            }
            if coding.is_rare(value.get(), heap) {
                last_rare = heap;
            }
            codes.push(code as u8);
        }
        let mut narrow = Narrow {
            codes,
            last_rare,
            ..Narrow::idle()
        };
        narrow.aim(chosen, reach);
        narrow
    }

    /// Says anew, for the heaps so far and those chosen, where the numbers may be used.
    pub(super) fn aim(&mut self, chosen: &Chosen, reach: usize) {
        if self.codes.is_empty() {
            return;
        }
        let last_rare = self.last_rare;
        self.mirror.renew(&self.codes, last_rare + 1);
        self.pairs = if self.mirror.len() < 1024 {
            0..0
        } else {
            last_rare + reach + self.mirror.end() + 1..usize::MAX
        };
        (self.rest, self.least_rest) = match chosen.span_of_rest() {
            Some((least, most)) => (last_rare + reach + most + 1..usize::MAX, least),
            None => (0..0, 0),
        };
    }

    /// The next heap.
    #[inline(always)]
    pub(super) fn push(&mut self, heap: usize, code: u32, rare: bool, lanes: usize) {
        if self.codes.is_empty() {
            return;
        }
        if code > u8::MOST {
            *self = Narrow::idle();
            return;
        }
        self.codes.push(code as u8);
        if rare {
            self.last_rare = heap;
            let rest = (heap + self.least_rest).saturating_sub(lanes);
            self.rest.end = self.rest.end.min(rest);
            self.pairs.end = self.pairs.end.min(heap + self.mirror.first());
        }
    }

    /// The numbers, if the block of heaps that begins here may be compared with the rest by them.
    #[inline(always)]
    pub(super) fn for_rest(&self, heap: usize) -> Option<&[u8]> {
        self.rest.contains(&heap).then_some(&self.codes)
    }

    /// Does a pair of common heaps with this sum reach the rare value with this number at this heap? A `false` means
    /// that none was found.
    #[inline(always)]
    pub(super) fn finds_pair(&self, heap: usize, sum: usize, code: u32) -> bool {
        self.pairs.contains(&heap)
            && code <= u8::MOST
            && self.mirror.has_pair(&self.codes, sum, sum, code as u8)
    }
}
