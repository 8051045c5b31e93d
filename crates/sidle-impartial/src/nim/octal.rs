//! Nim values of octal games by bit sets: all pairs of heaps where many values are common, only those with a
//! rare heap where few are (the sparse space of *Winning Ways*, chapter 4; Gangolli and Plambeck 1989).
//!
//! A [`Space`] divides values into rare and common ones. If nearly all heaps
//! are common, then the common values that a heap can reach come from the few rare heaps, and the least one not
//! among them is its value, unless a smaller rare value is missing. That is looked for among pairs of common
//! heaps and is nearly always found at once.

use sidle_core::{Meter, StopReason};

use super::{
    cell::Cell,
    kernel::{Block, LANES, Space, fold, renumbered, sparsest_space, unite},
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

/// The largest number of words in a set; values beyond need another method.
const MOST_WORDS: usize = 64;

/// How many words of sets are kept; older ones are made again from the values.
const KEPT_WORDS: usize = 1 << 25;

/// How many of the chosen heaps are looked at first: they reach all small values.
const FRONT: usize = 512;

/// The state of a computation.
pub(super) struct Octal<'s, V> {
    shape: &'s Shape,
    plan: Plan,
    values: Vec<V>,
    space: Option<Space>,
    /// How many common heaps are paired with all others beside the rare ones.
    helpers: usize,
    scans: usize,
    resplit_at: usize,
}

/// The heaps that are paired with all others, by their values.
struct Chosen {
    /// For each value the chosen heaps far enough below, increasing.
    far: Vec<Vec<u32>>,
    /// The values that have any.
    used: Vec<u32>,
    /// Chosen heaps so small that they meet heaps of the block itself, with their values, by value.
    near: Vec<(u32, u32)>,
    /// Chosen heaps of the block itself.
    fresh: Vec<(u32, u32)>,
    /// The heaps below this one are looked at first.
    front: u32,
}

/// The sets of heaps m, word by word: the values at m − k over all k, complete up to the last value + the least k.
struct Sets {
    words: Vec<Vec<u64>>,
    /// The first heap that is kept.
    start: usize,
}

/// What the far pairs of a block of heaps reach: the words that have been asked for.
struct Reached {
    words: Vec<Block>,
    /// Which words have all pairs, not just those in front.
    whole: Vec<bool>,
}

impl<'s, V: Cell> Octal<'s, V> {
    /// Continues from the values so far; heap 0 must be among them.
    pub(super) fn new(shape: &'s Shape, plan: Plan, values: Vec<V>) -> Octal<'s, V> {
        Octal {
            shape,
            plan,
            values,
            space: None,
            helpers: 64,
            scans: 0,
            resplit_at: 0,
        }
    }

    pub(super) fn finish(self) -> (Vec<V>, Option<Space>) {
        (self.values, self.space)
    }

    /// Computes the values below `until`, or until one does not fit into the cells or the sets (then `false`).
    #[allow(unsafe_code)]
    pub(super) fn extend(&mut self, until: usize, meter: &Meter) -> Result<bool, StopReason> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, which is all that the function asks for; it is the same safe
            // code as below, compiled with wider vectors.
            return unsafe { self.run_avx2(until, meter) };
        }
        self.run(until, meter)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2(&mut self, until: usize, meter: &Meter) -> Result<bool, StopReason> {
        self.run(until, meter)
    }

    #[inline(always)]
    fn run(&mut self, until: usize, meter: &Meter) -> Result<bool, StopReason> {
        let breaking: Vec<usize> = self.shape.breaking().collect();
        let least = breaking.iter().copied().min().unwrap_or(0);
        let reach = breaking.iter().copied().max().unwrap_or(0);
        let near_bound = LANES.saturating_sub(least).max(1);
        let mut sets = Sets {
            words: Vec::new(),
            start: 0,
        };
        sets.grow_to(self.values.len() + reach + 1, 1);
        for m in 1..self.values.len() {
            let value = self.values[m].get();
            if value as usize >= 64 * MOST_WORDS {
                return Ok(false);
            }
            sets.add(m, value, &breaking);
        }
        let mut chosen = self.split_again(near_bound);
        let mut unions = [[0_u64; LANES]; 64];
        let mut reached = Reached {
            words: Vec::new(),
            whole: Vec::new(),
        };
        let mut work = 0_usize;
        while self.values.len() < until {
            let n = self.values.len();
            if n >= self.resplit_at {
                chosen = self.split_again(near_bound);
                meter.check()?;
            }
            let plain = self.space.is_none();
            let kept = KEPT_WORDS / sets.words.len();
            if sets.len() > 2 * kept {
                sets.forget(kept);
            }
            sets.grow_to(n + LANES + reach + 1, 1);
            reached.words.clear();
            reached.whole.clear();
            for lane in 0..LANES.min(until - n) {
                let heap = n + lane;
                let mut source = Source {
                    block: n,
                    lane,
                    sets: &sets,
                    chosen: &chosen,
                    values: &self.values,
                    breaking: &breaking,
                    plain,
                    unions: &mut unions,
                    reached: &mut reached,
                    work: &mut work,
                };
                let value = value_of(self.shape, self.space, heap, &mut source, &mut self.scans);
                if value > V::MOST || value as usize >= 64 * MOST_WORDS {
                    return Ok(false);
                }
                self.values.push(V::of(value));
                sets.add(heap, value, &breaking);
                if self.space.is_none_or(|space| space.is_rare(value, heap)) {
                    chosen.add(heap, value, near_bound);
                    if !plain && heap >= near_bound {
                        // The heaps of this block that are still to come have not met it.
                        chosen.fresh.push((heap as u32, value));
                    }
                }
            }
            chosen.fresh.clear();
            work += 64;
            if work > 1 << 17 {
                work = 0;
                meter.check()?;
            }
        }
        Ok(true)
    }

    /// Chooses the space again, or all pairs, and the heaps to be paired with all others.
    fn split_again(&mut self, near_bound: usize) -> Chosen {
        let n = self.values.len();
        let most = self
            .values
            .iter()
            .map(|value| value.get())
            .max()
            .unwrap_or(0) as usize;
        let wide = (most + 1).next_power_of_two();
        let mut counts = [vec![0_u64; wide], vec![0_u64; wide]];
        for (heap, value) in self.values.iter().enumerate().skip(1) {
            counts[heap % 2][value.get() as usize] += 1;
        }
        let (space, rare) = sparsest_space(&counts[0], &counts[1], self.shape.parity());
        let sparse = match self.plan {
            Plan::Automatic => n > 256 && rare < n as u64 / 4,
            Plan::Plain => false,
            Plan::Sparse => n > 8,
        };
        self.space = sparse.then_some(space);
        let since = (if n < 1 << 15 { n / 5 } else { n / 2 }).max(1);
        if self.scans > since / 16 {
            self.helpers = (self.helpers * 2).min(8192);
        } else if self.scans < since / 200 {
            self.helpers = (self.helpers * 3 / 4).max(16);
        }
        self.scans = 0;
        self.resplit_at = if n < 1 << 15 { n + n / 4 + 64 } else { 2 * n };
        let mut chosen = Chosen {
            far: vec![Vec::new(); most + 1],
            used: Vec::new(),
            near: Vec::new(),
            fresh: Vec::new(),
            front: u32::MAX,
        };
        let (mut helpers, mut count) = (self.helpers, 0);
        for (heap, value) in self.values.iter().enumerate().skip(1) {
            let value = value.get();
            let mut take = self.space.is_none_or(|space| space.is_rare(value, heap));
            if !take && helpers > 0 && heap >= near_bound {
                helpers -= 1;
                take = true;
            }
            if take {
                chosen.add(heap, value, near_bound);
                count += 1;
                if count == FRONT + near_bound {
                    chosen.front = heap as u32;
                }
            }
        }
        chosen
    }
}

impl Chosen {
    #[inline(always)]
    fn add(&mut self, heap: usize, value: u32, near_bound: usize) {
        if heap < near_bound {
            let at = self.near.partition_point(|near| near.1 <= value);
            self.near.insert(at, (heap as u32, value));
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

impl Sets {
    fn len(&self) -> usize {
        self.words[0].len()
    }

    /// Room for heaps below `heaps`, and for so many words.
    #[inline(always)]
    fn grow_to(&mut self, heaps: usize, words: usize) {
        while self.words.len() < words {
            let length = self.words.first().map_or(0, Vec::len);
            self.words.push(vec![0; length]);
        }
        let length = heaps - self.start;
        if self.len() < length {
            for word in &mut self.words {
                word.resize(length, 0);
            }
        }
    }

    /// Keeps the last sets only.
    fn forget(&mut self, kept: usize) {
        let drop = self.len() - kept;
        for word in &mut self.words {
            word.drain(..drop);
        }
        self.start += drop;
    }

    #[inline(always)]
    fn add(&mut self, heap: usize, value: u32, breaking: &[usize]) {
        let word = value as usize / 64;
        if self.words.len() <= word {
            self.grow_to(self.start + self.len(), word + 1);
        }
        for &k in breaking {
            if let Some(at) = (heap + k).checked_sub(self.start)
                && let Some(set) = self.words[word].get_mut(at)
            {
                *set |= 1 << (value % 64);
            }
        }
    }
}

/// Where the value of one heap comes from.
struct Source<'a, V> {
    /// The first heap of the block, and which of its heaps this is.
    block: usize,
    lane: usize,
    sets: &'a Sets,
    chosen: &'a Chosen,
    values: &'a [V],
    breaking: &'a [usize],
    plain: bool,
    unions: &'a mut [Block; 64],
    reached: &'a mut Reached,
    work: &'a mut usize,
}

impl<V: Cell> Source<'_, V> {
    /// The values of one word that are reached; with `besides` they fill it up if possible without all pairs.
    #[inline(always)]
    fn word(&mut self, word: usize, besides: u64) -> u64 {
        while self.reached.words.len() <= word {
            let next = self.reached.words.len();
            let block = self.far(next, true);
            self.reached.words.push(block);
            self.reached.whole.push(self.chosen.front == u32::MAX);
        }
        let set = self.reached.words[word][self.lane] | besides;
        if set == !0 || self.reached.whole[word] {
            return set;
        }
        let rest = self.far(word, false);
        for (sum, more) in self.reached.words[word].iter_mut().zip(rest) {
            *sum |= more;
        }
        self.reached.whole[word] = true;
        self.reached.words[word][self.lane] | besides
    }

    /// One word of what the near pairs of a heap reach.
    #[inline(always)]
    fn near(&self, word: usize, n: usize) -> u64 {
        let start = self.sets.start;
        let set = |heap: u32, value: u32| {
            let words = self.sets.words.get(word ^ (value as usize / 64));
            let at = n.wrapping_sub(heap as usize + start);
            words.and_then(|words| words.get(at)).copied().unwrap_or(0)
        };
        let (mut all, mut same, mut last) = (0, 0, 0);
        for &(heap, value) in &self.chosen.near {
            if value != last {
                all |= renumbered(same, last);
                (same, last) = (0, value);
            }
            same |= set(heap, value);
        }
        all |= renumbered(same, last);
        for &(heap, value) in &self.chosen.fresh {
            all |= renumbered(set(heap, value), value);
        }
        all
    }

    /// One word of what the far pairs reach, for all heaps of the block: those in front, or the others.
    #[inline(always)]
    fn far(&mut self, word: usize, front: bool) -> Block {
        let n = self.block;
        let last = if self.plain { (n + LANES) / 2 } else { n };
        let mut present = 0_u64;
        for &v in &self.chosen.used {
            let source = word ^ (v as usize / 64);
            let Some(sets) = self.sets.words.get(source) else {
                continue;
            };
            let heaps = self.chosen.far[v as usize].as_slice();
            let cut = if self.chosen.front == u32::MAX {
                heaps.len()
            } else {
                heaps.partition_point(|&r| r <= self.chosen.front)
            };
            let mut heaps = if front { &heaps[..cut] } else { &heaps[cut..] };
            // Heaps found in this very block are among the near ones.
            if heaps
                .last()
                .is_some_and(|&newest| newest as usize >= last.min(n))
            {
                heaps =
                    &heaps[..heaps.partition_point(|&r| r as usize <= last && (r as usize) < n)];
            }
            if heaps.is_empty() {
                continue;
            }
            *self.work += heaps.len();
            let start = self.sets.start;
            // Heaps whose partners have left the kept sets are the largest ones.
            let split = if start == 0 {
                heaps.len()
            } else {
                heaps.partition_point(|&r| n >= r as usize + start)
            };
            let mut sum = self.unions[v as usize % 64];
            for &r in &heaps[..split] {
                unite(&mut sum, sets, n - r as usize - start);
            }
            for &r in &heaps[split..] {
                far_by_hand(&mut sum, self.values, self.breaking, n, r as usize, source);
            }
            self.unions[v as usize % 64] = sum;
            present |= 1 << (v % 64);
        }
        fold(self.unions, &mut present)
    }
}

/// The value of a heap.
#[inline(always)]
fn value_of<V: Cell>(
    shape: &Shape,
    space: Option<Space>,
    n: usize,
    source: &mut Source<'_, V>,
    scans: &mut usize,
) -> u32 {
    let (values, breaking) = (source.values, source.breaking);
    let conditional = !shape.unequal.is_empty();
    let ends = shape.finish.contains(&n);
    let halves = shape.equal.iter().any(|&k| n >= k + 2 && (n - k) % 2 == 0);
    // The least common value that is missing: all pairs that could reach it are looked at.
    let mut word = 0;
    let mut rare_missing = None;
    loop {
        if 64 * word as u32 > V::MOST {
            // Wider cells are needed to go on.
            return 64 * word as u32;
        }
        let mut own = source.near(word, n);
        if word == 0 && conditional {
            // Zero counts only if it comes from different heaps.
            own &= !1;
        }
        let mut single = u64::from(word == 0 && (ends || halves));
        for &k in &shape.take {
            if n > k && k > 0 {
                let value = values[n - k].get();
                single |= u64::from(value as usize / 64 == word) << (value % 64);
            }
        }
        own |= single;
        let rare = space.map_or(0, |space| space.rare_word(word, n));
        let mut reached = source.word(word, own);
        if word == 0 && conditional {
            let zero = single & 1 == 1 || zero_by_different(shape, values, n);
            reached = reached & !1 | u64::from(zero);
        }
        let missing = !(reached | rare);
        let bound = if missing == 0 {
            64
        } else {
            missing.trailing_zeros()
        };
        let below = if bound == 64 { !0 } else { (1 << bound) - 1 };
        let mut gaps = !reached & rare & below;
        let scanned = gaps != 0;
        while gaps != 0 {
            let value = 64 * word as u32 + gaps.trailing_zeros();
            let impossible = value == 0 && conditional;
            let there = !impossible
                && breaking
                    .iter()
                    .any(|&k| n > k + 1 && has_pair(values, n - k, V::of(value)));
            if !there {
                rare_missing = Some(value);
                break;
            }
            gaps &= gaps - 1;
        }
        *scans += usize::from(scanned);
        if let Some(value) = rare_missing {
            return value;
        }
        if missing != 0 {
            return 64 * word as u32 + bound;
        }
        word += 1;
    }
}

/// Can a move leave two heaps of the same value, different ones where the code asks for that?
fn zero_by_different<V: Cell>(shape: &Shape, values: &[V], n: usize) -> bool {
    let any = |k: &usize| n > k + 1 && ((n - k) % 2 == 0 || has_pair(values, n - k, V::of(0)));
    let different =
        |k: &usize| n > k + 2 && has_pair_below(values, n - k, (n - k - 1) / 2, V::of(0));
    shape.split.iter().any(any) || shape.unequal.iter().any(different)
}

/// Pairs with a heap so large that its partners' sets are no longer kept.
#[inline(always)]
fn far_by_hand<V: Cell>(
    acc: &mut Block,
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
