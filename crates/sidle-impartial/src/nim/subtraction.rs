//! Nim values of games in which a move leaves at most one heap, also with digits that repeat for ever.
//!
//! With finitely many digits a value depends on the last few. Under a repeated part with t digits, the values
//! that a heap can reach through it depend on its size mod t only and grow: the least one missing is a pointer
//! that only moves up.

use sidle_core::{Meter, StopReason};

use super::cell::Values;
use crate::code::Code;

/// The state of a computation: what the repeated digits reach, for each size mod t.
#[derive(Clone, Debug)]
pub(crate) struct Subtraction {
    /// Numbers that can be taken by the digits that do not repeat.
    take: Vec<usize>,
    finish: Vec<usize>,
    /// The digits before the repeated part, and their number.
    plain: usize,
    /// Which of the repeated digits leave one heap.
    repeated_take: Vec<bool>,
    /// What the repeated digits reach, for each size mod t.
    reached: Vec<Vec<bool>>,
    /// The least value missing in `reached`.
    missing: Vec<usize>,
    stamps: Vec<u32>,
    /// How many heaps have been valued with the sets as they are.
    admitted: usize,
}

impl Subtraction {
    /// The rules of the code, if no move leaves two heaps or adds tokens.
    pub(crate) fn of(code: &Code) -> Option<Subtraction> {
        if code.most_heaps().is_none_or(|most| most > 1) || !code.added().is_empty() {
            return None;
        }
        let plain = code.taken().len();
        let with = |count: u32| {
            let digits = code.taken().iter().enumerate();
            let digits = digits.filter(move |(_, digit)| digit.leaves(count).is_some());
            digits.map(|(place, _)| place + 1).collect()
        };
        let repeated = |count: u32| -> Vec<bool> {
            let digits = code.repeated().iter();
            digits.map(|digit| digit.leaves(count).is_some()).collect()
        };
        let period = code.repeated().len();
        let mut reached: Vec<Vec<bool>> = vec![Vec::new(); period];
        let mut missing = vec![0; period];
        for (step, digit) in code.repeated().iter().enumerate() {
            if digit.leaves(0).is_some() {
                let class = (plain + 1 + step) % period;
                reached[class].push(true);
                missing[class] = 1;
            }
        }
        Some(Subtraction {
            take: with(1),
            finish: with(0),
            plain,
            repeated_take: repeated(1),
            reached,
            missing,
            stamps: vec![0; 64],
            admitted: 0,
        })
    }

    /// Computes the values below `until`.
    pub(crate) fn extend(
        &mut self,
        values: &mut Values,
        until: usize,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let period = self.reached.len();
        if period == 0 && self.take.len() < 63 {
            return self.extend_finite(values, until, meter);
        }
        // The pointers and sets are those of the values so far.
        for n in self.admitted + 1..values.len() {
            self.admit(values, n);
        }
        let mut work = 0;
        while values.len() < until {
            let n = values.len();
            self.admit(values, n);
            let value = self.next(values, n);
            values.push(value);
            work += self.take.len() + 8;
            if work > 1 << 16 {
                work = 0;
                meter.check()?;
            }
        }
        Ok(())
    }

    /// Few digits: the values reached fit into one word.
    fn extend_finite(
        &self,
        values: &mut Values,
        until: usize,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let reach = self.plain;
        let Values::Narrow(cells) = values else {
            return Ok(());
        };
        while cells.len() < until {
            let end = until.min(cells.len() + (1 << 14));
            for n in cells.len()..end {
                let mut reached = 0_u64;
                if n <= reach {
                    reached |= u64::from(self.finish.contains(&n));
                    for &k in self.take.iter().take_while(|&&k| k < n) {
                        reached |= 1 << cells[n - k];
                    }
                } else {
                    for &k in &self.take {
                        reached |= 1 << cells[n - k];
                    }
                }
                cells.push(reached.trailing_ones() as u8);
            }
            meter.check()?;
        }
        Ok(())
    }

    /// Heap n is to be valued: one more heap is in reach of the repeated digits.
    fn admit(&mut self, values: &Values, n: usize) {
        self.admitted = n;
        let period = self.reached.len();
        let first = self.plain + 1;
        if period == 0 || n <= first {
            return;
        }
        let Some(value) = values.get(n - first) else {
            return;
        };
        let value = value as usize;
        for (step, _) in self
            .repeated_take
            .iter()
            .enumerate()
            .filter(|(_, take)| **take)
        {
            let class = (n + step) % period;
            let set = &mut self.reached[class];
            if set.len() <= value {
                set.resize(value + 1, false);
            }
            set[value] = true;
            while set.get(self.missing[class]) == Some(&true) {
                self.missing[class] += 1;
            }
        }
    }

    fn next(&mut self, values: &Values, n: usize) -> u32 {
        let period = self.reached.len();
        let stamp = n as u32;
        let mark = |stamps: &mut Vec<u32>, value: usize| {
            if stamps.len() <= value {
                stamps.resize(2 * value + 1, 0);
            }
            stamps[value] = stamp;
        };
        if self.finish.contains(&n) {
            mark(&mut self.stamps, 0);
        }
        for &k in self.take.iter().take_while(|&&k| k < n) {
            let value = values.get(n - k).unwrap_or(0);
            mark(&mut self.stamps, value as usize);
        }
        // Only the digits that do not repeat take so few.
        let class = if period > 0 && n > self.plain {
            n % period
        } else {
            period
        };
        let mut value = self.missing.get(class).copied().unwrap_or(0);
        let reached = self.reached.get(class);
        while self.stamps.get(value) == Some(&stamp)
            || reached.is_some_and(|set| set.get(value) == Some(&true))
        {
            value += 1;
        }
        value as u32
    }

    /// What decides all later values, relative to the least value that every class still misses: two equal
    /// states make the game arithmetic periodic. `values` are those that the state belongs to.
    pub(crate) fn state(&self, values: &Values) -> (u32, Vec<Vec<u32>>) {
        let base = self.missing.iter().copied().min().unwrap_or(0);
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for set in &self.reached {
            let above = set.iter().enumerate().skip(base);
            let above = above.filter(|entry| *entry.1);
            parts.push(above.map(|(value, _)| (value - base) as u32).collect());
        }
        let n = values.len();
        let recent = (1..=self.plain + 1).map(|k| {
            let value = n.checked_sub(k).and_then(|m| values.get(m)).unwrap_or(0);
            // What lies below the base is reached anyway.
            (value + 1).saturating_sub(base as u32)
        });
        parts.push(recent.collect());
        (base as u32, parts)
    }
}
