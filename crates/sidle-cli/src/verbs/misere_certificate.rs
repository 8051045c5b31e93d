//! The certificates of misère quotients, finite and infinite.

use std::path::Path;

use anyhow::{Context, bail};
use sidle::{
    check::{misere_counters, misere_quotient::Certificate},
    impartial::{
        code::Code,
        quotient::{Counted, HeapGame, Quotient, QuotientSearch},
    },
};

use crate::files::write_whole;

/// The digits of an octal game for 0, 1, 2, … tokens taken.
fn octal_digits(code: &Code) -> anyhow::Result<Vec<u8>> {
    let octal = code.is_plain() && code.added().is_empty() && code.repeated().is_empty();
    if !octal || code.most_heaps().is_none_or(|most| most > 2) {
        bail!(
            "only quotients of octal games and of finite sets of games have certificates; {code} is neither"
        );
    }
    let digit = |taken: usize| -> u8 {
        let digit = code.digit(taken as i64);
        (0..3)
            .map(|count| u8::from(digit.is_some_and(|d| d.leaves(count).is_some())) << count)
            .sum()
    };
    let mut digits: Vec<u8> = (0..=code.taken().len()).map(digit).collect();
    digits[0] &= 4;
    Ok(digits)
}

/// The products of the elements with the generators.
fn steps(quotient: &Quotient) -> Vec<Vec<u32>> {
    let row = |x: u32| {
        let generators = 0..quotient.generators();
        generators.map(|g| quotient.step(x, g)).collect()
    };
    (0..quotient.order() as u32).map(row).collect()
}

/// Writes the certificate of an infinite quotient.
pub(super) fn infinite(
    path: &Path,
    search: &QuotientSearch,
    counted: &Counted,
    name: &str,
) -> anyhow::Result<()> {
    let HeapGame::Code(code) = search.game() else {
        bail!("infinite quotients have certificates for octal games only");
    };
    let order = counted
        .infinite_order()
        .context("no counter has infinite order")?;
    let place = |heap: u32| {
        let place = counted.counters().iter().position(|&c| c == heap);
        place.unwrap_or(0) as u32
    };
    let certificate = misere_counters::Certificate::new(
        name,
        octal_digits(code)?,
        counted.counters().to_vec(),
        counted.gap(),
        counted.period(),
        counted.phi().to_vec(),
        counted.generators().to_vec(),
        steps(counted.monoid()),
        counted.p_portions(),
        (place(order.heap), place(order.other), order.difference),
    );
    write_whole(path, |out| {
        serde_json::to_writer(&mut *out, &certificate)?;
        Ok(writeln!(out)?)
    })
}

/// Writes the certificate of a finite quotient.
pub(super) fn finite(path: &Path, search: &QuotientSearch, name: &str) -> anyhow::Result<()> {
    let partial = search.partial();
    let quotient = &partial.quotient;
    let (digits, components) = match search.game() {
        HeapGame::Code(code) => (Some(octal_digits(code)?), Vec::new()),
        HeapGame::Table(table) => (None, table[..partial.phi.len()].to_vec()),
    };
    let elements = 0..quotient.order() as u32;
    let period = search
        .period()
        .map(|(period, preperiod)| (period as u64, preperiod as u64));
    let certificate = Certificate::new(
        name,
        digits,
        components,
        partial.phi.clone(),
        partial.generators.clone(),
        steps(quotient),
        elements.filter(|&x| quotient.is_p(x)).collect(),
        period,
    );
    write_whole(path, |out| {
        serde_json::to_writer(&mut *out, &certificate)?;
        Ok(writeln!(out)?)
    })
}
