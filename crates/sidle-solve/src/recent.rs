//! A small memory of options as they were met.
//!
//! A third to a half of all options are boards that another position had as an option too. Looking a board up
//! as it is costs much less than taking it apart and finding the representatives of its parts.

use std::hash::Hash;

use crate::{table::hash_of, walk::Answer};

/// log2 of how many slots there are at first, and at most.
const FIRST: u32 = 8;
const MOST: u32 = 12;

/// The answers for some options: one a slot, the latest stays.
pub(crate) struct Recent<P> {
    slots: Vec<Option<(P, Answer)>>,
    bits: u32,
    /// How many slots are taken.
    taken: usize,
}

impl<P: Clone + Eq + Hash> Recent<P> {
    pub(crate) fn new() -> Recent<P> {
        Recent {
            slots: Vec::new(),
            bits: FIRST,
            taken: 0,
        }
    }

    fn slot(&self, option: &P) -> usize {
        (hash_of(option).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.bits)) as usize
    }

    #[inline]
    pub(crate) fn get(&self, option: &P) -> Option<Answer> {
        match self.slots.get(self.slot(option)) {
            Some(Some((known, answer))) if known == option => Some(*answer),
            _ => None,
        }
    }

    pub(crate) fn put(&mut self, option: &P, answer: Answer) {
        if self.slots.is_empty() {
            self.slots.resize(1 << self.bits, None);
        } else if 2 * self.taken > self.slots.len() && self.bits < MOST {
            self.grow();
        }
        let slot = self.slot(option);
        let slot = &mut self.slots[slot];
        self.taken += usize::from(slot.is_none());
        *slot = Some((option.clone(), answer));
    }

    #[cold]
    fn grow(&mut self) {
        self.bits += 2;
        let old = std::mem::take(&mut self.slots);
        self.slots.resize(1 << self.bits, None);
        self.taken = 0;
        for (option, answer) in old.into_iter().flatten() {
            self.put(&option, answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_right() {
        let mut recent = Recent::new();
        let mut remembered = 0;
        for n in 0..100_000u64 {
            recent.put(&n, Answer::Numbered(n as u32));
            assert_eq!(recent.get(&n), Some(Answer::Numbered(n as u32)));
            if let Some(answer) = recent.get(&(n / 2)) {
                assert_eq!(answer, Answer::Numbered((n / 2) as u32));
                remembered += 1;
            }
        }
        assert!(remembered > 2_000, "{remembered}");
        assert!(recent.slots.len() <= 1 << (MOST + 1));
    }
}
