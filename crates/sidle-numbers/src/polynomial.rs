//! Polynomials in several variables with integer coefficients: greatest common divisors, for fractions in
//! lowest terms.
//!
//! A polynomial in `k` variables is one in the last variable whose coefficients are polynomials in the
//! others; recursion follows the number of variables, which the callers bound.

use dashu_int::{
    IBig,
    ops::{BitTest, Gcd, UnsignedAbs},
};
use sidle_core::Ticker;

use crate::NumberError;

/// A polynomial; all polynomials that meet have the same number of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Polynomial {
    /// No variables are left.
    Number(IBig),
    /// Degrees in the last variable, decreasing, with coefficients other than 0.
    Terms(Vec<(u64, Polynomial)>),
}

type Result<T> = std::result::Result<T, NumberError>;

impl Polynomial {
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Polynomial::Number(n) => n.is_zero(),
            Polynomial::Terms(terms) => terms.is_empty(),
        }
    }

    fn zero_like(&self) -> Polynomial {
        match self {
            Polynomial::Number(_) => Polynomial::Number(IBig::ZERO),
            Polynomial::Terms(_) => Polynomial::Terms(Vec::new()),
        }
    }

    /// A product of powers of variables, the last variable last.
    pub(crate) fn monomial(degrees: &[u64], coefficient: IBig) -> Polynomial {
        let mut result = Polynomial::Number(coefficient);
        for &degree in degrees {
            result = Polynomial::Terms(vec![(degree, result)]);
        }
        result
    }

    /// The terms as degrees (of the last variable last) and coefficients.
    pub(crate) fn monomials(&self) -> Vec<(Vec<u64>, IBig)> {
        match self {
            Polynomial::Number(n) => vec![(Vec::new(), n.clone())],
            Polynomial::Terms(terms) => {
                let mut all = Vec::new();
                for (degree, coefficient) in terms {
                    for (mut degrees, n) in coefficient.monomials() {
                        degrees.push(*degree);
                        all.push((degrees, n));
                    }
                }
                all
            }
        }
    }

    /// `a + b·factor·x^shift`, where `x` is the last variable and `factor` has the others.
    fn add_scaled(
        &self,
        other: &Polynomial,
        negative: bool,
        ticker: &mut Ticker<'_>,
    ) -> Result<Polynomial> {
        match (self, other) {
            (Polynomial::Number(a), Polynomial::Number(b)) => {
                ticker.steps(1 + a.bit_len() / 64)?;
                Ok(Polynomial::Number(if negative { a - b } else { a + b }))
            }
            (Polynomial::Terms(a), Polynomial::Terms(b)) => {
                let mut sum = Vec::with_capacity(a.len() + b.len());
                let (mut i, mut j) = (0, 0);
                while i < a.len() || j < b.len() {
                    let left = a.get(i).map(|term| term.0);
                    let right = b.get(j).map(|term| term.0);
                    if left > right {
                        sum.push(a[i].clone());
                        i += 1;
                    } else if right > left {
                        let zero = b[j].1.zero_like();
                        sum.push((b[j].0, zero.add_scaled(&b[j].1, negative, ticker)?));
                        j += 1;
                    } else {
                        let both = a[i].1.add_scaled(&b[j].1, negative, ticker)?;
                        if !both.is_zero() {
                            sum.push((a[i].0, both));
                        }
                        i += 1;
                        j += 1;
                    }
                    ticker.step()?;
                }
                Ok(Polynomial::Terms(sum))
            }
            _ => Ok(self.clone()),
        }
    }

    pub(crate) fn add(&self, other: &Polynomial, ticker: &mut Ticker<'_>) -> Result<Polynomial> {
        self.add_scaled(other, false, ticker)
    }

    fn mul(&self, other: &Polynomial, ticker: &mut Ticker<'_>) -> Result<Polynomial> {
        match (self, other) {
            (Polynomial::Number(a), Polynomial::Number(b)) => {
                ticker.steps(1 + (a.bit_len() / 64) * (b.bit_len() / 64))?;
                Ok(Polynomial::Number(a * b))
            }
            (Polynomial::Terms(a), Polynomial::Terms(b)) => {
                let mut sum = self.zero_like();
                for (degree, coefficient) in a {
                    let mut row = Vec::with_capacity(b.len());
                    for (other, factor) in b {
                        let degree = degree.checked_add(*other).ok_or(NumberError::Overflow)?;
                        row.push((degree, coefficient.mul(factor, ticker)?));
                    }
                    sum = sum.add(&Polynomial::Terms(row), ticker)?;
                }
                Ok(sum)
            }
            _ => Ok(self.zero_like()),
        }
    }

    /// Every coefficient of the last variable times `factor`, all degrees raised by `shift`.
    fn scaled(
        &self,
        factor: &Polynomial,
        shift: u64,
        ticker: &mut Ticker<'_>,
    ) -> Result<Polynomial> {
        let Polynomial::Terms(terms) = self else {
            return self.mul(factor, ticker);
        };
        let mut result = Vec::with_capacity(terms.len());
        for (degree, coefficient) in terms {
            result.push((degree + shift, coefficient.mul(factor, ticker)?));
        }
        Ok(Polynomial::Terms(result))
    }

    /// The quotient; `divisor` divides this polynomial.
    pub(crate) fn exact_div(
        &self,
        divisor: &Polynomial,
        ticker: &mut Ticker<'_>,
    ) -> Result<Polynomial> {
        match (self, divisor) {
            (Polynomial::Number(a), Polynomial::Number(b)) => {
                ticker.steps(1 + a.bit_len() / 64)?;
                Ok(Polynomial::Number(a / b))
            }
            (Polynomial::Terms(_), Polynomial::Terms(b)) => {
                let mut rest = self.clone();
                let mut quotient = Vec::new();
                let Some((top, lead)) = b.first() else {
                    return Err(NumberError::DivisionByZero);
                };
                while let Polynomial::Terms(terms) = &rest
                    && let Some((degree, coefficient)) = terms.first()
                {
                    let shift = degree.checked_sub(*top).ok_or(NumberError::Overflow)?;
                    let factor = coefficient.exact_div(lead, ticker)?;
                    let part = divisor.scaled(&factor, shift, ticker)?;
                    rest = rest.add_scaled(&part, true, ticker)?;
                    ticker.node(64)?;
                    quotient.push((shift, factor));
                }
                Ok(Polynomial::Terms(quotient))
            }
            _ => Ok(self.clone()),
        }
    }

    /// Every coefficient divided by `divisor`, which has one variable less.
    fn coefficients_over(
        &self,
        divisor: &Polynomial,
        ticker: &mut Ticker<'_>,
    ) -> Result<Polynomial> {
        let Polynomial::Terms(terms) = self else {
            return Ok(self.clone());
        };
        let mut result = Vec::with_capacity(terms.len());
        for (degree, coefficient) in terms {
            result.push((*degree, coefficient.exact_div(divisor, ticker)?));
        }
        Ok(Polynomial::Terms(result))
    }

    /// The greatest common divisor of the coefficients of the last variable.
    fn content(&self, ticker: &mut Ticker<'_>) -> Result<Polynomial> {
        let Polynomial::Terms(terms) = self else {
            return Ok(self.clone());
        };
        let Some((_, first)) = terms.first() else {
            return Err(NumberError::DivisionByZero);
        };
        let mut content = first.clone();
        for (_, coefficient) in &terms[1..] {
            content = content.gcd(coefficient, ticker)?;
        }
        Ok(content)
    }

    /// A pseudo-remainder: a multiple of this polynomial by something without the last variable, minus a
    /// multiple of the divisor, of lower degree than the divisor.
    fn pseudo_rem(&self, divisor: &Polynomial, ticker: &mut Ticker<'_>) -> Result<Polynomial> {
        let Polynomial::Terms(b) = divisor else {
            return Ok(self.zero_like());
        };
        let (top, lead) = &b[0];
        let mut rest = self.clone();
        while let Polynomial::Terms(terms) = &rest
            && let Some((degree, coefficient)) = terms.first()
            && degree >= top
        {
            let common = lead.gcd(coefficient, ticker)?;
            let up = lead.exact_div(&common, ticker)?;
            let down = coefficient.exact_div(&common, ticker)?;
            let part = divisor.scaled(&down, degree - top, ticker)?;
            rest = rest
                .scaled(&up, 0, ticker)?
                .add_scaled(&part, true, ticker)?;
        }
        Ok(rest)
    }

    /// The greatest common divisor, by primitive remainder sequences (Knuth, *The Art of Computer
    /// Programming*, 4.6.1, algorithm E); its sign is of no account.
    pub(crate) fn gcd(&self, other: &Polynomial, ticker: &mut Ticker<'_>) -> Result<Polynomial> {
        if self.is_zero() {
            return Ok(other.clone());
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        if let (Polynomial::Number(a), Polynomial::Number(b)) = (self, other) {
            ticker.steps(1 + a.bit_len().min(b.bit_len()) / 16)?;
            let divisor = a.unsigned_abs().gcd(b.unsigned_abs());
            return Ok(Polynomial::Number(IBig::from(divisor)));
        }
        let (left, right) = (self.content(ticker)?, other.content(ticker)?);
        let mut a = self.coefficients_over(&left, ticker)?;
        let mut b = other.coefficients_over(&right, ticker)?;
        if a.degree() < b.degree() {
            std::mem::swap(&mut a, &mut b);
        }
        while b.degree() > 0 {
            let rest = a.pseudo_rem(&b, ticker)?;
            a = b;
            if rest.is_zero() {
                b = rest;
                break;
            }
            let content = rest.content(ticker)?;
            b = rest.coefficients_over(&content, ticker)?;
        }
        // A remainder without the last variable: the primitive parts have no common divisor.
        let content = left.gcd(&right, ticker)?;
        if b.is_zero() {
            a.scaled(&content, 0, ticker)
        } else {
            Ok(Polynomial::Terms(vec![(0, content)]))
        }
    }

    fn degree(&self) -> u64 {
        match self {
            Polynomial::Terms(terms) => terms.first().map_or(0, |term| term.0),
            Polynomial::Number(_) => 0,
        }
    }
}
