//! A quotient that must grow: the new heap becomes a generator.
//!
//! Other heaps stand for the products that they are equal to so far. That may no longer be right beside the new
//! heap. The guess is verified by the transition algebra; if it is wrong, the algebra names a sum of heaps where it
//! contradicts itself. The true outcomes of this sum and of its options, found by search, tell what is wrong: a heap
//! that is no longer equal to its product becomes a generator of its own, or a relation has to go, and the sum
//! names a test that refutes it.

use sidle_core::{Meter, StopReason};

use super::{
    Growth, Partial, Quotient, QuotientError, QuotientSearch,
    element::{MOST_GENERATORS, Monomial},
    learn::{LearnError, Learner, MOST_TESTS},
    oracle::Oracle,
    transition::{Algebra, Pair, Verification, reach_of},
};

/// A true outcome that needs more positions than this is not waited for.
const FEW_POSITIONS: u64 = 200_000;

/// A quotient that needs more positions than this is found in layers (`layers`).
const PATIENCE: u64 = 200_000;

/// How an attempt ended.
enum Attempt {
    /// The quotient is verified.
    Done,
    /// This heap must be a generator.
    Apart(u32),
    /// Nothing was learned from the contradiction.
    Stuck,
    /// The positions allowed did not suffice.
    TooLong,
}

/// Where a guess contradicts itself.
pub(super) struct Contradiction {
    /// The heap that fits nowhere.
    heap: u32,
    /// A sum of heaps whose outcome is not what its options say.
    sum: Vec<u32>,
    /// The elements of the heaps before it.
    phi: Vec<u32>,
}

/// What a contradiction teaches.
enum Lesson {
    Apart(u32),
    Tests(Vec<Monomial>),
    Nothing,
}

impl QuotientSearch {
    /// Finds the quotient with one more heap, verified.
    pub(super) fn grow(&mut self, heap: u32, meter: &Meter) -> Result<(), QuotientError> {
        let patience = if self.context.is_none() {
            PATIENCE
        } else {
            u64::MAX
        };
        match self.grow_at_once(heap, patience, meter) {
            // In layers it is a matter of smaller monoids, and an infinite one may be recognized.
            Ok(false) | Err(QuotientError::TooLarge(..)) if self.context.is_none() => {
                self.grow_in_layers(heap, meter)
            }
            ended => ended.map(|_| ()),
        }
    }

    /// Learns the quotient with one more heap from outcomes, looking at no more positions than allowed; was it found?
    fn grow_at_once(
        &mut self,
        heap: u32,
        patience: u64,
        meter: &Meter,
    ) -> Result<bool, QuotientError> {
        let mut apart: Vec<u32> = Vec::new();
        loop {
            let mut symbols: Vec<u32> = self.partial.generators.clone();
            symbols.extend(apart.iter().copied().chain([heap]));
            symbols.sort_unstable();
            symbols.dedup();
            if symbols.len() > MOST_GENERATORS {
                return Err(QuotientError::ManyGenerators(heap));
            }
            match self.attempt(heap, &symbols, patience, meter)? {
                Attempt::Done => return Ok(true),
                Attempt::TooLong => return Ok(false),
                Attempt::Apart(other) if !symbols.contains(&other) => apart.push(other),
                _ => {
                    // Whatever is wrong, it is one of the other heaps.
                    let other = (1..heap).rev().find(|other| {
                        !symbols.contains(other) && !self.moves[*other as usize].is_empty()
                    });
                    match other {
                        Some(other) => apart.push(other),
                        None => return Err(QuotientError::NotFound(heap)),
                    }
                }
            }
        }
    }

    /// Learns a quotient with these generators and verifies it.
    fn attempt(
        &mut self,
        heap: u32,
        symbols: &[u32],
        patience: u64,
        meter: &Meter,
    ) -> Result<Attempt, QuotientError> {
        let old = &self.partial;
        let place = |heap: u32| symbols.binary_search(&heap).ok();
        let names: Vec<usize> = old
            .generators
            .iter()
            .filter_map(|&heap| place(heap))
            .collect();
        let word = |heap: u32| match place(heap) {
            Some(index) => Monomial::generator(index),
            None => old
                .quotient
                .normal_form(old.phi[heap as usize])
                .spread(&names),
        };
        let product = |sum: &Vec<u32>| {
            sum.iter()
                .fold(Monomial::ONE, |product, &heap| product.product(&word(heap)))
        };
        let options: Vec<Vec<Monomial>> = symbols
            .iter()
            .map(|&symbol| {
                let sums = self.moves[symbol as usize].iter();
                let mut options: Vec<Monomial> = sums.map(product).collect();
                options.sort_unstable();
                options.dedup();
                options
            })
            .collect();
        let classes: Vec<u32> = symbols[..symbols.len() - 1]
            .iter()
            .map(|&symbol| old.phi[symbol as usize])
            .collect();
        let tests: Vec<Monomial> = self.tests.iter().map(|test| test.spread(&names)).collect();
        let most = self.options.most;
        let mut learner = Learner::new(
            &old.quotient,
            &options,
            &classes,
            &tests,
            most,
            (&self.context, symbols),
            meter,
        );
        learner.set_patience(patience);
        loop {
            let (quotient, kept) = match learner.guess() {
                Ok(guess) => guess,
                Err(LearnError::Stopped(reason)) => return Err(reason.into()),
                Err(LearnError::TooLarge) => return Err(QuotientError::TooLarge(heap, most)),
                Err(LearnError::TooLong) => return Ok(Attempt::TooLong),
            };
            let generators: Vec<u32> = kept.iter().map(|&index| symbols[index]).collect();
            let words: Vec<Monomial> = (0..=heap)
                .map(|heap| learner.normal(&word(heap)).renamed(&kept))
                .collect();
            let verified = self.verify(&quotient, &generators, &words, meter)?;
            let contradiction = match verified {
                Ok((phi, algebra)) => {
                    drop(learner);
                    let partial = Partial {
                        quotient,
                        generators,
                        phi,
                    };
                    self.take(heap, partial, algebra);
                    return Ok(Attempt::Done);
                }
                Err(contradiction) => contradiction,
            };
            match self.lesson(
                heap,
                symbols,
                &mut learner,
                &quotient,
                &generators,
                &contradiction,
                meter,
            )? {
                Lesson::Apart(other) => return Ok(Attempt::Apart(other)),
                Lesson::Tests(tests) => {
                    let new = tests.into_iter().filter(|test| learner.add_test(*test));
                    if new.count() == 0 {
                        return Ok(Attempt::Stuck);
                    }
                }
                _ if symbols.contains(&contradiction.heap) => return Ok(Attempt::Stuck),
                _ => return Ok(Attempt::Apart(contradiction.heap)),
            }
        }
    }

    /// Goes on with a verified quotient.
    pub(super) fn take(&mut self, heap: u32, partial: Partial, algebra: Algebra) {
        let (order, p_order) = (partial.quotient.order(), partial.quotient.p_order());
        self.growth.push(Growth(heap, order, p_order));
        self.tests = Learner::few_tests(&partial.quotient);
        self.partial = partial;
        self.algebra = algebra;
    }

    /// Closes the transition algebra over all heaps so far, or says where that fails. A heap may turn out to
    /// be another element than before.
    #[allow(clippy::type_complexity)]
    pub(super) fn verify(
        &self,
        quotient: &Quotient,
        generators: &[u32],
        words: &[Monomial],
        meter: &Meter,
    ) -> Result<Result<(Vec<u32>, Algebra), Contradiction>, StopReason> {
        let mut algebra = Algebra::new(quotient, &self.context);
        let mut phi = vec![0];
        // The heaps whose pairs are the generators of the algebra.
        let mut pairs: Vec<u32> = Vec::new();
        for (heap, word) in words.iter().enumerate().skip(1) {
            let values = self.values(&self.moves[heap], &phi, quotient);
            if values.is_empty() {
                phi.push(0);
                continue;
            }
            let reach = reach_of(quotient, &values);
            let expected = quotient.element(word);
            let class = self.context.class(heap as u32);
            let others = (0..quotient.order() as u32)
                .filter(|&value| value != expected && quotient.class(value) == class);
            let others = others.filter(|_| !generators.contains(&(heap as u32)));
            let (mut found, mut against) = (None, None);
            for value in std::iter::once(expected).chain(others) {
                if let Some(misfit) = algebra.misfit(quotient, value, &reach) {
                    against.get_or_insert((value, misfit));
                    continue;
                }
                let pair = Pair {
                    value,
                    reach: reach.clone(),
                };
                match algebra.add(quotient, pair, meter)? {
                    Verification::Holds(_) => {
                        found = Some(value);
                        break;
                    }
                    Verification::Fails(word) => {
                        against.get_or_insert((value, word));
                    }
                }
            }
            match (found, against) {
                (Some(value), _) => {
                    phi.push(value);
                    if algebra.generators() > pairs.len() {
                        pairs.push(heap as u32);
                    }
                }
                (None, against) => {
                    let (value, word) = against.unwrap_or_default();
                    phi.push(value);
                    let place = |&place: &u32| pairs.get(place as usize).copied();
                    let mut sum: Vec<u32> = word
                        .iter()
                        .map(|at| place(at).unwrap_or(heap as u32))
                        .collect();
                    if !word.iter().any(|at| place(at).is_none()) {
                        sum.push(heap as u32);
                    }
                    return Ok(Err(Contradiction {
                        heap: heap as u32,
                        sum,
                        phi,
                    }));
                }
            }
        }
        Ok(Ok((phi, algebra)))
    }

    /// Finds out what is wrong with a guess, from a sum of heaps at which it contradicts itself.
    #[allow(clippy::too_many_arguments)]
    fn lesson(
        &self,
        newest: u32,
        symbols: &[u32],
        learner: &mut Learner<'_, '_>,
        quotient: &Quotient,
        generators: &[u32],
        contradiction: &Contradiction,
        meter: &Meter,
    ) -> Result<Lesson, StopReason> {
        let mut sums = vec![contradiction.sum.clone()];
        for (place, &heap) in contradiction.sum.iter().enumerate() {
            for option in &self.moves[heap as usize] {
                let mut sum = contradiction.sum.clone();
                sum.splice(place..=place, option.iter().copied());
                sums.push(sum);
            }
        }
        for sum in &mut sums {
            sum.retain(|&heap| heap > 0);
            sum.sort_unstable();
        }
        sums.sort_unstable_by_key(|sum| (sum.len(), sum.clone()));
        sums.dedup();
        // First the rules, beside which the heaps stand for their products.
        let kept: Vec<usize> = generators
            .iter()
            .filter_map(|heap| symbols.binary_search(heap).ok())
            .collect();
        let word = |heap: u32| match symbols.binary_search(&heap) {
            Ok(index) => Monomial::generator(index),
            Err(_) => {
                let element = contradiction.phi.get(heap as usize).copied();
                quotient.normal_form(element.unwrap_or(0)).spread(&kept)
            }
        };
        let mut tests: Vec<Monomial> = Vec::new();
        for sum in &sums {
            let product = |product: Monomial, &heap: &u32| product.product(&word(heap));
            let product = sum.iter().fold(Monomial::ONE, product);
            if let Some(test) = learner.refuted(product, &Monomial::ONE)?
                && !tests.contains(&test)
            {
                tests.push(test);
            }
            if tests.len() == MOST_TESTS {
                break;
            }
        }
        if !tests.is_empty() {
            return Ok(Lesson::Tests(tests));
        }
        self.heap_apart(
            newest,
            symbols,
            learner,
            quotient,
            generators,
            contradiction,
            &sums,
            meter,
        )
    }

    /// Finds a heap that is not equal to what it stands for, by true outcomes of some sums.
    #[allow(clippy::too_many_arguments)]
    fn heap_apart(
        &self,
        newest: u32,
        symbols: &[u32],
        learner: &mut Learner<'_, '_>,
        quotient: &Quotient,
        generators: &[u32],
        contradiction: &Contradiction,
        sums: &[Vec<u32>],
        meter: &Meter,
    ) -> Result<Lesson, StopReason> {
        if newest as usize > MOST_GENERATORS {
            return Ok(Lesson::Nothing);
        }
        // All heaps stand for themselves: heap h is generator h − 1.
        let of_sum = |sum: &[u32]| {
            let heaps = sum.iter().filter(|&&heap| heap > 0);
            heaps.fold(Monomial::ONE, |product, &heap| {
                product.times(heap as usize - 1)
            })
        };
        let options: Vec<Vec<Monomial>> = (1..=newest)
            .map(|heap| {
                let moves = self.moves[heap as usize].iter();
                let mut options: Vec<Monomial> = moves.map(|sum| of_sum(sum)).collect();
                options.sort_unstable();
                options.dedup();
                options
            })
            .collect();
        let classes: Vec<u32> = (1..newest).map(|h| self.partial.phi[h as usize]).collect();
        let mut truth = Oracle::new(
            &self.partial.quotient,
            &options,
            &classes,
            (&self.context, newest),
            meter,
        );
        let kept: Vec<usize> = generators.iter().map(|&heap| heap as usize - 1).collect();
        let spread: Vec<usize> = symbols.iter().map(|&heap| heap as usize - 1).collect();
        let old = &self.partial;
        // What a heap stands for in the options of the symbols.
        let stands_for = |heap: u32| {
            if symbols.contains(&heap) {
                return Monomial::generator(heap as usize - 1);
            }
            let names: Vec<usize> = old
                .generators
                .iter()
                .map(|&heap| heap as usize - 1)
                .collect();
            old.quotient
                .normal_form(old.phi[heap as usize])
                .spread(&names)
        };
        for sum in sums {
            let start = of_sum(sum);
            let mut now = start;
            let mut outcome = truth.is_p_within(&now, FEW_POSITIONS)?;
            // Heaps that are not symbols are replaced by their products, one after the other.
            for (index, power) in start.factors() {
                let heap = index as u32 + 1;
                if symbols.contains(&heap) {
                    continue;
                }
                let Some(&element) = contradiction.phi.get(heap as usize) else {
                    continue;
                };
                let product = quotient.normal_form(element).spread(&kept);
                for _ in 0..power {
                    now = now.without(index).product(&product);
                    let after = truth.is_p_within(&now, FEW_POSITIONS)?;
                    if outcome.is_some() && after.is_some() && outcome != after {
                        return Ok(Lesson::Apart(heap));
                    }
                    outcome = after.or(outcome);
                }
            }
            // A sum of symbols whose outcome is not what the learner thinks, because it lets other heaps stand for products:
            // some option, or what stands for it, is to blame.
            'down: while let Some(outcome) = truth.is_p_within(&now, FEW_POSITIONS)? {
                if outcome == learner.is_p(&now.renamed(&spread))? {
                    break;
                }
                let factors: Vec<usize> = now.factors().map(|factor| factor.0).collect();
                for index in factors {
                    let without = now.without(index);
                    for option in &self.moves[index + 1] {
                        let real = without.product(&of_sum(option));
                        let stand_ins = option.iter().filter(|&&heap| heap > 0);
                        let other =
                            stand_ins.fold(without, |sum, &heap| sum.product(&stands_for(heap)));
                        let Some(truly) = truth.is_p_within(&real, FEW_POSITIONS)? else {
                            continue;
                        };
                        if truly == learner.is_p(&other.renamed(&spread))? {
                            continue;
                        }
                        match truth.is_p_within(&other, FEW_POSITIONS)? {
                            Some(outcome) if outcome == truly => {
                                now = other;
                                continue 'down;
                            }
                            Some(_) => {
                                let apart = option.iter().find(|heap| !symbols.contains(heap));
                                return Ok(apart.map_or(Lesson::Nothing, |&h| Lesson::Apart(h)));
                            }
                            None => {}
                        }
                    }
                }
                break;
            }
        }
        Ok(Lesson::Nothing)
    }
}
