//! The transition algebra, which verifies a quotient.
//!
//! Let Φ map every component to a finite commutative monoid Q with a set P. A position of value x with options of
//! values E gives the pair (x, E), and pairs multiply as (x, E)(y, F) = (xy, yE ∪ xF). If in all products of the
//! pairs of components x ∈ P exactly when E is not empty and meets P nowhere, and 1 ∉ P, then P tells the misère
//! outcome of every sum (Plambeck and Siegel 2008, section 4). In context (`context`) also those x are not in P whose
//! classes are answered. Of E only the set D(E) = {z : zE ∩ P ≠ ∅} matters, and
//! D(yE ∪ xF) = y⁻¹D(E) ∪ x⁻¹D(F): the algebra of the pairs (x, D) is what is closed here; it is much smaller.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use super::{context::Context, monoid::Quotient};

/// A bit set over the elements.
pub(crate) type Set = Box<[u64]>;

/// The pair of one component: its value and D of its options.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) value: u32,
    pub(crate) reach: Set,
}

/// What the closure of the pairs found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// All products are right; their number.
    Holds(usize),
    /// A product of components, given by the places of their pairs, is not.
    Fails(Vec<u32>),
}

/// D(E) for the values of the options.
pub(crate) fn reach_of(quotient: &Quotient, options: &[u32]) -> Set {
    let order = quotient.order();
    let mut reach = vec![0_u64; order.div_ceil(64)].into_boxed_slice();
    for &option in options {
        for (z, &product) in quotient.row(option).iter().enumerate() {
            reach[z / 64] |= u64::from(quotient.is_p(product)) << (z % 64);
        }
    }
    reach
}

#[inline]
fn has(set: &[u64], element: u32) -> bool {
    set[element as usize / 64] >> (element % 64) & 1 == 1
}

/// The closed algebra; it grows as components are added.
///
/// Many elements share their sets D: sets are kept once and known by number, and so are the sets that come from them.
#[derive(Clone, Debug)]
pub(crate) struct Algebra {
    elements: Vec<Element>,
    index: FxHashMap<u64, u32>,
    generators: Vec<(u32, u32)>,
    sets: Vec<Set>,
    set_numbers: FxHashMap<Set, u32>,
    /// y⁻¹D for a set and an element.
    pulled: FxHashMap<u64, u32>,
    united: FxHashMap<u64, u32>,
    /// The classes that are answered in the context of the sums: such sums are N.
    answered: Vec<bool>,
}

#[derive(Clone, Copy, Debug)]
struct Element {
    value: u32,
    /// The number of D.
    reach: u32,
    /// The pairs whose product it is: the last one, and the element before it.
    last: u32,
    before: u32,
}

fn key(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl Algebra {
    pub(super) fn new(quotient: &Quotient, context: &Context) -> Algebra {
        let empty: Set = vec![0; quotient.order().div_ceil(64)].into_boxed_slice();
        Algebra {
            elements: vec![Element {
                value: 0,
                reach: 0,
                last: 0,
                before: 0,
            }],
            index: FxHashMap::from_iter([(key(0, 0), 0)]),
            generators: Vec::new(),
            sets: vec![empty.clone()],
            set_numbers: FxHashMap::from_iter([(empty, 0)]),
            pulled: FxHashMap::default(),
            united: FxHashMap::default(),
            answered: context.answered().to_vec(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.elements.len()
    }

    /// How many different pairs there are.
    pub(crate) fn generators(&self) -> usize {
        self.generators.len()
    }

    /// Would a component of this value, with options of this reach, be right beside everything there is?
    pub(crate) fn fits(&self, quotient: &Quotient, value: u32, reach: &[u64]) -> bool {
        let row = quotient.row(value);
        let mut elements = self.elements.iter();
        elements.all(|element| self.is_right(quotient, element, row, value, reach))
    }

    /// The pairs of a product beside which it would not be right, if there is one.
    pub(crate) fn misfit(
        &self,
        quotient: &Quotient,
        value: u32,
        reach: &[u64],
    ) -> Option<Vec<u32>> {
        let row = quotient.row(value);
        let mut elements = self.elements.iter();
        let number =
            elements.position(|element| !self.is_right(quotient, element, row, value, reach))?;
        Some(self.word(number))
    }

    #[inline(always)]
    fn is_right(
        &self,
        quotient: &Quotient,
        element: &Element,
        row: &[u32],
        value: u32,
        reach: &[u64],
    ) -> bool {
        let product = row[element.value as usize];
        let reaches = has(reach, element.value)
            || has(&self.sets[element.reach as usize], value)
            || self.answered[quotient.class(product) as usize];
        quotient.is_p(product) != reaches
    }

    /// Adds the pair of a component and closes the algebra again. On failure the algebra is as before.
    pub(crate) fn add(
        &mut self,
        quotient: &Quotient,
        pair: Pair,
        meter: &Meter,
    ) -> Result<Verification, StopReason> {
        let generator = (pair.value, self.number(pair.reach));
        if self.generators.contains(&generator) {
            return Ok(Verification::Holds(self.len()));
        }
        let before = self.elements.len();
        self.generators.push(generator);
        let answer = self.close(quotient, meter);
        if !matches!(answer, Ok(Verification::Holds(_))) {
            self.generators.pop();
            for element in self.elements.drain(before..) {
                self.index.remove(&key(element.value, element.reach));
            }
        }
        answer
    }

    /// Multiplies all elements by the newest generator, the new ones too. The elements before were closed under the
    /// other generators, and all commute: a new element times one of those is an old one times powers of the newest.
    fn close(&mut self, quotient: &Quotient, meter: &Meter) -> Result<Verification, StopReason> {
        let mut ticker = meter.ticker();
        let newest = self.generators.len() - 1;
        let mut place = 0;
        while place < self.elements.len() {
            ticker.step()?;
            self.room(meter)?;
            let (value, reach) = self.times(quotient, place, newest);
            let number = self.elements.len();
            if let Entry::Vacant(entry) = self.index.entry(key(value, reach)) {
                entry.insert(number as u32);
                self.elements.push(Element {
                    value,
                    reach,
                    last: newest as u32,
                    before: place as u32,
                });
                ticker.node(64)?;
                let reaches = has(&self.sets[reach as usize], 0)
                    || self.answered[quotient.class(value) as usize];
                if quotient.is_p(value) == reaches {
                    return Ok(Verification::Fails(self.word(number)));
                }
            }
            place += 1;
        }
        Ok(Verification::Holds(self.elements.len()))
    }

    /// Is there room for what one more product brings?
    fn room(&self, meter: &Meter) -> Result<(), StopReason> {
        /// Products bring at most so many sets, and no more of anything else.
        const NEW: usize = 3;
        let Algebra {
            elements,
            index,
            sets,
            set_numbers,
            pulled,
            united,
            ..
        } = self;
        meter.room_to_grow::<Element>(elements.len() + NEW, elements.capacity())?;
        meter.room_to_grow::<Set>(sets.len() + NEW, sets.capacity())?;
        meter.room_to_grow::<(Set, u32)>(set_numbers.len() + NEW, set_numbers.capacity())?;
        for table in [index, pulled, united] {
            meter.room_to_grow::<(u64, u32)>(table.len() + NEW, table.capacity())?;
        }
        Ok(())
    }

    fn number(&mut self, set: Set) -> u32 {
        let next = self.sets.len() as u32;
        match self.set_numbers.entry(set) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.sets.push(new.key().clone());
                new.insert(next);
                next
            }
        }
    }

    /// y⁻¹D.
    fn pull(&mut self, quotient: &Quotient, set: u32, y: u32) -> u32 {
        if y == 0 || set == 0 {
            return set;
        }
        if let Some(&known) = self.pulled.get(&key(set, y)) {
            return known;
        }
        let reach = &self.sets[set as usize];
        let chunks = quotient.row(y).chunks(64);
        let words = chunks.map(|chunk| {
            let bits = chunk.iter().enumerate();
            bits.fold(0_u64, |word, (bit, &y)| {
                word | (reach[y as usize / 64] >> (y % 64) & 1) << bit
            })
        });
        let pulled: Set = words.collect();
        let number = self.number(pulled);
        self.pulled.insert(key(set, y), number);
        number
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (a.min(b), a.max(b));
        if a == 0 || a == b {
            return b;
        }
        if let Some(&known) = self.united.get(&key(a, b)) {
            return known;
        }
        let pairs = self.sets[a as usize].iter().zip(&self.sets[b as usize]);
        let union: Set = pairs.map(|(x, y)| x | y).collect();
        let number = self.number(union);
        self.united.insert(key(a, b), number);
        number
    }

    fn times(&mut self, quotient: &Quotient, place: usize, generator: usize) -> (u32, u32) {
        let element = self.elements[place];
        let (value, reach) = self.generators[generator];
        let of_element = self.pull(quotient, element.reach, value);
        let of_generator = self.pull(quotient, reach, element.value);
        let reach = self.union(of_element, of_generator);
        (quotient.product(element.value, value), reach)
    }

    /// The generators whose product an element is.
    fn word(&self, mut number: usize) -> Vec<u32> {
        let mut word = Vec::new();
        while number != 0 {
            word.push(self.elements[number].last);
            number = self.elements[number].before as usize;
        }
        word
    }
}
