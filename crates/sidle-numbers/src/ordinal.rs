//! Generalized ordinals: finite sums of ω^α·n with integer coefficients, below ε₀.
//!
//! They are the differences of ordinals in the field of surreal numbers. Their sums and products are the
//! natural (Hessenberg) ones, which are those of the surreals (Conway, *On Numbers and Games*, ch. 3).

use std::{cmp::Ordering, collections::BTreeMap, fmt, sync::Arc};

use dashu_int::{
    IBig,
    ops::{BitTest, UnsignedAbs},
};
use sidle_core::{Meter, Ticker};

use crate::{MAX_BITS, NumberError, Quotient};

/// Towers ω^ω^… are this high at most: comparing, printing and dropping follow the height.
const MAX_HEIGHT: u32 = 200;
/// An exponent has at most so many terms when it is written down.
const MAX_SIZE: u64 = 1 << 18;

/// A sum of terms ω^α·n with exponents that decrease strictly and coefficients other than 0.
///
/// It is an ordinal when no coefficient is negative ([`Ordinal::is_ordinal`]).
///
/// ```
/// use sidle_numbers::Ordinal;
/// let x = Ordinal::omega().add(&Ordinal::from(-5));
/// assert_eq!(x.to_string(), "ω-5");
/// assert_eq!(x.birthday().to_string(), "ω+5");
/// assert!(x > Ordinal::from(1000) && !x.is_ordinal());
/// ```
///
/// # Equality
/// By value.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Ordinal {
    terms: Arc<[Term]>,
    height: u32,
    /// How many terms there are when it is written down.
    size: u64,
}

/// ω^exponent·coefficient.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Term {
    pub(crate) exponent: Ordinal,
    pub(crate) coefficient: IBig,
}

fn size_of_terms(terms: &[Term]) -> u64 {
    let sizes = terms
        .iter()
        .map(|term| term.exponent.size.saturating_add(1));
    sizes.fold(0, u64::saturating_add)
}

impl Ordinal {
    /// 0.
    #[must_use]
    pub fn zero() -> Ordinal {
        Ordinal {
            terms: Arc::from([]),
            height: 0,
            size: 0,
        }
    }

    /// ω.
    #[must_use]
    pub fn omega() -> Ordinal {
        Ordinal::monomial(Ordinal::from(1), IBig::ONE).unwrap_or_else(|_| Ordinal::zero())
    }

    /// ω^exponent·coefficient.
    pub(crate) fn monomial(exponent: Ordinal, coefficient: IBig) -> Result<Ordinal, NumberError> {
        if coefficient.is_zero() {
            return Ok(Ordinal::zero());
        }
        // Numbers share their exponents: without this few of them could be too many to be written.
        if exponent.size > MAX_SIZE {
            return Err(NumberError::Overflow);
        }
        Ordinal::of_sorted(vec![Term {
            exponent,
            coefficient,
        }])
    }

    /// From terms in decreasing order of their exponents, none of them 0.
    pub(crate) fn of_sorted(terms: Vec<Term>) -> Result<Ordinal, NumberError> {
        let height = terms.iter().map(|term| term.exponent.rise()).max();
        let height = height.unwrap_or(0);
        if height > MAX_HEIGHT {
            return Err(NumberError::Overflow);
        }
        Ok(Ordinal {
            size: size_of_terms(&terms),
            terms: terms.into(),
            height,
        })
    }

    /// The height of ω to this power.
    fn rise(&self) -> u32 {
        if self.is_zero() { 0 } else { self.height + 1 }
    }

    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The exponent α and the coefficient n of each term ω^α·n, the largest exponent first.
    ///
    /// ```
    /// use sidle_numbers::Ordinal;
    /// let x = Ordinal::omega().add(&Ordinal::from(-5));
    /// let monomials: Vec<_> = x.monomials().map(|(exponent, n)| format!("ω^{exponent}·{n}")).collect();
    /// assert_eq!(monomials, ["ω^1·1", "ω^0·-5"]);
    /// ```
    pub fn monomials(&self) -> impl Iterator<Item = (&Ordinal, &IBig)> {
        let terms = self.terms.iter();
        terms.map(|term| (&term.exponent, &term.coefficient))
    }

    /// Is this 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Is this an ordinal: is no coefficient negative?
    #[must_use]
    pub fn is_ordinal(&self) -> bool {
        self.terms.iter().all(|term| term.coefficient > IBig::ZERO)
    }

    /// The value as an integer, if it is one.
    #[must_use]
    pub fn to_integer(&self) -> Option<IBig> {
        match &*self.terms {
            [] => Some(IBig::ZERO),
            [term] if term.exponent.is_zero() => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match self.terms.first() {
            None => 0,
            Some(term) if term.coefficient < IBig::ZERO => -1,
            Some(_) => 1,
        }
    }

    /// The number with all coefficients replaced.
    fn mapped(&self, change: impl Fn(&IBig) -> IBig) -> Ordinal {
        let terms = self.terms.iter().map(|term| Term {
            exponent: term.exponent.clone(),
            coefficient: change(&term.coefficient),
        });
        Ordinal {
            terms: terms.collect(),
            height: self.height,
            size: self.size,
        }
    }

    /// `-x`.
    #[must_use]
    pub fn negative(&self) -> Ordinal {
        self.mapped(|n| -n)
    }

    /// `|x|`.
    #[must_use]
    pub fn abs(&self) -> Ordinal {
        if self.signum() < 0 {
            self.negative()
        } else {
            self.clone()
        }
    }

    /// The birthday: all coefficients without their signs. The sign expansion of Σ ω^α·n has |n| runs of
    /// ω^α equal signs for each term (Gonshor, *An Introduction to the Theory of Surreal Numbers*, ch. 5).
    #[must_use]
    pub fn birthday(&self) -> Ordinal {
        self.mapped(|n| IBig::from(n.unsigned_abs()))
    }

    /// Merges the terms of two numbers, combining coefficients of equal exponents.
    pub(crate) fn merge(
        &self,
        other: &Ordinal,
        combine: impl Fn(Option<&IBig>, Option<&IBig>) -> IBig,
    ) -> Ordinal {
        let (mut left, mut right) = (&*self.terms, &*other.terms);
        let mut terms = Vec::with_capacity(left.len() + right.len());
        loop {
            let order = match (left.first(), right.first()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some(a), Some(b)) => a.exponent.cmp(&b.exponent),
            };
            let take = |from: &mut &[Term]| {
                let (first, rest) = from.split_first()?;
                *from = rest;
                Some(first.clone())
            };
            let a = order.is_ge().then(|| take(&mut left)).flatten();
            let b = order.is_le().then(|| take(&mut right)).flatten();
            let coefficient = combine(
                a.as_ref().map(|term| &term.coefficient),
                b.as_ref().map(|term| &term.coefficient),
            );
            if let (false, Some(term)) = (coefficient.is_zero(), a.or(b)) {
                terms.push(Term {
                    exponent: term.exponent,
                    coefficient,
                });
            }
        }
        let height = terms.iter().map(|term| term.exponent.rise()).max();
        Ordinal {
            size: size_of_terms(&terms),
            terms: terms.into(),
            height: height.unwrap_or(0),
        }
    }

    /// `x + y`, the natural sum.
    #[must_use]
    pub fn add(&self, other: &Ordinal) -> Ordinal {
        self.merge(other, |a, b| match (a, b) {
            (Some(a), Some(b)) => a + b,
            (Some(x), None) | (None, Some(x)) => x.clone(),
            (None, None) => IBig::ZERO,
        })
    }

    /// `x - y`.
    #[must_use]
    pub fn sub(&self, other: &Ordinal) -> Ordinal {
        self.add(&other.negative())
    }

    /// `x * y`, the natural product.
    pub fn mul(&self, other: &Ordinal, meter: &Meter) -> Result<Ordinal, NumberError> {
        let mut ticker = meter.ticker();
        let mut sum: BTreeMap<Ordinal, IBig> = BTreeMap::new();
        for a in self.terms.iter() {
            for b in other.terms.iter() {
                let size = a.coefficient.bit_len() + b.coefficient.bit_len();
                if size > 4 * MAX_BITS {
                    return Err(NumberError::Overflow);
                }
                ticker.steps(1 + a.exponent.terms.len() + b.exponent.terms.len() + size / 64)?;
                let product = &a.coefficient * &b.coefficient;
                let exponent = a.exponent.add(&b.exponent);
                *sum.entry(exponent).or_insert(IBig::ZERO) += product;
            }
            ticker.nodes(other.terms.len() as u64, 64 * other.terms.len() as u64)?;
        }
        Ordinal::of_map(sum)
    }

    pub(crate) fn of_map(sum: BTreeMap<Ordinal, IBig>) -> Result<Ordinal, NumberError> {
        let terms = sum.into_iter().rev().filter(|(_, n)| !n.is_zero());
        Ordinal::of_sorted(
            terms
                .map(|(exponent, coefficient)| Term {
                    exponent,
                    coefficient,
                })
                .collect(),
        )
    }

    /// `x ^ n`, the natural product of `n` copies.
    pub fn pow(&self, exponent: u64, meter: &Meter) -> Result<Ordinal, NumberError> {
        if let [term] = &*self.terms {
            let bits = term.coefficient.bit_len().saturating_sub(1);
            if bits.saturating_mul(exponent as usize) > MAX_BITS {
                return Err(NumberError::PowerBits);
            }
            let power = term.coefficient.pow(exponent as usize);
            let exponent = Ordinal::from(IBig::from(exponent));
            return Ordinal::monomial(term.exponent.mul(&exponent, meter)?, power);
        }
        let mut result = Ordinal::from(1);
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            result = result.mul(&result, meter)?;
            if exponent >> bit & 1 == 1 {
                result = result.mul(self, meter)?;
            }
        }
        Ok(result)
    }

    /// ω to the power of this number, which is an ordinal.
    pub fn omega_power(&self) -> Result<Ordinal, NumberError> {
        if !self.is_ordinal() {
            return Err(NumberError::NotAnOrdinal);
        }
        Ordinal::monomial(self.clone(), IBig::ONE)
    }

    /// This number, a power ω^a, to the power of a generalized ordinal e: ω^(a·e); `None` if it is not a
    /// power of ω.
    pub fn power_of_omega(
        &self,
        exponent: &Ordinal,
        meter: &Meter,
    ) -> Result<Option<Quotient>, NumberError> {
        let [term] = &*self.terms else {
            return Ok(None);
        };
        if term.coefficient != IBig::ONE {
            return Ok(None);
        }
        let product = term.exponent.mul(exponent, meter)?;
        let part = |positive: bool| {
            let terms = product.terms.iter();
            let terms = terms.filter(|term| (term.coefficient > IBig::ZERO) == positive);
            let part = Ordinal::of_sorted(terms.cloned().collect())?.birthday();
            part.omega_power()
        };
        Quotient::new(&part(true)?, &part(false)?, meter).map(Some)
    }

    /// The nim sum: the coefficients of equal powers of ω are added without carrying.
    ///
    /// ```
    /// use sidle_numbers::Ordinal;
    /// let x = Ordinal::omega().add(&Ordinal::from(5));
    /// assert_eq!(x.nim_sum(&Ordinal::from(3))?.to_string(), "ω+6");
    /// # Ok::<(), sidle_numbers::NumberError>(())
    /// ```
    pub fn nim_sum(&self, other: &Ordinal) -> Result<Ordinal, NumberError> {
        if !self.is_ordinal() || !other.is_ordinal() {
            return Err(NumberError::NotAnOrdinal);
        }
        Ok(self.merge(other, |a, b| match (a, b) {
            (Some(a), Some(b)) => IBig::from(a.unsigned_abs() ^ b.unsigned_abs()),
            (Some(x), None) | (None, Some(x)) => x.clone(),
            (None, None) => IBig::ZERO,
        }))
    }

    /// The ordinary, not commutative sum of two ordinals: what is smaller than the first term of `other`
    /// is lost.
    #[must_use]
    pub(crate) fn followed_by(&self, other: &Ordinal) -> Ordinal {
        let Some(first) = other.terms.first() else {
            return self.clone();
        };
        let kept = self.terms.iter();
        let kept = kept.take_while(|term| term.exponent >= first.exponent);
        let kept = Ordinal::of_sorted(kept.cloned().collect()).unwrap_or_else(|_| Ordinal::zero());
        kept.add(other)
    }

    /// The ordinal δ with `self + δ = other` in the ordinary sum, for ordinals `self <= other`.
    #[must_use]
    pub(crate) fn remainder_to(&self, other: &Ordinal) -> Ordinal {
        let same = self.terms.iter().zip(other.terms.iter());
        let same = same.take_while(|(a, b)| a == b).count();
        let rest = match (self.terms.get(same), other.terms.get(same)) {
            (Some(a), Some(b)) if a.exponent == b.exponent => {
                let mut rest = other.terms[same..].to_vec();
                rest[0].coefficient -= &a.coefficient;
                rest
            }
            _ => other.terms[same..].to_vec(),
        };
        Ordinal::of_sorted(rest).unwrap_or_else(|_| Ordinal::zero())
    }

    /// Must this be put into parentheses below a sign that binds tighter than `×`?
    #[must_use]
    pub fn is_compound(&self) -> bool {
        match &*self.terms {
            [] => false,
            [term] => !(term.exponent.is_zero() || term.coefficient == IBig::ONE),
            _ => true,
        }
    }

    /// The number, in parentheses unless it is an integer or a power of ω.
    pub(crate) fn bracketed(&self) -> String {
        if self.is_compound() {
            format!("({self})")
        } else {
            self.to_string()
        }
    }

    /// A measure of the size for meters.
    pub(crate) fn cost(&self, ticker: &mut Ticker<'_>) -> Result<(), NumberError> {
        Ok(ticker.steps(1 + self.terms.len())?)
    }
}

impl From<i64> for Ordinal {
    fn from(n: i64) -> Ordinal {
        Ordinal::from(IBig::from(n))
    }
}

impl From<IBig> for Ordinal {
    fn from(n: IBig) -> Ordinal {
        Ordinal::monomial(Ordinal::zero(), n).unwrap_or_else(|_| Ordinal::zero())
    }
}

/// The order of the surreal numbers: the first difference decides.
impl Ord for Ordinal {
    fn cmp(&self, other: &Ordinal) -> Ordering {
        for (a, b) in self.terms.iter().zip(other.terms.iter()) {
            let sign = |term: &Term| term.coefficient > IBig::ZERO;
            match a.exponent.cmp(&b.exponent) {
                Ordering::Greater if sign(a) => return Ordering::Greater,
                Ordering::Greater => return Ordering::Less,
                Ordering::Less if sign(b) => return Ordering::Less,
                Ordering::Less => return Ordering::Greater,
                Ordering::Equal => {}
            }
            let order = a.coefficient.cmp(&b.coefficient);
            if order.is_ne() {
                return order;
            }
        }
        let rest = |x: &Ordinal, y: &Ordinal| {
            let term = x.terms.get(y.terms.len());
            term.map(|term| term.coefficient.cmp(&IBig::ZERO))
        };
        rest(self, other)
            .or(rest(other, self).map(Ordering::reverse))
            .unwrap_or(Ordering::Equal)
    }
}

impl PartialOrd for Ordinal {
    fn partial_cmp(&self, other: &Ordinal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (i, term) in self.terms.iter().enumerate() {
            let negative = term.coefficient < IBig::ZERO;
            match (i, negative) {
                (_, true) => f.write_str("-")?,
                (0, false) => {}
                (_, false) => f.write_str("+")?,
            }
            let size = (&term.coefficient).unsigned_abs();
            if term.exponent.is_zero() {
                write!(f, "{size}")?;
                continue;
            }
            f.write_str("ω")?;
            if term.exponent != Ordinal::from(1) {
                write!(f, "^{}", term.exponent.bracketed())?;
            }
            if !size.is_one() {
                write!(f, "×{size}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ω^{:?}×{}", self.exponent, self.coefficient)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sums of up to four terms of height 2.
    fn any_ordinal() -> impl Strategy<Value = Ordinal> {
        let small = proptest::collection::vec((0_i64..4, -3_i64..4), 0..3).prop_map(sum);
        proptest::collection::vec((small, -3_i64..4), 0..4).prop_map(|terms| {
            terms.into_iter().fold(Ordinal::zero(), |sum, (e, n)| {
                let power = e.birthday().omega_power().expect("an ordinal");
                let term = power.mul(&Ordinal::from(n), &Meter::unlimited());
                sum.add(&term.expect("small"))
            })
        })
    }

    fn sum(terms: Vec<(i64, i64)>) -> Ordinal {
        terms.into_iter().fold(Ordinal::zero(), |sum, (e, n)| {
            let term = Ordinal::monomial(Ordinal::from(e), IBig::from(n));
            sum.add(&term.expect("low"))
        })
    }

    #[test]
    fn ordinary_sums_lose_what_is_smaller() {
        let omega = Ordinal::omega();
        assert_eq!(Ordinal::from(5).followed_by(&omega), omega);
        assert_eq!(omega.followed_by(&Ordinal::from(5)).to_string(), "ω+5");
        let x = sum(vec![(2, 3), (1, 1), (0, 4)]);
        let y = sum(vec![(2, 3), (1, 2), (0, 1)]);
        assert_eq!(x.followed_by(&x.remainder_to(&y)), y);
    }

    #[test]
    fn towers_end() {
        let mut tower = Ordinal::omega();
        let end = (0..1000).find(|_| match tower.omega_power() {
            Ok(next) => {
                tower = next;
                false
            }
            Err(_) => true,
        });
        assert_eq!(end, Some(199));
    }

    proptest! {
        #[test]
        fn ring_laws(x in any_ordinal(), y in any_ordinal(), z in any_ordinal()) {
            let meter = Meter::unlimited();
            let mul = |x: &Ordinal, y: &Ordinal| x.mul(y, &meter).expect("no limits");
            prop_assert_eq!(x.add(&y), y.add(&x));
            prop_assert_eq!(x.add(&y).add(&z), x.add(&y.add(&z)));
            prop_assert_eq!(mul(&x, &mul(&y, &z)), mul(&mul(&x, &y), &z));
            prop_assert_eq!(mul(&x, &y.add(&z)), mul(&x, &y).add(&mul(&x, &z)));
            prop_assert_eq!(x.sub(&x), Ordinal::zero());
            prop_assert_eq!(x.cmp(&y) as i32, x.sub(&y).signum());
        }

        #[test]
        fn powers_are_repeated_products(x in any_ordinal(), n in 0_u64..5) {
            let meter = Meter::unlimited();
            let naive = (0..n).try_fold(Ordinal::from(1), |p, _| p.mul(&x, &meter));
            prop_assert_eq!(x.pow(n, &meter), naive);
        }
    }
}
