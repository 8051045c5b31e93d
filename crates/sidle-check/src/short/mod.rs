//! Certificates about short games, kind `short-game`: one game is less than, equal to or confused
//! with another, or is the canonical form of another.
//!
//! The proof is a list of steps. A step asserts `G <= H` or its negation about two listed positions,
//! and follows from earlier steps by the definition of the order alone (*On Numbers and Games*, ch. 7):
//!
//! * `G <= H` holds if no `G^L >= H` and no `H^R <= G`: each of these must be refuted earlier. Read as
//!   play: Left, moving second, wins `H - G`, and has an answer to every move of Right.
//! * `G <= H` fails if some `G^L >= H` or some `H^R <= G`: the step names the option, which is Right's
//!   winning move in `H - G`.
//!
//! * Two numbers compare as numbers. A number that is not played out has the options that the canonical
//!   form of its value has: `n = {n - 1|}`, `m/2^k = {(m - 1)/2^k | (m + 1)/2^k}`.
//!
//! A step may only lean on steps before it, so the list is a strategy whose rank is the position in
//! the list, and every play that follows it ends.

mod checker;
mod format;
pub(crate) mod names;
mod numbers;

pub use format::{Certificate, Claim, Position, Step, Symbol};

use sidle_core::Meter;

use crate::{Error, Kind, Verdict, kinds};

/// The line of the registry.
pub(crate) const KIND: Kind = Kind {
    name: "short-game",
    version: 1,
    check: check_bytes,
    stream: None,
};

fn check_bytes(bytes: &[u8], meter: &Meter) -> Result<Verdict, Error> {
    Ok(metered(&kinds::read(bytes, meter)?, meter))
}

/// Checks a certificate that has been read.
///
/// # Cost
/// Linear in the size of the certificate.
#[must_use]
pub fn check(certificate: &Certificate) -> Verdict {
    metered(certificate, &Meter::unlimited())
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let numbers = numbers::read(&certificate.numbers);
    let values = numbers.as_deref().unwrap_or_default();
    let names = names::names_behind(values, &certificate.positions);
    let claim = certificate.claim.describe(&names);
    let result = match &numbers {
        Ok(numbers) => checker::run(certificate, numbers, &names, &claim, meter),
        Err(failure) => Err(failure.clone()),
    };
    Verdict::new(KIND.name, claim, result)
}

#[cfg(test)]
mod tests;
