//! What a heap reaches on its own: by single heaps, by near pairs, by pairs with heaps of its block.

use super::{
    cell::Cell, chosen::Chosen, coding::Coding, coding::LABEL_BITS, octal::MOST_WORDS, shape::Shape,
};

/// In how many parts a set is kept: one addition need not wait for the last one.
const PARTS: usize = 4;

/// A set of values, or of their labels.
pub(super) struct Own {
    parts: [[u64; MOST_WORDS]; PARTS],
    /// How much smaller the partner of a near heap is than the heap itself, and the label of the near heap.
    near: Vec<(u32, u16)>,
}

/// The labels of all heaps.
#[derive(Default)]
pub(super) struct Labels {
    labels: Vec<u16>,
    /// All numbers fit into so many words; a power of two.
    words: usize,
}

impl Labels {
    pub(super) fn of<V: Cell>(values: &[V], coding: Coding) -> Labels {
        let mut all = Labels {
            labels: Vec::with_capacity(values.len() + values.len() / 4),
            words: 1,
        };
        for (value, heap) in values.iter().zip(0_usize..) {
            all.push(coding.label(value.get(), heap));
        }
        all
    }

    /// The label of the next heap.
    #[inline(always)]
    pub(super) fn push(&mut self, label: u32) {
        let number = label as usize % (1 << (LABEL_BITS - 1));
        if number >= 64 * self.words {
            self.words = (number / 64 + 1).next_power_of_two();
        }
        self.labels.push(label as u16);
    }
}

impl Default for Own {
    fn default() -> Own {
        Own {
            parts: [[0; MOST_WORDS]; PARTS],
            near: Vec::new(),
        }
    }
}

impl Own {
    /// Adds a value or label.
    #[inline(always)]
    pub(super) fn insert(&mut self, label: u32) {
        insert_into(&mut self.parts[0], label);
    }

    /// One word of the values.
    #[inline(always)]
    pub(super) fn word(&self, word: usize) -> u64 {
        self.parts[0].get(word).copied().unwrap_or(0)
    }

    /// One word of the numbers of common values.
    #[inline(always)]
    pub(super) fn common(&self, word: usize) -> u64 {
        self.union(MOST_WORDS / 2 + word)
    }

    /// One word of the numbers of rare values.
    #[inline(always)]
    pub(super) fn rare(&self, word: usize) -> u64 {
        self.union(word)
    }

    #[inline(always)]
    fn union(&self, word: usize) -> u64 {
        let words = self.parts.iter().map(|part| part[word % MOST_WORDS]);
        words.fold(0, |union, word| union | word)
    }

    /// The values that a heap reaches.
    #[inline(always)]
    pub(super) fn fill<V: Cell>(
        &mut self,
        shape: &Shape,
        values: &[V],
        chosen: &Chosen,
        breaking: &[usize],
        n: usize,
        plain: bool,
    ) {
        self.parts[0].fill(0);
        let mut first = 0_u64;
        let mut reach = |value: u32| {
            if value < 64 {
                first |= 1 << value;
            } else {
                self.insert(value);
            }
        };
        for &k in shape.take.iter().filter(|&&k| n > k && k > 0) {
            reach(values[n - k].get());
        }
        // Without a space the partners of the heaps of the block are all near.
        let fresh = if plain { &[] } else { chosen.fresh.as_slice() };
        for &k in breaking {
            for list in [chosen.near.as_slice(), fresh] {
                for &(heap, value) in list {
                    if n > k + heap as usize {
                        reach(values[n - k - heap as usize].get() ^ value);
                    }
                }
            }
        }
        self.parts[0][0] |= first;
    }

    /// Makes the list of near heaps anew.
    #[cold]
    fn prepare(&mut self, chosen: &Chosen, breaking: &[usize], labels: &Labels) {
        self.near.clear();
        for &k in breaking {
            for &(heap, _) in &chosen.near {
                let label = labels.labels[heap as usize];
                self.near.push((k as u32 + heap, label));
            }
        }
        self.near.sort_unstable();
    }

    /// The labels of the values that a heap reaches, from the labels of all heaps: the heap of a block in this lane.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn fill_by_labels<V: Cell>(
        &mut self,
        shape: &Shape,
        values: &[V],
        labels: &Labels,
        coding: Coding,
        chosen: &Chosen,
        breaking: &[usize],
        n: usize,
        lane: u32,
    ) {
        const { assert!(1 << LABEL_BITS == 64 * MOST_WORDS) };
        // Within a stretch near heaps are only added.
        if self.near.len() != breaking.len() * chosen.near.len() {
            self.prepare(chosen, breaking, labels);
        }
        for part in &mut self.parts {
            part[..labels.words].fill(0);
            part[MOST_WORDS / 2..][..labels.words].fill(0);
        }
        for &k in shape.take.iter().filter(|&&k| n > k && k > 0) {
            self.insert(coding.label(values[n - k].get(), n));
        }
        // Pairs with heaps before the block belong to the front. A partner of no tokens is none: the first label is that
        // of one token.
        let partners = &labels.labels[1..];
        for (place, &(offset, label)) in self.near.iter().enumerate() {
            if offset > lane {
                break;
            }
            if let Some(partner) = partners.get((n - 1).wrapping_sub(offset as usize)) {
                insert_into(&mut self.parts[place % PARTS], (partner ^ label).into());
            }
        }
        for &k in breaking {
            for &(heap, _) in &chosen.fresh {
                let label = labels.labels[heap as usize];
                if let Some(partner) = partners.get((n - 1).wrapping_sub(k + heap as usize)) {
                    self.insert((partner ^ label).into());
                }
            }
        }
    }
}

#[inline(always)]
fn insert_into(part: &mut [u64; MOST_WORDS], label: u32) {
    part[label as usize / 64 % MOST_WORDS] |= 1 << (label % 64);
}
