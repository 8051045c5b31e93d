//! Rational numbers of any size, with the two infinities `1/0` and `-1/0`.
//!
//! The numbers of short games are the dyadic ones among them; a calculator also meets `4/6`,
//! `1/2 + 1/3` and heap counts, and wants them exact.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, Gcd, PowerOfTwo, UnsignedAbs},
};
use sidle_core::Dyadic;

use crate::NumberError;

/// Results of more bits than this are refused as overflow: about 160,000 decimal digits.
pub const MAX_BITS: usize = 1 << 20;

/// An exact rational number, or plus or minus infinity.
///
/// # Equality
/// By value: always in lowest terms, denominator not negative, infinity is `±1/0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

/// Integers of 64 bits are held as they are: the calculator counts with them most of the time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    /// Never an integer that would fit above.
    Big(Arc<Fraction>),
}

/// A fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fraction {
    numerator: IBig,
    denominator: UBig,
}

/// A long number is known by its first and last words: however often it is hashed, that takes no time.
impl Hash for Fraction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        const MOST: usize = 16;
        (self.numerator < IBig::ZERO).hash(state);
        let (_, numerator) = self.numerator.as_sign_words();
        for words in [numerator, self.denominator.as_words()] {
            words.len().hash(state);
            let last = words.len().saturating_sub(MOST).max(MOST.min(words.len()));
            words[..MOST.min(words.len())].hash(state);
            words[last..].hash(state);
        }
    }
}

impl Rational {
    /// `numerator / denominator` in lowest terms; `n/0` is an infinity for `n != 0`.
    pub fn new(numerator: IBig, denominator: IBig) -> Result<Rational, NumberError> {
        let negative = denominator < IBig::ZERO;
        let numerator = if negative { -numerator } else { numerator };
        let denominator = denominator.unsigned_abs();
        if denominator.is_zero() {
            if numerator.is_zero() {
                return Err(NumberError::DivisionByZero);
            }
            return Ok(Rational::infinity(numerator < IBig::ZERO));
        }
        if numerator.is_zero() {
            return Ok(Rational::from(0));
        }
        let divisor = (&numerator).unsigned_abs().gcd(&denominator);
        Ok(Rational::reduced(
            numerator / IBig::from(divisor.clone()),
            denominator / divisor,
        ))
    }

    /// A fraction that is in lowest terms already.
    fn reduced(numerator: IBig, denominator: UBig) -> Rational {
        if denominator.is_one()
            && let Ok(small) = i64::try_from(&numerator)
        {
            return Rational(Repr::Small(small));
        }
        Rational(Repr::Big(Arc::new(Fraction {
            numerator,
            denominator,
        })))
    }

    /// The value of a small integer.
    #[inline]
    pub fn small(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(small) => Some(small),
            Repr::Big(_) => None,
        }
    }

    /// The value of a small integer, to be changed in place.
    #[inline]
    pub fn small_mut(&mut self) -> Option<&mut i64> {
        match &mut self.0 {
            Repr::Small(small) => Some(small),
            Repr::Big(_) => None,
        }
    }

    /// Plus infinity, or minus infinity.
    #[must_use]
    pub fn infinity(negative: bool) -> Rational {
        Rational::reduced(if negative { IBig::NEG_ONE } else { IBig::ONE }, UBig::ZERO)
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Repr::Small(small) => IBig::from(*small),
            Repr::Big(fraction) => fraction.numerator.clone(),
        }
    }

    /// The denominator in lowest terms; 0 for an infinity.
    #[must_use]
    pub fn denominator(&self) -> UBig {
        match &self.0 {
            Repr::Small(_) => UBig::ONE,
            Repr::Big(fraction) => fraction.denominator.clone(),
        }
    }

    /// Is this neither infinity?
    #[must_use]
    pub fn is_finite(&self) -> bool {
        match &self.0 {
            Repr::Small(_) => true,
            Repr::Big(fraction) => !fraction.denominator.is_zero(),
        }
    }

    /// Is this an integer?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_) => true,
            Repr::Big(fraction) => fraction.denominator.is_one(),
        }
    }

    /// Is this 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.small() == Some(0)
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        let order = match &self.0 {
            Repr::Small(small) => small.cmp(&0),
            Repr::Big(fraction) => fraction.numerator.cmp(&IBig::ZERO),
        };
        order as i32
    }

    /// The value as an integer, if it is one.
    #[must_use]
    pub fn to_integer(&self) -> Option<IBig> {
        self.is_integer().then(|| self.numerator())
    }

    /// The value as an `i64`, if it is an integer that fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        self.small()
    }

    /// The value as a dyadic rational, if its denominator is a power of two.
    #[must_use]
    pub fn to_dyadic(&self) -> Option<Dyadic> {
        let denominator = self.denominator();
        if !denominator.is_power_of_two() {
            return None;
        }
        let exponent = u32::try_from(denominator.bit_len() - 1).ok()?;
        Some(Dyadic::from_big(self.numerator(), exponent))
    }

    /// `|x|`.
    #[must_use]
    pub fn abs(&self) -> Rational {
        if self.signum() < 0 {
            self.negative()
        } else {
            self.clone()
        }
    }

    /// `-x`.
    #[must_use]
    pub fn negative(&self) -> Rational {
        Rational::reduced(-self.numerator(), self.denominator())
    }

    /// `1/x`.
    pub fn reciprocal(&self) -> Result<Rational, NumberError> {
        if self.is_zero() {
            return Ok(Rational::infinity(false));
        }
        Rational::new(self.big_denominator(), self.numerator())
    }

    /// The largest integer not above this number.
    pub fn floor(&self) -> Result<IBig, NumberError> {
        if !self.is_finite() {
            return Err(NumberError::DivisionByZero);
        }
        Ok(floor_div(&self.numerator(), &self.big_denominator()))
    }

    /// The least integer not below this number.
    pub fn ceiling(&self) -> Result<IBig, NumberError> {
        Ok(-self.negative().floor()?)
    }

    /// `x + y`.
    pub fn add(&self, other: &Rational) -> Result<Rational, NumberError> {
        if let (Some(a), Some(b)) = (self.small(), other.small())
            && let Some(sum) = a.checked_add(b)
        {
            return Ok(Rational::from(sum));
        }
        match (self.is_finite(), other.is_finite()) {
            (true, true) => {}
            (false, false) if self != other => return Err(NumberError::Indeterminate),
            (false, _) => return Ok(self.clone()),
            (true, false) => return Ok(other.clone()),
        }
        let (a, b) = (self.big_denominator(), other.big_denominator());
        self.guard(other)?;
        Rational::new(self.numerator() * &b + other.numerator() * &a, a * b)
    }

    /// `x - y`.
    pub fn sub(&self, other: &Rational) -> Result<Rational, NumberError> {
        if let (Some(a), Some(b)) = (self.small(), other.small())
            && let Some(difference) = a.checked_sub(b)
        {
            return Ok(Rational::from(difference));
        }
        self.add(&other.negative())
    }

    /// `x * y`.
    pub fn mul(&self, other: &Rational) -> Result<Rational, NumberError> {
        if let (Some(a), Some(b)) = (self.small(), other.small())
            && let Some(product) = a.checked_mul(b)
        {
            return Ok(Rational::from(product));
        }
        self.guard(other)?;
        let denominator = self.big_denominator() * other.big_denominator();
        Rational::new(self.numerator() * other.numerator(), denominator).map_err(
            |error| match error {
                NumberError::DivisionByZero => NumberError::Indeterminate,
                other => other,
            },
        )
    }

    /// `x / y`.
    pub fn div(&self, other: &Rational) -> Result<Rational, NumberError> {
        self.guard(other)?;
        if other.is_zero() && self.is_zero() {
            return Err(NumberError::DivisionByZero);
        }
        let numerator = self.numerator() * other.big_denominator();
        Rational::new(numerator, self.big_denominator() * other.numerator())
    }

    /// `x - y * q` where q is the quotient x/y rounded towards zero: the sign is that of x.
    pub fn rem(&self, other: &Rational) -> Result<Rational, NumberError> {
        if other.is_zero() || !self.is_finite() || !other.is_finite() {
            return Err(NumberError::DivisionByZero);
        }
        if let (Some(a), Some(b)) = (self.small(), other.small()) {
            return Ok(Rational::from(a.checked_rem(b).unwrap_or(0)));
        }
        let quotient = self.div(other)?;
        let quotient = Rational::from(if quotient.signum() < 0 {
            quotient.ceiling()?
        } else {
            quotient.floor()?
        });
        self.sub(&quotient.mul(other)?)
    }

    /// `x ^ n` for an integer `n`.
    ///
    /// Cost: bounded, a result of more than a million bits is refused.
    pub fn pow(&self, exponent: &Rational) -> Result<Rational, NumberError> {
        let exponent = exponent.to_integer().ok_or(NumberError::Exponent)?;
        if exponent < IBig::ZERO {
            return self.reciprocal()?.pow(&Rational::from(-exponent));
        }
        let trivial = self.is_zero()
            || !self.is_finite()
            || (self.is_integer() && self.abs() == Rational::from(1));
        if trivial {
            return Ok(self.trivial_power(&exponent));
        }
        let exponent = usize::try_from(&exponent).map_err(|_| NumberError::PowerBits)?;
        let bits = self.bits().saturating_sub(1).max(1);
        if bits.saturating_mul(exponent) > MAX_BITS {
            return Err(NumberError::PowerBits);
        }
        Ok(Rational::reduced(
            self.numerator().pow(exponent),
            self.denominator().pow(exponent),
        ))
    }

    /// Powers of 0, 1, -1 and the infinities, whatever the exponent.
    fn trivial_power(&self, exponent: &IBig) -> Rational {
        if exponent.is_zero() {
            return Rational::from(1);
        }
        if self.signum() < 0 && !exponent.bit(0) {
            return self.negative();
        }
        self.clone()
    }

    /// The size of the larger of numerator and denominator in bits.
    #[must_use]
    pub fn bits(&self) -> usize {
        match &self.0 {
            Repr::Small(small) => 64 - small.unsigned_abs().leading_zeros() as usize,
            Repr::Big(fraction) => {
                let below = fraction.denominator.bit_len();
                fraction.numerator.bit_len().max(below)
            }
        }
    }

    fn guard(&self, other: &Rational) -> Result<(), NumberError> {
        if self.bits() + other.bits() > 2 * MAX_BITS {
            return Err(NumberError::OperandBits);
        }
        Ok(())
    }

    fn big_denominator(&self) -> IBig {
        IBig::from(self.denominator())
    }
}

/// The quotient rounded towards minus infinity; `divisor` is not 0.
#[must_use]
pub fn floor_div(dividend: &IBig, divisor: &IBig) -> IBig {
    let quotient = dividend / divisor;
    let exact = &quotient * divisor == *dividend;
    if !exact && ((*dividend < IBig::ZERO) != (*divisor < IBig::ZERO)) {
        quotient - IBig::ONE
    } else {
        quotient
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Rational {
        Rational(Repr::Small(n))
    }
}

impl From<IBig> for Rational {
    fn from(numerator: IBig) -> Rational {
        Rational::reduced(numerator, UBig::ONE)
    }
}

impl From<&Dyadic> for Rational {
    fn from(number: &Dyadic) -> Rational {
        Rational::reduced(number.numerator(), UBig::ONE << number.exponent() as usize)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if let (Some(a), Some(b)) = (self.small(), other.small()) {
            return a.cmp(&b);
        }
        if let (Repr::Big(a), Repr::Big(b)) = (&self.0, &other.0)
            && Arc::ptr_eq(a, b)
        {
            return Ordering::Equal;
        }
        if !self.is_finite() || !other.is_finite() {
            let weight = |x: &Rational| if x.is_finite() { 0 } else { x.signum() };
            return weight(self).cmp(&weight(other));
        }
        let left = self.numerator() * other.big_denominator();
        left.cmp(&(other.numerator() * self.big_denominator()))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_finite() {
            return f.write_str(if self.signum() < 0 { "-inf" } else { "inf" });
        }
        if self.is_integer() {
            return write!(f, "{}", self.numerator());
        }
        write!(f, "{}/{}", self.numerator(), self.denominator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(a: i64, b: i64) -> Rational {
        Rational::new(a.into(), b.into()).unwrap_or_else(|error| panic!("{a}/{b}: {error}"))
    }

    #[test]
    fn fractions_are_reduced_and_signs_sit_on_top() {
        assert_eq!(ratio(4, 6).to_string(), "2/3");
        assert_eq!(ratio(-10_810_368, 65_280).to_string(), "-828/5");
        assert_eq!(ratio(3, -6).to_string(), "-1/2");
        assert_eq!(ratio(-17, 0).to_string(), "-inf");
    }

    #[test]
    fn powers_are_exact_or_refused() {
        assert_eq!(ratio(2, 3).pow(&ratio(-3, 1)), Ok(ratio(27, 8)));
        assert_eq!(
            ratio(-1, 1).pow(&Rational::from(IBig::ONE << 200)),
            Ok(ratio(1, 1))
        );
        assert_eq!(
            ratio(2, 1).pow(&Rational::from(IBig::ONE << 100)),
            Err(NumberError::PowerBits)
        );
        assert_eq!(ratio(2, 1).pow(&ratio(1, 2)), Err(NumberError::Exponent));
    }

    #[test]
    fn remainders_have_the_sign_of_the_dividend_and_floors_round_down() {
        assert_eq!(ratio(17, 6).rem(&ratio(1, 3)), Ok(ratio(1, 6)));
        assert_eq!(ratio(-17, 1).rem(&ratio(5, 1)), Ok(ratio(-2, 1)));
        assert_eq!(ratio(-3, 16).floor(), Ok(IBig::NEG_ONE));
        assert_eq!(ratio(-3, 16).ceiling(), Ok(IBig::ZERO));
    }
}
