//! Finite fields as towers of radicals over a field of finite nimbers: where it is decided whether a
//! transfinite nimber is a p-th power.
//!
//! A level of the tower adjoins `u = κ_(r^n)` with `u^(r^n) = α_r`, an element of the levels below. In such
//! a tower every power of the Frobenius automorphism maps `u` to a monomial `c·u^v`, so that it is applied
//! at about the cost of a product, and the norm to a subfield takes a logarithmic number of products. That
//! is what makes the test for p-th powers cheap: with `f` the order of 2 modulo `p` and `e` the degree of
//! the field, `x^((2^e - 1)/p)` is `N(x)^((2^f - 1)/p)`, where `N` is the norm to the field of 2^f elements.

use dashu_int::{UBig, ops::BitTest};
use sidle_core::{Nimber, Ticker};

use crate::NumberError;

type Result<T> = std::result::Result<T, NumberError>;

/// An element: coefficients in the base field, the highest level outermost.
pub(crate) type Element = Vec<u64>;

/// A few coefficients other than 0 with their places.
pub(crate) type Sparse = Vec<(usize, u64)>;

#[derive(Debug)]
pub(crate) struct Level {
    /// The degree r^n.
    pub(crate) degree: usize,
    /// The size of an element of the levels below.
    pub(crate) stride: usize,
    /// `α_r`, an element of the levels below.
    pub(crate) alpha: Sparse,
}

#[derive(Debug)]
pub(crate) struct Tower {
    /// The base field has 2^width elements; the width is a power of two, at most 64.
    pub(crate) width: u32,
    pub(crate) levels: Vec<Level>,
}

/// A power of the Frobenius automorphism: what it does to the base field, and the images `c·u^v` of the
/// generators.
struct Automorphism {
    squarings: u32,
    images: Vec<(Element, usize)>,
}

fn is_zero(x: &[u64]) -> bool {
    x.iter().all(|&c| c == 0)
}

fn is_one(x: &[u64]) -> bool {
    x.first() == Some(&1) && is_zero(&x[1..])
}

fn add_into(target: &mut [u64], x: &[u64]) {
    for (t, x) in target.iter_mut().zip(x) {
        *t ^= x;
    }
}

fn scale(x: &mut [u64], factor: u64) {
    if factor != 1 {
        for c in x {
            *c = (Nimber(*c) * Nimber(factor)).0;
        }
    }
}

impl Tower {
    /// The number of coefficients of an element of the first `levels` levels.
    fn size(&self, levels: usize) -> usize {
        levels
            .checked_sub(1)
            .map_or(1, |top| self.levels[top].stride * self.levels[top].degree)
    }

    /// The degree of the whole field over the field of two elements.
    pub(crate) fn degree(&self) -> usize {
        self.width as usize * self.size(self.levels.len())
    }

    fn one(&self, levels: usize) -> Element {
        let mut one = vec![0; self.size(levels)];
        one[0] = 1;
        one
    }

    /// An element of the whole field from its few coefficients.
    pub(crate) fn element(&self, terms: &Sparse) -> Element {
        let mut element = vec![0; self.size(self.levels.len())];
        for &(place, coefficient) in terms {
            element[place] ^= coefficient;
        }
        element
    }

    /// Adds `x·y` to `target`.
    fn mul_into(
        &self,
        levels: usize,
        x: &[u64],
        y: &[u64],
        target: &mut [u64],
        ticker: &mut Ticker<'_>,
    ) -> Result<()> {
        if levels == 0 {
            target[0] ^= (Nimber(x[0]) * Nimber(y[0])).0;
            return Ok(());
        }
        let level = &self.levels[levels - 1];
        let mut product = vec![0; (2 * level.degree - 1) * level.stride];
        self.polynomial(levels - 1, x, y, &mut product, ticker)?;
        let (low, high) = product.split_at(level.degree * level.stride);
        add_into(target, low);
        let folded = self.times_alpha(levels - 1, high, &level.alpha, ticker)?;
        add_into(&mut target[..folded.len()], &folded);
        Ok(())
    }

    fn mul(&self, levels: usize, x: &[u64], y: &[u64], ticker: &mut Ticker<'_>) -> Result<Element> {
        if is_one(x) {
            return Ok(y.to_vec());
        }
        if is_one(y) {
            return Ok(x.to_vec());
        }
        let mut target = vec![0; x.len()];
        self.mul_into(levels, x, y, &mut target, ticker)?;
        Ok(target)
    }

    /// Adds the product of two polynomials, with coefficients in the first `levels` levels, to `target`:
    /// Karatsuba's method.
    fn polynomial(
        &self,
        levels: usize,
        x: &[u64],
        y: &[u64],
        target: &mut [u64],
        ticker: &mut Ticker<'_>,
    ) -> Result<()> {
        let stride = self.size(levels);
        let count = x.len() / stride;
        if count <= if stride == 1 { 8 } else { 1 } {
            ticker.steps(count * count)?;
            for (i, x) in x.chunks_exact(stride).enumerate() {
                if is_zero(x) {
                    continue;
                }
                for (j, y) in y.chunks_exact(stride).enumerate() {
                    let place = (i + j) * stride;
                    let target = &mut target[place..place + stride];
                    self.mul_into(levels, x, y, target, ticker)?;
                }
            }
            return Ok(());
        }
        if is_zero(x) || is_zero(y) {
            return Ok(());
        }
        let half = count.div_ceil(2) * stride;
        let ((a, b), (c, d)) = (x.split_at(half), y.split_at(half));
        let mut low = vec![0; 2 * half - stride];
        self.polynomial(levels, a, c, &mut low, ticker)?;
        let mut high = vec![0; 2 * b.len() - stride];
        self.polynomial(levels, b, d, &mut high, ticker)?;
        let (mut left, mut right) = (a.to_vec(), c.to_vec());
        add_into(&mut left, b);
        add_into(&mut right, d);
        let mut cross = vec![0; 2 * half - stride];
        self.polynomial(levels, &left, &right, &mut cross, ticker)?;
        add_into(&mut cross, &low);
        add_into(&mut cross, &high);
        add_into(target, &low);
        add_into(&mut target[half..], &cross);
        add_into(&mut target[2 * half..], &high);
        Ok(())
    }

    /// Each block of `x`, an element of the first `levels` levels, times a sparse element of them.
    fn times_alpha(
        &self,
        levels: usize,
        x: &[u64],
        alpha: &Sparse,
        ticker: &mut Ticker<'_>,
    ) -> Result<Element> {
        let mut sum = vec![0; x.len()];
        for &(place, coefficient) in alpha {
            let mut term = self.times_monomial(levels, x, place, ticker)?;
            scale(&mut term, coefficient);
            add_into(&mut sum, &term);
        }
        Ok(sum)
    }

    /// Each block of `x` times the product of generators that sits at `place`.
    fn times_monomial(
        &self,
        levels: usize,
        x: &[u64],
        mut place: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Element> {
        let mut result = x.to_vec();
        for (index, level) in self.levels[..levels].iter().enumerate().rev() {
            let shift = place / level.stride;
            place %= level.stride;
            if shift == 0 {
                continue;
            }
            ticker.steps(1 + result.len() / 64)?;
            let cut = (level.degree - shift) * level.stride;
            let mut next = Vec::with_capacity(result.len());
            for block in result.chunks_exact(level.degree * level.stride) {
                let (stays, wraps) = block.split_at(cut);
                next.extend(self.times_alpha(index, wraps, &level.alpha, ticker)?);
                next.extend_from_slice(stays);
            }
            result = next;
        }
        Ok(result)
    }

    fn square(&self, levels: usize, x: &[u64], ticker: &mut Ticker<'_>) -> Result<Element> {
        if levels == 0 {
            return Ok(vec![Nimber(x[0]).square().0]);
        }
        ticker.step()?;
        let level = &self.levels[levels - 1];
        let size = level.degree * level.stride;
        let mut product = vec![0; 2 * size];
        for (i, block) in x.chunks_exact(level.stride).enumerate() {
            if !is_zero(block) {
                let square = self.square(levels - 1, block, ticker)?;
                product[2 * i * level.stride..][..level.stride].copy_from_slice(&square);
            }
        }
        let high = self.times_alpha(levels - 1, &product[size..], &level.alpha, ticker)?;
        product.truncate(size);
        add_into(&mut product, &high);
        Ok(product)
    }

    /// `x^exponent`, four bits of the exponent at a time.
    fn pow(
        &self,
        levels: usize,
        x: &[u64],
        exponent: &UBig,
        ticker: &mut Ticker<'_>,
    ) -> Result<Element> {
        let mut powers = vec![self.one(levels)];
        let mut result = self.one(levels);
        for window in (0..exponent.bit_len().div_ceil(4)).rev() {
            for _ in 0..4 {
                result = self.square(levels, &result, ticker)?;
            }
            let digit = (0..4).fold(0, |digit, bit| {
                digit | usize::from(exponent.bit(4 * window + bit)) << bit
            });
            while powers.len() <= digit {
                let next = self.mul(levels, &powers[powers.len() - 1], x, ticker)?;
                powers.push(next);
            }
            if digit > 0 {
                result = self.mul(levels, &result, &powers[digit], ticker)?;
            }
        }
        Ok(result)
    }

    fn small_pow(
        &self,
        levels: usize,
        x: &[u64],
        exponent: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Element> {
        let mut result = self.one(levels);
        for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
            result = self.square(levels, &result, ticker)?;
            if exponent >> bit & 1 == 1 {
                result = self.mul(levels, &result, x, ticker)?;
            }
        }
        Ok(result)
    }

    /// Squaring.
    fn frobenius(&self) -> Automorphism {
        Automorphism {
            squarings: 1 % self.width,
            images: (0..self.levels.len())
                .map(|level| (self.one(level), 2))
                .collect(),
        }
    }

    fn apply(
        &self,
        map: &Automorphism,
        levels: usize,
        x: &[u64],
        ticker: &mut Ticker<'_>,
    ) -> Result<Element> {
        if levels == 0 {
            let image = (0..map.squarings).fold(Nimber(x[0]), |x, _| x.square());
            return Ok(vec![image.0]);
        }
        let level = &self.levels[levels - 1];
        let (factor, shift) = &map.images[levels - 1];
        let mut result = vec![0; x.len()];
        let (mut coefficient, mut place) = (self.one(levels - 1), 0);
        for block in x.chunks_exact(level.stride) {
            if !is_zero(block) {
                let image = self.apply(map, levels - 1, block, ticker)?;
                let image = self.mul(levels - 1, &image, &coefficient, ticker)?;
                add_into(&mut result[place * level.stride..], &image);
            }
            coefficient = self.mul(levels - 1, &coefficient, factor, ticker)?;
            place += shift;
            if place >= level.degree {
                place -= level.degree;
                coefficient = self.times_alpha(levels - 1, &coefficient, &level.alpha, ticker)?;
            }
        }
        Ok(result)
    }

    /// First `inner`, then `outer`.
    fn compose(
        &self,
        outer: &Automorphism,
        inner: &Automorphism,
        ticker: &mut Ticker<'_>,
    ) -> Result<Automorphism> {
        let mut images = Vec::with_capacity(self.levels.len());
        for (index, level) in self.levels.iter().enumerate() {
            // c·u^v goes to outer(c)·(d·u^w)^v.
            let (c, v) = &inner.images[index];
            let (d, w) = &outer.images[index];
            let mut image = self.apply(outer, index, c, ticker)?;
            let power = self.small_pow(index, d, *v, ticker)?;
            image = self.mul(index, &image, &power, ticker)?;
            let mut alpha = vec![0; level.stride];
            for &(place, coefficient) in &level.alpha {
                alpha[place] ^= coefficient;
            }
            let wraps = self.small_pow(index, &alpha, v * w / level.degree, ticker)?;
            image = self.mul(index, &image, &wraps, ticker)?;
            images.push((image, v * w % level.degree));
        }
        Ok(Automorphism {
            squarings: (outer.squarings + inner.squarings) % self.width,
            images,
        })
    }

    /// Has `x` no p-th root in this field, nor in any extension of a degree prime to `p`? Here `order` is the
    /// order of 2 modulo `p`, which divides the degree of the field.
    pub(crate) fn is_not_a_power(
        &self,
        x: &Element,
        p: u32,
        order: u32,
        ticker: &mut Ticker<'_>,
    ) -> Result<bool> {
        let levels = self.levels.len();
        let first = self.frobenius();
        let mut step = self.frobenius();
        for bit in (0..order.ilog2()).rev() {
            step = self.compose(&step, &step, ticker)?;
            if order >> bit & 1 == 1 {
                step = self.compose(&first, &step, ticker)?;
            }
        }
        let norm = self.norm(x, &step, self.degree() / order as usize, ticker)?;
        let exponent = ((UBig::ONE << order as usize) - UBig::ONE) / UBig::from(p);
        Ok(!is_one(&self.pow(levels, &norm, &exponent, ticker)?))
    }

    /// The product of the images of `x` under the first `count` powers of `step`.
    fn norm(
        &self,
        x: &Element,
        step: &Automorphism,
        count: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Element> {
        let levels = self.levels.len();
        let mut norm = x.clone();
        // `power` is the power of `step` by as many as the norm has factors.
        let mut power: Option<Automorphism> = None;
        for bit in (0..count.ilog2()).rev() {
            let map = power.as_ref().unwrap_or(step);
            let image = self.apply(map, levels, &norm, ticker)?;
            norm = self.mul(levels, &norm, &image, ticker)?;
            let odd = count >> bit & 1 == 1;
            // The last power is not used any more.
            let mut next = None;
            if bit > 0 {
                next = Some(self.compose(map, map, ticker)?);
            }
            if odd {
                let image = self.apply(step, levels, &norm, ticker)?;
                norm = self.mul(levels, &image, x, ticker)?;
                if let Some(map) = next {
                    next = Some(self.compose(step, &map, ticker)?);
                }
            }
            power = next;
        }
        Ok(norm)
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::Meter;

    use super::*;

    /// The field of 2^12 elements with `ω^3 = 2` over the field of 16 nimbers.
    fn tower() -> Tower {
        Tower {
            width: 4,
            levels: vec![Level {
                degree: 3,
                stride: 1,
                alpha: vec![(0, 2)],
            }],
        }
    }

    fn all() -> impl Iterator<Item = Element> {
        (0..4096_u64).map(|n| vec![n & 15, n >> 4 & 15, n >> 8])
    }

    #[test]
    fn powers_of_thirteen_and_seven() {
        let (tower, meter) = (tower(), Meter::unlimited());
        let mut ticker = meter.ticker();
        for (p, order) in [(13, 12), (7, 3), (5, 4)] {
            let mut powers = std::collections::HashSet::new();
            for x in all() {
                powers.insert(
                    tower
                        .pow(1, &x, &UBig::from(p), &mut ticker)
                        .expect("no limits"),
                );
            }
            for x in all().skip(1) {
                let missing = tower.is_not_a_power(&x, p, order, &mut ticker);
                assert_eq!(missing, Ok(!powers.contains(&x)), "{x:?}, {p}");
            }
        }
    }

    #[test]
    fn squares_are_products() {
        let (tower, meter) = (tower(), Meter::unlimited());
        let mut ticker = meter.ticker();
        let frobenius = tower.frobenius();
        for x in all() {
            let square = tower.mul(1, &x, &x, &mut ticker);
            assert_eq!(tower.square(1, &x, &mut ticker), square);
            assert_eq!(tower.apply(&frobenius, 1, &x, &mut ticker), square);
        }
    }
}
