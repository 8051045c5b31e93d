//! Sign expansions and birthdays of surreal numbers with a finite Conway normal form.
//!
//! A number Σ ω^y·r with finitely many terms, exponents that are generalized ordinals and rational
//! coefficients has the sign expansion that Gonshor describes (*An Introduction to the Theory of Surreal
//! Numbers*, theorems 5.11 and 5.12): the expansions of its terms one behind the other, after those minuses
//! were taken out of the exponents that an earlier exponent has at the same place, too.

use std::fmt;

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, UnsignedAbs},
};
use sidle_core::{Meter, Ticker};

use crate::{NumberError, Ordinal, Quotient, Rational};

/// Larger denominators are refused: each of their binary digits is a sign.
const MAX_SIGNS: usize = 1 << 16;

/// A step up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Up.
    Plus,
    /// Down.
    Minus,
}

/// The signs on the way from 0 to a number, as runs of equal signs.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_numbers::{Ordinal, Quotient};
/// let meter = Meter::unlimited();
/// let omega = Quotient::from(Ordinal::omega());
/// assert_eq!(omega.sign_expansion(&meter)?.to_string(), "+^ω");
/// assert_eq!(omega.reciprocal(&meter)?.sign_expansion(&meter)?.to_string(), "+-^ω");
/// # Ok::<(), sidle_numbers::NumberError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SignExpansion {
    runs: Vec<(Sign, Ordinal)>,
}

impl SignExpansion {
    /// The runs: a sign and how often it stands there.
    #[must_use]
    pub fn runs(&self) -> &[(Sign, Ordinal)] {
        &self.runs
    }

    /// The length: the birthday of the number.
    #[must_use]
    pub fn length(&self) -> Ordinal {
        let lengths = self.runs.iter().map(|run| &run.1);
        lengths.fold(Ordinal::zero(), |sum, run| sum.followed_by(run))
    }

    fn push(&mut self, sign: Sign, length: Ordinal) {
        if length.is_zero() {
            return;
        }
        match self.runs.last_mut() {
            Some((last, run)) if *last == sign => *run = run.followed_by(&length),
            _ => self.runs.push((sign, length)),
        }
    }

    /// How many pluses there are.
    fn pluses(&self) -> Ordinal {
        let runs = self.runs.iter().filter(|run| run.0 == Sign::Plus);
        runs.fold(Ordinal::zero(), |sum, run| sum.followed_by(&run.1))
    }

    /// The length of the longest common beginning of two expansions.
    fn common(&self, other: &SignExpansion) -> Ordinal {
        let mut common = Ordinal::zero();
        for (a, b) in self.runs.iter().zip(&other.runs) {
            if a.0 != b.0 {
                break;
            }
            common = common.followed_by((&a.1).min(&b.1));
            if a.1 != b.1 {
                break;
            }
        }
        common
    }

    /// Without the minuses before some place; if wanted, without the one at that place.
    fn without_minuses(&self, before: &Ordinal, also_there: bool) -> SignExpansion {
        let mut result = SignExpansion::default();
        let mut start = Ordinal::zero();
        for (sign, length) in &self.runs {
            let end = start.followed_by(length);
            if *sign == Sign::Plus || *before <= start && !(also_there && *before == start) {
                result.push(*sign, length.clone());
            } else if end > *before {
                let mut kept = before.remainder_to(&end);
                if also_there {
                    kept = Ordinal::from(1).remainder_to(&kept);
                }
                result.push(*sign, kept);
            }
            start = end;
        }
        result
    }
}

impl fmt::Display for SignExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (sign, length) in &self.runs {
            f.write_str(match sign {
                Sign::Plus => "+",
                Sign::Minus => "-",
            })?;
            if *length != Ordinal::from(1) {
                write!(f, "^{}", length.bracketed())?;
            }
        }
        Ok(())
    }
}

impl Quotient {
    /// The sign expansion, if the normal form is finite and has dyadic coefficients.
    pub fn sign_expansion(&self, meter: &Meter) -> Result<SignExpansion, NumberError> {
        let mut result = SignExpansion::default();
        self.expand(&mut meter.ticker(), |part| match part {
            Part::Run(sign, length) => {
                result.push(sign, length);
                Ok(())
            }
            Part::Endless(_) => Err(NumberError::SignExpansion),
        })?;
        Ok(result)
    }

    /// The birthday: the length of the sign expansion, if the normal form is finite.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_numbers::{Ordinal, Quotient};
    /// let meter = Meter::unlimited();
    /// let x = Quotient::new(&Ordinal::omega(), &Ordinal::from(3), &meter)?;
    /// assert_eq!(x.birthday(&meter)?.to_string(), "ω^2");
    /// # Ok::<(), sidle_numbers::NumberError>(())
    /// ```
    pub fn birthday(&self, meter: &Meter) -> Result<Ordinal, NumberError> {
        if let Some(ordinal) = self.to_ordinal() {
            return Ok(ordinal.birthday());
        }
        let mut length = Ordinal::zero();
        self.expand(&mut meter.ticker(), |part| {
            let (Part::Run(_, part) | Part::Endless(part)) = part;
            length = length.followed_by(&part);
            Ok(())
        })?;
        Ok(length)
    }

    /// Gives the parts of the expansion one after the other.
    fn expand(
        &self,
        ticker: &mut Ticker<'_>,
        mut give: impl FnMut(Part) -> Result<(), NumberError>,
    ) -> Result<(), NumberError> {
        let [divisor] = self.denominator().terms() else {
            return Err(NumberError::SignExpansion);
        };
        let mut before: Option<(SignExpansion, bool)> = None;
        for term in self.numerator().terms() {
            ticker.steps(1 + term.exponent.terms().len())?;
            let coefficient = Rational::new(
                IBig::from((&term.coefficient).unsigned_abs()),
                divisor.coefficient.clone(),
            )?;
            let exponent = of_ordinal(&term.exponent.sub(&divisor.exponent));
            let reduced = match &before {
                None => exponent.clone(),
                Some((before, dyadic)) => {
                    let common = exponent.common(before);
                    let also = !dyadic && common == before.length();
                    exponent.without_minuses(&common, also)
                }
            };
            let negative = term.coefficient < IBig::ZERO;
            let signed = |sign: Sign| match (sign, negative) {
                (Sign::Plus, false) | (Sign::Minus, true) => Sign::Plus,
                _ => Sign::Minus,
            };
            power_of_omega(&reduced, |sign, length| {
                give(Part::Run(signed(sign), length))
            })?;
            let repeated = reduced.pluses();
            match of_dyadic(&coefficient)? {
                Some(signs) => {
                    for (sign, count) in signs {
                        ticker.step()?;
                        let length = omega_times(&repeated, &count)?;
                        give(Part::Run(signed(sign), length))?;
                    }
                }
                None => {
                    let one_more = repeated.followed_by(&Ordinal::from(1));
                    give(Part::Endless(one_more.omega_power()?))?;
                }
            }
            before = Some((exponent, coefficient.to_dyadic().is_some()));
        }
        Ok(())
    }
}

/// A part of a sign expansion: a run, or so many signs without a pattern of ours.
enum Part {
    Run(Sign, Ordinal),
    Endless(Ordinal),
}

/// |n| runs of ω^α equal signs for each term ω^α·n.
fn of_ordinal(number: &Ordinal) -> SignExpansion {
    let mut result = SignExpansion::default();
    for term in number.terms() {
        let sign = if term.coefficient < IBig::ZERO {
            Sign::Minus
        } else {
            Sign::Plus
        };
        let size = IBig::from((&term.coefficient).unsigned_abs());
        let run = Ordinal::monomial(term.exponent.clone(), size);
        result.push(sign, run.unwrap_or_else(|_| Ordinal::zero()));
    }
    result
}

/// Theorem 5.11: behind blocks of pluses with γ pluses in all stand ω^γ pluses, a block of β minuses is
/// ω^(γ+1)·β minuses.
fn power_of_omega(
    exponent: &SignExpansion,
    mut give: impl FnMut(Sign, Ordinal) -> Result<(), NumberError>,
) -> Result<(), NumberError> {
    let mut pluses = Ordinal::zero();
    if exponent.runs.first().is_none_or(|run| run.0 == Sign::Minus) {
        give(Sign::Plus, Ordinal::from(1))?;
    }
    for (sign, length) in &exponent.runs {
        match sign {
            Sign::Plus => {
                pluses = pluses.followed_by(length);
                give(Sign::Plus, pluses.omega_power()?)?;
            }
            Sign::Minus => {
                let one_more = pluses.followed_by(&Ordinal::from(1));
                give(Sign::Minus, omega_times(&one_more, length)?)?;
            }
        }
    }
    Ok(())
}

/// The ordinary product ω^exponent·factor.
fn omega_times(exponent: &Ordinal, factor: &Ordinal) -> Result<Ordinal, NumberError> {
    let terms = factor.terms().iter().map(|term| crate::ordinal::Term {
        exponent: exponent.followed_by(&term.exponent),
        coefficient: term.coefficient.clone(),
    });
    Ordinal::of_sorted(terms.collect())
}

/// The signs of a positive dyadic number behind the first plus; `None` for other numbers.
fn of_dyadic(number: &Rational) -> Result<Option<Vec<(Sign, Ordinal)>>, NumberError> {
    if number.to_dyadic().is_none() {
        return Ok(None);
    }
    let whole = number.floor()?;
    if number.is_integer() {
        return Ok(Some(vec![(Sign::Plus, Ordinal::from(whole - IBig::ONE))]));
    }
    let digits = number.denominator().bit_len() - 1;
    if digits > MAX_SIGNS {
        return Err(NumberError::Overflow);
    }
    let mask: UBig = (UBig::ONE << digits) - UBig::ONE;
    let fraction = number.numerator().unsigned_abs() & mask;
    let mut signs = vec![
        (Sign::Plus, Ordinal::from(whole)),
        (Sign::Minus, Ordinal::from(1)),
    ];
    // All binary digits but the last, which is 1.
    for digit in (1..digits).rev() {
        let sign = if fraction.bit(digit) {
            Sign::Plus
        } else {
            Sign::Minus
        };
        signs.push((sign, Ordinal::from(1)));
    }
    Ok(Some(signs))
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::*;

    fn quotient(above: &[(i64, i64)], below: (i64, i64)) -> Quotient {
        let meter = Meter::unlimited();
        let omega = Ordinal::omega();
        let term = |(exponent, n): (i64, i64)| {
            // Exponents from 10 on are ω + (exponent - 10).
            let exponent = if exponent >= 10 {
                omega.add(&Ordinal::from(exponent - 10))
            } else {
                Ordinal::from(exponent)
            };
            Ordinal::monomial(exponent, IBig::from(n)).expect("low")
        };
        let sum = above
            .iter()
            .fold(Ordinal::zero(), |sum, &part| sum.add(&term(part)));
        Quotient::new(&sum, &term(below), &meter).expect("no limits")
    }

    /// The order of numbers by their signs: minus comes before the end, the end before plus.
    fn by_signs(a: &SignExpansion, b: &SignExpansion) -> Ordering {
        let common = a.common(b);
        let at = |x: &SignExpansion| {
            let mut start = Ordinal::zero();
            for (sign, length) in x.runs() {
                start = start.followed_by(length);
                if start > common {
                    return if *sign == Sign::Plus { 1 } else { -1 };
                }
            }
            0
        };
        at(a).cmp(&at(b))
    }

    #[test]
    fn known_expansions() {
        let meter = Meter::unlimited();
        for (above, below, expected) in [
            (&[(0, 3)][..], (0, 4), "+-+"),
            (&[(1, 1)][..], (0, 2), "+^ω-^ω"),
            (&[(0, 1)][..], (1, 1), "+-^ω"),
            (&[(0, 2)][..], (1, 1), "+-^ω+"),
            (&[(1, 1), (0, 1)][..], (1, 1), "+^2-^ω"),
            (&[(1, 1), (0, -1)][..], (0, 1), "+^ω-"),
            (&[(10, 1)][..], (1, 1), "+^ω^ω-^ω^(ω+1)"),
        ] {
            let found = quotient(above, below).sign_expansion(&meter);
            assert_eq!(
                found.map(|found| found.to_string()),
                Ok(expected.to_owned())
            );
        }
    }

    fn any_quotient() -> impl Strategy<Value = Quotient> {
        let exponent = prop_oneof![0_i64..4, 10_i64..13];
        (
            proptest::collection::vec((exponent.clone(), -4_i64..5), 1..4),
            (exponent, prop_oneof![Just(1_i64), Just(2), Just(4)]),
        )
            .prop_map(|(above, below)| quotient(&above, below))
    }

    proptest! {
        #[test]
        fn signs_are_in_the_order_of_the_numbers(x in any_quotient(), y in any_quotient()) {
            let meter = Meter::unlimited();
            let (a, b) = (x.sign_expansion(&meter), y.sign_expansion(&meter));
            let (a, b) = (a.expect("dyadic"), b.expect("dyadic"));
            prop_assert_eq!(by_signs(&a, &b), x.compare(&y, &meter).expect("no limits"));
            prop_assert_eq!(a.length(), x.birthday(&meter).expect("dyadic"));
        }
    }
}
