//! States packed into whole machine words.

use std::fmt;

/// A packed state: some words of 64 bits. The highest bit of the last one is never used, so that tables can mark empty slots with it.
pub trait Key: Copy + Eq + Ord + Send + Sync + fmt::Debug + 'static {
    /// How many words a state has.
    const WORDS: usize;
    /// All bits clear.
    const ZERO: Self;
    /// A word, the lowest first.
    fn word(self, place: usize) -> u64;
    /// The key with these words.
    fn from_words(word: impl FnMut(usize) -> u64) -> Self;
    /// Spreads the bits over a word.
    fn hash(self) -> u64;
    /// The field of `width` bits (at most 32) that begins at `at`.
    fn field(self, at: u32, width: u32) -> u32;
    /// The same key with that field replaced.
    #[must_use]
    fn with_field(self, at: u32, width: u32, value: u32) -> Self;
    /// Bitwise exclusive or.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Bitwise and.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// How many bits are set.
    fn ones(self) -> u32;
}

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn mix(word: u64) -> u64 {
    let h = (word ^ (word >> 32)).wrapping_mul(MIX);
    (h ^ (h >> 29)).wrapping_mul(MIX)
}

#[inline]
fn low(width: u32) -> u32 {
    if width >= 32 {
        u32::MAX
    } else {
        (1 << width) - 1
    }
}

/// Keys that are one integer.
macro_rules! integer_key {
    ($integer:ty, $words:expr, $hash:expr) => {
        impl Key for $integer {
            const WORDS: usize = $words;
            const ZERO: $integer = 0;

            #[inline]
            fn word(self, place: usize) -> u64 {
                (self >> (64 * place)) as u64
            }

            #[inline]
            fn from_words(mut word: impl FnMut(usize) -> u64) -> $integer {
                (0..$words).fold(0, |key, place| {
                    key | <$integer>::from(word(place)) << (64 * place)
                })
            }

            #[inline]
            fn hash(self) -> u64 {
                let hash: fn($integer) -> u64 = $hash;
                hash(self)
            }

            #[inline]
            fn field(self, at: u32, width: u32) -> u32 {
                (self >> at) as u32 & low(width)
            }

            #[inline]
            fn with_field(self, at: u32, width: u32, value: u32) -> $integer {
                self & !(<$integer>::from(low(width)) << at) | <$integer>::from(value) << at
            }

            #[inline]
            fn xor(self, other: $integer) -> $integer {
                self ^ other
            }

            #[inline]
            fn and(self, other: $integer) -> $integer {
                self & other
            }

            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

integer_key!(u64, 1, mix);
integer_key!(u128, 2, |key| mix(key as u64 ^ mix((key >> 64) as u64)));

/// Keys of several words; a field never crosses the border of two words.
impl<const N: usize> Key for [u64; N] {
    const WORDS: usize = N;
    const ZERO: [u64; N] = [0; N];

    #[inline]
    fn word(self, place: usize) -> u64 {
        self[place]
    }

    #[inline]
    fn from_words(word: impl FnMut(usize) -> u64) -> [u64; N] {
        std::array::from_fn(word)
    }

    #[inline]
    fn hash(self) -> u64 {
        self.iter().fold(0, |h, &word| mix(word ^ h))
    }

    #[inline]
    fn field(self, at: u32, width: u32) -> u32 {
        (self[at as usize / 64] >> (at % 64)) as u32 & low(width)
    }

    #[inline]
    fn with_field(mut self, at: u32, width: u32, value: u32) -> [u64; N] {
        let word = &mut self[at as usize / 64];
        *word = word.with_field(at % 64, width, value);
        self
    }

    #[inline]
    fn xor(mut self, other: [u64; N]) -> [u64; N] {
        self.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
        self
    }

    #[inline]
    fn and(mut self, other: [u64; N]) -> [u64; N] {
        self.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
        self
    }

    #[inline]
    fn ones(self) -> u32 {
        self.iter().map(|word| word.count_ones()).sum()
    }
}

/// Places fields one after the other so that none crosses the border of a word of 64 bits.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    next: u32,
}

impl Fields {
    /// The place of the next field of so many bits.
    pub fn place(&mut self, width: u32) -> u32 {
        if self.next / 64 != (self.next + width.max(1) - 1) / 64 {
            self.next = (self.next / 64 + 1) * 64;
        }
        let at = self.next;
        self.next += width;
        at
    }

    /// How many bits have been used.
    #[must_use]
    pub fn used(&self) -> u32 {
        self.next
    }
}
