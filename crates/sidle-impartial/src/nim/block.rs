//! The values of a few neighbouring heaps.

use super::{
    cell::Cell,
    chosen::{Chosen, Group},
    kernel::{Block, Space, fold, unite},
    octal::Octal,
    pairs::{Mirror, zero_by_different},
    sets::Sets,
    shape::Shape,
};

/// How often candidates of a whole block are tried before single ones are.
const ROUNDS: usize = 12;

/// What is known about the heaps of a block.
pub(super) struct BlockWork<V, const L: usize> {
    /// The first heap of the block.
    first: usize,
    space: Option<Space>,
    odd_word: u64,
    /// What the pairs with a heap of the front reach: the words that have been asked for.
    front: Vec<Block<L>>,
    /// Which common values the rest is known to reach, and which not.
    hits: Vec<Block<L>>,
    clear: Vec<Block<L>>,
    unions: Box<[Block<L>; 64]>,
    /// What single heaps, near pairs and pairs with heaps of the block itself reach, for one heap.
    own: Vec<u64>,
    candidates: [V; L],
    plain: bool,
    /// How often a rare value was looked for among all pairs.
    pub(super) scans: usize,
    work: usize,
}

impl<V: Cell, const L: usize> BlockWork<V, L> {
    pub(super) fn new(space: Option<Space>) -> BlockWork<V, L> {
        BlockWork {
            first: 0,
            space,
            odd_word: space.map_or(0, |space| space.odd_word()),
            front: Vec::new(),
            hits: Vec::new(),
            clear: Vec::new(),
            unions: Box::new([[0; L]; 64]),
            own: Vec::new(),
            candidates: [V::of(0); L],
            plain: space.is_none(),
            scans: 0,
            work: 0,
        }
    }

    /// Is it time to look at the meter?
    #[inline(always)]
    pub(super) fn is_tired(&mut self) -> bool {
        self.work += 64;
        let tired = self.work > 1 << 17;
        if tired {
            self.work = 0;
        }
        tired
    }

    /// One word of the set of values that are rare at a heap.
    #[inline(always)]
    fn rare_word(&self, word: usize, heap: usize) -> u64 {
        match self.space {
            None => 0,
            Some(space) if space.is_rare(64 * word as u32, heap) => !self.odd_word,
            Some(_) => self.odd_word,
        }
    }

    /// Begins with the block at heap `n`: candidates for all its values are tried against the rest.
    #[inline(always)]
    pub(super) fn begin(
        &mut self,
        n: usize,
        values: &[V],
        sets: &Sets,
        chosen: &Chosen,
        breaking: &[usize],
        conditional: bool,
    ) {
        self.first = n;
        self.front.clear();
        if chosen.rest.is_empty() {
            return;
        }
        self.hits.clear();
        self.clear.clear();
        let mut settled_before = false;
        for _ in 0..ROUNDS {
            let mut unsettled = false;
            let mut places = [usize::MAX; L];
            for lane in 0..L {
                let (place, settled) =
                    self.candidate(lane, values, sets, chosen, breaking, conditional);
                unsettled |= !settled;
                places[lane] = place;
                let value = if place == usize::MAX { 0 } else { place as u32 };
                self.candidates[lane] = V::of(value);
            }
            // One more round finds the next values too, for heaps whose first is reached by a near pair.
            if !unsettled && std::mem::replace(&mut settled_before, true) {
                return;
            }
            let hit = self.try_candidates(values, &chosen.rest, breaking);
            for (lane, &place) in places.iter().enumerate() {
                if place != usize::MAX {
                    let sets = if hit[lane] != V::of(0) {
                        &mut self.hits
                    } else {
                        &mut self.clear
                    };
                    sets[place / 64][lane] |= 1 << (place % 64);
                }
            }
        }
    }

    /// The least common value of a heap that has not been tried and is not reached by the front, and whether a
    /// smaller one is known to be missing.
    #[inline(always)]
    fn candidate(
        &mut self,
        lane: usize,
        values: &[V],
        sets: &Sets,
        chosen: &Chosen,
        breaking: &[usize],
        conditional: bool,
    ) -> (usize, bool) {
        let mut word = 0;
        loop {
            if 64 * word as u32 > V::MOST {
                return (usize::MAX, true);
            }
            let front = self.front_word(word, values, sets, chosen, breaking)[lane];
            while self.hits.len() <= word {
                self.hits.push([0; L]);
                self.clear.push([0; L]);
            }
            let rare = self.rare_word(word, self.first + lane);
            let zero = u64::from(conditional && word == 0);
            let missing = !(front | self.hits[word][lane] | rare | zero);
            if missing != 0 {
                let clear = self.clear[word][lane];
                let least = missing & missing.wrapping_neg();
                let untried = missing & !clear;
                let settled = least & clear != 0;
                let place = if untried == 0 {
                    usize::MAX
                } else {
                    64 * word + untried.trailing_zeros() as usize
                };
                return (place, settled);
            }
            word += 1;
        }
    }

    /// Which candidates do pairs with the rest reach?
    #[inline(always)]
    fn try_candidates(&mut self, values: &[V], rest: &[Group], breaking: &[usize]) -> [V; L] {
        let n = self.first;
        let mut hit = [V::of(0); L];
        for group in rest {
            let value = V::of(group.value);
            let mut wanted = self.candidates;
            for cell in &mut wanted {
                *cell = cell.xor(value);
            }
            let heaps = self.bounded(&group.heaps);
            self.work += heaps.len();
            for &k in breaking {
                for &r in heaps {
                    let partners = &values[n - k - r as usize..][..L];
                    for ((hit, &wanted), &partner) in hit.iter_mut().zip(&wanted).zip(partners) {
                        *hit = hit.or(partner.equals(wanted));
                    }
                }
            }
        }
        hit
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

    /// One word of what the pairs with a heap of the front reach, for all heaps of the block.
    #[inline(always)]
    fn front_word(
        &mut self,
        word: usize,
        values: &[V],
        sets: &Sets,
        chosen: &Chosen,
        breaking: &[usize],
    ) -> &Block<L> {
        while self.front.len() <= word {
            let next = self.front.len();
            let block = self.unite_front(next, values, sets, chosen, breaking);
            self.front.push(block);
        }
        &self.front[word]
    }

    #[inline(always)]
    fn unite_front(
        &mut self,
        word: usize,
        values: &[V],
        sets: &Sets,
        chosen: &Chosen,
        breaking: &[usize],
    ) -> Block<L> {
        let n = self.first;
        let start = sets.start;
        let mut present = 0_u64;
        for group in &chosen.front {
            let v = group.value;
            let source = word ^ (v as usize / 64);
            let Some(words) = sets.words.get(source) else {
                continue;
            };
            let heaps = group.heaps.as_slice();
            self.work += heaps.len();
            // Heaps whose partners have left the kept sets are the largest ones.
            let split = if start == 0 || n >= heaps[heaps.len() - 1] as usize + start {
                heaps.len()
            } else {
                heaps.partition_point(|&r| n >= r as usize + start)
            };
            let mut sum = self.unions[v as usize % 64];
            unite(&mut sum, words, n - start, &heaps[..split]);
            for &r in &heaps[split..] {
                far_by_hand(&mut sum, values, breaking, n, r as usize, source);
            }
            self.unions[v as usize % 64] = sum;
            present |= 1 << (v % 64);
        }
        fold(&mut self.unions, &mut present)
    }

    /// The value of a heap of the block, when all before it are known.
    #[inline(always)]
    pub(super) fn value_of(
        &mut self,
        game: &Octal<'_, V>,
        lane: usize,
        sets: &Sets,
        chosen: &Chosen,
        breaking: &[usize],
        mirror: &Mirror<V>,
    ) -> u32 {
        let n = self.first + lane;
        let (shape, values) = (game.shape, game.values.as_slice());
        let conditional = !shape.unequal.is_empty();
        let ends = shape.finish.contains(&n);
        let halves = shape
            .equal
            .iter()
            .any(|&k| n >= k + 2 && (n - k).is_multiple_of(2));
        let zero = ends || halves || shape.take.iter().any(|&k| zero_left(values, n, k));
        self.own_values(shape, values, sets, chosen, breaking, n);
        self.own[0] |= u64::from(zero);
        // The least common value that is missing: all pairs that could reach it are looked at.
        let mut word = 0;
        loop {
            if 64 * word as u32 > V::MOST {
                // Wider cells are needed to go on.
                return 64 * word as u32;
            }
            let own = self.own.get(word).copied().unwrap_or(0);
            let rare = self.rare_word(word, n);
            let front = self.front_word(word, values, sets, chosen, breaking)[lane];
            let mut reached = own | front;
            if word == 0 && conditional {
                // Zero counts only if it comes from different heaps.
                let zero = zero || zero_by_different(shape, values, n);
                reached = reached & !1 | u64::from(zero);
            }
            let mut missing = !(reached | rare);
            if !chosen.rest.is_empty() {
                missing =
                    self.without_rest(missing, word, lane, conditional, values, chosen, breaking);
            }
            let bound = missing.trailing_zeros();
            let below = if bound == 64 { !0 } else { (1 << bound) - 1 };
            let mut gaps = !reached & rare & below;
            while gaps != 0 {
                let value = 64 * word as u32 + gaps.trailing_zeros();
                self.scans += 1;
                let impossible = value == 0 && conditional;
                let mut there = false;
                for &k in breaking {
                    there = there || (n > k + 1 && mirror.has_pair(values, n - k, V::of(value)));
                }
                if impossible || !there {
                    return value;
                }
                gaps &= gaps - 1;
            }
            if missing != 0 {
                return 64 * word as u32 + bound;
            }
            word += 1;
        }
    }

    /// Fills `own` for a heap.
    #[inline(always)]
    fn own_values(
        &mut self,
        shape: &Shape,
        values: &[V],
        sets: &Sets,
        chosen: &Chosen,
        breaking: &[usize],
        n: usize,
    ) {
        let words = sets.words.len().next_power_of_two();
        if self.own.len() == words {
            self.own.fill(0);
        } else {
            self.own = vec![0; words];
        }
        let own = self.own.as_mut_slice();
        let mut reach = |value: u32| {
            if let Some(set) = own.get_mut(value as usize / 64) {
                *set |= 1 << (value % 64);
            }
        };
        for &k in &shape.take {
            if n > k && k > 0 {
                reach(values[n - k].get());
            }
        }
        for &k in breaking {
            for &(heap, value) in &chosen.near {
                if n > k + heap as usize {
                    reach(values[n - k - heap as usize].get() ^ value);
                }
            }
            // Without a space the partners of the heaps of the block are all near.
            if !self.plain {
                for &(heap, value) in &chosen.fresh {
                    if n > k + heap as usize {
                        reach(values[n - k - heap as usize].get() ^ value);
                    }
                }
            }
        }
    }

    /// The missing values with the least ones left out that the rest does reach.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn without_rest(
        &mut self,
        mut missing: u64,
        word: usize,
        lane: usize,
        conditional: bool,
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
            // Zero has been decided already where the heaps must differ.
            if self.clear[word][lane] & least != 0 || (conditional && word == 0 && least == 1) {
                break;
            }
            let value = 64 * word as u32 + least.trailing_zeros();
            if value > V::MOST
                || !self.rest_reaches(values, chosen, breaking, self.first + lane, value)
            {
                break;
            }
            missing &= missing - 1;
        }
        missing
    }
}

/// Does taking k tokens leave one heap of value 0?
#[inline(always)]
fn zero_left<V: Cell>(values: &[V], n: usize, k: usize) -> bool {
    n > k && k > 0 && values[n - k].get() == 0
}

/// Pairs with a heap so large that its partners' sets are no longer kept.
#[inline(always)]
fn far_by_hand<V: Cell, const L: usize>(
    acc: &mut Block<L>,
    values: &[V],
    breaking: &[usize],
    n: usize,
    r: usize,
    word: usize,
) {
    for &k in breaking {
        for (lane, set) in acc.iter_mut().enumerate() {
            let n = n + lane;
            if n > k + r {
                let value = values[n - k - r].get();
                *set |= u64::from(value as usize / 64 == word) << (value % 64);
            }
        }
    }
}
