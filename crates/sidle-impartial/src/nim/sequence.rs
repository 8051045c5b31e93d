//! A nim-sequence that grows.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use super::{
    cell::Values,
    kernel::Space,
    octal::{Octal, Plan, State},
    pairs::next_by_definition,
    partition,
    shape::Shape,
    subtraction::Subtraction,
    verify::VerifyError,
};
use crate::{
    automatic::{self, Automatic, Effort},
    code::Code,
    period::{self, Periodicity},
};

/// How values are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The fastest that fits the code; the choice between all pairs and rare ones is made again as it goes.
    #[default]
    Automatic,
    /// By the definition, one move after the other.
    Definition,
    /// All pairs of heaps, by bit sets.
    Pairs,
    /// The pairs with a rare heap, by bit sets.
    Sparse,
    /// Single heaps only: subtraction games.
    Subtraction,
    /// Sums of any number of heaps, by bit sets.
    Partitions,
}

/// Why there is no such sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// A move leads back.
    #[error(
        "the digit for {0} tokens taken lets a game go on for ever: it must leave at least {1} heaps"
    )]
    Endless(i64, i64),
    /// The method cannot do this code.
    #[error("the method does not fit the code {0}")]
    Misfit(String),
}

impl SequenceError {
    /// Where the digit that is wrong lies in the code as it was typed, if it is a single character.
    #[must_use]
    pub fn span(&self, code: &str) -> Option<Range<usize>> {
        let SequenceError::Endless(taken, _) = self else {
            return None;
        };
        let point = code.find('.')?;
        let mut before = code[..point].bytes();
        let at = point.checked_add_signed(*taken as isize)?.checked_sub(1)?;
        let is_single = before.all(|c| c.is_ascii_alphanumeric() || c == b'*');
        is_single.then_some(at..at + 1)
    }
}

/// The nim values of a take-and-break game, as far as they have been computed.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_impartial::{code::Code, nim::Sequence};
/// let mut kayles = Sequence::new("0.77".parse()?)?;
/// kayles.extend(11, &Meter::unlimited())?;
/// assert_eq!(kayles.values().iter().collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    code: Code,
    method: Method,
    shape: Option<Shape>,
    subtraction: Option<Subtraction>,
    values: Values,
    /// What the work with pairs keeps between its stretches.
    state: State,
    /// How many values there were when a period was last looked for in vain.
    tried: usize,
    /// What follows for ever, once it is proved.
    periodicity: Option<Periodicity>,
    /// How many values there were when a machine was last looked for in vain.
    read: usize,
    /// The machine that gives all values, once it is proved.
    automatic: Option<Automatic>,
    /// Look for periods on the way?
    shortcut: bool,
}

/// Where values are computed by pairs, there are up to four lists as long as theirs.
const BESIDE: usize = 5;

impl Sequence {
    /// The sequence of a code, by the method that fits best.
    pub fn new(code: Code) -> Result<Sequence, SequenceError> {
        Sequence::with_method(code, Method::Automatic)
    }

    /// The sequence by a given method.
    pub fn with_method(code: Code, method: Method) -> Result<Sequence, SequenceError> {
        if let Some(taken) = code.endless() {
            return Err(SequenceError::Endless(taken, 2 - taken));
        }
        let (shape, subtraction) = (Shape::of(&code), Subtraction::of(&code));
        let fits = match method {
            Method::Automatic | Method::Definition | Method::Partitions => true,
            Method::Pairs | Method::Sparse => shape.is_some(),
            Method::Subtraction => subtraction.is_some(),
        };
        if !fits {
            return Err(SequenceError::Misfit(code.to_string()));
        }
        Ok(Sequence {
            code,
            method,
            shape,
            subtraction,
            values: [0].into_iter().collect(),
            state: State::default(),
            tried: 0,
            periodicity: None,
            read: 0,
            automatic: None,
            shortcut: method == Method::Automatic,
        })
    }

    /// The sequence continued from values that were computed before; heap 0 is the first.
    pub fn resume(code: Code, method: Method, values: Values) -> Result<Sequence, SequenceError> {
        let mut sequence = Sequence::with_method(code, method)?;
        if !values.is_empty() {
            sequence.values = values;
        }
        Ok(sequence)
    }

    /// Looks at a sample of values: the first ones are computed anew, and some of the others from those before them.
    pub(super) fn agrees(mut self, values: &Values, meter: &Meter) -> Result<(), VerifyError> {
        /// So many values are computed anew, of games with many options fewer.
        const FIRST: usize = 1000;
        const FIRST_OF_MANY: usize = 60;
        /// About so many options are looked at after that.
        const WORK: usize = 1 << 28;
        const MOST_SAMPLES: usize = 64;
        let all = values.len();
        let plain = self.shape.is_some() || self.subtraction.is_some();
        let first = all.min(if plain { FIRST } else { FIRST_OF_MANY });
        self.extend(first, meter)?;
        let mut pairs = self.values.iter().zip(values.iter()).take(first);
        if let Some(heap) = pairs.position(|(right, value)| right != value) {
            return Err(VerifyError::Wrong(heap));
        }
        drop(pairs);
        let Some(shape) = self.shape.take().filter(|_| first < all) else {
            return Ok(());
        };
        // A value is not larger than the number of options, and with two heaps at most that is less than this.
        let moves = shape.take.len() + shape.split.len() + shape.unequal.len() + 2;
        let most = |heap: usize| (heap + 1).saturating_mul(moves);
        let mut heaps = values.iter().enumerate();
        if let Some((heap, _)) = heaps.find(|&(heap, value)| value as usize > most(heap)) {
            return Err(VerifyError::Wrong(heap));
        }
        let samples = (WORK / all).clamp(1, MOST_SAMPLES);
        for sample in 1..=samples {
            meter.check()?;
            let heap = first + (all - 1 - first) / samples * sample + (all - 1 - first) % samples;
            let right = match values {
                Values::Narrow(cells) => next_by_definition(&shape, &cells[..heap]),
                Values::Middle(cells) => next_by_definition(&shape, &cells[..heap]),
                Values::Wide(cells) => next_by_definition(&shape, &cells[..heap]),
            };
            if values.get(heap) != Some(right) {
                return Err(VerifyError::Wrong(heap));
            }
        }
        Ok(())
    }

    /// Computes every value, also those that a proved period gives away.
    #[must_use]
    pub fn without_shortcut(mut self) -> Sequence {
        self.shortcut = false;
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The values so far, heap 0 first.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The values alone.
    #[must_use]
    pub fn into_values(self) -> Values {
        self.values
    }

    /// Are values computed from pairs of heaps, so that a value costs more the larger its heap is?
    pub(super) fn has_pairs(&self) -> bool {
        self.shape.is_some() && self.subtraction.is_none()
    }

    /// The sparse space in use; none if all pairs are looked at.
    #[must_use]
    pub fn space(&self) -> Option<Space> {
        self.state.space
    }

    /// How many heaps are worth a search for a period if nothing else is said.
    #[must_use]
    pub fn usual_limit(&self) -> usize {
        let fast = self.shape.is_some() || self.subtraction.is_some();
        if fast { 10_000_000 } else { 5_000 }
    }

    /// The parity of the tokens taken by all moves that leave two heaps, if it is the same.
    pub(crate) fn parity(&self) -> Option<u32> {
        self.shape.as_ref().and_then(Shape::parity)
    }

    /// The period, if it has been proved on the way.
    #[must_use]
    pub fn periodicity(&self) -> Option<&Periodicity> {
        self.periodicity.as_ref()
    }

    /// The machine that gives all values, if it has been proved on the way.
    #[must_use]
    pub fn automatic(&self) -> Option<&Automatic> {
        self.automatic.as_ref()
    }

    /// Is it proved what all further values are?
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.periodicity.is_some() || self.automatic.is_some()
    }

    /// Computes the values of all heaps below `heaps`.
    ///
    /// What has been computed stays when the meter stops the work.
    pub fn extend(&mut self, heaps: usize, meter: &Meter) -> Result<(), StopReason> {
        while self.values.len() < heaps {
            if self.shortcut && self.values.len() >= 64 {
                self.look(Effort::Little, meter)?;
            }
            if let Some(found) = self.periodicity.clone().filter(|_| self.shortcut) {
                return self.repeat(&found, heaps, meter);
            }
            if let Some(found) = self.automatic.clone().filter(|_| self.shortcut)
                && self.go_on(&found, heaps, meter)?
            {
                return Ok(());
            }
            let until = heaps.min((2 * self.values.len()).max(128));
            let until = self.room_for(until, BESIDE, meter)?;
            self.compute(until, meter)?;
        }
        Ok(())
    }

    /// Makes room for the heaps below `until`, or for as many of them as the limit on memory allows when each takes `times`
    /// what its value takes: so the work stops in good order, and not in the middle of an allocation.
    fn room_for(&mut self, until: usize, times: usize, meter: &Meter) -> Result<usize, StopReason> {
        const FEW: usize = 1 << 16;
        let (len, mut until) = (self.values.len(), until);
        loop {
            let (capacity, size) = self.values.capacity();
            let beside = (times - 1) * (until - len) + until.saturating_sub(capacity);
            match meter.room((beside * size) as u64) {
                Ok(()) => {
                    self.values.reserve(until);
                    return Ok(until);
                }
                Err(reason) if until <= len + FEW => return Err(reason),
                Err(_) => until = len + (until - len) / 2,
            }
        }
    }

    /// Looks for a proof of periodicity in the values so far; if there is none, for one that they are
    /// [automatic](Sequence::automatic).
    pub fn prove(&mut self, meter: &Meter) -> Result<Option<&Periodicity>, StopReason> {
        self.look(Effort::Much, meter)?;
        Ok(self.periodicity.as_ref())
    }

    fn look(&mut self, effort: Effort, meter: &Meter) -> Result<(), StopReason> {
        let len = self.values.len();
        if self.is_settled() || self.tried >= len {
            return Ok(());
        }
        self.periodicity = period::prove(&self.code, &self.values, meter)?;
        // Machines cost more, so that they are not looked for at every step.
        if self.periodicity.is_none() && 2 * len >= 3 * self.read && automatic::applies(&self.code)
        {
            let values: Vec<u32> = self.values.iter().collect();
            self.automatic = automatic::prove(&self.code, &values, effort, meter)?;
            self.periodicity = self.automatic.as_ref().and_then(Automatic::periodicity);
            self.read = len;
        }
        self.tried = len;
        Ok(())
    }

    /// Continues the values by a machine; false if they grow too large for it.
    fn go_on(
        &mut self,
        found: &Automatic,
        heaps: usize,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let mut ticker = meter.ticker();
        while self.values.len() < heaps {
            ticker.step()?;
            let Some(value) = found.value(self.values.len()) else {
                return Ok(false);
            };
            self.values.push(value);
        }
        Ok(true)
    }

    fn repeat(
        &mut self,
        found: &Periodicity,
        heaps: usize,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        while self.values.len() < heaps {
            let end = self.room_for(heaps.min(2 * self.values.len()), 1, meter)?;
            let end = end.min(self.values.len() + (1 << 16));
            for n in self.values.len()..end {
                let before = self.values.get(n - found.period).unwrap_or(0);
                self.values.push(before + found.saltus);
            }
            meter.check()?;
        }
        Ok(())
    }

    fn compute(&mut self, until: usize, meter: &Meter) -> Result<(), StopReason> {
        match self.method {
            Method::Definition => self.by_definition(until, meter),
            Method::Partitions => self.by_partitions(until, meter),
            Method::Subtraction => self.by_subtraction(until, meter),
            Method::Pairs => self.by_pairs(Plan::Plain, until, meter),
            Method::Sparse => self.by_pairs(Plan::Sparse, until, meter),
            Method::Automatic => {
                if self.subtraction.is_some() {
                    self.by_subtraction(until, meter)
                } else if self.shape.is_some() {
                    self.by_pairs(Plan::Automatic, until, meter)
                } else {
                    self.by_partitions(until, meter)
                }
            }
        }
    }

    fn by_subtraction(&mut self, until: usize, meter: &Meter) -> Result<(), StopReason> {
        match &mut self.subtraction {
            Some(rules) => rules.extend(&mut self.values, until, meter),
            None => Ok(()),
        }
    }

    fn by_pairs(&mut self, plan: Plan, until: usize, meter: &Meter) -> Result<(), StopReason> {
        let Some(shape) = self.shape.clone() else {
            return Ok(());
        };
        let shape = &shape;
        loop {
            let values = std::mem::take(&mut self.values);
            let state = std::mem::take(&mut self.state);
            let (complete, values, state) = match values {
                Values::Narrow(cells) => {
                    let mut work = Octal::new(shape, plan, cells, state);
                    let complete = work.extend(until, meter);
                    let (cells, state) = work.finish();
                    (complete, Values::Narrow(cells), state)
                }
                Values::Middle(cells) => {
                    let mut work = Octal::new(shape, plan, cells, state);
                    let complete = work.extend(until, meter);
                    let (cells, state) = work.finish();
                    (complete, Values::Middle(cells), state)
                }
                wide @ Values::Wide(_) => (Ok(false), wide, State::default()),
            };
            self.values = values;
            self.state = state;
            if complete? {
                return Ok(());
            }
            if self.values.len() >= until {
                return Ok(());
            }
            // A value that needs wider cells, or sets wider than pay.
            self.one_by_definition(meter)?;
            if self.values.iter().max().unwrap_or(0) >= 4096 {
                return self.by_definition(until, meter);
            }
        }
    }

    fn one_by_definition(&mut self, meter: &Meter) -> Result<(), StopReason> {
        meter.check()?;
        let next = match (&self.shape, &self.values) {
            (Some(shape), Values::Narrow(cells)) => next_by_definition(shape, cells),
            (Some(shape), Values::Middle(cells)) => next_by_definition(shape, cells),
            (Some(shape), Values::Wide(cells)) => next_by_definition(shape, cells),
            (None, _) => self.next_by_options(meter)?,
        };
        self.values.push(next);
        Ok(())
    }

    fn by_definition(&mut self, until: usize, meter: &Meter) -> Result<(), StopReason> {
        while self.values.len() < until {
            self.one_by_definition(meter)?;
        }
        Ok(())
    }

    fn next_by_options(&self, meter: &Meter) -> Result<u32, StopReason> {
        let mut ticker = meter.ticker();
        let mut reached: Vec<bool> = Vec::new();
        for option in self.code.options(self.values.len() as u32) {
            ticker.step()?;
            let value = option.iter().fold(0, |sum, &heap| {
                sum ^ self.values.get(heap as usize).unwrap_or(0)
            }) as usize;
            if reached.len() <= value {
                reached.resize(value + 1, false);
            }
            reached[value] = true;
        }
        let missing = reached.iter().position(|&there| !there);
        Ok(missing.unwrap_or(reached.len()) as u32)
    }

    fn by_partitions(&mut self, until: usize, meter: &Meter) -> Result<(), StopReason> {
        self.values = partition::values(&self.code, until, meter)?;
        Ok(())
    }
}
