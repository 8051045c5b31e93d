//! Nim multiplication by its definition on bits.

use sidle_core::UBig;

/// The nim product of two numbers below `2^bits`, where `bits` is a power of two, by its recursion down to single
/// bits, four products a level and one more by `2^(bits/2 - 1)` (*On Numbers and Games*, ch. 6). The depth is that of
/// the logarithm of `bits`.
///
/// ```
/// use sidle_check::naive::nim_product;
/// use sidle_core::UBig;
/// assert_eq!(nim_product(&UBig::from(4u8), &UBig::from(4u8), 4), UBig::from(6u8));
/// ```
#[must_use]
pub fn nim_product(x: &UBig, y: &UBig, bits: usize) -> UBig {
    if *x == UBig::ZERO || *y == UBig::ZERO {
        return UBig::ZERO;
    }
    if bits == 1 {
        return UBig::ONE;
    }
    let half = bits / 2;
    let split = |x: &UBig| (x >> half, x & ((UBig::ONE << half) - UBig::ONE));
    let ((a, b), (c, d)) = (split(x), split(y));
    let high = nim_product(&a, &c, half);
    let cross = nim_product(&a, &d, half) ^ nim_product(&b, &c, half) ^ &high;
    let top = nim_product(&high, &(UBig::ONE << (half - 1)), half);
    (cross << half) ^ top ^ nim_product(&b, &d, half)
}
