//! Quotients heap by heap.

use rustc_hash::FxHashMap;
use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{
    context::Context,
    counted::Counted,
    element::{MOST_GENERATORS, Monomial},
    game::{Component, HeapGame},
    learn::Learner,
    monoid::Quotient,
    transition::{Algebra, Pair, Verification, reach_of},
};
use crate::period::guy_smith;

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub struct QuotientOptions {
    /// The largest heap; `None`: until the period is proved.
    pub heaps: Option<u32>,
    /// The largest order.
    pub most: usize,
}

impl Default for QuotientOptions {
    fn default() -> QuotientOptions {
        QuotientOptions {
            heaps: None,
            most: 20_000,
        }
    }
}

/// A quotient that grew: at this heap, to this order, with so many elements in P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Growth(pub u32, pub usize, pub usize);

/// Why a search ended before its aim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// A limit of the meter.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// The next quotient is infinite: no two sums of copies of the second heap are equal.
    #[error("the quotient at heap {0} is infinite: no two sums of heaps {1} are equal")]
    Infinite(u32, u32),
    /// The next quotient is larger than allowed, perhaps infinite.
    #[error("the quotient at heap {0} has more than {1} elements; it may be infinite")]
    TooLarge(u32, usize),
    /// Too many generators.
    #[error("the quotient at heap {0} needs more than {MOST_GENERATORS} generators")]
    ManyGenerators(u32),
    /// The guess could not be made right.
    #[error("the quotient at heap {0} could not be found")]
    NotFound(u32),
}

impl QuotientError {
    /// The limit of the meter, if that ended the search.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            QuotientError::Stopped(reason) => Some(*reason),
            _ => None,
        }
    }
}

/// A verified partial quotient: that of all sums of the heaps so far.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The monoid.
    pub quotient: Quotient,
    /// The heaps that are its generators.
    pub generators: Vec<u32>,
    /// The element of each heap, heap 0 first.
    pub phi: Vec<u32>,
}

/// A period is looked for after so many heaps if the caller has asked for a number of them; all further heaps follow
/// from it.
const PERIOD_SOUGHT: u32 = 256;

/// An answer lists the elements of so many heaps at most that follow from the period.
const MOST_LISTED: u32 = 1_000_000;

/// A search for the quotient of a game.
#[derive(Debug)]
pub struct QuotientSearch {
    pub(super) game: HeapGame,
    pub(super) options: QuotientOptions,
    pub(super) partial: Partial,
    pub(super) algebra: Algebra,
    pub(super) tests: Vec<Monomial>,
    pub(super) growth: Vec<Growth>,
    /// The options of each heap, heap 0 first, as sums of heaps.
    pub(super) moves: Vec<Vec<Vec<u32>>>,
    period: Option<(usize, usize)>,
    /// What stands beside all sums.
    pub(super) context: Context,
    /// The quotient with one more heap, if it is infinite.
    pub(super) counted: Option<Counted>,
}

impl QuotientSearch {
    /// Begins with the game without moves.
    #[must_use]
    pub fn new(game: HeapGame, options: QuotientOptions) -> QuotientSearch {
        QuotientSearch::in_context(game, options, Context::none())
    }

    /// Begins with the game without moves, in context.
    pub(super) fn in_context(
        game: HeapGame,
        options: QuotientOptions,
        context: Context,
    ) -> QuotientSearch {
        // A position without moves is N, but there are moves in the context.
        let quotient = Quotient::trivial(!context.is_none() && !context.answers(0));
        let algebra = Algebra::new(&quotient, &context);
        QuotientSearch {
            game,
            options,
            partial: Partial {
                quotient,
                generators: Vec::new(),
                phi: vec![0],
            },
            algebra,
            tests: vec![Monomial::ONE],
            growth: Vec::new(),
            moves: vec![Vec::new()],
            period: None,
            context,
            counted: None,
        }
    }

    /// Sets another aim, to go on with [`QuotientSearch::run`].
    pub fn aim(&mut self, heaps: u32) {
        self.options.heaps = Some(heaps);
    }

    /// The partial quotient reached.
    #[must_use]
    pub fn partial(&self) -> &Partial {
        &self.partial
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &HeapGame {
        &self.game
    }

    /// The size of the verified transition algebra.
    #[must_use]
    pub fn algebra_size(&self) -> usize {
        self.algebra.len()
    }

    /// The heaps at which the quotient grew.
    #[must_use]
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// The quotient with one heap more than the partial one, if it was found to be infinite.
    #[must_use]
    pub fn counted(&self) -> Option<&Counted> {
        self.counted.as_ref()
    }

    /// Period and preperiod of Φ, if proved.
    #[must_use]
    pub fn period(&self) -> Option<(usize, usize)> {
        self.period
    }

    /// A search that goes on from a partial quotient, if the transition algebra verifies that it is one of the game.
    pub(super) fn verified(
        game: HeapGame,
        options: QuotientOptions,
        partial: Partial,
        growth: Vec<Growth>,
        meter: &Meter,
    ) -> Result<Option<QuotientSearch>, StopReason> {
        let mut search = QuotientSearch::new(game, options);
        let heaps = partial.phi.len() as u32;
        if search
            .game
            .components()
            .is_some_and(|last| heaps > last + 1)
        {
            return Ok(None);
        }
        let quotient = &partial.quotient;
        let mut algebra = Algebra::new(quotient, &search.context);
        for heap in 1..heaps {
            let moves = search.game.options(heap, meter)?;
            let value = partial.phi[heap as usize];
            let values = search.values(&moves, &partial.phi, quotient);
            search.moves.push(moves);
            if values.is_empty() {
                if value != 0 {
                    return Ok(None);
                }
                continue;
            }
            let reach = reach_of(quotient, &values);
            let pair = Pair { value, reach };
            if !matches!(algebra.add(quotient, pair, meter)?, Verification::Holds(_)) {
                return Ok(None);
            }
        }
        let named = partial.generators.iter().enumerate();
        let mut right = named.map(|(place, &heap)| {
            let value = partial.phi.get(heap as usize);
            value == Some(&quotient.element(&Monomial::generator(place)))
        });
        if !right.all(|right| right) {
            return Ok(None);
        }
        search.tests = Learner::few_tests(quotient);
        search.algebra = algebra;
        search.growth = growth;
        search.partial = partial;
        Ok(Some(search))
    }

    /// Φ of a heap that was looked at, or that the period reaches.
    #[must_use]
    pub fn phi(&self, heap: u32) -> Option<u32> {
        let (phi, heap) = (&self.partial.phi, heap as usize);
        if let Some(&element) = phi.get(heap) {
            return Some(element);
        }
        let (period, preperiod) = self.period?;
        phi.get(preperiod + (heap - preperiod) % period).copied()
    }

    /// The element of a sum of heaps, if each of them has one.
    #[must_use]
    pub fn element(&self, heaps: &[u32]) -> Option<u32> {
        heaps.iter().try_fold(0, |product, &heap| {
            Some(self.partial.quotient.product(product, self.phi(heap)?))
        })
    }

    /// Goes on until the aim is reached or something stops it; the partial quotient stays valid.
    pub fn run(&mut self, meter: &Meter) -> Result<(), QuotientError> {
        self.run_keeping(meter, |_| Ok(()))
    }

    /// The same, with `keep` called after every heap, for checkpoints; it may stop the search.
    pub fn run_keeping<E: From<QuotientError>>(
        &mut self,
        meter: &Meter,
        mut keep: impl FnMut(&QuotientSearch) -> Result<(), E>,
    ) -> Result<(), E> {
        let last = self.game.components().or(self.options.heaps);
        loop {
            let next = self.partial.phi.len() as u32;
            if last.is_some_and(|last| next > last) {
                self.find_period();
                return Ok(());
            }
            let looks = self.options.heaps.is_none() || next.is_multiple_of(PERIOD_SOUGHT);
            if looks && self.find_period() {
                return Ok(());
            }
            self.add_heap(next, meter)?;
            keep(self)?;
        }
    }

    pub(super) fn values(
        &self,
        options: &[Vec<u32>],
        phi: &[u32],
        quotient: &Quotient,
    ) -> Vec<u32> {
        let value = |option: &Vec<u32>| {
            option.iter().fold(0, |product, &heap| {
                quotient.product(product, phi[heap as usize])
            })
        };
        let mut values: Vec<u32> = options.iter().map(value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    fn add_heap(&mut self, heap: u32, meter: &Meter) -> Result<(), QuotientError> {
        meter.check()?;
        let options = self.game.options(heap, meter)?;
        self.add_component(heap, options, meter)
    }

    /// The same with these options.
    pub(super) fn add_component(
        &mut self,
        heap: u32,
        options: Component,
        meter: &Meter,
    ) -> Result<(), QuotientError> {
        let values = self.values(&options, &self.partial.phi, &self.partial.quotient);
        self.moves.push(options);
        let placed = self.place(heap, &values, meter);
        match placed {
            Ok(Some(value)) => {
                self.partial.phi.push(value);
                Ok(())
            }
            Ok(None) => self.grow(heap, meter).inspect_err(|_| {
                self.moves.pop();
            }),
            Err(reason) => {
                self.moves.pop();
                Err(reason.into())
            }
        }
    }

    /// An element that the heap equals, verified.
    fn place(
        &mut self,
        heap: u32,
        values: &[u32],
        meter: &Meter,
    ) -> Result<Option<u32>, StopReason> {
        if values.is_empty() {
            return Ok(Some(0));
        }
        let quotient = &self.partial.quotient;
        let reach = reach_of(quotient, values);
        for value in 0..quotient.order() as u32 {
            let beside = quotient.class(value) == self.context.class(heap);
            if !beside || !self.algebra.fits(quotient, value, &reach) {
                continue;
            }
            let pair = Pair {
                value,
                reach: reach.clone(),
            };
            if let Verification::Holds(_) = self.algebra.add(quotient, pair, meter)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Is the period proved to infinity?
    fn find_period(&mut self) -> bool {
        let HeapGame::Code(code) = &self.game else {
            return false;
        };
        let phi = &self.partial.phi;
        let n = phi.len();
        let Some(theorem) = guy_smith(code) else {
            return false;
        };
        let bound = |preperiod, period| theorem.needs(preperiod, period);
        for period in 1..n {
            if bound(0, period).is_none_or(|needs| needs > n) {
                break;
            }
            let matching = (0..n - period)
                .rev()
                .take_while(|&m| phi[m] == phi[m + period])
                .count();
            let preperiod = n - period - matching;
            if bound(preperiod, period).is_some_and(|needs| needs <= n) {
                self.period = Some((period, preperiod));
                return true;
            }
        }
        false
    }

    /// The answer as far as it goes.
    #[must_use]
    pub fn answer(&self, name: &str) -> QuotientAnswer {
        let quotient = &self.partial.quotient;
        let text = |element: u32| quotient.normal_form(element).text();
        let elements = 0..quotient.order() as u32;
        // What was asked for, where it follows from the period.
        let asked = self.options.heaps.filter(|_| self.period.is_some());
        let listed = asked.map_or(0, |heaps| heaps.min(MOST_LISTED) as usize);
        let last = listed.max(self.partial.phi.len() - 1) as u32;
        let complete = self.period.is_some()
            || self
                .game
                .components()
                .is_some_and(|last| self.partial.phi.len() > last as usize);
        let texts = |elements: Vec<u32>| elements.into_iter().map(text).collect::<Vec<_>>();
        QuotientAnswer {
            code: name.to_owned(),
            order: quotient.order(),
            p_order: quotient.p_order(),
            complete,
            heaps: last as usize,
            period: self.period.map(|period| period.0),
            preperiod: self.period.map(|period| period.1),
            generators: (0..quotient.generators()).map(Monomial::name).collect(),
            relations: quotient
                .rules()
                .iter()
                .map(|(leading, form)| format!("{}={}", leading.text(), text(*form)))
                .collect(),
            phi: (0..=last)
                .filter_map(|heap| self.phi(heap))
                .map(text)
                .collect(),
            p_portion: elements.filter(|&x| quotient.is_p(x)).map(text).collect(),
            growth: self.growth.clone(),
            generator_heaps: self.partial.generators.clone(),
            tame: is_tame(quotient),
            idempotents: texts(quotient.idempotents()),
            kernel: texts(quotient.kernel()),
            mutual_divisibility_classes: quotient
                .mutual_divisibility_classes()
                .into_iter()
                .map(texts)
                .collect(),
            transition_algebra: self.algebra.len(),
        }
    }
}

/// Is it the quotient of a set of Nim heaps: order 1, 2, or 2ᵏ + 2 with two P-positions?
fn is_tame(quotient: &Quotient) -> bool {
    let order = quotient.order();
    match order {
        1 | 2 => true,
        _ => {
            let p = quotient.p_order();
            (order - 2).is_power_of_two() && p == 2 && {
                // All elements but 1 and a form a group of exponent two whose identity is in P.
                let kernel = quotient.kernel();
                kernel.len() == order - 2
            }
        }
    }
}

/// What a front end shows.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientAnswer {
    /// The code or the games.
    pub code: String,
    /// |Q|.
    pub order: usize,
    /// |P|.
    pub p_order: usize,
    /// Is this the quotient of the whole game?
    pub complete: bool,
    /// The largest heap that was looked at.
    pub heaps: usize,
    /// The period of Φ, if it is proved.
    pub period: Option<usize>,
    /// The least heap from which on it holds, heap 0 included.
    pub preperiod: Option<usize>,
    /// The names of the generators.
    pub generators: Vec<String>,
    /// Relations that present the monoid.
    pub relations: Vec<String>,
    /// Φ of each heap, heap 0 first.
    pub phi: Vec<String>,
    /// The elements of P.
    pub p_portion: Vec<String>,
    /// Heap, |Q| and |P| at each growth.
    pub growth: Vec<Growth>,
    /// The heaps that are generators.
    pub generator_heaps: Vec<u32>,
    /// Is it a quotient of Nim heaps?
    pub tame: bool,
    /// The elements x with x² = x.
    pub idempotents: Vec<String>,
    /// The least ideal.
    pub kernel: Vec<String>,
    /// Elements that divide each other.
    pub mutual_divisibility_classes: Vec<Vec<String>>,
    /// The size of the algebra that verified it.
    pub transition_algebra: usize,
}

/// Where a sum of heaps stands: its element, by multiplying.
impl Partial {
    /// The elements as a map from their texts, for reading back.
    #[must_use]
    pub fn names(&self) -> FxHashMap<String, u32> {
        let elements = 0..self.quotient.order() as u32;
        elements
            .map(|x| (self.quotient.normal_form(x).text(), x))
            .collect()
    }
}
