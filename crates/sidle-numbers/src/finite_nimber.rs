//! Nim arithmetic of integers of any size.
//!
//! The recursion is that of [`sidle_core::Nimber`]: `x = a·F + b` with a Fermat power `F = 2^(2^k)`, for
//! which `F·F = F + F/2`, so that a product of `2n` bits takes three products of `n` bits and one by the
//! constant `F/2`; below 2^64 `Nimber` answers.

use dashu_int::{UBig, ops::BitTest};
use sidle_core::{Meter, Nimber, Ticker};

use crate::NumberError;

/// Operands of more bits than this are refused.
const MAX_FIELD_BITS: usize = 1 << 22;

type Result<T> = std::result::Result<T, NumberError>;

/// Little-endian words, as many as the field has: 2^k of them.
type Words = Vec<u64>;

fn words_of(x: &UBig, width: usize) -> Words {
    let mut words = vec![0; width];
    for (i, byte) in x.to_le_bytes().iter().enumerate() {
        words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
    }
    words
}

fn number_of(words: &[u64]) -> UBig {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

/// The number of words of the smallest field, from 64 bits up, that holds both.
fn width_of(x: &UBig, y: &UBig) -> Result<usize> {
    let bits = x.bit_len().max(y.bit_len()).max(1);
    if bits > MAX_FIELD_BITS {
        return Err(NumberError::Overflow);
    }
    Ok(bits.div_ceil(64).next_power_of_two())
}

/// The nim product.
///
/// ```
/// use dashu_int::UBig;
/// use sidle_core::Meter;
/// use sidle_numbers::nim_product;
/// // The square of a Fermat power is 3/2 of it.
/// let fermat = UBig::ONE << 256;
/// assert_eq!(nim_product(&fermat, &fermat, &Meter::unlimited())?, &fermat + (&fermat >> 1));
/// # Ok::<(), sidle_numbers::NumberError>(())
/// ```
pub fn nim_product(x: &UBig, y: &UBig, meter: &Meter) -> Result<UBig> {
    if let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) {
        return Ok(UBig::from((Nimber(x) * Nimber(y)).0));
    }
    let width = width_of(x, y)?;
    let (x, y) = (words_of(x, width), words_of(y, width));
    Ok(number_of(&product(&x, &y, &mut meter.ticker())?))
}

/// The nim square.
pub fn nim_square(x: &UBig, meter: &Meter) -> Result<UBig> {
    let width = width_of(x, x)?;
    Ok(number_of(&square(
        &words_of(x, width),
        &mut meter.ticker(),
    )?))
}

/// The one number whose nim square is `x`.
pub fn nim_square_root(x: &UBig, meter: &Meter) -> Result<UBig> {
    let width = width_of(x, x)?;
    let words = square_root(&words_of(x, width), &mut meter.ticker())?;
    Ok(number_of(&words))
}

/// The number whose nim product with `x` is 1.
///
/// ```
/// use dashu_int::UBig;
/// use sidle_core::Meter;
/// use sidle_numbers::nim_inverse;
/// assert_eq!(nim_inverse(&UBig::from(16_u8), &Meter::unlimited()), Ok(UBig::from(170_u8)));
/// ```
pub fn nim_inverse(x: &UBig, meter: &Meter) -> Result<UBig> {
    if x.is_zero() {
        return Err(NumberError::NoInverse);
    }
    let width = width_of(x, x)?;
    let words = inverse(&words_of(x, width), &mut meter.ticker())?;
    Ok(number_of(&words))
}

/// The nim product of `exponent` copies of `x`.
///
/// The exponent is reduced modulo the order of the group of the smallest field that holds `x`.
pub fn nim_power(x: &UBig, exponent: &UBig, meter: &Meter) -> Result<UBig> {
    if exponent.is_zero() {
        return Ok(UBig::ONE);
    }
    if x.is_zero() {
        return Ok(UBig::ZERO);
    }
    let bits = x.bit_len().next_power_of_two();
    if bits > MAX_FIELD_BITS {
        return Err(NumberError::Overflow);
    }
    let exponent = exponent % ((UBig::ONE << bits) - UBig::ONE);
    let width = bits.div_ceil(64);
    let base = words_of(x, width);
    let mut result = words_of(&UBig::ONE, width);
    let mut ticker = meter.ticker();
    for bit in (0..exponent.bit_len()).rev() {
        result = square(&result, &mut ticker)?;
        if exponent.bit(bit) {
            result = product(&result, &base, &mut ticker)?;
        }
    }
    Ok(number_of(&result))
}

/// The product that gives the values of acrostic products (*Winning Ways*, ch. 14): it distributes over
/// nim sums, 1 is neutral, and for a, b ≥ 1 the product of 2^a and 2^b is 2^(a-1) if a = b, else
/// 2^max ⊕ 2^(min-1).
///
/// # Cost
/// Linear in the number of bits, by counting parities of the bits above and below each place.
#[must_use]
pub fn ugly_product(x: &UBig, y: &UBig) -> UBig {
    let size = x.bit_len().max(y.bit_len());
    let mut product = UBig::ZERO;
    // Bit j of the product counts, modulo 2, the pairs (a, b) of set bits with max(a, b) = j, unless
    // a = b ≥ 1, and those with min(a, b) = j + 1.
    let (mut below_x, mut below_y) = (false, false);
    let parity = |n: &UBig| n.as_words().iter().fold(0, |p, w| p ^ w.count_ones()) % 2 == 1;
    let (mut above_x, mut above_y) = (parity(x) ^ x.bit(0), parity(y) ^ y.bit(0));
    for j in 0..size {
        let (a, b) = (x.bit(j), y.bit(j));
        let mut bit = (a && below_y) ^ (b && below_x) ^ (j == 0 && a && b);
        // Now the pairs whose smaller one is j + 1.
        let (c, d) = (x.bit(j + 1), y.bit(j + 1));
        above_x ^= c;
        above_y ^= d;
        bit ^= (c && d) ^ (c && above_y) ^ (d && above_x);
        below_x ^= a;
        below_y ^= b;
        if bit {
            product.set_bit(j);
        }
    }
    product
}

fn xor(x: &[u64], y: &[u64]) -> Words {
    x.iter().zip(y).map(|(x, y)| x ^ y).collect()
}

fn joined(low: Words, high: &[u64]) -> Words {
    let mut words = low;
    words.extend_from_slice(high);
    words
}

fn is_zero(x: &[u64]) -> bool {
    x.iter().all(|&word| word == 0)
}

/// The depth of this and the following recursions is the logarithm of the size.
fn product(x: &[u64], y: &[u64], ticker: &mut Ticker<'_>) -> Result<Words> {
    ticker.step()?;
    if let ([x], [y]) = (x, y) {
        return Ok(vec![(Nimber(*x) * Nimber(*y)).0]);
    }
    if is_zero(x) || is_zero(y) {
        return Ok(vec![0; x.len()]);
    }
    let half = x.len() / 2;
    let ((b, a), (d, c)) = (x.split_at(half), y.split_at(half));
    let low = product(b, d, ticker)?;
    if is_zero(a) && is_zero(c) {
        return Ok(joined(low, &vec![0; half]));
    }
    let high = product(a, c, ticker)?;
    let cross = xor(&product(&xor(a, b), &xor(c, d), ticker)?, &low);
    Ok(joined(xor(&low, &times_top(&high, ticker)?), &cross))
}

/// `x · 2^(bits - 1)`: the top bit is `t·F` with `t` the top bit of the half, and
/// `(a·F + b)·t·F = (a + b)·t·F + a·t·t`.
fn times_top(x: &[u64], ticker: &mut Ticker<'_>) -> Result<Words> {
    ticker.step()?;
    if let [x] = x {
        return Ok(vec![(Nimber(*x) * Nimber(1 << 63)).0]);
    }
    if is_zero(x) {
        return Ok(x.to_vec());
    }
    let (b, a) = x.split_at(x.len() / 2);
    let high = times_top(&xor(a, b), ticker)?;
    let low = times_top(&times_top(a, ticker)?, ticker)?;
    Ok(joined(low, &high))
}

fn square(x: &[u64], ticker: &mut Ticker<'_>) -> Result<Words> {
    ticker.step()?;
    if let [x] = x {
        return Ok(vec![Nimber(*x).square().0]);
    }
    let (b, a) = x.split_at(x.len() / 2);
    let high = square(a, ticker)?;
    let low = xor(&square(b, ticker)?, &times_top(&high, ticker)?);
    Ok(joined(low, &high))
}

fn square_root(x: &[u64], ticker: &mut Ticker<'_>) -> Result<Words> {
    ticker.step()?;
    if let [x] = x {
        return Ok(vec![Nimber(*x).sqrt().0]);
    }
    let (low, high) = x.split_at(x.len() / 2);
    let low = xor(low, &times_top(high, ticker)?);
    Ok(joined(
        square_root(&low, ticker)?,
        &square_root(high, ticker)?,
    ))
}

/// For `x` other than 0: `a·F + b` times its conjugate `a·F + (a + b)` is the norm `a·a·F/2 + b·(a + b)`.
fn inverse(x: &[u64], ticker: &mut Ticker<'_>) -> Result<Words> {
    if let [x] = x {
        let inverse = Nimber(*x).inverse().ok_or(NumberError::NoInverse)?;
        return Ok(vec![inverse.0]);
    }
    let (b, a) = x.split_at(x.len() / 2);
    let conjugate = xor(a, b);
    let norm = xor(
        &times_top(&square(a, ticker)?, ticker)?,
        &product(b, &conjugate, ticker)?,
    );
    let scale = inverse(&norm, ticker)?;
    Ok(joined(
        product(&conjugate, &scale, ticker)?,
        &product(a, &scale, ticker)?,
    ))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sidle_check::naive::nim_product as naive;

    use super::*;

    fn naive_ugly(x: &UBig, y: &UBig) -> UBig {
        let mut product = UBig::ZERO;
        for a in (0..x.bit_len()).filter(|&a| x.bit(a)) {
            for b in (0..y.bit_len()).filter(|&b| y.bit(b)) {
                let (low, high) = (a.min(b), a.max(b));
                if low == 0 || low != high {
                    product ^= UBig::ONE << high;
                }
                if low > 0 {
                    product ^= UBig::ONE << (low - 1);
                }
            }
        }
        product
    }

    fn any_number() -> impl Strategy<Value = UBig> {
        (proptest::collection::vec(any::<u8>(), 0..40))
            .prop_map(|bytes| UBig::from_le_bytes(&bytes))
    }

    #[test]
    fn huge_operands_are_refused_and_long_products_stop() {
        let meter = Meter::new().with_cancel(std::sync::Arc::new(true.into()));
        let big = UBig::ONE << (MAX_FIELD_BITS + 1);
        assert_eq!(nim_product(&big, &big, &meter), Err(NumberError::Overflow));
        let large = (UBig::ONE << 500_000) - UBig::ONE;
        assert!(matches!(
            nim_product(&large, &large, &meter),
            Err(NumberError::Stopped(_))
        ));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn products_agree_with_the_recursion_to_bits(x in any_number(), y in any_number()) {
            let product = nim_product(&x, &y, &Meter::unlimited()).expect("no limits");
            prop_assert_eq!(product, naive(&x, &y, 512));
        }

        #[test]
        fn inverses_squares_and_powers(x in any_number(), n in 0_u32..300) {
            let meter = Meter::unlimited();
            let square = nim_product(&x, &x, &meter).expect("no limits");
            prop_assert_eq!(&nim_square(&x, &meter).expect("no limits"), &square);
            prop_assert_eq!(&nim_square_root(&square, &meter).expect("no limits"), &x);
            if !x.is_zero() {
                let inverse = nim_inverse(&x, &meter).expect("x is not 0");
                prop_assert_eq!(nim_product(&x, &inverse, &meter), Ok(UBig::ONE));
                let bits = x.bit_len().next_power_of_two();
                let order = (UBig::ONE << bits) - UBig::ONE;
                prop_assert_eq!(nim_power(&x, &order, &meter), Ok(UBig::ONE));
                prop_assert_eq!(nim_power(&x, &(order - UBig::ONE), &meter), Ok(inverse));
            }
            let repeated = (0..n).fold(UBig::ONE, |power, _| nim_product(&power, &x, &meter).expect("no limits"));
            prop_assert_eq!(nim_power(&x, &UBig::from(n), &meter), Ok(repeated));
        }

        #[test]
        fn ugly_products_agree_with_their_rule(x in any_number(), y in any_number()) {
            prop_assert_eq!(ugly_product(&x, &y), naive_ugly(&x, &y));
        }
    }
}
