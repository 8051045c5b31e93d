//! Nim values of octal games by bit sets: all pairs of heaps where many values are common, only those with a
//! rare heap where few are (the sparse space of *Winning Ways*, chapter 4; Gangolli and Plambeck 1989).
//!
//! Under a mask the values fall into rare ones, closed under nim addition, and common ones. If nearly all heaps
//! are common, then the common values that a heap can reach come from the few rare heaps, and the least one not
//! among them is its value, unless a smaller rare value is missing. That is looked for among pairs of common
//! heaps and is nearly always found at once.

use sidle_core::{Meter, StopReason};

use super::{
    cell::Cell,
    kernel::{Block, fold, is_rare, rare_set, sparsest_mask, unite},
    shape::Shape,
};

/// Which pairs of heaps are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// Let the counts decide, again and again.
    Automatic,
    /// All pairs.
    Plain,
    /// The pairs with a rare heap, as soon as there is any mask.
    Sparse,
}

/// Why a run of one width ended.
enum End {
    Done,
    /// The next value needs more words.
    Wider,
}

/// The largest number of words in a set; values beyond need another method.
const MOST_WORDS: usize = 16;

/// How many words of sets are kept; older ones are made again from the values.
const KEPT_WORDS: usize = 1 << 25;

/// The state of a computation.
pub(super) struct Octal<'s, V> {
    shape: &'s Shape,
    plan: Plan,
    values: Vec<V>,
    mask: u32,
    helpers: usize,
    scans: usize,
    resplit_at: usize,
}

/// What a computation found out beside the values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Split {
    /// The mask of the sparse space in use; 0 if there is none.
    pub(super) mask: u32,
}

/// The heaps that are paired with all others, by their values.
struct Chosen {
    /// For each value the chosen heaps far enough below, increasing.
    far: Vec<Vec<u32>>,
    /// The values that have any.
    used: Vec<u32>,
    /// Chosen heaps so small that they meet heaps of the block itself.
    near: Vec<u32>,
}

impl<'s, V: Cell> Octal<'s, V> {
    /// Continues from the values so far; heap 0 must be among them.
    pub(super) fn new(shape: &'s Shape, plan: Plan, values: Vec<V>) -> Octal<'s, V> {
        Octal {
            shape,
            plan,
            values,
            mask: 0,
            helpers: 96,
            scans: 0,
            resplit_at: 0,
        }
    }

    /// Computes the values below `until`, or until one does not fit into the cells or the sets (then `false`).
    pub(super) fn extend(&mut self, until: usize, meter: &Meter) -> Result<bool, StopReason> {
        loop {
            let most = self
                .values
                .iter()
                .map(|value| value.get())
                .max()
                .unwrap_or(0);
            let words = (most as usize / 64 + 1).next_power_of_two();
            let end = match words {
                1 => self.dispatch::<1, 16>(until, meter)?,
                2 => self.dispatch::<2, 16>(until, meter)?,
                4 => self.dispatch::<4, 8>(until, meter)?,
                8 => self.dispatch::<8, 4>(until, meter)?,
                MOST_WORDS => self.dispatch::<16, 4>(until, meter)?,
                _ => return Ok(false),
            };
            match end {
                End::Done => return Ok(true),
                End::Wider if words == MOST_WORDS || 128 * words > V::MOST as usize + 1 => {
                    return Ok(false);
                }
                End::Wider => {
                    // The next value needs a wider set, and the widths follow the values: one step by hand.
                    let next = next_by_definition(self.shape, &self.values);
                    if next > V::MOST {
                        return Ok(false);
                    }
                    self.values.push(V::of(next));
                }
            }
        }
    }

    pub(super) fn finish(self) -> (Vec<V>, Split) {
        (self.values, Split { mask: self.mask })
    }

    #[allow(unsafe_code)]
    fn dispatch<const W: usize, const B: usize>(
        &mut self,
        until: usize,
        meter: &Meter,
    ) -> Result<End, StopReason> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, which is all that the function asks for; it is the same safe
            // code as below, compiled with wider vectors.
            return unsafe { self.run_avx2::<W, B>(until, meter) };
        }
        self.run::<W, B>(until, meter)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2<const W: usize, const B: usize>(
        &mut self,
        until: usize,
        meter: &Meter,
    ) -> Result<End, StopReason> {
        self.run::<W, B>(until, meter)
    }

    #[inline(always)]
    fn run<const W: usize, const B: usize>(
        &mut self,
        until: usize,
        meter: &Meter,
    ) -> Result<End, StopReason> {
        let breaking: Vec<usize> = self.shape.breaking().collect();
        let least = breaking.iter().copied().min().unwrap_or(0);
        let reach = breaking.iter().copied().max().unwrap_or(0);
        // The sets of heaps m: values at m − k over all k, complete up to the last value + `least`.
        let mut sets: Vec<[u64; W]> = Vec::new();
        let mut sets_start = 0;
        let mut unions: Vec<Block<W, B>> = vec![[[0; W]; B]; 64 * W];
        let mut present = vec![false; 64 * W];
        let mut chosen = None::<Chosen>;
        let mut rare = [!0; W];
        let near_bound = B.saturating_sub(least).max(1);
        let kept = KEPT_WORDS / W;
        sets.resize(self.values.len() + reach + 1, [0; W]);
        for m in 1..self.values.len() {
            add_to_sets(&mut sets, sets_start, m, self.values[m].get(), &breaking);
        }
        self.resplit_at = 0;
        let mut work = 0_u64;
        while self.values.len() < until {
            let n = self.values.len();
            if n >= self.resplit_at {
                self.split_again::<W>();
                chosen = Some(self.choose(near_bound));
                rare = if self.mask == 0 {
                    [!0; W]
                } else {
                    rare_set(self.mask)
                };
                meter.check()?;
                self.resplit_at = n + n / 4 + 64;
            }
            let Some(chosen) = chosen.as_mut() else {
                return Ok(End::Done);
            };
            if sets.len() > 2 * kept && sets.len() - kept > 4 * B {
                let drop = sets.len() - kept;
                sets.drain(..drop);
                sets_start += drop;
            }
            sets.resize(n + B + reach + 1 - sets_start, [0; W]);
            // Far heaps, for the whole block.
            let limit = if self.mask == 0 { (n + B) / 2 } else { n };
            for &v in &chosen.used {
                let heaps = &chosen.far[v as usize];
                let end = if self.mask == 0 {
                    heaps.partition_point(|&r| r as usize <= limit)
                } else {
                    heaps.len()
                };
                let heaps = &heaps[..end];
                if heaps.is_empty() {
                    continue;
                }
                work += end as u64;
                let acc = &mut unions[v as usize];
                present[v as usize] = true;
                // Heaps whose partners have left the kept sets are the largest ones.
                let split = heaps.partition_point(|&r| n >= r as usize + sets_start);
                let mut sum = *acc;
                for &r in &heaps[..split] {
                    unite(&mut sum, &sets, n - r as usize - sets_start);
                }
                *acc = sum;
                for &r in &heaps[split..] {
                    far_by_hand(acc, &self.values, &breaking, n, r as usize);
                }
            }
            let block = fold(&mut unions, &mut present);
            work += 64;
            let small = chosen.near.len();
            for reached in &block {
                let n = self.values.len();
                if n >= until {
                    break;
                }
                let Some(value) = self.value_of(n, *reached, &chosen.near, &breaking, &rare) else {
                    return Ok(End::Wider);
                };
                if value as usize >= 64 * W || value > V::MOST {
                    return Ok(End::Wider);
                }
                self.values.push(V::of(value));
                add_to_sets(&mut sets, sets_start, n, value, &breaking);
                if self.mask == 0 || is_rare(value, self.mask) {
                    chosen.add(n, value, near_bound);
                    if self.mask != 0 && n >= near_bound {
                        // The heaps of this block that are still to come have not met it.
                        chosen.near.push(n as u32);
                    }
                }
            }
            if self.mask != 0 {
                let near = chosen.near.iter().enumerate();
                let stays = near.filter(|&(i, &heap)| i < small || (heap as usize) < near_bound);
                let stays: Vec<u32> = stays.map(|(_, &heap)| heap).collect();
                chosen.near = stays;
            }
            if work > 1 << 17 {
                work = 0;
                meter.check()?;
            }
        }
        Ok(End::Done)
    }

    /// The value of heap n from what its far pairs reach; `None` if all values of the sets are reached.
    #[inline(always)]
    fn value_of<const W: usize>(
        &mut self,
        n: usize,
        mut reached: [u64; W],
        near: &[u32],
        breaking: &[usize],
        rare: &[u64; W],
    ) -> Option<u32> {
        let values = &self.values;
        for &r in near {
            let r = r as usize;
            let v = values[r].get();
            for &k in breaking {
                if n > k + r {
                    set_bit(&mut reached, v ^ values[n - k - r].get());
                }
            }
        }
        let conditional = !self.shape.unequal.is_empty();
        if conditional {
            // Zero counts only if it comes from different heaps.
            reached[0] &= !1;
        }
        for &k in &self.shape.take {
            if n > k && k > 0 {
                set_bit(&mut reached, values[n - k].get());
            }
        }
        let ends = self.shape.finish.contains(&n);
        let halves = self
            .shape
            .equal
            .iter()
            .any(|&k| n >= k + 2 && (n - k) % 2 == 0);
        if ends || halves {
            reached[0] |= 1;
        }
        if conditional && reached[0] & 1 == 0 && self.zero_by_different(n) {
            reached[0] |= 1;
        }
        if self.mask == 0 {
            return least_missing(&reached, &[0; W]);
        }
        // The least common value that is missing: all pairs that could reach it have been looked at.
        let common = least_missing(&reached, rare);
        let most = common.unwrap_or(64 * W as u32);
        let mut found = reached;
        let mut scanned = false;
        loop {
            let Some(missing) = least_missing_below(&found, most) else {
                self.scans += usize::from(scanned);
                return common;
            };
            scanned = true;
            let differ = missing == 0;
            let there = !(differ && conditional)
                && breaking
                    .iter()
                    .any(|&k| n > k + 1 && has_pair(&self.values, n - k, V::of(missing)));
            if !there {
                self.scans += 1;
                return Some(missing);
            }
            set_bit(&mut found, missing);
        }
    }

    /// Can a move leave two heaps of the same value, different ones where the code asks for that?
    fn zero_by_different(&self, n: usize) -> bool {
        let values = &self.values;
        let any = |k: &usize| n > k + 1 && ((n - k) % 2 == 0 || has_pair(values, n - k, V::of(0)));
        let different =
            |k: &usize| n > k + 2 && has_pair_below(values, n - k, (n - k - 1) / 2, V::of(0));
        self.shape.split.iter().any(any) || self.shape.unequal.iter().any(different)
    }

    /// Chooses the mask again, or all pairs.
    fn split_again<const W: usize>(&mut self) {
        let n = self.values.len();
        let mut histogram = vec![0_u64; 64 * W];
        for value in &self.values[1..] {
            histogram[value.get() as usize] += 1;
        }
        let (mask, rare) = sparsest_mask(&histogram);
        let sparse = match self.plan {
            Plan::Automatic => n > 256 && rare < n as u64 / 4,
            Plan::Plain => false,
            Plan::Sparse => n > 8,
        };
        self.mask = if sparse { mask } else { 0 };
        let since = (n / 5).max(1);
        if self.scans > since / 8 {
            self.helpers = (self.helpers * 2).min(4096);
        } else if self.scans < since / 64 {
            self.helpers = (self.helpers * 3 / 4).max(32);
        }
        self.scans = 0;
    }

    /// The rare heaps and a few common ones, or all.
    fn choose(&self, near_bound: usize) -> Chosen {
        let most = self
            .values
            .iter()
            .map(|value| value.get())
            .max()
            .unwrap_or(0);
        let mut chosen = Chosen {
            far: vec![Vec::new(); most as usize + 1],
            used: Vec::new(),
            near: Vec::new(),
        };
        let mut helpers = self.helpers;
        for (heap, value) in self.values.iter().enumerate().skip(1) {
            let value = value.get();
            let mut take = self.mask == 0 || is_rare(value, self.mask);
            if !take && helpers > 0 && heap >= near_bound {
                helpers -= 1;
                take = true;
            }
            if take {
                chosen.add(heap, value, near_bound);
            }
        }
        chosen
    }
}

impl Chosen {
    #[inline(always)]
    fn add(&mut self, heap: usize, value: u32, near_bound: usize) {
        if heap < near_bound {
            self.near.push(heap as u32);
            return;
        }
        let place = value as usize;
        if self.far.len() <= place {
            self.far.resize(place + 1, Vec::new());
        }
        if self.far[place].is_empty() {
            let at = self.used.partition_point(|&v| v < value);
            self.used.insert(at, value);
        }
        self.far[place].push(heap as u32);
    }
}

/// The value after the last one, by the definition; for games that leave at most two heaps.
pub(super) fn next_by_definition<V: Cell>(shape: &Shape, values: &[V]) -> u32 {
    let n = values.len();
    let mut reached = vec![false; 16];
    let mut reach = |value: u32| {
        let place = value as usize;
        if reached.len() <= place {
            reached.resize(2 * place, false);
        }
        reached[place] = true;
    };
    if shape.finish.contains(&n) {
        reach(0);
    }
    for &k in shape.take.iter().filter(|&&k| k > 0 && k < n) {
        reach(values[n - k].get());
    }
    for (heaps, different) in [(&shape.split, false), (&shape.unequal, true)] {
        for &k in heaps.iter().filter(|&&k| k < n) {
            let rest = n - k;
            for a in (1..=rest / 2).filter(|&a| !(different && 2 * a == rest)) {
                reach(values[a].get() ^ values[rest - a].get());
            }
        }
    }
    if shape.equal.iter().any(|&k| n >= k + 2 && (n - k) % 2 == 0) {
        reach(0);
    }
    reached
        .iter()
        .position(|&there| !there)
        .unwrap_or(reached.len()) as u32
}

#[inline(always)]
fn add_to_sets<const W: usize>(
    sets: &mut [[u64; W]],
    start: usize,
    heap: usize,
    value: u32,
    breaking: &[usize],
) {
    for &k in breaking {
        if let Some(set) = (heap + k)
            .checked_sub(start)
            .and_then(|at| sets.get_mut(at))
        {
            set_bit(set, value);
        }
    }
}

#[inline(always)]
fn set_bit<const W: usize>(set: &mut [u64; W], bit: u32) {
    set[(bit as usize / 64) & (W - 1)] |= 1 << (bit % 64);
}

/// Pairs with a heap so large that its partners' sets are no longer kept.
#[inline(always)]
fn far_by_hand<V: Cell, const W: usize, const B: usize>(
    acc: &mut Block<W, B>,
    values: &[V],
    breaking: &[usize],
    n: usize,
    r: usize,
) {
    for &k in breaking {
        for (lane, set) in acc.iter_mut().enumerate() {
            let n = n + lane;
            if n > k + r {
                set_bit(set, values[n - k - r].get());
            }
        }
    }
}

/// The least value that is neither reached nor in `besides`.
#[inline(always)]
fn least_missing<const W: usize>(reached: &[u64; W], besides: &[u64; W]) -> Option<u32> {
    for w in 0..W {
        let full = reached[w] | besides[w];
        if full != !0 {
            return Some(w as u32 * 64 + full.trailing_ones());
        }
    }
    None
}

/// The least value below `most` that is not reached.
#[inline(always)]
fn least_missing_below<const W: usize>(reached: &[u64; W], most: u32) -> Option<u32> {
    least_missing(reached, &[0; W]).filter(|&value| value < most)
}

/// Are there positive a, b with a + b = `sum` and values of this nim sum?
#[inline(always)]
fn has_pair<V: Cell>(values: &[V], sum: usize, wanted: V) -> bool {
    has_pair_below(values, sum, sum / 2, wanted)
}

/// The same with a at most `last`.
#[inline(always)]
fn has_pair_below<V: Cell>(values: &[V], sum: usize, last: usize, wanted: V) -> bool {
    const CHUNK: usize = 256;
    let mut a = 1;
    while a <= last {
        let end = (a + CHUNK).min(last + 1);
        let low = &values[a..end];
        let high = &values[sum + 1 - end..sum + 1 - a];
        let mut there = 0_u8;
        for (&x, &y) in low.iter().zip(high.iter().rev()) {
            there |= u8::from(x.xor(y) == wanted);
        }
        if there != 0 {
            return true;
        }
        a = end;
    }
    false
}
