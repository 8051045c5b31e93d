//! Learning a quotient from outcomes.
//!
//! Monomials in the generators are told apart by their outcomes beside a set of tests. The normal forms are the
//! monomials, in order, whose outcomes no smaller one has; the others give the rules. If the rules do not commute, one
//! of them is wrong, and a test that refutes it is found. What results is a guess that the transition algebra has to
//! verify; where that fails, more tests come from the contradiction.

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, StopReason};

use super::{
    context::Context,
    element::Monomial,
    monoid::Quotient,
    oracle::{Oracle, give_back},
};

/// How many tests are taken from one wrong guess.
pub(super) const MOST_TESTS: usize = 12;

/// Why nothing was learned.
#[derive(Debug)]
pub(super) enum LearnError {
    Stopped(StopReason),
    /// More elements than allowed.
    TooLarge,
    /// More positions to be looked at than allowed.
    TooLong,
}

impl From<StopReason> for LearnError {
    fn from(reason: StopReason) -> LearnError {
        LearnError::Stopped(reason)
    }
}

/// A learner for one enlargement.
pub(super) struct Learner<'q, 'm> {
    oracle: Oracle<'q, 'm>,
    generators: usize,
    tests: Vec<Monomial>,
    /// The same, to be looked up.
    asked: FxHashSet<Monomial>,
    rows: FxHashMap<Monomial, Vec<u64>>,
    most: usize,
    context: &'q Context,
    /// The classes of the generators in the monoid of the context.
    beside: Vec<u32>,
    forms: Vec<Monomial>,
    rules: Vec<(Monomial, Monomial)>,
    /// The places of the rules by the last generator of their leading monomials.
    by_last: Vec<Vec<u32>>,
}

impl Drop for Learner<'_, '_> {
    fn drop(&mut self) {
        let (rows, outcomes) = (std::mem::take(&mut self.rows), self.oracle.take_memo());
        let entries = rows.len() + outcomes.len();
        give_back((rows, outcomes), entries);
    }
}

impl<'q, 'm> Learner<'q, 'm> {
    /// `options` are those of the generators, the newest last; `symbols` the old classes of the others; `heaps` the heaps that they
    /// all are, in their context; `tests` distinguish the old elements.
    pub(super) fn new(
        old: &'q Quotient,
        options: &'q [Vec<Monomial>],
        symbols: &[u32],
        tests: &[Monomial],
        most: usize,
        (context, heaps): (&'q Context, &[u32]),
        meter: &'m Meter,
    ) -> Learner<'q, 'm> {
        let newest = options.len() - 1;
        // Outcomes beside several copies of the newest generator cost most: such tests come when they are needed.
        let mut all = tests.to_vec();
        let small = tests.iter().filter(|test| test.degree() < 2);
        all.extend(small.map(|test| test.times(newest)));
        let mut learner = Learner {
            oracle: Oracle::new(old, options, symbols, (context, heaps[newest]), meter),
            generators: options.len(),
            tests: Vec::new(),
            asked: FxHashSet::default(),
            rows: FxHashMap::default(),
            most,
            context,
            beside: heaps.iter().map(|&heap| context.class(heap)).collect(),
            forms: Vec::new(),
            rules: Vec::new(),
            by_last: vec![Vec::new(); options.len()],
        };
        all.iter().for_each(|test| {
            learner.add_test(*test);
        });
        learner
    }

    /// Gives up after so many positions.
    pub(super) fn set_patience(&mut self, patience: u64) {
        self.oracle.set_patience(patience);
    }

    /// Adds a test; was it new?
    pub(super) fn add_test(&mut self, test: Monomial) -> bool {
        let new = self.asked.insert(test);
        if new {
            self.tests.push(test);
        }
        new
    }

    /// The outcomes of a monomial beside the tests, 63 a word; the last word has a mark for its end.
    fn row(&mut self, monomial: &Monomial) -> Result<Vec<u64>, StopReason> {
        let mut row = self.rows.remove(monomial).unwrap_or_default();
        // How many tests the row has seen is kept in its last word.
        let seen = row.pop().unwrap_or(0) as usize;
        for place in seen..self.tests.len() {
            if place % 64 == 0 {
                row.push(0);
            }
            let p = self.oracle.is_p(&monomial.product(&self.tests[place]))?;
            row[place / 64] |= u64::from(p) << (place % 64);
        }
        row.push(self.tests.len() as u64);
        self.rows.insert(*monomial, row.clone());
        Ok(row)
    }

    /// Finds normal forms and rules for the tests there are.
    fn build(&mut self) -> Result<(), LearnError> {
        self.forms.clear();
        self.rules.clear();
        self.by_last.iter_mut().for_each(Vec::clear);
        let mut known: FxHashMap<(u32, Vec<u64>), Monomial> = FxHashMap::default();
        // Candidates of one degree at a time, in order.
        let mut level = vec![Monomial::ONE];
        while !level.is_empty() {
            level.sort_unstable();
            level.dedup();
            let mut longer = Vec::new();
            for next in level {
                self.oracle.spend(1 + self.rules.len() / 16)?;
                if self.rule_for(&next).is_some() {
                    continue;
                }
                let row = (self.class(&next), self.row(&next)?);
                if self.oracle.has_given_up() {
                    return Err(LearnError::TooLong);
                }
                if let Some(&form) = known.get(&row) {
                    if let Some((last, _)) = next.factors().last() {
                        self.by_last[last].push(self.rules.len() as u32);
                    }
                    self.rules.push((next, form));
                    continue;
                }
                known.insert(row, next);
                self.forms.push(next);
                if self.forms.len() > self.most || next.degree() > 120 {
                    return Err(LearnError::TooLarge);
                }
                longer.extend((0..self.generators).map(|generator| next.times(generator)));
            }
            level = longer;
        }
        Ok(())
    }

    /// The class of a monomial in the monoid of the context.
    fn class(&self, monomial: &Monomial) -> u32 {
        monomial.factors().fold(0, |mut class, (generator, power)| {
            for _ in 0..power {
                class = self.context.product(class, self.beside[generator]);
            }
            class
        })
    }

    /// A rule that applies to a monomial.
    fn rule_for(&self, monomial: &Monomial) -> Option<(Monomial, Monomial)> {
        let lists = monomial.factors().map(|(last, _)| &self.by_last[last]);
        let mut rules = lists.flatten().map(|&place| &self.rules[place as usize]);
        rules
            .find(|(leading, _)| leading.divides(monomial))
            .copied()
    }

    /// The normal form of a monomial, multiplied generator by generator.
    pub(super) fn normal(&self, monomial: &Monomial) -> Monomial {
        let mut form = Monomial::ONE;
        for (generator, power) in monomial.factors() {
            for _ in 0..power {
                form = form.times(generator);
                while let Some((leading, smaller)) = self.rule_for(&form) {
                    form = form.quotient(&leading).product(&smaller);
                }
            }
        }
        form
    }

    /// The normal form of a monomial by the rules.
    fn reduced(&self, mut monomial: Monomial, index: &FxHashMap<Monomial, u32>) -> u32 {
        loop {
            if let Some(&element) = index.get(&monomial) {
                return element;
            }
            // Every monomial that is not normal is a multiple of a leading one.
            let Some((leading, form)) = self.rule_for(&monomial) else {
                return 0;
            };
            monomial = monomial.quotient(&leading).product(&form);
        }
    }

    /// A guess at the quotient, and which generators it keeps.
    pub(super) fn guess(&mut self) -> Result<(Quotient, Vec<usize>), LearnError> {
        loop {
            self.build()?;
            match self.table()? {
                Ok(guess) => return Ok(guess),
                Err(tests) => {
                    let new = tests
                        .into_iter()
                        .filter(|test| self.add_test(*test))
                        .count();
                    if new == 0 {
                        // Longer tests will tell.
                        for test in self.tests.clone() {
                            self.oracle.spend(16 * self.generators)?;
                            for generator in 0..self.generators {
                                self.add_test(test.times(generator));
                            }
                        }
                    }
                }
            }
        }
    }

    /// A test that refutes one of the rules by which a monomial becomes a normal form, beside a further factor. The
    /// monomial is multiplied generator by generator, as in the table.
    pub(super) fn refuted(
        &mut self,
        monomial: Monomial,
        beside: &Monomial,
    ) -> Result<Option<Monomial>, StopReason> {
        let outcome = self.oracle.is_p(&monomial.product(beside))?;
        let (mut form, mut rest) = (Monomial::ONE, monomial.product(beside));
        for (generator, power) in monomial.factors() {
            for _ in 0..power {
                rest = rest.without(generator);
                form = form.times(generator);
                while let Some((leading, smaller)) = self.rule_for(&form) {
                    let test = form.quotient(&leading);
                    form = test.product(&smaller);
                    if self.oracle.is_p(&form.product(&rest))? != outcome {
                        return Ok(Some(test.product(&rest)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Is a monomial in the generators a P-position, if the other heaps are what they stand for?
    pub(super) fn is_p(&mut self, monomial: &Monomial) -> Result<bool, StopReason> {
        self.oracle.is_p(monomial)
    }

    /// Two ways to reduce one monomial lead to different normal forms: the test that refutes a rule used.
    fn disagreement(
        &mut self,
        form: Monomial,
        g: usize,
        h: usize,
        ends: [Monomial; 2],
    ) -> Result<Monomial, StopReason> {
        let rows = [self.row(&ends[0])?, self.row(&ends[1])?];
        let differ = (0..self.tests.len())
            .find(|place| (rows[0][place / 64] ^ rows[1][place / 64]) >> (place % 64) & 1 == 1);
        let beside = differ.map_or(Monomial::ONE, |place| self.tests[place]);
        for (first, second) in [(g, h), (h, g)] {
            let mut rest = beside.times(first).times(second);
            let mut now = form;
            let outcome = self.oracle.is_p(&now.product(&rest))?;
            for generator in [first, second] {
                rest = rest.without(generator);
                now = now.times(generator);
                while let Some((leading, smaller)) = self.rule_for(&now) {
                    let test = now.quotient(&leading);
                    now = test.product(&smaller);
                    if self.oracle.is_p(&now.product(&rest))? != outcome {
                        return Ok(test.product(&rest));
                    }
                }
            }
        }
        Ok(beside)
    }

    /// The multiplication table, or tests that refute rules if the rules do not commute.
    #[allow(clippy::type_complexity)]
    fn table(&mut self) -> Result<Result<(Quotient, Vec<usize>), Vec<Monomial>>, LearnError> {
        let forms = self.forms.clone();
        let index: FxHashMap<Monomial, u32> = forms.iter().copied().zip(0..).collect();
        let generators = self.generators;
        let mut steps = vec![0; forms.len() * generators];
        for (element, form) in forms.iter().enumerate() {
            self.oracle.spend(generators * (1 + self.rules.len() / 8))?;
            for generator in 0..generators {
                steps[element * generators + generator] =
                    self.reduced(form.times(generator), &index);
            }
        }
        let step =
            |element: u32, generator: usize| steps[element as usize * generators + generator];
        let mut tests: Vec<Monomial> = Vec::new();
        'all: for element in 0..forms.len() as u32 {
            self.oracle.spend(generators * generators)?;
            for g in 0..generators {
                for h in 0..g {
                    let ends = [step(step(element, g), h), step(step(element, h), g)];
                    if ends[0] == ends[1] {
                        continue;
                    }
                    let ends = ends.map(|end| forms[end as usize]);
                    let test = self.disagreement(forms[element as usize], g, h, ends)?;
                    if !tests.contains(&test) {
                        tests.push(test);
                    }
                    if tests.len() == MOST_TESTS {
                        break 'all;
                    }
                }
            }
        }
        if !tests.is_empty() {
            return Ok(Err(tests));
        }
        let classes = forms.iter().map(|form| self.class(form)).collect();
        let mut is_p = Vec::with_capacity(forms.len());
        for form in &forms {
            is_p.push(self.oracle.is_p(form)?);
        }
        // Generators that are equal to smaller monomials are not needed.
        let needed: Vec<usize> = (0..generators)
            .filter(|&generator| index.contains_key(&Monomial::generator(generator)))
            .collect();
        let rename = |monomial: &Monomial| monomial.renamed(&needed);
        let in_needed = |monomial: &Monomial| monomial.factors().all(|(g, _)| needed.contains(&g));
        let rules = self.rules.iter().filter(|(leading, _)| in_needed(leading));
        let rules = rules
            .map(|(leading, form)| (rename(leading), index[form]))
            .collect();
        let steps: Vec<u32> = (0..forms.len())
            .flat_map(|element| needed.iter().map(move |g| (element, *g)))
            .map(|(element, g)| steps[element * generators + g])
            .collect();
        let forms = forms.iter().map(rename).collect();
        let quotient = Quotient::new(needed.len(), forms, steps, is_p, rules).with_classes(classes);
        if self.oracle.has_given_up() {
            return Err(LearnError::TooLong);
        }
        Ok(Ok((quotient, needed)))
    }

    /// Few tests that tell all elements of a quotient apart: always one that splits most among those of the least
    /// degree that split at all, because outcomes of small sums cost least.
    pub(super) fn few_tests(quotient: &Quotient) -> Vec<Monomial> {
        let order = quotient.order();
        let mut classes: Vec<u32> = (0..order as u32).map(|x| quotient.class(x)).collect();
        let mut count = classes.iter().collect::<FxHashSet<_>>().len();
        let mut tests = Vec::new();
        let split = |classes: &[u32], test: u32| {
            let row = quotient.row(test);
            let mut numbers: FxHashMap<(u32, bool), u32> = FxHashMap::default();
            let split: Vec<u32> = (0..order)
                .map(|x| {
                    let next = numbers.len() as u32;
                    let key = (classes[x], quotient.is_p(row[x]));
                    *numbers.entry(key).or_insert(next)
                })
                .collect();
            (numbers.len(), split)
        };
        let degree = |test: usize| quotient.normal_forms()[test].degree();
        let mut from = 0;
        while count < order && from < order {
            let same = (from..order).take_while(|&test| degree(test) == degree(from));
            let end = from + same.count();
            // Large classes are sampled.
            let every = (end - from).div_ceil(64);
            let best = (from..end)
                .step_by(every)
                .map(|test| (split(&classes, test as u32), test as u32))
                .max_by_key(|((numbers, _), test)| (*numbers, std::cmp::Reverse(*test)));
            match best {
                Some(((numbers, finer), test)) if numbers > count => {
                    count = numbers;
                    classes = finer;
                    tests.push(*quotient.normal_form(test));
                }
                _ => from = end,
            }
        }
        tests
    }
}
