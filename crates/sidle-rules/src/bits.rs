//! Sets of cells as machine words.

use std::{
    hash::{Hash, Hasher},
    ops::{BitAnd, BitOr, BitXor, Not},
};

/// A set of small numbers in `N` words. Shifts lose what leaves the words.
///
/// ```
/// use sidle_rules::Bits;
/// let set = Bits::<2>::single(70).with(3);
/// assert_eq!((set >> 3).lowest(), Some(0));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 70]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Hash for Bits<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for &word in &self.0 {
            state.write_u64(word);
        }
    }
}

impl<const N: usize> Default for Bits<N> {
    fn default() -> Bits<N> {
        Bits::EMPTY
    }
}

impl<const N: usize> Bits<N> {
    /// How many numbers there is room for: `0..CAPACITY`.
    pub const CAPACITY: usize = 64 * N;
    /// The empty set.
    pub const EMPTY: Bits<N> = Bits([0; N]);

    /// The set of one number.
    ///
    /// # Panics
    /// If there is no room for it.
    #[inline]
    #[must_use]
    pub fn single(n: usize) -> Bits<N> {
        let mut words = [0; N];
        words[n / 64] = 1 << (n % 64);
        Bits(words)
    }

    /// `0..n`.
    #[inline]
    #[must_use]
    pub fn first(n: usize) -> Bits<N> {
        let mut words = [0; N];
        for (i, word) in words.iter_mut().enumerate() {
            *word = match n.saturating_sub(64 * i) {
                0 => 0,
                rest if rest < 64 => (1 << rest) - 1,
                _ => u64::MAX,
            };
        }
        Bits(words)
    }

    /// The set with one more number.
    #[inline]
    #[must_use]
    pub fn with(self, n: usize) -> Bits<N> {
        self | Bits::single(n)
    }

    /// The set without a number.
    #[inline]
    #[must_use]
    pub fn without(self, n: usize) -> Bits<N> {
        self & !Bits::single(n)
    }

    /// Is the number in the set?
    #[inline]
    #[must_use]
    pub fn contains(self, n: usize) -> bool {
        n < Bits::<N>::CAPACITY && self.0[n / 64] >> (n % 64) & 1 == 1
    }

    /// Is nothing in the set?
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many numbers are in the set?
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The least number.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Option<usize> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some(64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// The largest number.
    #[inline]
    #[must_use]
    pub fn highest(self) -> Option<usize> {
        let i = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * i + 63 - self.0[i].leading_zeros() as usize)
    }

    /// The numbers, increasing.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let n = rest.lowest()?;
            rest.0[n / 64] &= rest.0[n / 64] - 1;
            Some(n)
        })
    }

    /// The mirror image of a set of numbers below `n`: `i` becomes `n - 1 - i`.
    #[inline]
    #[must_use]
    pub fn reversed(self, n: usize) -> Bits<N> {
        let mut words = [0; N];
        for i in 0..N {
            words[N - 1 - i] = self.0[i].reverse_bits();
        }
        Bits(words) >> (Bits::<N>::CAPACITY - n)
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn bitand(self, other: Bits<N>) -> Bits<N> {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word &= other;
        }
        Bits(words)
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn bitor(self, other: Bits<N>) -> Bits<N> {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word |= other;
        }
        Bits(words)
    }
}

impl<const N: usize> BitXor for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn bitxor(self, other: Bits<N>) -> Bits<N> {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word ^= other;
        }
        Bits(words)
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn not(self) -> Bits<N> {
        Bits(self.0.map(|word| !word))
    }
}

impl<const N: usize> std::ops::Shl<usize> for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn shl(self, by: usize) -> Bits<N> {
        if N == 1 {
            let mut words = self.0;
            words[0] = words[0].checked_shl(by as u32).unwrap_or(0);
            return Bits(words);
        }
        Bits(shifted_up(self.0, by))
    }
}

impl<const N: usize> std::ops::Shr<usize> for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn shr(self, by: usize) -> Bits<N> {
        if N == 1 {
            let mut words = self.0;
            words[0] = words[0].checked_shr(by as u32).unwrap_or(0);
            return Bits(words);
        }
        Bits(shifted_down(self.0, by))
    }
}

/// Shifts over several words stay out of line: unrolled, they would be most of the code.
#[inline(never)]
fn shifted_up<const N: usize>(words: [u64; N], by: usize) -> [u64; N] {
    let (skip, by) = (by / 64, (by % 64) as u32);
    let mut shifted = [0; N];
    for i in skip..N {
        shifted[i] = words[i - skip] << by;
        if by > 0 && i > skip {
            shifted[i] |= words[i - skip - 1] >> (64 - by);
        }
    }
    shifted
}

#[inline(never)]
fn shifted_down<const N: usize>(words: [u64; N], by: usize) -> [u64; N] {
    let (skip, by) = (by / 64, (by % 64) as u32);
    let mut shifted = [0; N];
    for i in skip..N {
        shifted[i - skip] = words[i] >> by;
        if by > 0 && i + 1 < N {
            shifted[i - skip] |= words[i + 1] << (64 - by);
        }
    }
    shifted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_agree_with_numbers() {
        let set = Bits::<3>::single(0).with(63).with(64).with(130).with(191);
        for by in [0, 1, 5, 63, 64, 65, 128, 190] {
            let up: Vec<usize> = set.iter().map(|n| n + by).filter(|&n| n < 192).collect();
            assert_eq!((set << by).iter().collect::<Vec<_>>(), up, "up by {by}");
            let down: Vec<usize> = set.iter().filter_map(|n| n.checked_sub(by)).collect();
            assert_eq!((set >> by).iter().collect::<Vec<_>>(), down, "down by {by}");
        }
        let mirrored: Vec<usize> = set.reversed(192).iter().collect();
        assert_eq!(mirrored, [0, 61, 127, 128, 191]);
        assert_eq!(
            (set.lowest(), set.highest(), set.len()),
            (Some(0), Some(191), 5)
        );
        assert_eq!(Bits::<2>::first(70).len(), 70);
    }
}
