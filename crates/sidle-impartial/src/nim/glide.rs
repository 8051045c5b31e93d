//! Long stretches of common heaps, where few heaps are rare and values fit into one word.
//!
//! There the work around each heap costs more than the sets of the rare heaps themselves. Nothing of it is
//! needed far from the last rare heap: every pair with a rare heap has a partner whose set is complete, or is one of a
//! few near pairs that are known beforehand. A block that meets anything else (a rare value that no
//! pair reaches, a value that does not fit) is left to the general method from that heap on.

use sidle_core::{Meter, StopReason};

use super::{
    block::BlockWork,
    cell::Cell,
    chosen::Chosen,
    coding::Coding,
    kernel::{Block, exchange},
    octal::{Octal, Planes},
    sets::Sets,
};

/// How many heaps are done between two looks at the meter.
const CHUNK: usize = 1 << 12;

/// The chosen heaps of one value.
struct Union {
    heaps: Vec<u32>,
    /// The ones of the value: which bits of the indices are exchanged.
    bits: Vec<usize>,
}

/// What all blocks of a stretch share.
struct Course {
    unions: Vec<Union>,
    /// Pairs with a partner that the sets do not hold yet, and single heaps: how much smaller the partner is, and the
    /// value of the other heap.
    near: Vec<(u32, u32)>,
    /// The rare values at even and at odd heaps.
    rare: [u64; 2],
    /// The largest heap of the unions.
    last: usize,
    /// From this heap on all this is right.
    first: usize,
}

impl Course {
    fn of(take: &[usize], chosen: &Chosen, coding: Coding, breaking: &[usize]) -> Course {
        let unions = chosen.front.iter().map(|group| Union {
            heaps: group.heaps.clone(),
            bits: (0..6).filter(|&bit| group.value >> bit & 1 == 1).collect(),
        });
        let pairs = chosen.near.iter().flat_map(|&(heap, value)| {
            breaking
                .iter()
                .map(move |&taken| (taken as u32 + heap, value))
        });
        let singles = take.iter().filter(|&&taken| taken > 0);
        let mut near: Vec<(u32, u32)> = pairs
            .chain(singles.map(|&taken| (taken as u32, 0)))
            .collect();
        near.sort_unstable();
        near.dedup();
        let last = chosen.last();
        let farthest = near.last().map_or(0, |&(offset, _)| offset as usize);
        let reach = breaking.iter().copied().max().unwrap_or(0);
        Course {
            unions: unions.collect(),
            near,
            rare: [coding.rare_word(0, 0), coding.rare_word(0, 1)],
            last,
            first: (last + reach).max(farthest) + 1,
        }
    }
}

impl<V: Cell> Octal<'_, V> {
    /// Is the game, and are the values so far, of the kind that this is for?
    #[inline(always)]
    pub(super) fn can_glide(&self, coding: Coding, sets: &Sets<u64>, chosen: &Chosen) -> bool {
        let shape = self.shape;
        let past = |taken: &Vec<usize>| taken.iter().all(|&taken| taken < self.values.len());
        !coding.is_plain()
            && !coding.is_split()
            && sets.words.len() == 1
            && chosen.rest.is_empty()
            && chosen.fresh.is_empty()
            && shape.unequal.is_empty()
            && shape.equal.is_empty()
            && past(&shape.finish)
            && self.values.len() > sets.start + chosen.last()
    }

    /// Computes blocks of common heaps as long as they come. The heap that it ends at may be any one.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn glide<const L: usize>(
        &mut self,
        end: usize,
        breaking: &[usize],
        chosen: &Chosen,
        sets: &mut Sets<u64>,
        kept: usize,
        planes: &Planes<V>,
        block: &mut BlockWork<V, L>,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let course = Course::of(&self.shape.take, chosen, block.coding, breaking);
        let reach = breaking.iter().copied().max().unwrap_or(0);
        loop {
            let n = self.values.len();
            let stop = end.min(n + CHUNK);
            sets.forget_beyond(kept);
            if n < course.first || n < sets.start + course.last || n + L > stop {
                return Ok(());
            }
            sets.grow_to(stop + reach + 1, 1);
            let words = sets.words[0].as_mut_slice();
            self.values.resize(stop, V::of(0));
            let done = common_blocks(
                n,
                &mut self.values,
                words,
                sets.start,
                &course,
                breaking,
                planes,
                block,
            );
            self.values.truncate(done);
            meter.check()?;
            if done < stop && done + L <= stop {
                return Ok(());
            }
        }
    }
}

/// Fills in the values from heap `n` on, whole blocks of them, and gives the heap that it came to.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn common_blocks<V: Cell, const L: usize>(
    mut n: usize,
    values: &mut [V],
    words: &mut [u64],
    start: usize,
    course: &Course,
    breaking: &[usize],
    planes: &Planes<V>,
    block: &mut BlockWork<V, L>,
) -> usize {
    while n + L <= values.len() {
        let at = n - start;
        let front: Block<L> = united(words, at, &course.unions);
        let mut new: Block<L> = [0; L];
        let mut lane = 0;
        while lane < L {
            let heap = n + lane;
            let mut reached = front[lane];
            for &(offset, value) in &course.near {
                let value = values[heap - offset as usize].get() ^ value;
                reached |= 1 << (value % 64);
            }
            let rare = course.rare[heap % 2];
            let missing = !(reached | rare);
            let least = missing & missing.wrapping_neg();
            // Smaller rare values must all be reached.
            let gaps = !reached & rare & least.wrapping_sub(1);
            if missing == 0
                || (gaps != 0 && !block.gaps_are_reached(gaps, values, breaking, heap, planes))
            {
                break;
            }
            values[heap] = V::of(missing.trailing_zeros());
            new[lane] = least;
            lane += 1;
        }
        for &taken in breaking {
            let sets = &mut words[at + taken..][..L];
            for (set, &new) in sets.iter_mut().zip(&new) {
                *set |= new;
            }
        }
        n += lane;
        if lane < L {
            break;
        }
    }
    n
}

/// What the chosen heaps reach with partners whose sets are known, for all heaps of the block that begins `at`.
#[inline(always)]
fn united<const L: usize>(words: &[u64], at: usize, unions: &[Union]) -> Block<L> {
    let mut all = [0; L];
    for union in unions {
        let mut sum: Block<L> = [0; L];
        for &heap in &union.heaps {
            let part = &words[at - heap as usize..][..L];
            for (sum, &word) in sum.iter_mut().zip(part) {
                *sum |= word;
            }
        }
        for &bit in &union.bits {
            sum = exchange(sum, bit);
        }
        for (all, sum) in all.iter_mut().zip(sum) {
            *all |= sum;
        }
    }
    all
}
