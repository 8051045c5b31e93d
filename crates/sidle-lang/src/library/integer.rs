//! Integers.

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, Gcd, PowerOfTwo, SquareRoot, UnsignedAbs},
};
use sidle_numbers::{nim_inverse, nim_product, nim_square_root, ugly_product};

use super::{
    Member, NativeClass, class,
    extract::{integer, text},
    method, property, required,
};
use crate::{diagnostic::Failure, random::Random, value::Value};

const INTEGER: &str = "game.Integer";
/// Texts of more digits are refused.
const MAX_DIGITS: usize = 150_000;

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: &[
        method(
            "Parse",
            &[required("str", "cgsuite.lang.String")],
            "Reads an integer.",
            "Integer.Parse(\"-12\")",
            |_, a| {
                let source = text(&a[0])?;
                let bad = || Failure::new(format!("`{source}` is not an integer"));
                let digits = source.strip_prefix(['-', '+']).unwrap_or(source);
                let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                if !plain || digits.len() > MAX_DIGITS {
                    return Err(bad());
                }
                let size: IBig = digits.parse().map_err(|_| bad())?;
                Ok(Value::integer(if source.starts_with('-') {
                    -size
                } else {
                    size
                }))
            },
        ),
        method(
            "Random",
            &[required("n", INTEGER)],
            "A random integer from 1 to n.",
            "Integer.Random(6) <= 6",
            |m, a| {
                let bound = u32::try_from(integer(&a[0])?).ok();
                let bound = bound.filter(|bound| (1..1 << 31).contains(bound));
                let bound = bound
                    .ok_or_else(|| Failure::new("Random wants an integer from 1 up to 2^31 - 1"))?;
                Ok(Value::integer(1 + m.random.below(bound)))
            },
        ),
        method(
            "SetSeed",
            &[required("seed", INTEGER)],
            "Makes the random integers start again from a seed.",
            "Integer.SetSeed(0)",
            |m, a| {
                let seed = i64::try_from(integer(&a[0])?)
                    .map_err(|_| Failure::new("a seed is an integer that fits 64 bits"))?;
                *m.random = Random::new(seed.cast_unsigned());
                Ok(Value::Nothing)
            },
        ),
    ],
    members: MEMBERS,
    ..class(
        INTEGER,
        &["game.DyadicRational", "game.GeneralizedOrdinal"],
        "Whole numbers.",
        "3 is Integer",
    )
}];

const MEMBERS: &[Member] = &[
    method(
        "Gcd",
        &[required("n", INTEGER)],
        "The greatest common divisor.",
        "(35).Gcd(25)",
        |_, a| {
            let (x, y) = (
                integer(&a[0])?.unsigned_abs(),
                integer(&a[1])?.unsigned_abs(),
            );
            Ok(Value::integer(IBig::from(gcd(x, y))))
        },
    ),
    method(
        "Lcm",
        &[required("n", INTEGER)],
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
    method(
        "Div",
        &[required("n", INTEGER)],
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
    property(
        "Isqrt",
        "The largest integer whose square is not above.",
        "10.Isqrt",
        |_, a| {
            let x = integer(&a[0])?;
            let root = UBig::try_from(x.clone())
                .map_err(|_| Failure::new(format!("the argument of Isqrt is negative: {x}")))?;
            Ok(Value::integer(IBig::from(root.sqrt())))
        },
    ),
    property(
        "Lb",
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
    property(
        "IsEvil",
        "Has the binary expansion an even number of ones?",
        "23.IsEvil",
        |_, a| Ok(Value::Bool(ones(&a[0])? % 2 == 0)),
    ),
    property(
        "IsOdious",
        "Has the binary expansion an odd number of ones?",
        "11.IsOdious",
        |_, a| Ok(Value::Bool(ones(&a[0])? % 2 == 1)),
    ),
    property(
        "IsTwoPower",
        "Is this a power of two?",
        "32.IsTwoPower",
        |_, a| {
            let x = integer(&a[0])?;
            Ok(Value::Bool(
                x > IBig::ZERO && x.unsigned_abs().is_power_of_two(),
            ))
        },
    ),
    property(
        "IsPrime",
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
    property(
        "IsSmallInteger",
        "Does this fit 32 bits with a sign?",
        "(2^31).IsSmallInteger",
        |_, a| Ok(Value::Bool(i32::try_from(integer(&a[0])?).is_ok())),
    ),
    property(
        "NimInverse",
        "The inverse in the field of nimbers.",
        "2.NimInverse",
        |m, a| {
            let x = natural(&a[0], "NimInverse")?;
            if x.is_zero() {
                return Err(Failure::new("NimInverse applies only to positive integers"));
            }
            Ok(Value::integer(IBig::from(nim_inverse(&x, m.meter)?)))
        },
    ),
    method(
        "NimDiv",
        &[required("n", INTEGER)],
        "The quotient in the field of nimbers.",
        "5.NimDiv(3)",
        |m, a| {
            let (x, y) = (natural(&a[0], "NimDiv")?, natural(&a[1], "NimDiv")?);
            if y.is_zero() {
                return Err(Failure::new("division by zero"));
            }
            let inverse = nim_inverse(&y, m.meter)?;
            Ok(Value::integer(IBig::from(nim_product(
                &x, &inverse, m.meter,
            )?)))
        },
    ),
    property(
        "NimSqrt",
        "The square root in the field of nimbers.",
        "2.NimSqrt",
        |m, a| {
            let x = natural(&a[0], "NimSqrt")?;
            Ok(Value::integer(IBig::from(nim_square_root(&x, m.meter)?)))
        },
    ),
    method(
        "UglyProduct",
        &[required("n", INTEGER)],
        "The product that gives the values of acrostic products (Winning Ways, ch. 14).",
        "14 UglyProduct 5",
        |_, a| {
            let (x, y) = (
                natural(&a[0], "UglyProduct")?,
                natural(&a[1], "UglyProduct")?,
            );
            Ok(Value::integer(IBig::from(ugly_product(&x, &y))))
        },
    ),
];

/// The greatest common divisor of 0 and 0 is 0.
fn gcd(x: UBig, y: UBig) -> UBig {
    if x.is_zero() {
        y
    } else if y.is_zero() {
        x
    } else {
        x.gcd(&y)
    }
}

fn natural(value: &Value, method: &str) -> Result<UBig, Failure> {
    UBig::try_from(integer(value)?)
        .map_err(|_| Failure::new(format!("{method} wants integers that are not negative")))
}

fn ones(value: &Value) -> Result<usize, Failure> {
    let x = UBig::try_from(integer(value)?)
        .map_err(|_| Failure::new("negative integers are neither evil nor odious"))?;
    Ok(x.as_words()
        .iter()
        .map(|word| word.count_ones() as usize)
        .sum())
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
