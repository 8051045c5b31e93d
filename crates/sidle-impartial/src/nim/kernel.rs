//! Sets of nim values as bit sets, for a block of heaps at a time.
//!
//! A heap m is a bit set with the single bit G(m). The set of all G(a) ⊕ G(n − k − a) over the heaps a of one
//! value v is the union of the bit sets of n − k − a, its bits renumbered by exclusive or with v. For heaps
//! n, n + 1, … those unions are unions of neighbouring words: the inner loop is one `or` for each four heaps.

use super::sets::{Sets, Team, Unions, Word};

/// One word (64 values) of the sets of neighbouring heaps that are done together.
pub(super) type Block<const L: usize> = [u64; L];

/// Bit b of the index exchanged, within a word.
pub(super) const BUTTERFLY: [(u64, u32); 6] = [
    (0x5555_5555_5555_5555, 1),
    (0x3333_3333_3333_3333, 2),
    (0x0f0f_0f0f_0f0f_0f0f, 4),
    (0x00ff_00ff_00ff_00ff, 8),
    (0x0000_ffff_0000_ffff, 16),
    (0x0000_0000_ffff_ffff, 32),
];

impl Word for u64 {
    const BITS: u32 = 64;
    const EMPTY: u64 = 0;

    #[inline(always)]
    fn with(self, bit: u32) -> u64 {
        self | 1 << bit
    }

    #[inline(always)]
    fn at_once(_: &Sets<u64>) -> usize {
        1
    }

    #[inline(always)]
    fn unite<const L: usize>(
        sets: &Sets<u64>,
        at: usize,
        teams: &[Team<'_>],
        more: usize,
        unions: &mut Unions<L>,
        united: &mut Vec<Block<L>>,
    ) {
        unions.long.resize(64, [0; L]);
        for word in united.len()..united.len() + more {
            let mut present = 0_u64;
            for team in teams {
                let Some(words) = sets.words.get(word ^ (team.code as usize / 64)) else {
                    continue;
                };
                let mut sum = unions.long[team.code as usize % 64];
                add_all(&mut sum, words, at, team.heaps);
                unions.long[team.code as usize % 64] = sum;
                present |= 1 << (team.code % 64);
            }
            united.push(fold(&mut unions.long, &mut present));
        }
    }

    #[inline(always)]
    fn long(sets: &mut Sets<u64>) -> Option<&mut Sets<u64>> {
        Some(sets)
    }
}

/// Adds to a union the words of all heaps, those that begin `at` − r for each r of `heaps`.
#[inline(always)]
fn add_all<const L: usize>(acc: &mut Block<L>, words: &[u64], at: usize, heaps: &[u32]) {
    if L.is_multiple_of(32) {
        for from in (0..L).step_by(32) {
            add_part::<32>(&mut acc[from..], words, at + from, heaps);
        }
    } else {
        for from in (0..L).step_by(4) {
            add_part::<4>(&mut acc[from..], words, at + from, heaps);
        }
    }
}

/// The same for so few words that they stay in registers.
#[inline(always)]
fn add_part<const C: usize>(acc: &mut [u64], words: &[u64], at: usize, heaps: &[u32]) {
    let mut sum = [0_u64; C];
    for &r in heaps {
        let part = &words[at - r as usize..][..C];
        for (sum, &word) in sum.iter_mut().zip(part) {
            *sum |= word;
        }
    }
    for (acc, sum) in acc[..C].iter_mut().zip(sum) {
        *acc |= sum;
    }
}

/// One bit of the indices exchanged, in all words of a block.
#[inline(always)]
pub(super) fn exchange<const L: usize>(block: Block<L>, bit: usize) -> Block<L> {
    let (mask, shift) = BUTTERFLY[bit];
    block.map(|word| ((word & mask) << shift) | ((word >> shift) & mask))
}

/// The unions for each value mod 64, their bits renumbered by exclusive or with it, all united. `unions[v]` is used
/// only if bit v of `present` is set; both are left cleared.
#[inline(always)]
fn fold<const L: usize>(unions: &mut [Block<L>], present: &mut u64) -> Block<L> {
    for bit in (0..6).rev() {
        let half = 1_usize << bit;
        let (mask, shift) = BUTTERFLY[bit];
        let mut high = *present >> half & (!0 >> (64 - half));
        while high != 0 {
            let low = high.trailing_zeros() as usize;
            high &= high - 1;
            let block = std::mem::replace(&mut unions[low + half], [0; L]);
            for (t, &s) in unions[low].iter_mut().zip(&block) {
                *t |= ((s & mask) << shift) | ((s >> shift) & mask);
            }
            *present |= 1 << low;
        }
        *present &= !0 >> (64 - half);
    }
    *present = 0;
    std::mem::replace(&mut unions[0], [0; L])
}

/// A sparse space: it divides heaps, and for each heap the values it could have, into rare and common ones, so
/// that a common value is never reached by leaving two common heaps.
///
/// A value v is rare at heap n if the number of ones of v under the mask is even, or, with a twist, if that number
/// plus n + k is, where all moves that leave two heaps take k tokens mod 2. In both cases the class of G(a) ⊕ G(b) at
/// n = a + b + k is the sum of the classes of a and b: two rare or two common heaps make a rare value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    /// Which bits of a value count.
    pub mask: u32,
    /// Does the size of the heap count too? Then the parity of the tokens taken by moves that leave two heaps.
    pub twist: Option<u32>,
}

impl Space {
    /// Is this value rare at this heap?
    #[inline(always)]
    #[must_use]
    pub fn is_rare(&self, value: u32, heap: usize) -> bool {
        let size = self.twist.map_or(0, |parity| heap as u32 + parity);
        ((value & self.mask).count_ones() + size) & 1 == 0
    }
}

/// The space in which the fewest heaps are rare, and how many these are, from the number of even and odd heaps of
/// each value (a Walsh–Hadamard transform; the length is a power of two). `parity` is that of the tokens taken by all
/// moves that leave two heaps, if it is the same.
pub(super) fn sparsest_space(even: &[u64], odd: &[u64], parity: Option<u32>) -> (Space, u64) {
    let total: u64 = even.iter().chain(odd).sum();
    let transformed = |sign: i64| {
        let counts = even.iter().zip(odd);
        let mut sums: Vec<i64> = counts.map(|(&a, &b)| a as i64 + sign * b as i64).collect();
        let mut half = 1;
        while half < sums.len() {
            for block in sums.chunks_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
            half *= 2;
        }
        sums
    };
    let plain = transformed(1);
    let best = (1..plain.len())
        .min_by_key(|&mask| plain[mask])
        .unwrap_or(0);
    let mut least = plain.get(best).copied().unwrap_or(total as i64);
    let mut space = Space {
        mask: best as u32,
        twist: None,
    };
    if let Some(parity) = parity {
        let sign = if parity % 2 == 0 { 1 } else { -1 };
        for (mask, &sum) in transformed(-1).iter().enumerate() {
            if sign * sum < least {
                least = sign * sum;
                space = Space {
                    mask: mask as u32,
                    twist: Some(parity % 2),
                };
            }
        }
    }
    (space, ((total as i64 + least) / 2) as u64)
}
