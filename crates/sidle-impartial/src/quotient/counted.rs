//! Outcomes of sums in which copies of some heaps are counted.
//!
//! A quotient that is infinite can be described if only some heaps, the counters, have infinite order. A sum is then a vector n ∈ ℕᵈ,
//! which says how many copies of each counter there are, and a sum of other heaps, whose class is an element of a finite commutative monoid U. A set
//! P(n) ⊆ U for each vector tells the outcomes. It depends only on the gaps between the numbers 0, n_1, …, n_d in order:
//! a gap of at least `gap` + `period` may be made smaller by `period`. So finitely many vectors, the representatives, have all sets.
//!
//! **Verification.** For a fixed vector n the sums are in context: moves in the counters lead to other vectors, and what
//! is P there is known. A move in another heap may also make counters. So for each n the pairs (x, D) of the transition algebra over U are
//! closed, where D are the elements beside which some option is P at the vector it leads to. No move changes a difference of two of the
//! numbers 0, n_1, …, n_d by more than some `reach`. If a gap is at least `gap` + `period` + `reach`, then
//! all vectors that matter at n agree, as far as P is concerned, with those that matter at the vector with that gap made smaller by
//! `period`. Hence it is enough to verify the vectors with smaller gaps, and the rest follows by induction.
//!
//! **Infinity.** Let counters i and j be given, the others absent, u ∈ U, and N a large multiple of the period. The sequence
//! s(δ) = [u ∈ P(N + δ copies of i, N of j)] does not depend on N, and both its ends have period `period`. If k and k + t copies of i were
//! equal, s would have period t everywhere, and with its ends it would have period `period` everywhere. If s(δ) ≠ s(δ + period) for some δ, all
//! multiples of heap i are different, and the quotient is infinite.

use rustc_hash::FxHashMap;
use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{
    Quotient,
    context::Context,
    game::Component,
    transition::{Algebra, Pair, Set, Verification},
};

/// An infinite quotient with counters, verified.
#[derive(Clone, Debug)]
pub struct Counted {
    pub(super) counters: Vec<u32>,
    pub(super) gap: u32,
    pub(super) period: u32,
    /// U, and the heaps that are its generators. Its own P-positions mean nothing.
    pub(super) quotient: Quotient,
    pub(super) generators: Vec<u32>,
    /// The elements of the heaps; those of counters mean nothing.
    pub(super) phi: Vec<u32>,
    /// P for each representative.
    pub(super) is_p: FxHashMap<Vec<u32>, Vec<bool>>,
}

/// Why heap `heap` has infinite order: the outcomes of `beside` + (N + δ) heaps `heap` + N heaps `other` differ for `difference` and for
/// `difference` + the period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InfiniteOrder {
    /// No two sums of copies of this heap are equal.
    pub heap: u32,
    /// The other counter.
    pub other: u32,
    /// The sum of heaps beside both.
    pub beside: Vec<u32>,
    /// δ.
    pub difference: i64,
}

/// An option: its element in U, and how the numbers of counters change.
type Change = (u32, Vec<i64>);

impl Counted {
    /// The heaps that are counted.
    #[must_use]
    pub fn counters(&self) -> &[u32] {
        &self.counters
    }

    /// Gaps of this size and more count modulo the period.
    #[must_use]
    pub fn gap(&self) -> u32 {
        self.gap
    }

    /// The period of large gaps.
    #[must_use]
    pub fn period(&self) -> u32 {
        self.period
    }

    /// The monoid of the sums of other heaps, without P-positions.
    #[must_use]
    pub fn monoid(&self) -> &Quotient {
        &self.quotient
    }

    /// The heaps that are its generators.
    #[must_use]
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// The elements of the heaps, heap 0 first; counters have 0.
    #[must_use]
    pub fn phi(&self) -> &[u32] {
        &self.phi
    }

    /// The representatives in order, each with the elements that are P there.
    #[must_use]
    pub fn p_portions(&self) -> Vec<(Vec<u32>, Vec<u32>)> {
        let elements = |is_p: &Vec<bool>| {
            let places = is_p.iter().enumerate().filter(|entry| *entry.1);
            places.map(|entry| entry.0 as u32).collect()
        };
        let portions = self.is_p.iter();
        let mut portions: Vec<_> = portions
            .map(|(vector, is_p)| (vector.clone(), elements(is_p)))
            .collect();
        portions.sort_unstable();
        portions
    }

    /// Is a sum of heaps a P-position? `None` if some heap is too large.
    #[must_use]
    pub fn is_p(&self, heaps: &[u32]) -> Option<bool> {
        let (vector, element) = self.parts(heaps)?;
        Some(self.is_p.get(&self.representative(&vector))?[element as usize])
    }

    /// A smallest sum of heaps that a sum is equal to, such as `25+2·30`; `None` if some heap is too large.
    #[must_use]
    pub fn text(&self, heaps: &[u32]) -> Option<String> {
        let (vector, element) = self.parts(heaps)?;
        let form = self.quotient.normal_form(element);
        let others = form
            .factors()
            .map(|(g, power)| (self.generators[g], u32::from(power)));
        let counted = self.counters.iter().copied().zip(vector);
        let parts = others.chain(counted).filter(|part| part.1 > 0);
        let parts = parts.map(|(heap, number)| match number {
            1 => heap.to_string(),
            number => format!("{number}·{heap}"),
        });
        let parts: Vec<String> = parts.collect();
        Some(match parts.is_empty() {
            true => "0".to_owned(),
            false => parts.join("+"),
        })
    }

    /// The numbers of counters in a sum, and the element of the rest.
    fn parts(&self, heaps: &[u32]) -> Option<(Vec<u32>, u32)> {
        let mut vector = vec![0; self.counters.len()];
        let mut element = 0;
        for &heap in heaps {
            match self.counters.iter().position(|&counter| counter == heap) {
                Some(place) => vector[place] += 1,
                None => {
                    element = self
                        .quotient
                        .product(element, *self.phi.get(heap as usize)?);
                }
            }
        }
        Some((vector, element))
    }

    /// The vector whose set is that of a given one.
    fn representative(&self, vector: &[u32]) -> Vec<u32> {
        representative(vector, self.gap, self.period)
    }

    /// Verifies all outcomes; `moves` are the options of the heaps, heap 0 first. How many products were looked at?
    pub(super) fn verify(
        &self,
        moves: &[Component],
        meter: &Meter,
    ) -> Result<Option<usize>, StopReason> {
        let changes: Vec<Vec<Change>> = moves.iter().map(|moves| self.changes(moves)).collect();
        let reach = self.reach(&changes);
        let mut count = 0;
        let mut quotient = self.quotient.clone();
        let order = quotient.order() as u32;
        quotient = quotient.with_classes((0..order).collect());
        for vector in vectors(
            self.counters.len(),
            self.gap + self.period + reach - 1,
            meter,
        )? {
            meter.check()?;
            match self.verify_at(&vector, &changes, &mut quotient, meter)? {
                Some(products) => count += products,
                None => return Ok(None),
            }
        }
        Ok(Some(count))
    }

    /// The options of a heap as changes.
    fn changes(&self, moves: &[Vec<u32>]) -> Vec<Change> {
        let mut changes: Vec<Change> = moves
            .iter()
            .map(|sum| {
                let mut change = (0, vec![0; self.counters.len()]);
                for &heap in sum {
                    match self.counters.iter().position(|&counter| counter == heap) {
                        Some(place) => change.1[place] += 1,
                        None => {
                            change.0 = self.quotient.product(change.0, self.phi[heap as usize]);
                        }
                    }
                }
                change
            })
            .collect();
        changes.sort_unstable();
        changes.dedup();
        changes
    }

    /// The most that a move changes a difference of 0 and the numbers of counters.
    fn reach(&self, changes: &[Vec<Change>]) -> u32 {
        let mut reach = 1;
        for (heap, changes) in changes.iter().enumerate() {
            for (_, change) in changes {
                let mut change = change.clone();
                let place = self.counters.iter().position(|&c| c as usize == heap);
                if let Some(place) = place {
                    change[place] -= 1;
                }
                change.push(0);
                let least = change.iter().min().copied().unwrap_or(0);
                let most = change.iter().max().copied().unwrap_or(0);
                reach = reach.max((most - least) as u32);
            }
        }
        reach
    }

    /// The elements beside which some of these options is P.
    fn winning(&self, vector: &[u32], changes: &[Change]) -> Option<Set> {
        let order = self.quotient.order();
        let mut winning = vec![0_u64; order.div_ceil(64)].into_boxed_slice();
        for (element, change) in changes {
            let numbers = vector.iter().zip(change);
            let there: Option<Vec<u32>> = numbers
                .map(|(&number, &change)| u32::try_from(i64::from(number) + change).ok())
                .collect();
            let is_p = self.is_p.get(&self.representative(&there?))?;
            for (z, &product) in self.quotient.row(*element).iter().enumerate() {
                winning[z / 64] |= u64::from(is_p[product as usize]) << (z % 64);
            }
        }
        Some(winning)
    }

    /// Verifies the outcomes at one vector.
    fn verify_at(
        &self,
        vector: &[u32],
        changes: &[Vec<Change>],
        quotient: &mut Quotient,
        meter: &Meter,
    ) -> Result<Option<usize>, StopReason> {
        let order = quotient.order();
        let Some(is_p) = self.is_p.get(&self.representative(vector)) else {
            return Ok(None);
        };
        // Moves in the counters.
        let mut answered = vec![false; order];
        for (place, &counter) in self.counters.iter().enumerate() {
            if vector[place] == 0 {
                continue;
            }
            // Were it a heap without moves, the position without moves would not be the empty one alone.
            if changes[counter as usize].is_empty() {
                return Ok(None);
            }
            let mut fewer = vector.to_vec();
            fewer[place] -= 1;
            let Some(winning) = self.winning(&fewer, &changes[counter as usize]) else {
                return Ok(None);
            };
            for (x, answered) in answered.iter_mut().enumerate() {
                *answered |= winning[x / 64] >> (x % 64) & 1 == 1;
            }
        }
        // The position without moves is N.
        let nothing = vector.iter().all(|&number| number == 0);
        if is_p[0] == (nothing || answered[0]) {
            return Ok(None);
        }
        quotient.set_p(is_p.clone());
        let context = Context::new(Vec::new(), answered, Vec::new());
        let mut algebra = Algebra::new(quotient, &context);
        for (heap, changes) in changes.iter().enumerate().skip(1) {
            if self.counters.contains(&(heap as u32)) {
                continue;
            }
            let value = self.phi[heap];
            if changes.is_empty() {
                if value != 0 {
                    return Ok(None);
                }
                continue;
            }
            let Some(reach) = self.winning(vector, changes) else {
                return Ok(None);
            };
            let pair = Pair { value, reach };
            if !matches!(algebra.add(quotient, pair, meter)?, Verification::Holds(_)) {
                return Ok(None);
            }
        }
        Ok(Some(algebra.len()))
    }

    /// A counter of infinite order, with the reason.
    #[must_use]
    pub fn infinite_order(&self) -> Option<InfiniteOrder> {
        let (gap, period) = (i64::from(self.gap), i64::from(self.period));
        // A multiple of the period such that all gaps but one are large.
        let far = 2 * period * (gap + 2 * period);
        let at = |i: usize, j: usize, difference: i64| {
            let mut vector = vec![0; self.counters.len()];
            vector[i] = (far + difference) as u32;
            vector[j] = far as u32;
            self.is_p.get(&self.representative(&vector))
        };
        for i in 0..self.counters.len() {
            for j in (0..self.counters.len()).filter(|&j| j != i) {
                for difference in -gap - period..=gap {
                    let (here, there) = (at(i, j, difference)?, at(i, j, difference + period)?);
                    let Some(x) = here.iter().zip(there).position(|(a, b)| a != b) else {
                        continue;
                    };
                    let form = self.quotient.normal_form(x as u32);
                    let beside = form.factors().flat_map(|(generator, power)| {
                        std::iter::repeat_n(self.generators[generator], power as usize)
                    });
                    return Some(InfiniteOrder {
                        heap: self.counters[i],
                        other: self.counters[j],
                        beside: beside.collect(),
                        difference,
                    });
                }
            }
        }
        None
    }
}

/// The vector with all gaps between 0 and its numbers below `gap` + `period`.
pub(super) fn representative(vector: &[u32], gap: u32, period: u32) -> Vec<u32> {
    let mut places: Vec<usize> = (0..vector.len()).collect();
    places.sort_by_key(|&place| vector[place]);
    let mut smaller = vec![0; vector.len()];
    let (mut before, mut now) = (0, 0);
    for place in places {
        let between = vector[place] - before;
        before = vector[place];
        now += match between.checked_sub(gap) {
            Some(more) => gap + more % period,
            None => between,
        };
        smaller[place] = now;
    }
    smaller
}

/// All vectors of numbers with no gap above `most`.
pub(super) fn vectors(
    numbers: usize,
    most: u32,
    meter: &Meter,
) -> Result<Vec<Vec<u32>>, StopReason> {
    let mut ticker = meter.ticker();
    let bound = most * numbers as u32;
    let mut all = Vec::new();
    let mut vector = vec![0; numbers];
    loop {
        ticker.step()?;
        // A vector is its own representative if no gap is too large.
        if representative(&vector, most + 1, 1) == vector {
            all.push(vector.clone());
        }
        let Some(place) = vector.iter().position(|&number| number < bound) else {
            return Ok(all);
        };
        vector[..place].fill(0);
        vector[place] += 1;
    }
}
