//! Integers.

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, Gcd, PowerOfTwo, SquareRoot, UnsignedAbs},
};
use sidle_numbers::{nim_inverse, nim_product, nim_square_root, ugly_product};

use super::{NativeClass, class_names::INTEGER, classes};
use crate::{diagnostic::Failure, random::Random, value::Value};

/// Texts of more digits are refused.
const MAX_DIGITS: usize = 150_000;

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Whole numbers.
    class INTEGER: ["game.DyadicRational", "game.GeneralizedOrdinal"] "3 is Integer"
    static {
        /// Reads an integer.
        fn Parse(str: &str) "Integer.Parse(\"-12\")" => {
            let bad = || Failure::new(format!("`{str}` is not an integer"));
            let digits = str.strip_prefix(['-', '+']).unwrap_or(str);
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !plain || digits.len() > MAX_DIGITS {
                return Err(bad());
            }
            let size: IBig = digits.parse().map_err(|_| bad())?;
            if str.starts_with('-') { -size } else { size }
        };
        /// A random integer from 1 to n.
        fn Random(n: IBig) "Integer.Random(6) <= 6" => {
            let bound = u32::try_from(n).ok().filter(|bound| (1..1 << 31).contains(bound));
            let bound = bound.ok_or_else(|| Failure::new("`Random` takes an integer from 1 to 2^31 - 1"))?;
            Value::integer(1 + m.random.below(bound))
        };
        /// Makes the random integers start again from a seed.
        fn SetSeed(seed: IBig) "Integer.SetSeed(0)" => {
            *m.random = Random::new(self::seed(seed)?.cast_unsigned());
            Value::Nothing
        };
    }
    {
        /// The greatest common divisor.
        fn Gcd(x: IBig, n: IBig) "(35).Gcd(25)" => gcd(x.unsigned_abs(), n.unsigned_abs());
        /// The least common multiple.
        fn Lcm(x: IBig, n: IBig) "(4).Lcm(6)" => match (x.unsigned_abs(), n.unsigned_abs()) {
            (x, y) if x.is_zero() || y.is_zero() => UBig::ZERO,
            (x, y) => &x / (&x).gcd(&y) * y,
        };
        /// The quotient, rounded towards zero.
        fn Div(x: IBig, n: IBig) "17.Div(4)" => match n.is_zero() {
            true => Err(Failure::new("division by zero")),
            false => Ok(x / n),
        };
        /// The largest integer whose square is not above.
        get Isqrt(x: IBig) "10.Isqrt" => {
            let negative = Failure::new(format!("the argument of Isqrt is negative: {x}"));
            UBig::try_from(x).map_err(|_| negative)?.sqrt()
        };
        /// The binary logarithm, rounded down.
        get Lb(x: IBig) "1000.Lb" => match x > IBig::ZERO {
            true => Ok(x.bit_len() - 1),
            false => Err(Failure::new(format!("the argument of Lb is not strictly positive: {x}"))),
        };
        /// Has the binary expansion an even number of ones? (For negative integers in two's complement: of zeros.)
        get IsEvil(x: IBig) "23.IsEvil" => ones(x).is_multiple_of(2);
        /// Has the binary expansion an odd number of ones? (For negative integers in two's complement: of zeros.)
        get IsOdious(x: IBig) "11.IsOdious" => ones(x) % 2 == 1;
        /// Is this a power of two?
        get IsTwoPower(x: IBig) "32.IsTwoPower" => x > IBig::ZERO && x.unsigned_abs().is_power_of_two();
        /// Is this a prime below 2^64?
        get IsPrime(x: IBig) "97.IsPrime" => {
            if x < IBig::from(2) {
                return Ok(Value::Bool(false));
            }
            is_prime(u64::try_from(x).map_err(|_| Failure::new("`IsPrime` takes an integer below 2^64"))?)
        };
        /// Does this fit 32 bits with a sign?
        get IsSmallInteger(x: IBig) "(2^31).IsSmallInteger" => i32::try_from(x).is_ok();
        /// The inverse in the field of nimbers.
        get NimInverse(x: IBig) "2.NimInverse" => {
            let x = natural(x, "NimInverse")?;
            if x.is_zero() {
                return Err(Failure::new("NimInverse applies only to positive integers"));
            }
            nim_inverse(&x, m.meter)?
        };
        /// The quotient in the field of nimbers.
        fn NimDiv(x: IBig, n: IBig) "5.NimDiv(3)" => {
            let (x, y) = (natural(x, "NimDiv")?, natural(n, "NimDiv")?);
            if y.is_zero() {
                return Err(Failure::new("division by zero"));
            }
            nim_product(&x, &nim_inverse(&y, m.meter)?, m.meter)?
        };
        /// The square root in the field of nimbers.
        get NimSqrt(x: IBig) "2.NimSqrt" => nim_square_root(&natural(x, "NimSqrt")?, m.meter)?;
        /// The product that gives the values of acrostic products (Winning Ways, ch. 14).
        fn UglyProduct(x: IBig, n: IBig) "14 UglyProduct 5"
            => ugly_product(&natural(x, "UglyProduct")?, &natural(n, "UglyProduct")?);
    }
};

/// The seed of a stream of random numbers.
pub(super) fn seed(seed: IBig) -> Result<i64, Failure> {
    i64::try_from(seed).map_err(|_| Failure::new("a seed is an integer that fits 64 bits"))
}

/// The greatest common divisor of 0 and 0 is 0.
fn gcd(x: UBig, y: UBig) -> UBig {
    match (x.is_zero(), y.is_zero()) {
        (true, _) => y,
        (_, true) => x,
        _ => x.gcd(&y),
    }
}

fn natural(x: IBig, method: &str) -> Result<UBig, Failure> {
    UBig::try_from(x)
        .map_err(|_| Failure::new(format!("`{method}` takes integers that are not negative")))
}

/// The bits that differ from the sign; in a negative number, of infinitely many ones in two's complement, the zeros.
fn ones(x: IBig) -> usize {
    let differing = if x < IBig::ZERO { -x - IBig::ONE } else { x };
    let ones = |word: &dashu_int::Word| word.count_ones() as usize;
    differing.unsigned_abs().as_words().iter().map(ones).sum()
}

/// Miller and Rabin's test with the bases that decide all integers of 64 bits.
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(&prime) = BASES.iter().find(|&&prime| n.is_multiple_of(prime)) {
        return n == prime;
    }
    let multiply = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut power = 1;
        let mut square = base % n;
        let mut exponent = (n - 1) >> twos;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = multiply(power, square);
            }
            square = multiply(square, square);
            exponent >>= 1;
        }
        power == 1
            || (0..twos).any(|_| {
                let found = power == n - 1;
                power = multiply(power, power);
                found
            })
    })
}
