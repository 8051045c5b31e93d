//! The field of transfinite nimbers against published constants, its own laws and its definition.

use std::collections::HashSet;

use proptest::prelude::*;
use sidle_core::{Meter, StopReason, UBig};
use sidle_numbers::{NimField, NumberError, Ordinal, nim_power};

fn golden(field: &NimField, keep: impl Fn(u32) -> bool) {
    let table = include_str!("../../../data/golden/nim_field_constants.tsv");
    let mut count = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let prime: u32 = cells[1].parse().expect("a prime");
        if !keep(prime) {
            continue;
        }
        let constants = field.lenstra(prime, &Meter::unlimited()).expect("small");
        let found = match cells[0] {
            "excess" => constants.excess.to_string(),
            _ => {
                let powers: Vec<String> = constants.q_set().iter().map(u64::to_string).collect();
                format!("{{{}}}", powers.join(","))
            }
        };
        assert_eq!(found, cells[2], "{line}");
        count += 1;
    }
    assert!(count > 30);
}

/// Those with large fields take a while; the rest is left to the long test.
#[test]
fn constants_of_small_primes() {
    golden(&NimField::new(), |prime| prime < 170);
}

#[test]
#[ignore = "some seconds"]
fn constants_of_larger_primes() {
    golden(&NimField::new(), |_| true);
}

/// α_p is the least element without a p-th root. For p = 3 that is 2, since all that is smaller is a cube;
/// for p = 5 it is 4, since all of 0 … 3 have fifth roots among the numbers below 2^16.
#[test]
fn alphas_are_the_least_without_roots() {
    let field = NimField::new();
    let meter = Meter::unlimited();
    for (prime, alpha) in [(3_u32, 2_u64), (5, 4), (17, 16)] {
        assert_eq!(field.alpha(prime, &meter), Ok(Ordinal::from(alpha as i64)));
        let powers: HashSet<UBig> = (0..1_u32 << 16)
            .map(|x| nim_power(&UBig::from(x), &UBig::from(prime), &meter).expect("small"))
            .collect();
        assert!((0..alpha).all(|x| powers.contains(&UBig::from(x))));
        assert!(!powers.contains(&UBig::from(alpha)));
    }
}

fn number(terms: &[(i64, i64, i64, i64)]) -> Ordinal {
    // ω^(ω^2·a + ω·b + c)·n
    let meter = Meter::unlimited();
    let omega = Ordinal::omega();
    terms.iter().fold(Ordinal::zero(), |sum, &(a, b, c, n)| {
        let scaled = |power: u64, k: i64| {
            let power = omega.pow(power, &meter).expect("low");
            power.mul(&Ordinal::from(k), &meter).expect("low")
        };
        let exponent = scaled(2, a).add(&scaled(1, b)).add(&Ordinal::from(c));
        let power = exponent.omega_power().expect("an ordinal");
        sum.add(&power.mul(&Ordinal::from(n), &meter).expect("low"))
    })
}

fn any_number() -> impl Strategy<Value = Ordinal> {
    proptest::collection::vec((0_i64..9, 0_i64..8, 0_i64..11, 1_i64..300), 0..4)
        .prop_map(|terms| number(&terms))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn field_laws(x in any_number(), y in any_number(), z in any_number(), n in 0_u32..40) {
        let field = NimField::new();
        let meter = Meter::unlimited();
        let mul = |x: &Ordinal, y: &Ordinal| field.product(x, y, &meter).expect("small");
        let add = |x: &Ordinal, y: &Ordinal| x.nim_sum(y).expect("ordinals");
        prop_assert_eq!(mul(&x, &y), mul(&y, &x));
        prop_assert_eq!(mul(&x, &mul(&y, &z)), mul(&mul(&x, &y), &z));
        prop_assert_eq!(mul(&x, &add(&y, &z)), add(&mul(&x, &y), &mul(&x, &z)));
        prop_assert_eq!(field.square(&x, &meter), Ok(mul(&x, &x)));
        prop_assert_eq!(mul(&x, &Ordinal::from(1)), x.clone());
        if !x.is_zero() && !y.is_zero() {
            prop_assert!(!mul(&x, &y).is_zero(), "a field has no zero divisors");
        }
        let repeated = (0..n).fold(Ordinal::from(1), |power, _| mul(&power, &x));
        prop_assert_eq!(field.power(&x, &UBig::from(n), &meter), Ok(repeated));
    }
}

#[test]
fn limits_reach_the_constants() {
    let meter = Meter::new().with_cancel(std::sync::Arc::new(true.into()));
    let stopped = NimField::new().lenstra(47, &meter);
    assert_eq!(
        stopped.err(),
        Some(NumberError::Stopped(StopReason::Cancelled))
    );
    for not_a_prime in [0, 1, 9, 91, 1 << 21] {
        let refused = NimField::new().lenstra(not_a_prime, &Meter::unlimited());
        let expected = NumberError::NimPrime(u64::from(not_a_prime));
        assert_eq!(refused.err(), Some(expected));
    }
}
