//! The values of heaps as bit sets, ready to be united.

use super::kernel::Block;

/// A piece of a set: bits for so many neighbouring values.
pub(super) trait Word: Copy + 'static {
    /// How many bits there are.
    const BITS: u32;
    /// No bit.
    const EMPTY: Self;
    /// With this bit, too.
    fn with(self, bit: u32) -> Self;
    /// How many words of 64 values are united at once, when none is yet.
    fn at_once(sets: &Sets<Self>) -> usize;
    /// Unites what the pairs with the heaps of these teams reach, for all heaps of the block that begins `at`: so many more
    /// words of 64 values each.
    fn unite<const L: usize>(
        sets: &Sets<Self>,
        at: usize,
        teams: &[Team<'_>],
        more: usize,
        unions: &mut Unions<L>,
        united: &mut Vec<Block<L>>,
    );
    /// The sets, if they are of words of 64 values.
    fn long(sets: &mut Sets<Self>) -> Option<&mut Sets<u64>>;
}

/// Heaps of one value whose partners' sets are kept.
pub(super) struct Team<'h> {
    /// The number of the value in its class.
    pub(super) code: u32,
    pub(super) heaps: &'h [u32],
}

/// Room to unite sets, for each value mod 64 or mod 8.
pub(super) struct Unions<const L: usize> {
    pub(super) long: Vec<Block<L>>,
    pub(super) bytes: Vec<[[u8; L]; 8]>,
}

/// The sets of heaps m, word by word: the values at m − k over all k, complete up to the last value + the least k.
pub(super) struct Sets<W> {
    pub(super) words: Vec<Vec<W>>,
    /// The first heap that is kept.
    pub(super) start: usize,
}

/// Sets grow by so many heaps more than is asked for.
const SLACK: usize = 1 << 12;

impl<W: Word> Sets<W> {
    /// Nothing yet; the first heap kept is `start`.
    pub(super) fn new(start: usize) -> Sets<W> {
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
            self.words.push(vec![W::EMPTY; length]);
        }
        let length = heaps - self.start;
        if self.len() < length {
            self.grow(length + SLACK);
        }
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        for word in &mut self.words {
            word.resize(length, W::EMPTY);
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
        let word = (value / W::BITS) as usize;
        if self.words.len() <= word {
            self.grow_to(self.start + self.len(), word + 1);
        }
        let sets = self.words[word].as_mut_slice();
        for &k in breaking {
            if let Some(set) = sets.get_mut((heap + k).wrapping_sub(self.start)) {
                *set = set.with(value % W::BITS);
            }
        }
    }
}
