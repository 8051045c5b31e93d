//! A quotient with one more heap, found in layers.
//!
//! Let H be the new heap and f_k(r) the outcome of k copies of H beside a sum r of the heaps before. f_0 is known from the
//! quotient before. A move in one of k copies leads to k − 1 of them and a sum of earlier heaps; so f_k follows from f_(k−1) and
//! its own rule alone: it is the outcome of r in context (`context`). Each layer is learned and verified by itself, at the cost of
//! a quotient without H. The monoid R_k of layer k tells apart what any of f_0, …, f_k tells apart.
//!
//! Since f_(k+1) is determined by f_k, the sequence is periodic from the first repetition on. If f_k = f_j, the
//! quotient is finite, and its elements are the classes of pairs of a number of copies below k and an element of R_k. If
//! the layers grow for ever, the quotient is infinite; `counting` tries to prove that.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use super::{
    Partial, Quotient, QuotientError, QuotientSearch,
    context::Context,
    counting::Counting,
    element::{MOST_GENERATORS, Monomial},
};

/// The outcomes of sums beside 0, 1, …, k copies of the new heap.
pub(super) struct Layers {
    /// R_k, its generators, and the classes of the heaps.
    pub(super) partial: Partial,
    /// The elements of R_k that are P-positions beside so many copies.
    pub(super) is_p: Vec<Vec<bool>>,
}

/// The elements of a layer for pairs of a number of copies and an element of R_k.
struct Classes {
    /// By the number of copies and the element.
    numbers: Vec<Vec<u32>>,
    count: usize,
    /// So many copies are the same as `again` ones.
    copies: usize,
    again: usize,
}

impl QuotientSearch {
    /// Finds the quotient with one more heap layer by layer, verified.
    pub(super) fn grow_in_layers(&mut self, heap: u32, meter: &Meter) -> Result<(), QuotientError> {
        let quotient = &self.partial.quotient;
        let is_p = (0..quotient.order() as u32).map(|x| quotient.is_p(x));
        let mut layers = Layers {
            is_p: vec![is_p.collect()],
            partial: self.partial.clone(),
        };
        let mut counting = Counting::default();
        loop {
            layers = self.next_layer(heap, layers, meter)?;
            let last = layers.is_p.len() - 1;
            let same = layers.is_p[..last]
                .iter()
                .position(|is_p| *is_p == layers.is_p[last]);
            if let Some(again) = same {
                return self.join_layers(heap, &layers, again, meter);
            }
            if let Some((counted, order)) = counting.found(&layers, &self.moves, meter)? {
                self.counted = Some(counted);
                return Err(QuotientError::Infinite(heap, order.heap));
            }
        }
    }

    /// Beside one more copy of the new heap.
    fn next_layer(
        &self,
        heap: u32,
        layers: Layers,
        meter: &Meter,
    ) -> Result<Layers, QuotientError> {
        let before = &layers.partial;
        let quotient = &before.quotient;
        let last = layers.is_p.last().map_or(&[][..], Vec::as_slice);
        let options = self.values(&self.moves[heap as usize], &before.phi, quotient);
        let answered = (0..quotient.order() as u32)
            .map(|x| {
                let mut products = options.iter().map(|&e| quotient.product(x, e));
                products.any(|y| last[y as usize])
            })
            .collect();
        meter.room(4 * quotient.products().len() as u64)?;
        let context = Context::new(quotient.products().to_vec(), answered, before.phi.clone());
        let mut beside = QuotientSearch::in_context(self.game.clone(), self.options, context);
        for (number, options) in self.moves.iter().enumerate().take(heap as usize).skip(1) {
            meter.check()?;
            let added = beside.add_component(number as u32, options.clone(), meter);
            added.map_err(|error| match error {
                QuotientError::TooLarge(_, most) => QuotientError::TooLarge(heap, most),
                QuotientError::ManyGenerators(_) => QuotientError::ManyGenerators(heap),
                QuotientError::NotFound(_) => QuotientError::NotFound(heap),
                other => other,
            })?;
        }
        let finer = &beside.partial.quotient;
        let elements = 0..finer.order() as u32;
        let lifted = |is_p: &Vec<bool>| -> Vec<bool> {
            let classes = elements.clone().map(|x| finer.class(x) as usize);
            classes.map(|class| is_p[class]).collect()
        };
        let mut is_p: Vec<Vec<bool>> = layers.is_p.iter().map(lifted).collect();
        is_p.push(elements.map(|x| finer.is_p(x)).collect());
        Ok(Layers {
            partial: beside.partial,
            is_p,
        })
    }

    /// The quotient, if the last layer is the same as an earlier one.
    fn join_layers(
        &mut self,
        heap: u32,
        layers: &Layers,
        again: usize,
        meter: &Meter,
    ) -> Result<(), QuotientError> {
        let classes = Classes::new(layers, again, meter)?;
        if classes.count > self.options.most {
            return Err(QuotientError::TooLarge(heap, self.options.most));
        }
        let mut symbols = layers.partial.generators.clone();
        symbols.push(heap);
        if symbols.len() > MOST_GENERATORS {
            return Err(QuotientError::ManyGenerators(heap));
        }
        let (quotient, kept, forms) = classes.quotient(layers, meter)?;
        let generators: Vec<u32> = kept.iter().map(|&index| symbols[index]).collect();
        let mut words: Vec<Monomial> = layers
            .partial
            .phi
            .iter()
            .map(|&x| forms[classes.numbers[0][x as usize] as usize])
            .collect();
        let one = classes.after(0);
        words.push(forms[classes.numbers[one][0] as usize]);
        match self.verify(&quotient, &generators, &words, meter)? {
            Ok((phi, algebra)) => {
                let partial = Partial {
                    quotient,
                    generators,
                    phi,
                };
                self.take(heap, partial, algebra);
                Ok(())
            }
            Err(_) => Err(QuotientError::NotFound(heap)),
        }
    }
}

impl Classes {
    /// Two pairs are the same if they have the same outcomes beside all others: if f_i(xy) = f_j(x'y) for all y, and so for any
    /// number of copies more.
    fn new(layers: &Layers, again: usize, meter: &Meter) -> Result<Classes, StopReason> {
        let quotient = &layers.partial.quotient;
        let (order, copies) = (quotient.order(), layers.is_p.len() - 1);
        let mut ticker = meter.ticker();
        // First by one layer alone.
        let mut rows: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
        let mut alone: Vec<Vec<u32>> = Vec::new();
        for is_p in &layers.is_p[..copies] {
            let mut numbers = Vec::with_capacity(order);
            for x in 0..order as u32 {
                ticker.steps(order)?;
                let words = quotient.row(x).chunks(64).map(|chunk| {
                    let bits = chunk.iter().enumerate();
                    bits.fold(0, |word, (bit, &y)| {
                        word | u64::from(is_p[y as usize]) << bit
                    })
                });
                let next = rows.len() as u32;
                numbers.push(*rows.entry(words.collect()).or_insert(next));
            }
            alone.push(numbers);
        }
        // Then with all that follow.
        let mut all: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut classes = Classes {
            numbers: Vec::new(),
            count: 0,
            copies,
            again,
        };
        for first in 0..copies {
            let mut numbers = Vec::with_capacity(order);
            for x in 0..order {
                ticker.steps(copies)?;
                let mut layer = first;
                let mut key = Vec::with_capacity(copies);
                for _ in 0..copies {
                    key.push(alone[layer][x]);
                    layer = classes.after(layer);
                }
                let next = all.len() as u32;
                numbers.push(*all.entry(key).or_insert(next));
            }
            classes.numbers.push(numbers);
        }
        classes.count = all.len();
        Ok(classes)
    }

    /// One copy more.
    fn after(&self, layer: usize) -> usize {
        match layer + 1 {
            next if next == self.copies => self.again,
            next => next,
        }
    }

    /// The quotient in normal forms, the generators that are kept, and the normal forms of the classes. The new heap comes last
    /// among the generators.
    #[allow(clippy::type_complexity)]
    fn quotient(
        &self,
        layers: &Layers,
        meter: &Meter,
    ) -> Result<(Quotient, Vec<usize>, Vec<Monomial>), StopReason> {
        let old = &layers.partial.quotient;
        let generators = old.generators() + 1;
        let mut ticker = meter.ticker();
        let number = |(layer, x): (usize, u32)| self.numbers[layer][x as usize];
        let step = |(layer, x): (usize, u32), generator: usize| match generator {
            newest if newest == generators - 1 => (self.after(layer), x),
            generator => (layer, old.step(x, generator)),
        };
        // For each class its normal form, its place among them, and a pair.
        let mut found: FxHashMap<u32, (u32, (usize, u32))> = FxHashMap::default();
        let mut forms: Vec<Monomial> = Vec::new();
        let mut pairs: Vec<(usize, u32)> = Vec::new();
        let mut rules: Vec<(Monomial, u32)> = Vec::new();
        let mut level = vec![(Monomial::ONE, (0, 0))];
        while !level.is_empty() {
            level.sort_unstable_by_key(|entry| entry.0);
            level.dedup_by_key(|entry| entry.0);
            let mut longer = Vec::new();
            for (monomial, pair) in level {
                ticker.steps(1 + rules.len() / 16)?;
                if rules.iter().any(|rule| rule.0.divides(&monomial)) {
                    continue;
                }
                if let Some(&(form, _)) = found.get(&number(pair)) {
                    rules.push((monomial, form));
                    continue;
                }
                found.insert(number(pair), (forms.len() as u32, pair));
                forms.push(monomial);
                pairs.push(pair);
                longer.extend((0..generators).map(|g| (monomial.times(g), step(pair, g))));
            }
            level = longer;
        }
        let kept: Vec<usize> = (0..generators)
            .filter(|&g| forms.binary_search(&Monomial::generator(g)).is_ok())
            .collect();
        let place = |pair| found[&number(pair)].0;
        let steps = pairs
            .iter()
            .flat_map(|&pair| kept.iter().map(move |&g| place(step(pair, g))))
            .collect();
        let is_p = pairs
            .iter()
            .map(|&(layer, x)| layers.is_p[layer][x as usize])
            .collect();
        let dropped = |rule: &(Monomial, u32)| rule.0.factors().any(|(g, _)| !kept.contains(&g));
        rules.retain(|rule| !dropped(rule));
        rules
            .iter_mut()
            .for_each(|rule| rule.0 = rule.0.renamed(&kept));
        let renamed: Vec<Monomial> = forms.iter().map(|form| form.renamed(&kept)).collect();
        let mut by_class = vec![Monomial::ONE; self.count];
        for (class, &(place, _)) in &found {
            by_class[*class as usize] = renamed[place as usize];
        }
        let quotient = Quotient::new(kept.len(), renamed, steps, is_p, rules);
        Ok((quotient, kept, by_class))
    }
}
