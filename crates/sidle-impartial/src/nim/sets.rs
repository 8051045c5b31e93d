//! The values of heaps as bit sets, ready to be united.

/// The sets of heaps m, word by word: the values at m − k over all k, complete up to the last value + the least k.
pub(super) struct Sets {
    pub(super) words: Vec<Vec<u64>>,
    /// The first heap that is kept.
    pub(super) start: usize,
}

/// Sets grow by so many heaps more than is asked for.
const SLACK: usize = 1 << 12;

impl Sets {
    /// Nothing yet; the first heap kept is `start`.
    pub(super) fn new(start: usize) -> Sets {
        Sets {
            words: vec![Vec::new()],
            start,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.words[0].len()
    }

    /// Room for heaps below `heaps`, and for so many words.
    #[inline(always)]
    pub(super) fn grow_to(&mut self, heaps: usize, words: usize) {
        while self.words.len() < words {
            let length = self.words.first().map_or(0, Vec::len);
            self.words.push(vec![0; length]);
        }
        let length = heaps - self.start;
        if self.len() < length {
            self.grow(length + SLACK);
        }
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        for word in &mut self.words {
            word.resize(length, 0);
        }
    }

    /// Forgets old sets if there are many more than are to be kept.
    #[inline(always)]
    pub(super) fn forget_beyond(&mut self, kept: usize) {
        if self.len() > (2 * kept).max(kept + (1 << 16)) {
            self.forget(kept);
        }
    }

    /// Keeps the last sets only.
    fn forget(&mut self, kept: usize) {
        let drop = self.len().saturating_sub(kept);
        for word in &mut self.words {
            word.drain(..drop);
        }
        self.start += drop;
    }

    #[inline(always)]
    pub(super) fn add(&mut self, heap: usize, value: u32, breaking: &[usize]) {
        let word = value as usize / 64;
        if self.words.len() <= word {
            self.grow_to(self.start + self.len(), word + 1);
        }
        let sets = self.words[word].as_mut_slice();
        for &k in breaking {
            if let Some(set) = sets.get_mut((heap + k).wrapping_sub(self.start)) {
                *set |= 1 << (value % 64);
            }
        }
    }
}
