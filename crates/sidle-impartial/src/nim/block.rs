//! The values of a few neighbouring heaps.

use super::{
    cell::Cell,
    chosen::{Chosen, Group},
    coding::Coding,
    kernel::Block,
    octal::{MOST_WORDS, Octal, Planes},
    own::Own,
    pairs::{has_pair, zero_by_different},
    sets::{Sets, Team, Unions, Word},
};

/// What is known about the heaps of a block. All sets are of numbers of values within their class.
pub(super) struct BlockWork<V, const L: usize> {
    /// The first heap of the block.
    pub(super) first: usize,
    pub(super) coding: Coding,
    /// Which common values the pairs with a heap of the front reach: the words that have been asked for.
    front: Vec<Block<L>>,
    /// Which rare values the pairs with a helper reach, likewise.
    helped: Vec<Block<L>>,
    /// Which common values the rest is known to reach, and which not.
    pub(super) hits: Vec<Block<L>>,
    pub(super) clear: Vec<Block<L>>,
    unions: Unions<L>,
    /// What single heaps, near pairs and pairs with heaps of the block itself reach, for one heap.
    own: Own,
    pub(super) plain: bool,
    /// How often a rare value was looked for among all pairs.
    pub(super) scans: usize,
    pub(super) work: usize,
    cells: std::marker::PhantomData<V>,
}

impl<V: Cell, const L: usize> BlockWork<V, L> {
    pub(super) fn new(coding: Coding) -> BlockWork<V, L> {
        BlockWork {
            first: 0,
            coding,
            front: Vec::new(),
            helped: Vec::new(),
            hits: Vec::new(),
            clear: Vec::new(),
            unions: Unions {
                long: Vec::new(),
                bytes: Vec::new(),
            },
            own: Own::default(),
            plain: coding.is_plain(),
            scans: 0,
            work: 0,
            cells: std::marker::PhantomData,
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

    /// Forgets the block before.
    #[inline(always)]
    pub(super) fn start(&mut self, n: usize) {
        self.first = n;
        self.front.clear();
        self.helped.clear();
        self.hits.clear();
        self.clear.clear();
    }

    /// One word of what the pairs with a heap of the front reach, for all heaps of the block.
    #[inline(always)]
    pub(super) fn front_word<W: Word>(
        &mut self,
        word: usize,
        values: &[V],
        sets: &Sets<W>,
        chosen: &Chosen,
        breaking: &[usize],
    ) -> &Block<L> {
        if self.front.len() <= word {
            let mut front = std::mem::take(&mut self.front);
            self.unite_until(word, &mut front, values, sets, &chosen.front, breaking);
            self.front = front;
        }
        &self.front[word]
    }

    /// One word of what the pairs with a helper reach.
    #[inline(always)]
    fn helped_word<W: Word>(
        &mut self,
        word: usize,
        values: &[V],
        sets: &Sets<W>,
        chosen: &Chosen,
        breaking: &[usize],
    ) -> &Block<L> {
        if self.helped.len() <= word {
            let mut helped = std::mem::take(&mut self.helped);
            self.unite_until(word, &mut helped, values, sets, &chosen.helpers, breaking);
            self.helped = helped;
        }
        &self.helped[word]
    }

    /// Unites words up to this one at least.
    #[inline(always)]
    fn unite_until<W: Word>(
        &mut self,
        word: usize,
        united: &mut Vec<Block<L>>,
        values: &[V],
        sets: &Sets<W>,
        groups: &[Group],
        breaking: &[usize],
    ) {
        let (n, start, coding) = (self.first, sets.start, self.coding);
        // Heaps whose partners have left the kept sets are the largest ones.
        let kept = |heaps: &[u32]| match heaps {
            [.., last] if start > 0 && n < *last as usize + start => {
                heaps.partition_point(|&r| n >= r as usize + start)
            }
            _ => heaps.len(),
        };
        let first = united.len();
        let least = if first == 0 { W::at_once(sets) } else { 0 };
        let more = (word + 1 - first).max(least);
        let teams: Vec<Team<'_>> = groups
            .iter()
            .map(|group| Team {
                code: coding.encode(group.value),
                heaps: &group.heaps[..kept(&group.heaps)],
            })
            .collect();
        W::unite(sets, n - start, &teams, more, &mut self.unions, united);
        for (group, team) in groups.iter().zip(&teams) {
            self.work += more * team.heaps.len();
            for &r in &group.heaps[team.heaps.len()..] {
                far_by_hand(
                    &mut united[first..],
                    64 * first as u32,
                    values,
                    coding,
                    breaking,
                    n,
                    r as usize,
                    team.code,
                );
            }
        }
    }

    /// The value of a heap of the block, when all before it are known.
    #[inline(always)]
    pub(super) fn value_of<W: Word>(
        &mut self,
        game: &Octal<'_, V>,
        lane: usize,
        sets: &Sets<W>,
        chosen: &Chosen,
        breaking: &[usize],
        planes: &Planes<V>,
    ) -> u32 {
        let n = self.first + lane;
        let (shape, values) = (game.shape, game.values.as_slice());
        let coding = self.coding;
        let conditional = !shape.unequal.is_empty();
        let zero_is_rare = coding.is_rare(0, n);
        let ends = shape.finish.contains(&n);
        let halves = shape
            .equal
            .iter()
            .any(|&k| n >= k + 2 && (n - k).is_multiple_of(2));
        let zero = ends || halves || shape.take.iter().any(|&k| zero_left(values, n, k));
        let apart = coding.is_split();
        if apart {
            self.own.fill_by_labels(
                shape,
                values,
                &planes.labels,
                coding,
                chosen,
                breaking,
                n,
                lane as u32,
            );
        } else {
            self.own
                .fill(shape, values, chosen, breaking, n, self.plain);
        }
        if zero {
            self.own.insert(coding.label(0, n));
        }
        // Where the heaps must differ, zero counts only if it comes from different ones.
        let different = conditional.then(|| {
            zero || zero_by_different(shape, values, n, |sum, last| {
                planes.mirror.has_pair(values, sum, last, V::of(0))
            })
        });
        // The least common value that is missing: all pairs that could reach it are looked at. Beyond the most that
        // the cells hold wider ones are needed to go on.
        let most = V::MOST.min(64 * MOST_WORDS as u32 - 1);
        let mut word = 0;
        let bound = loop {
            if coding.decode(64 * word as u32, false, n) > most {
                break most + 1;
            }
            let own = if apart {
                self.own.common(word)
            } else {
                self.own.word(word)
            };
            let front = self.front_word(word, values, sets, chosen, breaking)[lane];
            let mut reached = own | front;
            if word == 0
                && !(zero_is_rare && apart)
                && let Some(zero) = different
            {
                reached = reached & !1 | u64::from(zero);
            }
            let rare = coding.rare_word(word, n);
            let mut missing = !(reached | rare);
            if !chosen.rest.is_empty() {
                let decided = conditional && !zero_is_rare;
                missing = self.without_rest(missing, word, lane, decided, values, chosen, breaking);
            }
            if !apart {
                // Smaller rare values of the same word must all be reached.
                let smaller = (missing & missing.wrapping_neg()).wrapping_sub(1);
                let gaps = !reached & rare & smaller;
                if gaps != 0
                    && let Some(gap) =
                        self.first_gap(gaps, word, most, conditional, values, breaking, n, planes)
                {
                    return gap;
                }
            }
            if missing != 0 {
                let code = 64 * word as u32 + missing.trailing_zeros();
                break coding.decode(code, false, n).min(most + 1);
            }
            word += 1;
        };
        if !apart {
            return bound;
        }
        // Smaller rare values must all be reached.
        let below = coding.below(bound);
        for word in 0..below.div_ceil(64) as usize {
            let own = self.own.rare(word);
            let helped = self.helped_word(word, values, sets, chosen, breaking)[lane];
            let mut reached = own | helped;
            if word == 0
                && zero_is_rare
                && let Some(zero) = different
            {
                reached = reached & !1 | u64::from(zero);
            }
            let rest = below - 64 * word as u32;
            let wanted = if rest >= 64 { !0 } else { (1 << rest) - 1 };
            let gaps = !reached & wanted;
            if gaps != 0
                && let Some(gap) = self.first_gap(
                    gaps,
                    word,
                    bound - 1,
                    conditional,
                    values,
                    breaking,
                    n,
                    planes,
                )
            {
                return gap;
            }
        }
        bound
    }

    /// The least rare value up to `most`, among those of a word with these numbers, that no pair reaches.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn first_gap(
        &mut self,
        mut gaps: u64,
        word: usize,
        most: u32,
        conditional: bool,
        values: &[V],
        breaking: &[usize],
        n: usize,
        planes: &Planes<V>,
    ) -> Option<u32> {
        while gaps != 0 {
            let code = 64 * word as u32 + gaps.trailing_zeros();
            let value = self.coding.decode(code, true, n);
            if value > most {
                return None;
            }
            self.scans += 1;
            // Zero has been decided where the heaps must differ.
            let decided = value == 0 && conditional;
            if decided || !self.pair_reaches(values, breaking, n, value, code, planes) {
                return Some(value);
            }
            gaps &= gaps - 1;
        }
        None
    }

    /// Are all these rare values, which are few and below 64, reached by some pair?
    #[inline(always)]
    pub(super) fn gaps_are_reached(
        &mut self,
        gaps: u64,
        values: &[V],
        breaking: &[usize],
        n: usize,
        planes: &Planes<V>,
    ) -> bool {
        let gap = self.first_gap(gaps, 0, V::MOST, false, values, breaking, n, planes);
        gap.is_none()
    }

    /// Does any pair reach this rare value?
    #[inline(always)]
    fn pair_reaches(
        &self,
        values: &[V],
        breaking: &[usize],
        n: usize,
        value: u32,
        code: u32,
        planes: &Planes<V>,
    ) -> bool {
        for &k in breaking {
            if n > k + 1
                && (planes.narrow.finds_pair(n, n - k, code)
                    || planes.mirror.has_pair(values, n - k, n, V::of(value)))
            {
                return true;
            }
        }
        let mut sums = breaking.iter().filter(|&&k| n > k + 1);
        sums.any(|&k| has_pair(values, n - k, V::of(value)))
    }
}

/// Does taking k tokens leave one heap of value 0?
#[inline(always)]
fn zero_left<V: Cell>(values: &[V], n: usize, k: usize) -> bool {
    n > k && k > 0 && values[n - k].get() == 0
}

/// Pairs with a heap so large that its partners' sets are no longer kept, for the words of numbers from `least` on.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn far_by_hand<V: Cell, const L: usize>(
    words: &mut [Block<L>],
    least: u32,
    values: &[V],
    coding: Coding,
    breaking: &[usize],
    n: usize,
    r: usize,
    code: u32,
) {
    for &k in breaking {
        for lane in 0..L {
            let Some(partner) = (n + lane).checked_sub(k + r).filter(|&partner| partner > 0) else {
                continue;
            };
            let Some(value) = values.get(partner).map(|value| value.get()) else {
                continue;
            };
            if coding.is_split() && coding.is_rare(value, partner) {
                continue;
            }
            let reached = (coding.encode(value) ^ code).wrapping_sub(least);
            if let Some(word) = words.get_mut(reached as usize / 64) {
                word[lane] |= 1 << (reached % 64);
            }
        }
    }
}
