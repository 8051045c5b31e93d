//! Candidates for the values of a block, tried against the heaps that are not united.

use super::{
    block::BlockWork,
    cell::Cell,
    chosen::{Chosen, Group},
    octal::Planes,
    sets::{Sets, Word},
};

/// How often candidates of a whole block are tried before single ones are.
const ROUNDS: usize = 12;

/// How many candidates of each heap are tried at a time.
const TRIED: usize = 4;

/// How many heaps' candidates are tried together: so few that they stay in registers.
const PART: usize = 32;
/// The same in short blocks.
const SMALL_PART: usize = 8;

/// A place without a candidate.
const NONE: u32 = u32::MAX;

impl<V: Cell, const L: usize> BlockWork<V, L> {
    /// Begins with the block at heap `n`: candidates for all its values are tried against the rest.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn begin<W: Word>(
        &mut self,
        n: usize,
        values: &[V],
        planes: &Planes<V>,
        sets: &Sets<W>,
        chosen: &Chosen,
        breaking: &[usize],
        conditional: bool,
    ) {
        self.start(n);
        if chosen.rest.is_empty() {
            return;
        }
        let coding = self.coding;
        for _ in 0..ROUNDS {
            let mut unsettled = false;
            let mut codes = [[NONE; L]; TRIED];
            for lane in 0..L {
                let (mut missing, least, settled) =
                    self.candidates(lane, values, sets, chosen, breaking, conditional);
                unsettled |= !settled;
                for row in &mut codes {
                    if missing == 0 {
                        break;
                    }
                    row[lane] = least + missing.trailing_zeros();
                    missing &= missing - 1;
                }
            }
            if !unsettled {
                return;
            }
            let hit = if let Some(plane) = planes.narrow.for_rest(n) {
                let mut wanted = [[0_u8; L]; TRIED];
                for (wanted, row) in wanted.iter_mut().zip(&codes) {
                    for (wanted, &code) in wanted.iter_mut().zip(row) {
                        *wanted = code as u8;
                    }
                }
                let label = |value: u32| coding.encode(value) as u8;
                self.try_candidates(wanted, plane, &chosen.rest, label, breaking)
            } else {
                let mut wanted = [[V::of(0); L]; TRIED];
                for (wanted, row) in wanted.iter_mut().zip(&codes) {
                    for (lane, (wanted, &code)) in wanted.iter_mut().zip(row).enumerate() {
                        if code != NONE {
                            *wanted = V::of(coding.decode(code, false, n + lane));
                        }
                    }
                }
                self.try_candidates(wanted, values, &chosen.rest, V::of, breaking)
            };
            for (row, hit) in codes.iter().zip(hit) {
                for (lane, &code) in row.iter().enumerate() {
                    if code != NONE {
                        let sets = if hit[lane] {
                            &mut self.hits
                        } else {
                            &mut self.clear
                        };
                        sets[code as usize / 64][lane] |= 1 << (code % 64);
                    }
                }
            }
        }
    }

    /// A word of numbers of common values of a heap that have not been tried and are not reached by the front, the
    /// first number of the word, and whether a smaller value is known to be missing.
    #[inline(always)]
    fn candidates<W: Word>(
        &mut self,
        lane: usize,
        values: &[V],
        sets: &Sets<W>,
        chosen: &Chosen,
        breaking: &[usize],
        conditional: bool,
    ) -> (u64, u32, bool) {
        let heap = self.first + lane;
        let zero_is_decided = conditional && !self.coding.is_rare(0, heap);
        let mut word = 0;
        loop {
            // All 64 values must fit into the cells.
            if self.coding.decode(64 * word as u32 + 63, false, heap) > V::MOST {
                return (0, 0, true);
            }
            let rare = self.coding.rare_word(word, heap);
            let front = self.front_word(word, values, sets, chosen, breaking)[lane];
            while self.hits.len() <= word {
                self.hits.push([0; L]);
                self.clear.push([0; L]);
            }
            let zero = u64::from(zero_is_decided && word == 0);
            let missing = !(front | self.hits[word][lane] | zero | rare);
            if missing != 0 {
                let clear = self.clear[word][lane];
                let least = missing & missing.wrapping_neg();
                return (missing & !clear, 64 * word as u32, least & clear != 0);
            }
            word += 1;
        }
    }

    /// Which candidates do pairs with the rest reach?
    #[inline(always)]
    fn try_candidates<C: Cell>(
        &mut self,
        candidates: [[C; L]; TRIED],
        plane: &[C],
        rest: &[Group],
        label: impl Fn(u32) -> C + Copy,
        breaking: &[usize],
    ) -> [[bool; L]; TRIED] {
        let mut hit = [[false; L]; TRIED];
        if L.is_multiple_of(PART) {
            for from in (0..L).step_by(PART) {
                self.try_part::<C, PART>(&candidates, from, plane, rest, label, breaking, &mut hit);
            }
        } else {
            for from in (0..L).step_by(SMALL_PART) {
                self.try_part::<C, SMALL_PART>(
                    &candidates,
                    from,
                    plane,
                    rest,
                    label,
                    breaking,
                    &mut hit,
                );
            }
        }
        hit
    }

    /// The same for a few lanes, the first one `from`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn try_part<C: Cell, const P: usize>(
        &mut self,
        candidates: &[[C; L]; TRIED],
        from: usize,
        plane: &[C],
        rest: &[Group],
        label: impl Fn(u32) -> C,
        breaking: &[usize],
        hit: &mut [[bool; L]; TRIED],
    ) {
        let n = self.first + from;
        // The least nim sum of a candidate and what was reached: zero if it was reached.
        let mut least = [[C::of(C::MOST); P]; TRIED];
        for group in rest {
            let value = label(group.value);
            let mut wanted = [[C::of(0); P]; TRIED];
            for (wanted, row) in wanted.iter_mut().zip(candidates) {
                for (wanted, cell) in wanted.iter_mut().zip(&row[from..]) {
                    *wanted = cell.xor(value);
                }
            }
            let heaps = self.bounded(&group.heaps);
            self.work += heaps.len();
            for &k in breaking {
                for &r in heaps {
                    let partners = &plane[n - k - r as usize..][..P];
                    for (least, wanted) in least.iter_mut().zip(&wanted) {
                        for i in 0..P {
                            least[i] = least[i].min(partners[i].xor(wanted[i]));
                        }
                    }
                }
            }
        }
        for (hit, row) in hit.iter_mut().zip(least) {
            for (hit, cell) in hit[from..].iter_mut().zip(row) {
                *hit = cell == C::of(0);
            }
        }
    }

    /// Without a space only heaps up to half the sum need be looked at.
    #[inline(always)]
    fn bounded<'h>(&self, heaps: &'h [u32]) -> &'h [u32] {
        if self.plain {
            let last = (self.first + L) / 2;
            &heaps[..heaps.partition_point(|&heap| heap as usize <= last)]
        } else {
            heaps
        }
    }

    /// Does a pair with the rest reach a value of one heap?
    #[inline(always)]
    fn rest_reaches(
        &mut self,
        values: &[V],
        chosen: &Chosen,
        breaking: &[usize],
        heap: usize,
        value: u32,
    ) -> bool {
        for group in &chosen.rest {
            if (group.value ^ value) > V::MOST {
                continue;
            }
            let wanted = V::of(group.value ^ value);
            let heaps = self.bounded(&group.heaps);
            self.work += heaps.len() / 8;
            for &k in breaking {
                let sum = heap - k;
                for &r in heaps {
                    if values[sum - r as usize] == wanted {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The missing numbers with the least ones left out that the rest does reach.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn without_rest(
        &mut self,
        mut missing: u64,
        word: usize,
        lane: usize,
        zero_is_decided: bool,
        values: &[V],
        chosen: &Chosen,
        breaking: &[usize],
    ) -> u64 {
        while self.hits.len() <= word {
            self.hits.push([0; L]);
            self.clear.push([0; L]);
        }
        missing &= !self.hits[word][lane];
        while missing != 0 {
            let least = missing & missing.wrapping_neg();
            if self.clear[word][lane] & least != 0 || (zero_is_decided && word == 0 && least == 1) {
                break;
            }
            let heap = self.first + lane;
            let code = 64 * word as u32 + least.trailing_zeros();
            let value = self.coding.decode(code, false, heap);
            if value > V::MOST || !self.rest_reaches(values, chosen, breaking, heap, value) {
                break;
            }
            missing &= missing - 1;
        }
        missing
    }
}
