//! Methods of integers, nim arithmetic among them.

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, Gcd, PowerOfTwo, SquareRoot, UnsignedAbs},
};
use sidle_core::Nimber;

use super::{Builtin, On, integer, line};
use crate::{diagnostic::Failure, random::Random, value::Value};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Integer,
        "Gcd",
        (1, 1),
        "The greatest common divisor.",
        "(35).Gcd(25)",
        |_, a| {
            let (x, y) = (
                integer(&a[0])?.unsigned_abs(),
                integer(&a[1])?.unsigned_abs(),
            );
            // The greatest common divisor of 0 and 0 is 0.
            Ok(Value::integer(IBig::from(if x.is_zero() {
                y
            } else if y.is_zero() {
                x
            } else {
                x.gcd(&y)
            })))
        },
    ),
    line(
        On::Integer,
        "Lcm",
        (1, 1),
        "The least common multiple.",
        "(4).Lcm(6)",
        |_, a| {
            let (x, y) = (
                integer(&a[0])?.unsigned_abs(),
                integer(&a[1])?.unsigned_abs(),
            );
            if x.is_zero() || y.is_zero() {
                return Ok(Value::integer(0));
            }
            let divisor = (&x).gcd(&y);
            Ok(Value::integer(IBig::from(x / divisor * y)))
        },
    ),
    line(
        On::Integer,
        "Div",
        (1, 1),
        "The quotient, rounded towards zero.",
        "17.Div(4)",
        |_, a| {
            let (x, y) = (integer(&a[0])?, integer(&a[1])?);
            if y.is_zero() {
                return Err(Failure::new("division by zero"));
            }
            Ok(Value::integer(x / y))
        },
    ),
    line(
        On::Integer,
        "Isqrt",
        (0, 0),
        "The largest integer whose square is not above.",
        "10.Isqrt",
        |_, a| {
            let x = integer(&a[0])?;
            let x = UBig::try_from(x.clone())
                .map_err(|_| Failure::new(format!("the argument of Isqrt is negative: {x}")))?;
            Ok(Value::integer(IBig::from(x.sqrt())))
        },
    ),
    line(
        On::Integer,
        "Lb",
        (0, 0),
        "The binary logarithm, rounded down.",
        "1000.Lb",
        |_, a| {
            let x = integer(&a[0])?;
            if x <= IBig::ZERO {
                return Err(Failure::new(format!(
                    "the argument of Lb is not strictly positive: {x}"
                )));
            }
            Ok(Value::integer(x.bit_len() - 1))
        },
    ),
    line(
        On::Integer,
        "IsEvil",
        (0, 0),
        "Has the binary expansion an even number of ones?",
        "23.IsEvil",
        |_, a| Ok(Value::Bool(ones(&integer(&a[0])?)? % 2 == 0)),
    ),
    line(
        On::Integer,
        "IsOdious",
        (0, 0),
        "Has the binary expansion an odd number of ones?",
        "11.IsOdious",
        |_, a| Ok(Value::Bool(ones(&integer(&a[0])?)? % 2 == 1)),
    ),
    line(
        On::Integer,
        "IsTwoPower",
        (0, 0),
        "Is this a power of two?",
        "32.IsTwoPower",
        |_, a| {
            let x = integer(&a[0])?;
            Ok(Value::Bool(
                x > IBig::ZERO && x.unsigned_abs().is_power_of_two(),
            ))
        },
    ),
    line(
        On::Integer,
        "IsPrime",
        (0, 0),
        "Is this a prime below 2^64?",
        "97.IsPrime",
        |_, a| {
            let x = integer(&a[0])?;
            if x < IBig::from(2) {
                return Ok(Value::Bool(false));
            }
            let x = u64::try_from(x)
                .map_err(|_| Failure::new("IsPrime wants an integer below 2^64"))?;
            Ok(Value::Bool(is_prime(x)))
        },
    ),
    line(
        On::Integer,
        "IsSmallInteger",
        (0, 0),
        "Does this fit 32 bits with a sign?",
        "(2^31).IsSmallInteger",
        |_, a| Ok(Value::Bool(i32::try_from(integer(&a[0])?).is_ok())),
    ),
    line(
        On::Integer,
        "NimSum",
        (1, 1),
        "Addition without carrying.",
        "5 NimSum 3",
        |_, a| {
            let (x, y) = (natural(&a[0], "NimSum")?, natural(&a[1], "NimSum")?);
            Ok(Value::integer(IBig::from(x ^ y)))
        },
    ),
    line(
        On::Integer,
        "NimProduct",
        (1, 1),
        "The product in the field of nimbers.",
        "8 NimProduct 8",
        |_, a| {
            let (x, y) = (nimber(&a[0], "NimProduct")?, nimber(&a[1], "NimProduct")?);
            Ok(Value::integer((x * y).0))
        },
    ),
    line(
        On::Integer,
        "NimInverse",
        (0, 0),
        "The inverse in the field of nimbers.",
        "2.NimInverse",
        |_, a| {
            let inverse = nimber(&a[0], "NimInverse")?.inverse();
            let inverse = inverse
                .ok_or_else(|| Failure::new("NimInverse applies only to positive integers"))?;
            Ok(Value::integer(inverse.0))
        },
    ),
    line(
        On::Integer,
        "NimPow",
        (1, 1),
        "The power in the field of nimbers.",
        "2.NimPow(3)",
        |_, a| {
            let base = nimber(&a[0], "NimPow")?;
            let exponent = integer(&a[1])?;
            let (base, exponent) = if exponent < IBig::ZERO {
                (
                    base.inverse()
                        .ok_or_else(|| Failure::new("0 has no inverse"))?,
                    -exponent,
                )
            } else {
                (base, exponent.clone())
            };
            let exponent = u64::try_from(&exponent)
                .map_err(|_| Failure::new("overflow: the exponent is too large"))?;
            Ok(Value::integer(base.pow(exponent).0))
        },
    ),
    line(
        On::Integer,
        "NimSqrt",
        (0, 0),
        "The square root in the field of nimbers.",
        "2.NimSqrt",
        |_, a| Ok(Value::integer(nimber(&a[0], "NimSqrt")?.sqrt().0)),
    ),
    line(
        On::Integer,
        "UglyProduct",
        (1, 1),
        "The product that gives the values of acrostic products (Winning Ways, ch. 14).",
        "14 UglyProduct 5",
        |_, a| {
            let (x, y) = (
                natural(&a[0], "UglyProduct")?,
                natural(&a[1], "UglyProduct")?,
            );
            Ok(Value::integer(IBig::from(ugly_product(&x, &y)?)))
        },
    ),
    line(
        On::Class("Integer"),
        "Random",
        (1, 1),
        "A random integer from 1 to n.",
        "Integer.Random(6) <= 6",
        |m, a| {
            let bound = u32::try_from(integer(&a[1])?)
                .ok()
                .filter(|bound| (1..1 << 31).contains(bound));
            let bound = bound
                .ok_or_else(|| Failure::new("Random wants an integer from 1 up to 2^31 - 1"))?;
            Ok(Value::integer(1 + m.random.below(bound)))
        },
    ),
    line(
        On::Class("Integer"),
        "SetSeed",
        (1, 1),
        "Makes the random integers start again from a seed.",
        "Integer.SetSeed(0)",
        |m, a| {
            let seed = integer(&a[1])?;
            let seed = i64::try_from(seed)
                .map_err(|_| Failure::new("a seed is an integer that fits 64 bits"))?;
            *m.random = Random::new(seed.cast_unsigned());
            Ok(Value::Nothing)
        },
    ),
];

fn natural(value: &Value, method: &str) -> Result<UBig, Failure> {
    UBig::try_from(integer(value)?.clone())
        .map_err(|_| Failure::new(format!("{method} wants integers that are not negative")))
}

fn nimber(value: &Value, method: &str) -> Result<Nimber, Failure> {
    let natural = natural(value, method)?;
    u64::try_from(&natural)
        .map(Nimber)
        .map_err(|_| Failure::new(format!("{method} wants integers below 2^64")))
}

fn ones(x: &IBig) -> Result<usize, Failure> {
    let x = UBig::try_from(x.clone())
        .map_err(|_| Failure::new("negative integers are neither evil nor odious"))?;
    Ok(x.as_words()
        .iter()
        .map(|word| word.count_ones() as usize)
        .sum())
}

/// Distributes over nim-sums; 1 is neutral, and for a, b ≥ 1 the product of 2^a and 2^b is
/// 2^(a-1) if a = b, else 2^max ⊕ 2^(min-1).
fn ugly_product(x: &UBig, y: &UBig) -> Result<UBig, Failure> {
    if x.bit_len().max(y.bit_len()) > 4096 {
        return Err(Failure::new(
            "overflow: UglyProduct wants integers below 2^4096",
        ));
    }
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
    Ok(product)
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
