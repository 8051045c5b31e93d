//! Nimbers: the field of impartial values.
//!
//! The numbers below `2^(2^k)` are closed under nim-addition and nim-multiplication and form a field
//! (Conway, *On Numbers and Games*, ch. 6), so all of `u64` is the field of `2^64` elements. A number
//! of `2h` bits (`h` a power of 2) is written `a·F + b` with the Fermat power `F = 2^h`; then
//! `F·F = F + F/2`, which reduces every operation to numbers of `h` bits. The recursion ends at the
//! field of 256 elements, where a logarithm table (768 bytes, made by the compiler) answers.

use std::{
    fmt,
    iter::{Product, Sum},
    ops::{Add, Mul, Neg, Sub},
};

/// The nimber `*n`, an element of the field of `2^64` nimbers.
///
/// ```
/// use sidle_core::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert_eq!(Nimber(4) * Nimber(4), Nimber(6));
/// assert_eq!(Nimber(16).inverse(), Some(Nimber(170)));
/// assert_eq!(Nimber(6).sqrt(), Nimber(4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u64);

/// Nim-sum.
impl Add for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

/// Every nimber is its own negative, so subtraction is addition.
impl Sub for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl)]
    fn sub(self, other: Nimber) -> Nimber {
        self + other
    }
}

impl Neg for Nimber {
    type Output = Nimber;

    fn neg(self) -> Nimber {
        self
    }
}

/// Nim-product.
///
/// # Cost
/// One product by logarithms for operands below 256, 54 of them for operands of 64 bits.
impl Mul for Nimber {
    type Output = Nimber;

    fn mul(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0, width_of(self.0.max(other.0))))
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(terms: I) -> Nimber {
        terms.fold(Nimber::ZERO, Add::add)
    }
}

impl Product for Nimber {
    fn product<I: Iterator<Item = Nimber>>(factors: I) -> Nimber {
        factors.fold(Nimber::ONE, Mul::mul)
    }
}

impl Nimber {
    /// The neutral element of the nim-sum.
    pub const ZERO: Nimber = Nimber(0);
    /// The neutral element of the nim-product.
    pub const ONE: Nimber = Nimber(1);

    /// The nimber whose nim-product with this one is 1; `None` for 0.
    ///
    /// `a·F + b` times its conjugate `a·F + (a + b)` is the norm `a·a·F/2 + b·(a + b)`, which lies in
    /// the field of half the width.
    ///
    /// ```
    /// use sidle_core::Nimber;
    /// assert_eq!(Nimber(2).inverse(), Some(Nimber(3)));
    /// assert_eq!(Nimber(0).inverse(), None);
    /// ```
    #[must_use]
    pub fn inverse(self) -> Option<Nimber> {
        (self.0 != 0).then(|| Nimber(inverse(self.0, width_of(self.0))))
    }

    /// The nim-product of `exponent` copies of this nimber; 1 when the exponent is 0.
    ///
    /// ```
    /// use sidle_core::Nimber;
    /// assert_eq!(Nimber(2).pow(3), Nimber(1));
    /// assert_eq!(Nimber(0).pow(0), Nimber(1));
    /// ```
    #[must_use]
    pub fn pow(self, exponent: u64) -> Nimber {
        let mut result = Nimber::ONE;
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            result = result.square();
            if exponent >> bit & 1 == 1 {
                result = result * self;
            }
        }
        result
    }

    /// The nim-square: `(a·F + b)² = a²·F + (a²·F/2 + b²)`.
    #[must_use]
    pub fn square(self) -> Nimber {
        Nimber(square(self.0, width_of(self.0)))
    }

    /// The one nimber whose nim-square is this one. Squaring is a field automorphism in
    /// characteristic 2, so every nimber has exactly one square root.
    ///
    /// ```
    /// use sidle_core::Nimber;
    /// assert_eq!(Nimber(2).sqrt(), Nimber(3));
    /// ```
    #[must_use]
    pub fn sqrt(self) -> Nimber {
        Nimber(square_root(self.0, width_of(self.0)))
    }
}

/// The width in bits of the smallest subfield, from 8 bits up, that holds `x`.
fn width_of(x: u64) -> u32 {
    match x {
        0..=0xff => 8,
        0x100..=0xffff => 16,
        0x1_0000..=0xffff_ffff => 32,
        _ => 64,
    }
}

/// `(a, b)` with `x = a·2^half + b`.
fn halves(x: u64, half: u32) -> (u64, u64) {
    (x >> half, x & ((1 << half) - 1))
}

/// Karatsuba's three products, and one by the constant `F/2`.
fn product(x: u64, y: u64, width: u32) -> u64 {
    if x == 0 || y == 0 {
        return 0;
    }
    if width == 8 {
        let sum = usize::from(LOG[x as usize]) + usize::from(LOG[y as usize]);
        return u64::from(EXP[sum]);
    }
    let half = width / 2;
    let ((a, b), (c, d)) = (halves(x, half), halves(y, half));
    let low = product(b, d, half);
    let high = product(a, c, half);
    let cross = product(a ^ b, c ^ d, half) ^ low;
    cross << half | low ^ times_top(high, half)
}

/// `x · 2^(width - 1)`, for `x` of `width` bits: the top bit is `t·F` with `t` the top bit of half the
/// width, and `(a·F + b)·t·F = (a + b)·t·F + a·t·t`.
fn times_top(x: u64, width: u32) -> u64 {
    if x == 0 {
        return 0;
    }
    if width == 8 {
        return product(x, 0x80, 8);
    }
    let half = width / 2;
    let (a, b) = halves(x, half);
    times_top(a ^ b, half) << half | times_top(times_top(a, half), half)
}

fn square(x: u64, width: u32) -> u64 {
    if width == 8 {
        return product(x, x, 8);
    }
    let half = width / 2;
    let (a, b) = halves(x, half);
    let high = square(a, half);
    high << half | times_top(high, half) ^ square(b, half)
}

fn square_root(x: u64, width: u32) -> u64 {
    if width == 8 {
        // x^128 squared is x^256 = x.
        return (0..7).fold(x, |power, _| square(power, 8));
    }
    let half = width / 2;
    let (high, low) = halves(x, half);
    square_root(high, half) << half | square_root(low ^ times_top(high, half), half)
}

/// For `x` other than 0.
fn inverse(x: u64, width: u32) -> u64 {
    if width == 8 {
        return u64::from(EXP[255 - usize::from(LOG[x as usize])]);
    }
    let half = width / 2;
    let (a, b) = halves(x, half);
    let norm = times_top(square(a, half), half) ^ product(b, a ^ b, half);
    // The norm lies in the smaller field and is not 0, because x is not.
    let scale = inverse(norm, half);
    product(a, scale, half) << half | product(a ^ b, scale, half)
}

const TABLES: ([u8; 512], [u8; 256]) = tables();
/// Powers of a generator of the field of 256 nimbers, twice round.
static EXP: [u8; 512] = TABLES.0;
/// `EXP[LOG[x]] = x` for `x` in `1..=255`.
static LOG: [u8; 256] = TABLES.1;

const fn tables() -> ([u8; 512], [u8; 256]) {
    let mut exp = [0; 512];
    let mut log = [0; 256];
    let generator = generator();
    let mut power = 1;
    let mut i = 0;
    while i < 512 {
        exp[i] = power as u8;
        if i < 255 {
            log[power as usize] = i as u8;
        }
        power = small_product(power, generator, 8);
        i += 1;
    }
    (exp, log)
}

/// The least element of order 255.
const fn generator() -> u64 {
    let mut candidate = 2;
    loop {
        let mut order = 1;
        let mut power = candidate;
        while power != 1 {
            power = small_product(power, candidate, 8);
            order += 1;
        }
        if order == 255 {
            return candidate;
        }
        candidate += 1;
    }
}

/// The nim-product by its recursion down to single bits; what the tables are made from.
const fn small_product(x: u64, y: u64, width: u32) -> u64 {
    if width == 1 {
        return x & y;
    }
    let half = width / 2;
    let mask = (1 << half) - 1;
    let (a, b, c, d) = (x >> half, x & mask, y >> half, y & mask);
    let low = small_product(b, d, half);
    let high = small_product(a, c, half);
    let cross = small_product(a ^ b, c ^ d, half) ^ low;
    (cross << half) | (low ^ small_product(high, 1 << (half - 1), half))
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition: `x·y` is the least nimber not of the form `x'·y + x·y' + x'·y'` with `x' < x`
    /// and `y' < y`.
    fn mex_table(size: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0; size]; size];
        for x in 0..size {
            for y in 0..size {
                let mut excluded = vec![false; 4 * size];
                for left in 0..x {
                    for right in 0..y {
                        let value = table[left][y] ^ table[x][right] ^ table[left][right];
                        excluded[value as usize] = true;
                    }
                }
                let mex = excluded.iter().position(|&is| !is);
                table[x][y] = mex.expect("there is room") as u64;
            }
        }
        table
    }

    #[test]
    fn products_agree_with_the_mex_definition() {
        let size = 64;
        let table = mex_table(size);
        for (x, row) in table.iter().enumerate() {
            for (y, &expected) in row.iter().enumerate() {
                let product = Nimber(x as u64) * Nimber(y as u64);
                assert_eq!(product, Nimber(expected), "*{x} times *{y}");
            }
        }
    }

    #[test]
    fn the_field_of_256_is_a_field() {
        for x in 0..256 {
            let x = Nimber(x);
            assert_eq!(x.sqrt().square(), x);
            assert_eq!(x.pow(256), x, "Frobenius eight times");
            if x != Nimber::ZERO {
                let inverse = x.inverse().expect("x is not 0");
                assert!(inverse.0 < 256, "the subfield is closed");
                assert_eq!(x * inverse, Nimber::ONE);
            }
            for y in 0..256 {
                let y = Nimber(y);
                assert_eq!(x * y, y * x);
                assert_eq!((x * y).0, small_product(x.0, y.0, 8));
            }
        }
    }

    #[test]
    fn fermat_powers_multiply_by_the_two_rules() {
        for k in 0..6_u32 {
            let fermat = Nimber(1 << (1 << k));
            assert_eq!(fermat * fermat, fermat + Nimber(fermat.0 / 2));
            // A Fermat power times anything smaller is the ordinary product.
            for smaller in [1, 2, 3, 5, 200, 40_000, 0xdead_beef] {
                if smaller < fermat.0 {
                    assert_eq!(fermat * Nimber(smaller), Nimber(fermat.0 * smaller));
                }
            }
        }
    }

    /// Two rows of the nim-multiplication table (*Winning Ways*, ch. 14).
    #[test]
    fn published_rows() {
        let eights: Vec<u64> = (1..=16).map(|n| (Nimber(8) * Nimber(n)).0).collect();
        assert_eq!(
            eights,
            [8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2, 128]
        );
        let inverses: Vec<Option<Nimber>> = (0..=16).map(|n| Nimber(n).inverse()).collect();
        let expected = [1, 3, 2, 15, 12, 9, 11, 10, 6, 8, 7, 5, 14, 13, 4, 170];
        assert_eq!(inverses[0], None);
        assert_eq!(inverses[1..], expected.map(|n| Some(Nimber(n))));
    }

    /// Elements of every subfield, so that mixed widths are met.
    fn any_nimber() -> impl Strategy<Value = Nimber> {
        (any::<u64>(), 0..64_u32).prop_map(|(bits, shift)| Nimber(bits >> shift))
    }

    proptest! {
        #[test]
        fn field_axioms(x in any_nimber(), y in any_nimber(), z in any_nimber()) {
            prop_assert_eq!((x * y) * z, x * (y * z));
            prop_assert_eq!(x * y, y * x);
            prop_assert_eq!(x * (y + z), x * y + x * z);
            prop_assert_eq!(x * Nimber::ONE, x);
            prop_assert_eq!(x * Nimber::ZERO, Nimber::ZERO);
            if let Some(inverse) = x.inverse() {
                prop_assert_eq!(x * inverse, Nimber::ONE);
                prop_assert_eq!(x.pow(u64::MAX - 1), inverse, "the group has 2^64 - 1 elements");
                prop_assert_eq!(x.pow(u64::MAX), Nimber::ONE);
            }
        }

        #[test]
        fn products_agree_with_the_recursion_to_single_bits(x in any_nimber(), y in any_nimber()) {
            prop_assert_eq!((x * y).0, small_product(x.0, y.0, 64));
        }

        #[test]
        fn squaring_is_the_frobenius_automorphism(x in any_nimber(), y in any_nimber()) {
            prop_assert_eq!(x.square(), x * x);
            prop_assert_eq!((x + y).square(), x.square() + y.square());
            prop_assert_eq!((x * y).square(), x.square() * y.square());
            prop_assert_eq!(x.sqrt().square(), x);
            prop_assert_eq!(x.square().sqrt(), x);
            prop_assert_eq!((0..64).fold(x, |power, _| power.square()), x);
        }

        #[test]
        fn powers_add(x in any_nimber(), m in 0..1_u64 << 60, n in 0..1_u64 << 60) {
            prop_assert_eq!(x.pow(m) * x.pow(n), x.pow(m + n));
        }
    }
}
