//! States packed into whole machine words.

use std::fmt;

/// A packed state. One value is never a state, so that tables can mark empty slots with it.
pub trait Key: Copy + Eq + Ord + Send + Sync + fmt::Debug + 'static {
    /// Marks an empty slot.
    const VOID: Self;
    /// How many bits a state may use.
    const BITS: u32;
    /// All bits clear.
    const ZERO: Self;
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
    /// The bytes of one key.
    const BYTES: usize;
    /// Appends the bytes, lowest first.
    fn write(self, out: &mut Vec<u8>);
    /// Reads what [`write`](Key::write) wrote; `bytes` has [`BYTES`](Key::BYTES) bytes.
    fn read(bytes: &[u8]) -> Self;
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

impl Key for u64 {
    const VOID: u64 = u64::MAX;
    const BITS: u32 = 63;
    const ZERO: u64 = 0;
    const BYTES: usize = 8;

    #[inline]
    fn hash(self) -> u64 {
        mix(self)
    }

    #[inline]
    fn field(self, at: u32, width: u32) -> u32 {
        (self >> at) as u32 & low(width)
    }

    #[inline]
    fn with_field(self, at: u32, width: u32, value: u32) -> u64 {
        self & !(u64::from(low(width)) << at) | u64::from(value) << at
    }

    #[inline]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }

    #[inline]
    fn and(self, other: u64) -> u64 {
        self & other
    }

    #[inline]
    fn ones(self) -> u32 {
        self.count_ones()
    }

    fn write(self, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> u64 {
        let mut word = [0; 8];
        word.copy_from_slice(bytes);
        u64::from_le_bytes(word)
    }
}

impl Key for u128 {
    const VOID: u128 = u128::MAX;
    const BITS: u32 = 127;
    const ZERO: u128 = 0;
    const BYTES: usize = 16;

    #[inline]
    fn hash(self) -> u64 {
        mix(self as u64 ^ mix((self >> 64) as u64))
    }

    #[inline]
    fn field(self, at: u32, width: u32) -> u32 {
        (self >> at) as u32 & low(width)
    }

    #[inline]
    fn with_field(self, at: u32, width: u32, value: u32) -> u128 {
        self & !(u128::from(low(width)) << at) | u128::from(value) << at
    }

    #[inline]
    fn xor(self, other: u128) -> u128 {
        self ^ other
    }

    #[inline]
    fn and(self, other: u128) -> u128 {
        self & other
    }

    #[inline]
    fn ones(self) -> u32 {
        self.count_ones()
    }

    fn write(self, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> u128 {
        let mut word = [0; 16];
        word.copy_from_slice(bytes);
        u128::from_le_bytes(word)
    }
}

/// Keys of several words; a field never crosses the border of two words.
impl<const N: usize> Key for [u64; N] {
    const VOID: [u64; N] = [u64::MAX; N];
    const BITS: u32 = 64 * N as u32 - 1;
    const ZERO: [u64; N] = [0; N];
    const BYTES: usize = 8 * N;

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
        *word = *word & !(u64::from(low(width)) << (at % 64)) | u64::from(value) << (at % 64);
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

    fn write(self, out: &mut Vec<u8>) {
        self.iter().for_each(|word| out.extend(word.to_le_bytes()));
    }

    fn read(bytes: &[u8]) -> [u64; N] {
        let mut words = bytes.chunks_exact(8).map(u64::read);
        std::array::from_fn(|_| words.next().unwrap_or(0))
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
