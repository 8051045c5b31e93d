//! Nim values of any take-and-break game, by sets of nim sums.
//!
//! For every number of heaps i and every sum m, the set of nim sums of i heaps of total m is built up heap by
//! heap as the values become known: with repetition for heaps of any sizes, without for different ones. A move
//! of the code then reaches a union of such sets. Cost: O(n² i) set operations; it is the method for codes that
//! nothing faster fits.

use sidle_core::{Meter, StopReason};

use super::{cell::Values, kernel::BUTTERFLY};
use crate::code::{Code, Sizes};

/// Sets of nim sums for numbers of heaps and sums.
struct Table {
    words: usize,
    sums: usize,
    bits: Vec<u64>,
}

impl Table {
    fn new(counts: usize, sums: usize, words: usize) -> Table {
        let mut table = Table {
            words,
            sums,
            bits: vec![0; counts * sums * words],
        };
        if let Some(first) = table.bits.first_mut() {
            *first = 1;
        }
        table
    }

    fn at(&self, count: usize, sum: usize) -> usize {
        (count * self.sums + sum) * self.words
    }

    fn get(&self, count: usize, sum: usize) -> &[u64] {
        let at = self.at(count, sum);
        &self.bits[at..at + self.words]
    }

    /// Adds the set at `from`, its values changed by exclusive or, to the one at `to`.
    fn add(&mut self, to: usize, from: usize, value: u32) {
        for w in 0..self.words {
            let source = self.bits[from + (w ^ (value as usize / 64))];
            if source != 0 {
                self.bits[to + w] |= permuted(source, value % 64);
            }
        }
    }
}

fn permuted(mut word: u64, value: u32) -> u64 {
    for (bit, (mask, shift)) in BUTTERFLY.into_iter().enumerate() {
        if value >> bit & 1 == 1 {
            word = ((word & mask) << shift) | ((word >> shift) & mask);
        }
    }
    word
}

/// Computes the values below `until` anew.
pub(super) fn values(code: &Code, until: usize, meter: &Meter) -> Result<Values, StopReason> {
    let mut words = 1;
    loop {
        if let Some(values) = attempt(code, until, words, meter)? {
            return Ok(values);
        }
        words *= 2;
    }
}

/// The values, or `None` if some do not fit into so many words.
fn attempt(
    code: &Code,
    until: usize,
    words: usize,
    meter: &Meter,
) -> Result<Option<Values>, StopReason> {
    let added = code.added().len();
    let sums = until + added;
    let most = code
        .most_heaps()
        .map_or(sums, |most| most as usize)
        .min(sums);
    let needs = |wanted: Sizes| {
        let mut digits = code.digits();
        digits.any(|digit| {
            digit
                .up_to(most as u32)
                .any(|(count, sizes)| count > 1 && sizes == wanted)
        })
    };
    let (any, mixed, distinct) = (
        needs(Sizes::Any),
        needs(Sizes::Mixed),
        needs(Sizes::Distinct),
    );
    let rows = |wanted: bool| if wanted { most + 1 } else { 0 };
    let cells = (rows(any || mixed) + 2 * rows(mixed) + rows(distinct)) * sums * words;
    let mut ticker = meter.ticker();
    ticker.node(8 * cells)?;
    let make = |wanted: bool| {
        if wanted {
            Table::new(most + 1, sums, words)
        } else {
            Table::new(0, 0, words)
        }
    };
    let mut all = make(any || mixed);
    let mut different = make(distinct);
    let mut unlike = make(mixed);
    if let Some(first) = unlike.bits.first_mut() {
        *first = 0;
    }
    let mut values = Values::default();
    values.push(0);
    for n in 1..until {
        let mut reached = vec![0_u64; words];
        for taken in -(added as i64)..=n as i64 {
            let Some(digit) = code.digit(taken) else {
                break;
            };
            let rest = (n as i64 - taken) as usize;
            for (count, sizes) in digit.up_to(rest.min(most) as u32) {
                ticker.step()?;
                let count = count as usize;
                if (count == 0) != (rest == 0) {
                    continue;
                }
                match (count, sizes) {
                    (0, _) => reached[0] |= 1,
                    (1, _) => {
                        let value = values.get(rest).unwrap_or(0);
                        reached[value as usize / 64] |= 1 << (value % 64);
                    }
                    (_, Sizes::Equal) => {
                        if rest.is_multiple_of(count) {
                            let value = values.get(rest / count).unwrap_or(0);
                            let value = if count.is_multiple_of(2) { 0 } else { value };
                            reached[value as usize / 64] |= 1 << (value % 64);
                        }
                    }
                    (_, Sizes::Any) => unite(&mut reached, all.get(count, rest)),
                    (_, Sizes::Mixed) => unite(&mut reached, unlike.get(count, rest)),
                    (_, Sizes::Distinct) => unite(&mut reached, different.get(count, rest)),
                }
            }
        }
        let Some(word) = reached.iter().position(|&word| word != !0) else {
            return Ok(None);
        };
        let value = word as u32 * 64 + reached[word].trailing_ones();
        values.push(value);
        // The new heap joins the sets.
        if mixed {
            join_mixed(&all, &mut unlike, n, most, value, &mut ticker)?;
        }
        if any || mixed {
            for count in 1..=most {
                for sum in n..sums {
                    ticker.step()?;
                    let (to, from) = (all.at(count, sum), all.at(count - 1, sum - n));
                    all.add(to, from, value);
                }
            }
        }
        if distinct {
            for count in (1..=most).rev() {
                for sum in (n..sums).rev() {
                    ticker.step()?;
                    let (to, from) = (different.at(count, sum), different.at(count - 1, sum - n));
                    different.add(to, from, value);
                }
            }
        }
    }
    Ok(Some(values))
}

/// Heaps not all equal, of which the largest is n: one n and others below it, or one n and such a sum.
fn join_mixed(
    all: &Table,
    unlike: &mut Table,
    n: usize,
    most: usize,
    value: u32,
    ticker: &mut sidle_core::Ticker<'_>,
) -> Result<(), StopReason> {
    let mut row = vec![0_u64; all.sums * all.words];
    for count in 2..=most {
        let mut next = vec![0_u64; all.sums * all.words];
        for sum in n..all.sums {
            ticker.step()?;
            let below = all.get(count - 1, sum - n);
            let with = &row[(sum - n) * all.words..(sum - n + 1) * all.words];
            let target = &mut next[sum * all.words..(sum + 1) * all.words];
            for w in 0..all.words {
                let from = w ^ (value as usize / 64);
                target[w] = permuted(below[from] | with[from], value % 64);
            }
            let at = unlike.at(count, sum);
            for (to, &from) in unlike.bits[at..at + all.words].iter_mut().zip(&*target) {
                *to |= from;
            }
        }
        row = next;
    }
    Ok(())
}

fn unite(to: &mut [u64], from: &[u64]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}
