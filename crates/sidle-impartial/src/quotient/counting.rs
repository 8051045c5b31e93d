//! Guessing the counters of an infinite quotient from its layers.
//!
//! A heap whose powers take one step more in every layer before they repeat is a counter, and so is the new heap. The other heaps should generate
//! a finite monoid, and the outcomes should depend on the gaps between the numbers of counters alone (`counted`). If the layers bear
//! that out, it is verified.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use super::{
    Quotient,
    counted::{Counted, InfiniteOrder, representative, vectors},
    element::{MOST_GENERATORS, Monomial},
    game::Component,
    layers::Layers,
};

/// So many layers in a row must have one step more.
const STEADY: usize = 4;

/// There are no more counters than this.
const MOST_COUNTERS: usize = 3;

/// What has been seen of the layers.
#[derive(Default)]
pub(super) struct Counting {
    /// For each heap that is a generator: how many different powers there were in each layer before they repeated.
    seen: FxHashMap<u32, Vec<(usize, usize)>>,
    layers: usize,
}

impl Counting {
    /// Looks at one more layer; an infinite quotient, if one can be verified.
    pub(super) fn found(
        &mut self,
        layers: &Layers,
        moves: &[Component],
        meter: &Meter,
    ) -> Result<Option<(Counted, InfiniteOrder)>, StopReason> {
        self.layers += 1;
        let quotient = &layers.partial.quotient;
        let mut period = 1;
        let mut counters = Vec::new();
        for &heap in &layers.partial.generators {
            let (index, cycle) = powers(quotient, layers.partial.phi[heap as usize]);
            let seen = self.seen.entry(heap).or_default();
            // A heap that was no generator before had no steps of its own.
            seen.push((self.layers, index));
            let steady = seen.len() > STEADY
                && seen
                    .windows(2)
                    .rev()
                    .take(STEADY)
                    .all(|pair| pair[1].0 == pair[0].0 + 1 && pair[1].1 == pair[0].1 + 1);
            if steady {
                counters.push(heap);
                period = least_common_multiple(period, cycle);
            }
        }
        if counters.is_empty() || counters.len() >= MOST_COUNTERS {
            return Ok(None);
        }
        counters.push(layers.partial.phi.len() as u32);
        for period in [period, 2 * period] {
            let counted = guess(layers, &counters, period as u32, meter)?;
            if let Some(counted) = counted
                && let Some(order) = counted.infinite_order()
                && counted.verify(moves, meter)?.is_some()
            {
                return Ok(Some((counted, order)));
            }
        }
        Ok(None)
    }
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// How many powers of an element come before they repeat, and the period from there on.
fn powers(quotient: &Quotient, element: u32) -> (usize, usize) {
    let mut first: FxHashMap<u32, usize> = FxHashMap::default();
    let (mut power, mut exponent) = (0, 0);
    loop {
        if let Some(index) = first.insert(power, exponent) {
            return (index, exponent - index);
        }
        power = quotient.product(power, element);
        exponent += 1;
    }
}

/// The outcomes by the gaps between the numbers of counters, if the layers bear them out.
fn guess(
    layers: &Layers,
    counters: &[u32],
    period: u32,
    meter: &Meter,
) -> Result<Option<Counted>, StopReason> {
    let quotient = &layers.partial.quotient;
    let copies = layers.is_p.len() as u32 - 1;
    let numbers = counters.len();
    let Some((monoid, generators, elements)) = others(layers, counters, meter)? else {
        return Ok(None);
    };
    let old: Vec<u32> = counters[..numbers - 1]
        .iter()
        .map(|&heap| layers.partial.phi[heap as usize])
        .collect();
    // P for a vector whose last number is at most the number of layers.
    let is_p = |vector: &[u32]| -> Vec<bool> {
        let counted = old.iter().zip(vector).fold(0, |product, (&x, &number)| {
            (0..number).fold(product, |product, _| quotient.product(product, x))
        });
        let row = quotient.row(counted);
        let layer = &layers.is_p[vector[numbers - 1] as usize];
        let there = elements.iter().map(|&x| row[x as usize]);
        there.map(|x| layer[x as usize]).collect()
    };
    let mut known: FxHashMap<Vec<u32>, Vec<bool>> = FxHashMap::default();
    for vector in vectors(numbers, copies, meter)? {
        if vector.iter().all(|&number| number <= copies) {
            meter.check()?;
            known.insert(vector.clone(), is_p(&vector));
        }
    }
    let mut gap = 1;
    // The largest representative must be known.
    while (gap + period - 1) * numbers as u32 <= copies {
        let borne_out = known
            .iter()
            .all(|(vector, is_p)| known.get(&representative(vector, gap, period)) == Some(is_p));
        if borne_out {
            let mut phi: Vec<u32> = Vec::new();
            let places: FxHashMap<u32, u32> = elements.iter().copied().zip(0..).collect();
            for (heap, x) in layers.partial.phi.iter().enumerate() {
                let counter = counters.contains(&(heap as u32));
                phi.push(if counter { 0 } else { places[x] });
            }
            phi.push(0);
            known.retain(|vector, _| representative(vector, gap, period) == *vector);
            return Ok(Some(Counted {
                counters: counters.to_vec(),
                gap,
                period,
                quotient: monoid,
                generators,
                phi,
                is_p: known,
            }));
        }
        gap += 1;
    }
    Ok(None)
}

/// The monoid generated by the heaps that are not counters, its generators, and its elements in that of the layer; `None` if there are too
/// many generators.
#[allow(clippy::type_complexity)]
fn others(
    layers: &Layers,
    counters: &[u32],
    meter: &Meter,
) -> Result<Option<(Quotient, Vec<u32>, Vec<u32>)>, StopReason> {
    let quotient = &layers.partial.quotient;
    let phi = &layers.partial.phi;
    let mut ticker = meter.ticker();
    let heaps = (1..phi.len() as u32).filter(|heap| !counters.contains(heap));
    let mut generators: Vec<u32> = Vec::new();
    let mut elements: Vec<u32> = vec![0];
    let mut there: FxHashMap<u32, u32> = FxHashMap::from_iter([(0, 0)]);
    for heap in heaps {
        let x = phi[heap as usize];
        if there.contains_key(&x) {
            continue;
        }
        generators.push(heap);
        let mut place = 0;
        while place < elements.len() {
            ticker.step()?;
            let product = quotient.product(elements[place], x);
            let next = elements.len() as u32;
            there.entry(product).or_insert_with(|| {
                elements.push(product);
                next
            });
            place += 1;
        }
    }
    if generators.len() > MOST_GENERATORS {
        return Ok(None);
    }
    // In normal forms.
    let step = |x: u32, generator: usize| {
        let heap = generators[generator];
        quotient.product(x, phi[heap as usize])
    };
    let (mut forms, mut in_order) = (Vec::new(), Vec::new());
    let mut places: FxHashMap<u32, u32> = FxHashMap::default();
    let mut level = vec![(Monomial::ONE, 0)];
    while !level.is_empty() {
        level.sort_unstable_by_key(|entry| entry.0);
        let mut longer = Vec::new();
        for (monomial, x) in level {
            ticker.step()?;
            if places.contains_key(&x) {
                continue;
            }
            places.insert(x, forms.len() as u32);
            forms.push(monomial);
            in_order.push(x);
            longer.extend((0..generators.len()).map(|g| (monomial.times(g), step(x, g))));
        }
        level = longer;
    }
    let steps = in_order
        .iter()
        .flat_map(|&x| (0..generators.len()).map(move |g| (x, g)))
        .map(|(x, g)| places[&step(x, g)])
        .collect();
    let none = vec![false; forms.len()];
    let monoid = Quotient::new(generators.len(), forms, steps, none, Vec::new());
    Ok(Some((monoid, generators, in_order)))
}
