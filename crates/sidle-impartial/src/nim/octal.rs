//! Nim values of octal games by bit sets: all pairs of heaps where many values are common, only those with a
//! rare heap where few are (the sparse space of *Winning Ways*, chapter 4; Gangolli and Plambeck 1989).
//!
//! A [`Space`] divides values into rare and common ones. If nearly all heaps
//! are common, then the common values that a heap can reach come from the few rare heaps, and the least one not
//! among them is its value, unless a smaller rare value is missing. That is looked for among pairs of common
//! heaps and is nearly always found at once.

use sidle_core::{Meter, StopReason};

use super::{
    block::BlockWork,
    cell::Cell,
    chosen::{Chosen, FRONT},
    coding::Coding,
    kernel::{Space, sparsest_space},
    narrow::Narrow,
    own::Labels,
    pairs::Mirror,
    sets::{Sets, Word},
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
pub(super) const MOST_WORDS: usize = 64;

/// How many words of sets are kept at most; older ones are made again from the values.
const KEPT_WORDS: usize = 1 << 25;

/// With fewer chosen heaps than this, short blocks do where values fit into one word.
const MOST_SHORT: u64 = 1024;
/// With fewer rare heaps than this, broad blocks do where they do not.
const MOST_BROAD: u64 = 700;
/// A search among all pairs costs as much as so many helpers for one word of values.
const PRICE: f64 = 400.0;
/// The same where sets are kept in bytes.
const PRICE_IN_BYTES: f64 = 1300.0;
/// From this heap on the number of helpers stays.
const SETTLED: usize = 1 << 22;
/// The lengths of blocks.
const SHORT: usize = 8;
const LONG: usize = 32;
/// The same where values have numbers within their class.
const BROAD: usize = 128;
const BROADEST: usize = 256;

/// Values in the order in which searches read them.
pub(super) struct Planes<V> {
    pub(super) mirror: Mirror<V>,
    pub(super) narrow: Narrow,
    /// Numbers and classes, if values have numbers within their class.
    pub(super) labels: Labels,
}

impl<V: Cell> Planes<V> {
    fn new(values: &[V], coding: Coding, chosen: &Chosen, reach: usize) -> Planes<V> {
        Planes {
            mirror: Mirror::of(values, 1),
            narrow: Narrow::new(values, coding, chosen, reach),
            labels: Labels::of(if coding.is_split() { values } else { &[] }, coding),
        }
    }
}

/// The sets of heaps as they are united: in words, or in bytes where values have numbers within their class.
enum AnySets {
    Words(Sets<u64>),
    Bytes(Sets<u8>),
}

/// The state of a computation.
pub(super) struct Octal<'s, V> {
    pub(super) shape: &'s Shape,
    plan: Plan,
    pub(super) values: Vec<V>,
    pub(super) state: State,
}

/// What is kept beside the values when a computation is interrupted, so that it need not look at all of them again.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) space: Option<Space>,
    chosen: Chosen,
    /// How many heaps there were when this was right.
    at: usize,
    /// How many common heaps are paired with all others beside the rare ones.
    helpers: usize,
    /// How many rare values were looked for among all pairs since the last split.
    scans: usize,
    resplit_at: usize,
    split_from: usize,
    /// How many heaps there were when the chosen ones were chosen.
    chosen_at: usize,
    /// The length of blocks.
    lanes: usize,
    /// Do values fit into one word?
    few: bool,
    /// How many even and odd heaps have each value, among the heaps from 1 to before `counted`.
    counts: [Vec<u64>; 2],
    counted: usize,
}

impl Default for State {
    fn default() -> State {
        State {
            space: None,
            chosen: Chosen::default(),
            at: 0,
            helpers: 64,
            scans: 0,
            resplit_at: 0,
            split_from: 0,
            chosen_at: 0,
            lanes: LONG,
            few: true,
            counts: Default::default(),
            counted: 1,
        }
    }
}

impl State {
    fn coding(&self) -> Coding {
        Coding::of(self.space, self.few)
    }

    /// What decides which heaps are chosen.
    fn choice(&self) -> (Option<Space>, usize, usize, bool) {
        (self.space, self.helpers, self.lanes, self.few)
    }
}

impl<'s, V: Cell> Octal<'s, V> {
    /// Continues from the values so far; heap 0 must be among them. The state may be that of an earlier computation
    /// that ended with some of them.
    pub(super) fn new(
        shape: &'s Shape,
        plan: Plan,
        values: Vec<V>,
        mut state: State,
    ) -> Octal<'s, V> {
        if state.at != values.len() {
            // Other heaps have come since: they are looked at again.
            (state.resplit_at, state.split_from) = (0, 0);
        }
        if state.counted > values.len() {
            state = State::default();
        }
        Octal {
            shape,
            plan,
            values,
            state,
        }
    }

    pub(super) fn finish(self) -> (Vec<V>, State) {
        (self.values, self.state)
    }

    /// Computes the values below `until`, or until one does not fit into the cells or the sets (then `false`).
    pub(super) fn extend(&mut self, until: usize, meter: &Meter) -> Result<bool, StopReason> {
        let vectors = Vectors::of_this_processor();
        let breaking: Vec<usize> = self.shape.breaking().collect();
        self.count();
        let words = self.words();
        if words > MOST_WORDS {
            return Ok(false);
        }
        let reach = breaking.iter().copied().max().unwrap_or(0);
        let mut chosen = std::mem::take(&mut self.state.chosen);
        // Until the end is reached in good order the state is not to be used again.
        self.state.at = 0;
        if self.values.len() >= self.state.resplit_at {
            self.split_again(&breaking, &mut chosen, vectors);
        }
        let mut coding = self.state.coding();
        let mut sets = self.sets(coding, &breaking, &chosen);
        let mut planes = Planes::new(&self.values, coding, &chosen, reach);
        while self.values.len() < until {
            if self.values.len() >= self.state.resplit_at {
                self.split_again(&breaking, &mut chosen, vectors);
                if coding == self.state.coding() {
                    planes.mirror.renew(&self.values, 1);
                    planes.narrow.aim(&chosen, reach);
                } else {
                    coding = self.state.coding();
                    sets = self.sets(coding, &breaking, &chosen);
                    planes = Planes::new(&self.values, coding, &chosen, reach);
                }
                meter.check()?;
            }
            let end = until.min(self.state.resplit_at);
            let (breaking, chosen, planes) = (&breaking, &mut chosen, &mut planes);
            if !self.any_stretch(vectors, end, breaking, chosen, &mut sets, planes, meter)? {
                return Ok(false);
            }
        }
        self.state.chosen = chosen;
        self.state.at = self.values.len();
        Ok(true)
    }

    /// A stretch with the lanes of the state and with the vectors that the processor has.
    #[allow(clippy::too_many_arguments, unsafe_code)]
    fn any_stretch(
        &mut self,
        vectors: Vectors,
        end: usize,
        breaking: &[usize],
        chosen: &mut Chosen,
        sets: &mut AnySets,
        planes: &mut Planes<V>,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        macro_rules! with_lanes {
            ($word:ty, $lanes:expr, $sets:expr) => {
                match vectors {
                    // SAFETY: the processor has all that the function asks for; it is the same safe code as
                    // `stretch`, compiled with wider vectors.
                    #[cfg(target_arch = "x86_64")]
                    Vectors::Wide => unsafe {
                        self.stretch_wide::<$word, $lanes>(
                            end, breaking, chosen, $sets, planes, meter,
                        )
                    },
                    Vectors::Usual => self.stretch_usual::<$word, { usual_lanes($lanes) }>(
                        end, breaking, chosen, $sets, planes, meter,
                    ),
                }
            };
        }
        match (sets, self.state.lanes) {
            (AnySets::Bytes(sets), BROAD) => with_lanes!(u8, BROAD, sets),
            (AnySets::Bytes(sets), _) => with_lanes!(u8, BROADEST, sets),
            (AnySets::Words(sets), SHORT) => with_lanes!(u64, SHORT, sets),
            (AnySets::Words(sets), _) => with_lanes!(u64, LONG, sets),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn stretch_wide<W: Word, const L: usize>(
        &mut self,
        end: usize,
        breaking: &[usize],
        chosen: &mut Chosen,
        sets: &mut Sets<W>,
        planes: &mut Planes<V>,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        self.stretch::<W, L>(end, breaking, chosen, sets, planes, meter)
    }

    fn stretch_usual<W: Word, const L: usize>(
        &mut self,
        end: usize,
        breaking: &[usize],
        chosen: &mut Chosen,
        sets: &mut Sets<W>,
        planes: &mut Planes<V>,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        self.stretch::<W, L>(end, breaking, chosen, sets, planes, meter)
    }

    /// The sets of the heaps so far that rare heaps, or without a space all heaps, are paired with.
    fn sets(&self, coding: Coding, breaking: &[usize], chosen: &Chosen) -> AnySets {
        if coding.is_split() {
            AnySets::Bytes(self.sets_of(coding, breaking, chosen))
        } else {
            AnySets::Words(self.sets_of(coding, breaking, chosen))
        }
    }

    fn sets_of<W: Word>(&self, coding: Coding, breaking: &[usize], chosen: &Chosen) -> Sets<W> {
        let reach = breaking.iter().copied().max().unwrap_or(0);
        let mut sets = Sets::new(self.first_kept(self.words(), chosen));
        sets.grow_to(self.values.len() + reach + 1, 1);
        let from = sets.start.saturating_sub(reach).max(1);
        for (value, heap) in self.values[from..].iter().zip(from..) {
            let value = value.get();
            if !(coding.is_split() && coding.is_rare(value, heap)) {
                sets.add(heap, coding.encode(value), breaking);
            }
        }
        sets
    }

    /// Counts the values that have come.
    fn count(&mut self) {
        let first = self.state.counted.min(self.values.len());
        let new = &self.values[first..];
        let most = new.iter().copied().max().map_or(0, V::get) as usize;
        let [even, odd] = &mut self.state.counts;
        if most >= even.len() {
            let wide = (most + 1).next_power_of_two();
            even.resize(wide, 0);
            odd.resize(wide, 0);
        }
        // The first of two neighbours, and the second.
        let (one, other) = if first.is_multiple_of(2) {
            (even, odd)
        } else {
            (odd, even)
        };
        for pair in new.chunks(2) {
            one[pair[0].get() as usize] += 1;
            if let Some(second) = pair.get(1) {
                other[second.get() as usize] += 1;
            }
        }
        self.state.counted = self.values.len().max(1);
    }

    /// How many words a set needs for the values counted.
    fn words(&self) -> usize {
        let mut pairs = self.state.counts[0].iter().zip(&self.state.counts[1]);
        let last = pairs.rposition(|(even, odd)| even + odd > 0);
        last.unwrap_or(0) / 64 + 1
    }

    /// How many sets are worth keeping: those that the chosen heaps meet.
    fn kept(&self, words: usize, chosen: &Chosen) -> usize {
        let wanted = match self.state.space {
            None => usize::MAX,
            Some(_) => (2 * chosen.last()).max(1 << 15),
        };
        wanted.min(KEPT_WORDS / words)
    }

    fn first_kept(&self, words: usize, chosen: &Chosen) -> usize {
        self.values.len().saturating_sub(self.kept(words, chosen))
    }

    #[inline(always)]
    fn stretch<W: Word, const L: usize>(
        &mut self,
        end: usize,
        breaking: &[usize],
        chosen: &mut Chosen,
        sets: &mut Sets<W>,
        planes: &mut Planes<V>,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let reach = breaking.iter().copied().max().unwrap_or(0);
        let near_bound = near_bound(L, breaking);
        let plain = self.state.space.is_none();
        let conditional = !self.shape.unequal.is_empty();
        let coding = self.state.coding();
        let mut block = BlockWork::<V, L>::new(coding);
        let kept = self.kept(sets.words.len() * W::BITS as usize / 64 + 1, chosen);
        while self.values.len() < end {
            if let Some(sets) = W::long(sets)
                && self.can_glide(coding, sets, chosen)
            {
                self.glide(end, breaking, chosen, sets, kept, planes, &mut block, meter)?;
            }
            let n = self.values.len();
            sets.forget_beyond(kept);
            sets.grow_to(n + L + reach + 1, 1);
            block.begin(n, &self.values, planes, sets, chosen, breaking, conditional);
            for lane in 0..L.min(end - n) {
                let heap = n + lane;
                let value = block.value_of(self, lane, sets, chosen, breaking, planes);
                if value > V::MOST || value as usize >= 64 * MOST_WORDS {
                    return Ok(false);
                }
                self.values.push(V::of(value));
                let (rare, code) = (coding.is_rare(value, heap), coding.encode(value));
                planes.narrow.push(heap, code, rare, L);
                if coding.is_split() {
                    planes.labels.push(coding.label(value, heap));
                }
                if !(rare && coding.is_split()) {
                    sets.add(heap, code, breaking);
                }
                if rare || plain {
                    chosen.add(heap, value, near_bound, coding.is_split());
                }
            }
            chosen.end_block(plain, reach + 2 * LONG);
            if block.is_tired() {
                meter.check()?;
            }
        }
        self.state.scans += block.scans;
        Ok(true)
    }

    /// Chooses the space again, or all pairs, and the heaps to be paired with all others.
    fn split_again(&mut self, breaking: &[usize], chosen: &mut Chosen, vectors: Vectors) {
        let n = self.values.len();
        self.count();
        let before = self.state.choice();
        self.state.few = self.words() == 1;
        let [even, odd] = &self.state.counts;
        let (space, rare) = sparsest_space(even, odd, self.shape.parity());
        let sparse = match self.plan {
            Plan::Automatic => n > 256 && rare < n as u64 / 4,
            Plan::Plain => false,
            Plan::Sparse => n > 8,
        };
        self.state.space = (sparse && space.mask != 0).then_some(space);
        let since = (n - self.state.split_from).max(1);
        if n < SETTLED {
            self.state.helpers = self.helpers_for(self.state.scans as f64 / since as f64);
        }
        self.state.scans = 0;
        self.state.resplit_at = n + (n / 8).clamp(64, SETTLED);
        let chosen_heaps = rare + self.state.helpers as u64;
        self.state.lanes = match self.state.space {
            Some(_) if self.state.few && chosen_heaps < MOST_SHORT => SHORT,
            Some(_) if !self.state.few && rare < MOST_BROAD => BROAD,
            Some(_) if !self.state.few => BROADEST,
            _ => LONG,
        };
        if vectors == Vectors::Usual {
            self.state.lanes = usual_lanes(self.state.lanes);
        }
        let lanes = self.state.lanes;
        let reach = breaking.iter().copied().max().unwrap_or(0);
        if self.state.split_from > 0
            && before == self.state.choice()
            && (self.state.space.is_none()
                || (chosen.in_front() <= FRONT + FRONT / 4 && n < 2 * self.state.chosen_at))
        {
            // What was chosen is still right: new heaps have been added as they came.
            self.state.split_from = n;
            return;
        }
        (self.state.split_from, self.state.chosen_at) = (n, n);
        let values = self.values.iter().map(|value| value.get());
        let near_bound = near_bound(lanes, breaking);
        let front_until = match self.state.space {
            None => reach + 2 * LONG,
            Some(_) => n.saturating_sub(reach + 1),
        };
        *chosen = Chosen::of(
            values,
            self.state.space,
            self.state.helpers,
            self.state.coding().is_split(),
            near_bound,
            front_until,
        );
    }

    /// How many helpers there should be if so many rare values are looked for at each heap.
    fn helpers_for(&self, searches: f64) -> usize {
        let helpers = self.state.helpers;
        let price = if self.state.coding().is_split() {
            PRICE_IN_BYTES
        } else {
            PRICE
        };
        let ratio = price * searches / (helpers * self.words()) as f64;
        if ratio > 2.0 {
            (helpers * 3 / 2).min(8192)
        } else if ratio < 0.25 {
            (helpers * 3 / 4).max(16)
        } else {
            helpers
        }
    }
}

/// Which vectors the kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vectors {
    /// Those that nearly all processors of this kind have.
    #[cfg(target_arch = "x86_64")]
    Wide,
    /// Those that every processor has.
    Usual,
}

impl Vectors {
    fn of_this_processor() -> Vectors {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            return Vectors::Wide;
        }
        Vectors::Usual
    }
}

/// How many lanes are used with the usual vectors where so many are best with all of them: where those are for
/// processors long out of date, half as many kernels do, which are half as much to compile.
const fn usual_lanes(lanes: usize) -> usize {
    match lanes {
        SHORT if cfg!(target_arch = "x86_64") => LONG,
        BROAD if cfg!(target_arch = "x86_64") => BROADEST,
        other => other,
    }
}

/// Heaps below this one can meet heaps of the block itself.
fn near_bound(lanes: usize, breaking: &[usize]) -> usize {
    let least = breaking.iter().copied().min().unwrap_or(0);
    lanes.saturating_sub(least).max(1)
}
