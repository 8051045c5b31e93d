//! The certificates of misère quotients, finite and infinite.

use crate::{
    Blob, Error, ErrorKind,
    check::{misere_counters, misere_quotient::Certificate},
    impartial::{
        code::Code,
        quotient::{Counted, HeapGame, Quotient, QuotientSearch},
    },
};

fn refused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::NotApplicable, message)
}

/// The certificate of the quotient that a search has found; `name` is that of the game.
///
/// # Errors
/// For games other than octal games and finite sets of games.
pub fn misere_quotient(search: &QuotientSearch, name: &str) -> Result<Blob, Error> {
    match search.counted() {
        Some(counted) => infinite(search, counted, name).map(Blob::json),
        None => finite(search, name).map(Blob::json),
    }
}

/// The digits of an octal game for 0, 1, 2, … tokens taken.
fn octal_digits(code: &Code) -> Result<Vec<u8>, Error> {
    let octal = code.is_plain() && code.added().is_empty() && code.repeated().is_empty();
    if !octal || code.most_heaps().is_none_or(|most| most > 2) {
        return Err(refused(format!(
            "only quotients of octal games and of finite sets of games have certificates; {code} is neither"
        )));
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

fn infinite(
    search: &QuotientSearch,
    counted: &Counted,
    name: &str,
) -> Result<misere_counters::Certificate, Error> {
    let HeapGame::Code(code) = search.game() else {
        return Err(refused(
            "infinite quotients have certificates for octal games only",
        ));
    };
    let order = counted.infinite_order();
    let order = order.ok_or_else(|| refused("no counter has infinite order"))?;
    let place = |heap: u32| {
        let place = counted.counters().iter().position(|&c| c == heap);
        place.unwrap_or(0) as u32
    };
    Ok(misere_counters::Certificate::new(
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
    ))
}

fn finite(search: &QuotientSearch, name: &str) -> Result<Certificate, Error> {
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
    Ok(Certificate::new(
        name,
        digits,
        components,
        partial.phi.clone(),
        partial.generators.clone(),
        steps(quotient),
        elements.filter(|&x| quotient.is_p(x)).collect(),
        period,
    ))
}
