//! Sets of nim values as bit sets, for a block of heaps at a time.
//!
//! A heap m is a bit set with the single bit G(m). The set of all G(a) ⊕ G(n − k − a) over the heaps a of one
//! value v is the union of the bit sets of n − k − a, its bits renumbered by exclusive or with v. For heaps
//! n, n + 1, … those unions are unions of neighbouring words: the inner loop is one `or` for each four heaps.

/// `B` neighbouring sets of `W` words.
pub(super) type Block<const W: usize, const B: usize> = [[u64; W]; B];

/// Bit b of the index exchanged, within a word.
const BUTTERFLY: [(u64, u32); 6] = [
    (0x5555_5555_5555_5555, 1),
    (0x3333_3333_3333_3333, 2),
    (0x0f0f_0f0f_0f0f_0f0f, 4),
    (0x00ff_00ff_00ff_00ff, 8),
    (0x0000_ffff_0000_ffff, 16),
    (0x0000_0000_ffff_ffff, 32),
];

/// Adds to `acc` the words of `B` heaps that begin at `at`.
#[inline(always)]
pub(super) fn unite<const W: usize, const B: usize>(
    acc: &mut Block<W, B>,
    words: &[[u64; W]],
    at: usize,
) {
    let words = &words[at..at + B];
    for (sum, word) in acc.iter_mut().zip(words) {
        for (s, &w) in sum.iter_mut().zip(word) {
            *s |= w;
        }
    }
}

/// The block for value v from the unions for each value: their bits renumbered by exclusive or, all united.
/// `unions[v]` is used only if `present[v]`; both are left cleared.
#[inline(always)]
pub(super) fn fold<const W: usize, const B: usize>(
    unions: &mut [Block<W, B>],
    present: &mut [bool],
) -> Block<W, B> {
    let bits = unions.len().trailing_zeros();
    for bit in (0..bits).rev() {
        let half = 1_usize << bit;
        for v in half..2 * half {
            if !present[v] {
                continue;
            }
            present[v] = false;
            let block = std::mem::replace(&mut unions[v], [[0; W]; B]);
            let target = &mut unions[v - half];
            present[v - half] = true;
            if bit < 6 {
                let (mask, shift) = BUTTERFLY[bit as usize];
                for (t, s) in target.iter_mut().zip(&block) {
                    for (t, &s) in t.iter_mut().zip(s) {
                        *t |= ((s & mask) << shift) | ((s >> shift) & mask);
                    }
                }
            } else {
                let step = 1 << (bit - 6);
                for (t, s) in target.iter_mut().zip(&block) {
                    for w in 0..W {
                        t[w] |= s[w ^ step];
                    }
                }
            }
        }
    }
    present[0] = false;
    std::mem::replace(&mut unions[0], [[0; W]; B])
}

/// The values whose heaps are rare: those with an even number of ones under the mask. They are closed under
/// exclusive or; the sum of a rare and a common value is common, of two common ones rare.
#[inline(always)]
pub(super) fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones() & 1 == 0
}

/// The rare values as a bit set.
pub(super) fn rare_set<const W: usize>(mask: u32) -> [u64; W] {
    let mut set = [0; W];
    for value in (0..64 * W as u32).filter(|&value| is_rare(value, mask)) {
        set[value as usize / 64] |= 1 << (value % 64);
    }
    set
}

/// The mask under which the fewest heaps are rare, and how many these are, from the number of heaps of each
/// value (a Walsh–Hadamard transform; the length is a power of two).
pub(super) fn sparsest_mask(histogram: &[u64]) -> (u32, u64) {
    let mut sums: Vec<i64> = histogram.iter().map(|&count| count as i64).collect();
    let total: i64 = sums.iter().sum();
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
    let best = (1..sums.len()).min_by_key(|&mask| sums[mask]).unwrap_or(0);
    let rare = (total + sums.get(best).copied().unwrap_or(total)) / 2;
    (best as u32, rare as u64)
}
