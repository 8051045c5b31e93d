//! Sets of values as bytes, eight values each, for a long block of heaps at a time.
//!
//! Where values need many words, the words of all partners no longer fit the nearest cache: a block spends its time waiting
//! for them. A plane of bytes, which tells for every heap which of eight values it has, does fit. So each plane in turn
//! is united over all teams of heaps, whatever values their pairs reach; only then comes the next plane.

use super::{
    kernel::{BUTTERFLY, Block},
    sets::{Sets, Team, Unions, Word},
};

impl Word for u8 {
    const BITS: u32 = 8;
    const EMPTY: u8 = 0;

    #[inline(always)]
    fn with(self, bit: u32) -> u8 {
        self | 1 << bit
    }

    /// The words of all values so far: nearly always the least value that is missing is one of them.
    #[inline(always)]
    fn at_once(sets: &Sets<u8>) -> usize {
        sets.words.len().div_ceil(8)
    }

    #[inline(always)]
    fn unite<const L: usize>(
        sets: &Sets<u8>,
        at: usize,
        teams: &[Team<'_>],
        more: usize,
        unions: &mut Unions<L>,
        united: &mut Vec<Block<L>>,
    ) {
        let first = 8 * united.len();
        let targets = &mut unions.bytes;
        targets.clear();
        targets.resize(8 * more, [[0; L]; 8]);
        for (number, plane) in sets.words.iter().enumerate() {
            for team in teams {
                let target = (number ^ (team.code as usize / 8)).wrapping_sub(first);
                if let Some(target) = targets.get_mut(target) {
                    add_all(&mut target[team.code as usize % 8], plane, at, team.heaps);
                }
            }
        }
        for bytes in targets.chunks_exact_mut(8) {
            let mut word = [0_u64; L];
            for (eight, shift) in bytes.iter_mut().zip((0..64).step_by(8)) {
                fold(eight);
                for (word, &byte) in word.iter_mut().zip(&eight[0]) {
                    *word |= u64::from(byte) << shift;
                }
            }
            united.push(word);
        }
    }

    #[inline(always)]
    fn long(_: &mut Sets<u8>) -> Option<&mut Sets<u64>> {
        None
    }
}

/// Adds to a union the bytes of all heaps, those that begin `at` − r for each r of `heaps`.
#[inline(always)]
fn add_all<const L: usize>(union: &mut [u8; L], plane: &[u8], at: usize, heaps: &[u32]) {
    let mut sum = [0_u8; L];
    for &r in heaps {
        let part = &plane[at - r as usize..][..L];
        for (sum, &byte) in sum.iter_mut().zip(part) {
            *sum |= byte;
        }
    }
    for (union, sum) in union.iter_mut().zip(sum) {
        *union |= sum;
    }
}

/// Unites the unions for each value mod 8, their bits renumbered by exclusive or with it, into the first one.
#[inline(always)]
fn fold<const L: usize>(unions: &mut [[u8; L]; 8]) {
    for bit in (0..3).rev() {
        let half = 1 << bit;
        let (mask, shift) = (BUTTERFLY[bit].0 as u8, BUTTERFLY[bit].1);
        let (low, high) = unions.split_at_mut(half);
        for (low, high) in low.iter_mut().zip(&high[..half]) {
            for (to, &from) in low.iter_mut().zip(high) {
                *to |= ((from & mask) << shift) | ((from >> shift) & mask);
            }
        }
    }
}
