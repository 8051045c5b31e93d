//! Surreal numbers that are quotients of generalized ordinals.
//!
//! Exponents are sums of powers of ω with integer coefficients, so ω^α is a product of powers of the
//! variables x_β = ω^ω^β, which are independent: generalized ordinals are the polynomials in them, and a
//! quotient has lowest terms.

use std::{cmp::Ordering, collections::BTreeSet, fmt};

use dashu_int::{
    IBig,
    ops::{Gcd, UnsignedAbs},
};
use sidle_core::Meter;

use crate::{NumberError, Ordinal, Rational, ordinal::Term, polynomial::Polynomial};

/// More different powers of ω than these among the exponents of a quotient are refused.
const MAX_VARIABLES: usize = 64;

/// A quotient of generalized ordinals in lowest terms, its denominator positive.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_numbers::{Ordinal, Quotient};
/// let meter = Meter::unlimited();
/// let omega = Ordinal::omega();
/// let x = Quotient::new(&omega.add(&Ordinal::from(1)), &omega, &meter)?;
/// assert_eq!(x.to_string(), "(ω+1)/ω");
/// assert_eq!(x.mul(&Quotient::from(omega), &meter)?.to_string(), "ω+1");
/// # Ok::<(), sidle_numbers::NumberError>(())
/// ```
///
/// # Equality
/// By value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quotient {
    numerator: Ordinal,
    denominator: Ordinal,
}

impl Quotient {
    /// `numerator / denominator` in lowest terms.
    pub fn new(
        numerator: &Ordinal,
        denominator: &Ordinal,
        meter: &Meter,
    ) -> Result<Quotient, NumberError> {
        if denominator.is_zero() {
            return Err(NumberError::DivisionByZero);
        }
        if numerator.is_zero() {
            return Ok(Quotient::from(Ordinal::zero()));
        }
        let (numerator, denominator) = if denominator.signum() < 0 {
            (numerator.negative(), denominator.negative())
        } else {
            (numerator.clone(), denominator.clone())
        };
        if denominator == Ordinal::from(1) {
            return Ok(Quotient::from(numerator));
        }
        lowest_terms(&numerator, &denominator, meter)
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> &Ordinal {
        &self.numerator
    }

    /// The denominator in lowest terms, positive.
    #[must_use]
    pub fn denominator(&self) -> &Ordinal {
        &self.denominator
    }

    /// The number as a generalized ordinal, if it is one.
    #[must_use]
    pub fn to_ordinal(&self) -> Option<&Ordinal> {
        (self.denominator == Ordinal::from(1)).then_some(&self.numerator)
    }

    /// The number as a rational, if it is one.
    #[must_use]
    pub fn to_rational(&self) -> Option<Rational> {
        let (above, below) = (self.numerator.to_integer()?, self.denominator.to_integer()?);
        Rational::new(above, below).ok()
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        self.numerator.signum()
    }

    /// Greater for an infinite number, equal for a finite one, less for 0 and the infinitesimals.
    #[must_use]
    pub fn size(&self) -> Ordering {
        let Some(above) = self.numerator.terms().first() else {
            return Ordering::Less;
        };
        let below = self.denominator.terms().first();
        below.map_or(Ordering::Greater, |below| {
            above.exponent.cmp(&below.exponent)
        })
    }

    /// `-x`.
    #[must_use]
    pub fn negative(&self) -> Quotient {
        Quotient {
            numerator: self.numerator.negative(),
            denominator: self.denominator.clone(),
        }
    }

    /// `|x|`.
    #[must_use]
    pub fn abs(&self) -> Quotient {
        Quotient {
            numerator: self.numerator.abs(),
            denominator: self.denominator.clone(),
        }
    }

    /// `x + y`.
    pub fn add(&self, other: &Quotient, meter: &Meter) -> Result<Quotient, NumberError> {
        let left = self.numerator.mul(&other.denominator, meter)?;
        let right = other.numerator.mul(&self.denominator, meter)?;
        let below = self.denominator.mul(&other.denominator, meter)?;
        Quotient::new(&left.add(&right), &below, meter)
    }

    /// `x - y`.
    pub fn sub(&self, other: &Quotient, meter: &Meter) -> Result<Quotient, NumberError> {
        self.add(&other.negative(), meter)
    }

    /// `x * y`.
    pub fn mul(&self, other: &Quotient, meter: &Meter) -> Result<Quotient, NumberError> {
        let above = self.numerator.mul(&other.numerator, meter)?;
        let below = self.denominator.mul(&other.denominator, meter)?;
        Quotient::new(&above, &below, meter)
    }

    /// `x / y`.
    pub fn div(&self, other: &Quotient, meter: &Meter) -> Result<Quotient, NumberError> {
        let above = self.numerator.mul(&other.denominator, meter)?;
        let below = self.denominator.mul(&other.numerator, meter)?;
        Quotient::new(&above, &below, meter)
    }

    /// `1/x`.
    pub fn reciprocal(&self, meter: &Meter) -> Result<Quotient, NumberError> {
        Quotient::from(Ordinal::from(1)).div(self, meter)
    }

    /// `x ^ n`; a negative exponent is a power of the reciprocal.
    pub fn pow(&self, exponent: i64, meter: &Meter) -> Result<Quotient, NumberError> {
        if exponent < 0 {
            let positive = exponent.checked_neg().ok_or(NumberError::Overflow)?;
            return self.reciprocal(meter)?.pow(positive, meter);
        }
        let exponent = exponent.unsigned_abs();
        // Powers of coprime polynomials are coprime.
        Ok(Quotient {
            numerator: self.numerator.pow(exponent, meter)?,
            denominator: self.denominator.pow(exponent, meter)?,
        })
    }

    /// The order of the surreal numbers.
    pub fn compare(&self, other: &Quotient, meter: &Meter) -> Result<Ordering, NumberError> {
        let left = self.numerator.mul(&other.denominator, meter)?;
        let right = other.numerator.mul(&self.denominator, meter)?;
        Ok(left.cmp(&right))
    }
}

impl From<Ordinal> for Quotient {
    fn from(numerator: Ordinal) -> Quotient {
        Quotient {
            numerator,
            denominator: Ordinal::from(1),
        }
    }
}

/// `None` for an infinity.
impl TryFrom<&Rational> for Quotient {
    type Error = NumberError;

    fn try_from(number: &Rational) -> Result<Quotient, NumberError> {
        if !number.is_finite() {
            return Err(NumberError::Indeterminate);
        }
        Ok(Quotient {
            numerator: Ordinal::from(number.numerator().clone()),
            denominator: Ordinal::from(IBig::from(number.denominator().clone())),
        })
    }
}

impl fmt::Display for Quotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (above, below) = (&self.numerator, &self.denominator);
        if *below == Ordinal::from(1) {
            return write!(f, "{above}");
        }
        write!(f, "{}/{}", above.bracketed(), below.bracketed())
    }
}

/// Divides by the common power product, then by the greatest common divisor of what is left.
fn lowest_terms(above: &Ordinal, below: &Ordinal, meter: &Meter) -> Result<Quotient, NumberError> {
    let mut ticker = meter.ticker();
    above.cost(&mut ticker)?;
    below.cost(&mut ticker)?;
    let common = common_exponent(above.terms().iter().chain(below.terms()));
    let content = |number: &Ordinal| {
        let sizes = number.terms().iter();
        let mut sizes = sizes.map(|term| (&term.coefficient).unsigned_abs());
        let first = sizes.next().unwrap_or_default();
        sizes.fold(first, |divisor, size| divisor.gcd(size))
    };
    let scale = IBig::from(content(above).gcd(content(below)));
    let reduce = |number: &Ordinal| {
        let terms = number.terms().iter().map(|term| Term {
            exponent: term.exponent.sub(&common),
            coefficient: &term.coefficient / &scale,
        });
        Ordinal::of_sorted(terms.collect())
    };
    let (above, below) = (reduce(above)?, reduce(below)?);
    if above.terms().len() == 1 || below.terms().len() == 1 {
        return Ok(Quotient {
            numerator: above,
            denominator: below,
        });
    }
    let variables: BTreeSet<Ordinal> = above
        .terms()
        .iter()
        .chain(below.terms())
        .flat_map(|term| term.exponent.terms())
        .map(|part| part.exponent.clone())
        .collect();
    let variables: Vec<Ordinal> = variables.into_iter().collect();
    if variables.len() > MAX_VARIABLES {
        return Err(NumberError::Overflow);
    }
    let a = to_polynomial(&above, &variables, meter)?;
    let b = to_polynomial(&below, &variables, meter)?;
    let divisor = a.gcd(&b, &mut ticker)?;
    let above = from_polynomial(&a.exact_div(&divisor, &mut ticker)?, &variables)?;
    let below = from_polynomial(&b.exact_div(&divisor, &mut ticker)?, &variables)?;
    let negative = below.signum() < 0;
    Ok(Quotient {
        numerator: if negative { above.negative() } else { above },
        denominator: below.abs(),
    })
}

/// The largest power product that divides all terms: in each power of ω the least coefficient.
fn common_exponent<'a>(terms: impl Iterator<Item = &'a Term>) -> Ordinal {
    let mut common: Option<Ordinal> = None;
    for term in terms {
        common = Some(match common {
            None => term.exponent.clone(),
            Some(common) => common.merge(&term.exponent, |a, b| match (a, b) {
                (Some(a), Some(b)) => a.min(b).clone(),
                _ => IBig::ZERO,
            }),
        });
    }
    common.unwrap_or_else(Ordinal::zero)
}

fn to_polynomial(
    number: &Ordinal,
    variables: &[Ordinal],
    meter: &Meter,
) -> Result<Polynomial, NumberError> {
    let mut ticker = meter.ticker();
    let mut sum: Option<Polynomial> = None;
    for term in number.terms() {
        let degrees: Option<Vec<u64>> = variables
            .iter()
            .map(|variable| {
                let part = term.exponent.terms().iter();
                let part = part.clone().find(|part| part.exponent == *variable);
                part.map_or(Some(0), |part| u64::try_from(&part.coefficient).ok())
            })
            .collect();
        let degrees = degrees.ok_or(NumberError::Overflow)?;
        let term = Polynomial::monomial(&degrees, term.coefficient.clone());
        sum = Some(match sum {
            None => term,
            Some(sum) => sum.add(&term, &mut ticker)?,
        });
    }
    sum.ok_or(NumberError::DivisionByZero)
}

fn from_polynomial(polynomial: &Polynomial, variables: &[Ordinal]) -> Result<Ordinal, NumberError> {
    let mut sum = std::collections::BTreeMap::new();
    for (degrees, coefficient) in polynomial.monomials() {
        let parts = variables.iter().zip(&degrees).rev();
        let parts = parts.filter(|(_, degree)| **degree > 0);
        let exponent = Ordinal::of_sorted(
            parts
                .map(|(variable, &degree)| Term {
                    exponent: variable.clone(),
                    coefficient: IBig::from(degree),
                })
                .collect(),
        )?;
        sum.insert(exponent, coefficient);
    }
    Ordinal::of_map(sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(terms: &[(i64, i64, i64)]) -> Ordinal {
        // ω^(ω·a + b)·c
        terms.iter().fold(Ordinal::zero(), |sum, &(a, b, c)| {
            let high = Ordinal::monomial(Ordinal::from(1), IBig::from(a)).expect("low");
            let exponent = high.add(&Ordinal::from(b));
            sum.add(&Ordinal::monomial(exponent, IBig::from(c)).expect("low"))
        })
    }

    fn any_number() -> impl Strategy<Value = Ordinal> {
        proptest::collection::vec((0_i64..3, 0_i64..3, -4_i64..5), 1..4)
            .prop_map(|terms| number(&terms))
            .prop_filter("not 0", |x| !x.is_zero())
    }

    #[test]
    fn fractions_are_reduced_in_two_variables() {
        let meter = Meter::unlimited();
        let above = number(&[(1, 1, 1), (1, 0, -1), (0, 1, -1), (0, 0, 1)]);
        let below = number(&[(0, 1, 1), (0, 0, -1)]);
        let quotient = Quotient::new(&above, &below, &meter).expect("no limits");
        assert_eq!(quotient.to_string(), "ω^ω-1");
    }

    #[test]
    fn long_divisions_can_be_stopped() {
        let meter = Meter::new().with_max_nodes(10_000);
        let above = number(&[(0, 10_000_000, 1), (0, 0, -1)]);
        let below = number(&[(0, 1, 1), (0, 0, -1)]);
        assert!(matches!(
            Quotient::new(&above, &below, &meter),
            Err(NumberError::Stopped(_))
        ));
    }

    proptest! {
        #[test]
        fn common_factors_vanish(x in any_number(), y in any_number(), z in any_number()) {
            let meter = Meter::unlimited();
            let quotient = Quotient::new(&x, &y, &meter).expect("no limits");
            let xz = x.mul(&z, &meter).expect("no limits");
            let yz = y.mul(&z, &meter).expect("no limits");
            prop_assert_eq!(&quotient, &Quotient::new(&xz, &yz, &meter).expect("no limits"));
            // Cross-multiplied, both are the same.
            prop_assert_eq!(
                quotient.numerator().mul(&y, &meter),
                quotient.denominator().mul(&x, &meter)
            );
            prop_assert!(quotient.denominator().signum() > 0);
        }

        #[test]
        fn field_laws(a in any_number(), b in any_number(), c in any_number(), d in any_number()) {
            let meter = Meter::unlimited();
            let x = Quotient::new(&a, &b, &meter).expect("no limits");
            let y = Quotient::new(&c, &d, &meter).expect("no limits");
            let sum = x.add(&y, &meter).expect("no limits");
            prop_assert_eq!(&sum.sub(&y, &meter).expect("no limits"), &x);
            let product = x.mul(&y, &meter).expect("no limits");
            prop_assert_eq!(&product.div(&y, &meter).expect("no limits"), &x);
            let order = x.compare(&y, &meter).expect("no limits");
            prop_assert_eq!(order as i32, x.sub(&y, &meter).expect("no limits").signum());
        }
    }
}
