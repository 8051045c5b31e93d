//! The transition algebra, which verifies a quotient.
//!
//! Let Φ map every component to a finite commutative monoid Q with a set P. A position of value x with options of
//! values E gives the pair (x, E), and pairs multiply as (x, E)(y, F) = (xy, yE ∪ xF). If in all products of the
//! pairs of components x ∈ P exactly when E is not empty and meets P nowhere, and 1 ∉ P, then P tells the misère
//! outcome of every sum (Plambeck and Siegel 2008, section 4). Of E only the set D(E) = {z : zE ∩ P ≠ ∅} matters, and
//! D(yE ∪ xF) = y⁻¹D(E) ∪ x⁻¹D(F): the algebra of the pairs (x, D) is what is closed here; it is much smaller.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use super::monoid::Quotient;

/// A bit set over the elements.
pub(crate) type Set = Box<[u64]>;

/// The pair of one component: its value and D of its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug)]
pub(crate) struct Algebra {
    elements: Vec<Element>,
    index: FxHashMap<Pair, u32>,
    generators: Vec<Pair>,
}

#[derive(Clone, Debug)]
struct Element {
    pair: Pair,
    /// The pairs whose product it is: the last one, and the element before it.
    last: u32,
    before: u32,
}

impl Algebra {
    pub(crate) fn new(quotient: &Quotient) -> Algebra {
        let one = Pair {
            value: 0,
            reach: vec![0; quotient.order().div_ceil(64)].into_boxed_slice(),
        };
        Algebra {
            elements: vec![Element {
                pair: one.clone(),
                last: 0,
                before: 0,
            }],
            index: FxHashMap::from_iter([(one, 0)]),
            generators: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(crate) fn knows(&self, pair: &Pair) -> bool {
        self.generators.contains(pair)
    }

    /// Would a component of this value, with options of this reach, be right beside everything there is?
    pub(crate) fn fits(&self, quotient: &Quotient, value: u32, reach: &[u64]) -> bool {
        let row = quotient.row(value);
        self.elements.iter().all(|element| {
            let product = row[element.pair.value as usize];
            let reaches = has(reach, element.pair.value) || has(&element.pair.reach, value);
            quotient.is_p(product) != reaches
        })
    }

    /// Adds the pair of a component and closes the algebra again. On failure the algebra is as before.
    pub(crate) fn add(
        &mut self,
        quotient: &Quotient,
        pair: Pair,
        meter: &Meter,
    ) -> Result<Verification, StopReason> {
        if self.knows(&pair) {
            return Ok(Verification::Holds(self.len()));
        }
        let before = self.elements.len();
        self.generators.push(pair);
        let answer = self.close(quotient, meter);
        if !matches!(answer, Ok(Verification::Holds(_))) {
            self.generators.pop();
            for element in self.elements.drain(before..) {
                self.index.remove(&element.pair);
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
            let pair = self.times(quotient, place, newest);
            if !self.index.contains_key(&pair) {
                let right = quotient.is_p(pair.value) != has(&pair.reach, 0);
                let number = self.elements.len();
                self.elements.push(Element {
                    pair: pair.clone(),
                    last: newest as u32,
                    before: place as u32,
                });
                ticker.node(16 * pair.reach.len() + 64)?;
                self.index.insert(pair, number as u32);
                if !right {
                    return Ok(Verification::Fails(self.word(number)));
                }
            }
            place += 1;
        }
        Ok(Verification::Holds(self.elements.len()))
    }

    fn times(&self, quotient: &Quotient, place: usize, generator: usize) -> Pair {
        let element = &self.elements[place].pair;
        let other = &self.generators[generator];
        let (x_row, y_row) = (quotient.row(element.value), quotient.row(other.value));
        let mut reach = vec![0_u64; element.reach.len()].into_boxed_slice();
        let chunks = x_row.chunks(64).zip(y_row.chunks(64));
        for (word, (xs, ys)) in reach.iter_mut().zip(chunks) {
            let mut bits = 0_u64;
            for (bit, (&x, &y)) in xs.iter().zip(ys).enumerate() {
                let there = (element.reach[y as usize / 64] >> (y % 64))
                    | (other.reach[x as usize / 64] >> (x % 64));
                bits |= (there & 1) << bit;
            }
            *word = bits;
        }
        Pair {
            value: x_row[other.value as usize],
            reach,
        }
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
