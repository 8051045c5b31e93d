//! Dyadic rationals `m/2^k`: the numbers of short games, exact and unbounded.
//!
//! A value is a machine word and an exponent while it fits, and a big integer when it does not; the
//! change is invisible and nothing overflows silently.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::{Add, Mul, Neg, Sub},
    str::FromStr,
};

use dashu_int::{IBig, ops::BitTest};

/// An exact dyadic rational.
///
/// # Equality
/// By value: the representation is always reduced (odd numerator, or exponent 0).
///
/// ```
/// use sidle_core::Dyadic;
/// let x: Dyadic = "3/4".parse()?;
/// assert_eq!(&x + &Dyadic::from(1), "7/4".parse()?);
/// assert!(x < Dyadic::from(1));
/// # Ok::<(), sidle_core::ParseDyadicError>(())
/// ```
#[derive(Clone)]
pub struct Dyadic(Repr);

#[derive(Clone)]
enum Repr {
    /// `numerator / 2^exponent`, exponent at most [`SMALL_EXPONENT`].
    Small(i64, u8),
    /// Whatever does not fit above.
    Big(Box<(IBig, u32)>),
}

const SMALL_EXPONENT: u32 = 62;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Repr::Small(0, 0));

    /// `numerator / 2^exponent`.
    #[must_use]
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        if numerator == 0 {
            return Dyadic::ZERO;
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> shift, exponent - shift);
        if exponent <= SMALL_EXPONENT {
            Dyadic(Repr::Small(numerator, exponent as u8))
        } else {
            Dyadic(Repr::Big(Box::new((IBig::from(numerator), exponent))))
        }
    }

    /// `numerator / 2^exponent` for a numerator of any size.
    #[must_use]
    pub fn from_big(numerator: IBig, exponent: u32) -> Dyadic {
        let Some(zeros) = numerator.trailing_zeros() else {
            return Dyadic::ZERO;
        };
        let shift = u32::try_from(zeros).unwrap_or(u32::MAX).min(exponent);
        let (numerator, exponent) = (numerator >> shift as usize, exponent - shift);
        match i64::try_from(&numerator) {
            Ok(small) if exponent <= SMALL_EXPONENT => Dyadic(Repr::Small(small, exponent as u8)),
            _ => Dyadic(Repr::Big(Box::new((numerator, exponent)))),
        }
    }

    /// The reduced numerator.
    #[must_use]
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Repr::Small(numerator, _) => IBig::from(*numerator),
            Repr::Big(big) => big.0.clone(),
        }
    }

    /// `k` for the reduced fraction `m/2^k`.
    #[inline]
    #[must_use]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small(_, exponent) => u32::from(*exponent),
            Repr::Big(big) => big.1,
        }
    }

    /// Numerator and exponent as machine words, when they fit.
    #[inline]
    #[must_use]
    pub fn to_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Repr::Small(numerator, exponent) => Some((numerator, u32::from(exponent))),
            Repr::Big(_) => None,
        }
    }

    /// The value as an `i64`, if it is an integer that fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(numerator, 0) => Some(numerator),
            _ => None,
        }
    }

    /// Is this an integer?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Is this 0?
    #[inline]
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(numerator, _) => numerator.signum() as i32,
            Repr::Big(big) => {
                if big.0 < IBig::ZERO {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// `|x|`.
    #[must_use]
    pub fn abs(&self) -> Dyadic {
        if self.signum() < 0 {
            -self
        } else {
            self.clone()
        }
    }

    /// The largest integer not above this number.
    #[must_use]
    pub fn floor(&self) -> IBig {
        match &self.0 {
            Repr::Small(numerator, exponent) => IBig::from(numerator >> exponent),
            // Arithmetic shift: rounds towards minus infinity.
            Repr::Big(big) => &big.0 >> big.1 as usize,
        }
    }

    /// The least integer not below this number.
    #[must_use]
    pub fn ceil(&self) -> IBig {
        -(-self).floor()
    }

    /// The exponent k with `2^(k-1) <= |x| < 2^k`; for 0 it is 0.
    ///
    /// ```
    /// # use sidle_core::Dyadic;
    /// assert_eq!(Dyadic::from(5).magnitude(), 3);
    /// assert_eq!(Dyadic::new(-1, 4).magnitude(), -3);
    /// ```
    #[must_use]
    pub fn magnitude(&self) -> i64 {
        let bits = self.numerator().bit_len();
        i64::try_from(bits).unwrap_or(i64::MAX) - i64::from(self.exponent())
    }

    /// `x * 2^shift` (a negative shift divides).
    #[must_use]
    pub fn mul_pow2(&self, shift: i32) -> Dyadic {
        let exponent = i64::from(self.exponent()) - i64::from(shift);
        if exponent >= 0 {
            Dyadic::from_big(self.numerator(), exponent as u32)
        } else {
            Dyadic::from_big(self.numerator() << exponent.unsigned_abs() as usize, 0)
        }
    }

    /// The neighbours of a number in its canonical form `{left|right}`: `n = {n-1|}` for integers
    /// `n > 0`, and `m/2^k = {(m-1)/2^k | (m+1)/2^k}`.
    ///
    /// ```
    /// use sidle_core::Dyadic;
    /// let (left, right) = Dyadic::new(3, 2).canonical_options();
    /// assert_eq!((left, right), (Some(Dyadic::new(1, 1)), Some(Dyadic::from(1))));
    /// ```
    #[must_use]
    pub fn canonical_options(&self) -> (Option<Dyadic>, Option<Dyadic>) {
        let exponent = self.exponent();
        let step = Dyadic::new(1, exponent);
        if exponent > 0 {
            return (Some(self - &step), Some(self + &step));
        }
        match self.signum() {
            1 => (Some(self - &step), None),
            -1 => (None, Some(self + &step)),
            _ => (None, None),
        }
    }

    /// The simplest number in an interval: 0 if it lies there, else the integer nearest to 0, else
    /// the number with the least denominator. `None` for a bound means unbounded; `closed` says
    /// whether the bound itself belongs to the interval. Returns `None` if the interval is empty.
    ///
    /// This is the Simplicity Theorem for numbers (*Winning Ways*, ch. 2).
    #[must_use]
    pub fn simplest_between(
        low: Option<&Dyadic>,
        low_closed: bool,
        high: Option<&Dyadic>,
        high_closed: bool,
    ) -> Option<Dyadic> {
        let above = |x: &Dyadic| low.is_none_or(|low| if low_closed { x >= low } else { x > low });
        let below =
            |x: &Dyadic| high.is_none_or(|high| if high_closed { x <= high } else { x < high });
        if let (Some(low), Some(high)) = (low, high)
            && (low > high || (low == high && !(low_closed && high_closed)))
        {
            return None;
        }
        if above(&Dyadic::ZERO) && below(&Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        if !below(&Dyadic::ZERO) {
            // The whole interval is negative: mirror it.
            let (low, high) = (low.map(|x| -x), high.map(|x| -x));
            return Dyadic::simplest_between(high.as_ref(), high_closed, low.as_ref(), low_closed)
                .map(|x| -x);
        }
        let low = low?;
        let deepest = low.exponent().max(high.map_or(0, Dyadic::exponent)) + 1;
        for exponent in 0..=deepest {
            let scaled = low.mul_pow2(i32::try_from(exponent).ok()?);
            let mut numerator = scaled.ceil();
            if scaled.is_integer() && !low_closed {
                numerator += IBig::ONE;
            }
            let candidate = Dyadic::from_big(numerator, exponent);
            if below(&candidate) {
                return Some(candidate);
            }
        }
        None
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Dyadic {
        Dyadic(Repr::Small(n, 0))
    }
}

impl From<IBig> for Dyadic {
    fn from(n: IBig) -> Dyadic {
        Dyadic::from_big(n, 0)
    }
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Dyadic) -> bool {
        match (&self.0, &other.0) {
            (Repr::Small(a, j), Repr::Small(b, k)) => a == b && j == k,
            (Repr::Big(a), Repr::Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Dyadic {}

impl Hash for Dyadic {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small(numerator, exponent) => (numerator, exponent).hash(state),
            Repr::Big(big) => big.hash(state),
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let (Repr::Small(a, j), Repr::Small(b, k)) = (&self.0, &other.0) {
            // At most 63 + 62 bits: exact in an i128.
            let common = (*j).max(*k);
            return (i128::from(*a) << (common - j)).cmp(&(i128::from(*b) << (common - k)));
        }
        let common = self.exponent().max(other.exponent());
        let scale = |x: &Dyadic| x.numerator() << (common - x.exponent()) as usize;
        scale(self).cmp(&scale(other))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Repr::Small(a, j), Repr::Small(b, k)) = (&self.0, &other.0) {
            let common = (*j).max(*k);
            let sum = (i128::from(*a) << (common - j)) + (i128::from(*b) << (common - k));
            return match i64::try_from(sum) {
                Ok(sum) => Dyadic::new(sum, u32::from(common)),
                Err(_) => Dyadic::from_big(IBig::from(sum), u32::from(common)),
            };
        }
        let common = self.exponent().max(other.exponent());
        let scale = |x: &Dyadic| x.numerator() << (common - x.exponent()) as usize;
        Dyadic::from_big(scale(self) + scale(other), common)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small(numerator, exponent) if *numerator != i64::MIN => {
                Dyadic(Repr::Small(-numerator, *exponent))
            }
            _ => Dyadic::from_big(-self.numerator(), self.exponent()),
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    /// # Panics
    /// If the exponents add up to more than `u32::MAX`.
    fn mul(self, other: &Dyadic) -> Dyadic {
        let exponent = self.exponent().checked_add(other.exponent());
        let exponent = exponent.expect("the exponent of a dyadic product is below 2^32");
        if let (Some((a, _)), Some((b, _))) = (self.to_small(), other.to_small())
            && let Some(product) = a.checked_mul(b)
        {
            return Dyadic::new(product, exponent);
        }
        Dyadic::from_big(self.numerator() * other.numerator(), exponent)
    }
}

macro_rules! by_value {
    ($($operator:ident :: $method:ident),*) => {$(
        impl $operator for Dyadic {
            type Output = Dyadic;
            fn $method(self, other: Dyadic) -> Dyadic {
                $operator::$method(&self, &other)
            }
        }
    )*};
}
by_value!(Add::add, Sub::sub, Mul::mul);

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -&self
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(numerator, 0) => write!(f, "{numerator}"),
            Repr::Small(numerator, exponent) => write!(f, "{numerator}/{}", 1u64 << exponent),
            Repr::Big(big) if big.1 == 0 => write!(f, "{}", big.0),
            Repr::Big(big) => write!(f, "{}/{}", big.0, IBig::ONE << big.1 as usize),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a dyadic rational.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDyadicError {
    /// The text is not `m` or `m/n` with integers m and n.
    #[error("not a number of the form m or m/n")]
    Syntax,
    /// The denominator is not a power of two.
    #[error("the denominator is not a power of two, so this is not the value of a short game")]
    NotDyadic,
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> Result<Dyadic, ParseDyadicError> {
        let parse = |part: &str| part.parse::<IBig>().map_err(|_| ParseDyadicError::Syntax);
        let Some((numerator, denominator)) = text.split_once('/') else {
            return Ok(Dyadic::from(parse(text)?));
        };
        let (numerator, denominator) = (parse(numerator)?, parse(denominator)?);
        if denominator <= IBig::ZERO {
            return Err(ParseDyadicError::Syntax);
        }
        let exponent = denominator.trailing_zeros().unwrap_or(0);
        if denominator != IBig::ONE << exponent {
            return Err(ParseDyadicError::NotDyadic);
        }
        let exponent = u32::try_from(exponent).map_err(|_| ParseDyadicError::NotDyadic)?;
        Ok(Dyadic::from_big(numerator, exponent))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Numbers around the border between the small and the big representation.
    fn any_dyadic() -> impl Strategy<Value = Dyadic> {
        (any::<i64>(), 0u32..70, 0usize..3, 0i64..3).prop_map(|(numerator, exponent, wide, low)| {
            Dyadic::from_big(
                (IBig::from(numerator) << (wide * 31)) + IBig::from(low),
                exponent,
            )
        })
    }

    proptest! {
        #[test]
        fn ring_and_order_laws(a in any_dyadic(), b in any_dyadic(), c in any_dyadic()) {
            prop_assert_eq!(&a + &b, &b + &a);
            prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
            prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
            prop_assert_eq!(&a - &a, Dyadic::ZERO);
            prop_assert_eq!(a.cmp(&b), (&a - &b).signum().cmp(&0));
            prop_assert_eq!(a.to_string().parse::<Dyadic>(), Ok(a.clone()));
            let floor = Dyadic::from(a.floor());
            prop_assert!(floor <= a && a < &floor + &Dyadic::from(1));
        }

        #[test]
        fn options_of_a_number_are_simpler(a in any_dyadic()) {
            let (left, right) = a.canonical_options();
            let simplest = Dyadic::simplest_between(left.as_ref(), false, right.as_ref(), false);
            prop_assert_eq!(simplest, Some(a));
        }
    }

    #[test]
    fn simplest_numbers() {
        let between = |low: &str, high: &str| {
            let (low, high) = (low.parse().expect("low"), high.parse().expect("high"));
            Dyadic::simplest_between(Some(&low), false, Some(&high), false).map(|x| x.to_string())
        };
        assert_eq!(between("-2", "5").as_deref(), Some("0"));
        assert_eq!(between("0", "1").as_deref(), Some("1/2"));
        assert_eq!(between("1/4", "3/8").as_deref(), Some("5/16"));
        assert_eq!(between("-3", "-1").as_deref(), Some("-2"));
        assert_eq!(between("5/2", "9").as_deref(), Some("3"));
        assert_eq!(between("1", "1"), None);
        let one = Dyadic::from(1);
        assert_eq!(
            Dyadic::simplest_between(Some(&one), true, Some(&one), true),
            Some(one)
        );
    }
}
