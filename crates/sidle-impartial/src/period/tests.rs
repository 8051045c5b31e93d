use sidle_core::Meter;

use crate::nim::{PeriodAnswer, Sequence};

fn period(code: &str, heaps: usize) -> Option<(usize, usize, u32)> {
    let mut sequence = Sequence::new(code.parse().unwrap()).unwrap();
    sequence.extend(heaps, &Meter::unlimited()).unwrap();
    let found = sequence.prove(&Meter::unlimited()).unwrap();
    found.map(|found| (found.period, found.preperiod, found.saltus))
}

#[test]
fn small_periods() {
    assert_eq!(period("0.77", 300), Some((12, 71, 0)));
    assert_eq!(period("0.07", 400), Some((34, 53, 0)));
    assert_eq!(period("0.3", 100), Some((2, 0, 0)));
    assert_eq!(period("0.0", 100), Some((1, 0, 0)));
    assert_eq!(period("0.6", 5000), None);
}

#[test]
fn arithmetic_periods() {
    assert_eq!(period("0.[3]", 100), Some((1, 0, 1)));
    assert_eq!(period("0.0[3]", 100), Some((2, 0, 1)));
    // All but 3, 5, 6.
    assert_eq!(period("0.330300[3]", 100), Some((9, 0, 3)));
    for code in [
        "0.33[03]",
        "0.3[0]",
        "0.[30]",
        "0.[33030]",
        "0.2[3]",
        "0.1[2]",
    ] {
        if let Some((p, n0, s)) = period(code, 400) {
            let mut plain = Sequence::new(code.parse().unwrap())
                .unwrap()
                .without_shortcut();
            plain.extend(3000, &Meter::unlimited()).unwrap();
            let values: Vec<u32> = plain.values().iter().collect();
            assert!(
                (n0..3000 - p).all(|n| values[n + p] == values[n] + s),
                "{code}"
            );
            assert!(
                n0 == 0 || values[n0 - 1 + p] != values[n0 - 1] + s,
                "{code}: the preperiod is not least"
            );
            for smaller in 1..p {
                let step = values[2000 + smaller].checked_sub(values[2000]);
                let holds = step
                    .is_some_and(|s| (1500..2000).all(|n| values[n + smaller] == values[n] + s));
                assert!(!holds, "{code}: {smaller} is a smaller period");
            }
        }
    }
}

/// All codes with up to two digits and up to two repeated ones that leave one heap at most, heap 0 or not: what is
/// proved holds for values worked out by the definition, and is the least that does.
#[test]
fn periods_of_repeated_digits() {
    let digits = |count: usize| -> Vec<String> {
        let digit = |n: usize, i: usize| char::from(b'0' + (n >> (2 * i) & 3) as u8);
        let all = 0..4_usize.pow(count as u32);
        all.map(|n| (0..count).map(|i| digit(n, i)).collect())
            .collect()
    };
    let mut proved = 0;
    for plain in (0..3).flat_map(digits) {
        for repeated in (1..3).flat_map(digits) {
            let code = format!("0.{plain}[{repeated}]");
            let Some((p, n0, s)) = period(&code, 300) else {
                continue;
            };
            proved += 1;
            let digit = |k: usize| {
                let endless = || repeated.as_bytes()[(k - 1 - plain.len()) % repeated.len()];
                plain.as_bytes().get(k - 1).copied().unwrap_or_else(endless) - b'0'
            };
            let mut values: Vec<u32> = vec![0];
            for n in 1..120 {
                let leaves = |k: usize| if k == n { digit(k) & 1 } else { digit(k) & 2 };
                let reached: Vec<u32> = (1..=n)
                    .filter(|&k| leaves(k) != 0)
                    .map(|k| values[n - k])
                    .collect();
                values.push((0..).find(|value| !reached.contains(value)).expect("a mex"));
            }
            let holds = |n: usize| values[n + p] == values[n] + s;
            assert!((n0..120 - p).all(holds), "{code}: {p} {n0} {s}");
            assert!(
                n0 == 0 || !holds(n0 - 1),
                "{code}: preperiod {n0} is not least"
            );
        }
    }
    assert!(proved > 300, "{proved}");
}

#[test]
fn exception_tables() {
    use crate::nim::ExceptionTable;
    let mut kayles = Sequence::new("0.77".parse().unwrap()).unwrap();
    kayles.extend(300, &Meter::unlimited()).unwrap();
    kayles.prove(&Meter::unlimited()).unwrap();
    let table = ExceptionTable::of(&kayles).unwrap();
    assert_eq!(table.values, [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]);
    // Winning Ways, chapter 4: fourteen exceptions, heap 0 among them here.
    let known = [
        (0, 0),
        (3, 3),
        (6, 3),
        (9, 4),
        (11, 6),
        (15, 7),
        (18, 3),
        (21, 4),
        (22, 6),
        (28, 5),
        (34, 6),
        (39, 3),
        (57, 4),
        (70, 6),
    ];
    assert_eq!(table.exceptions, known);
}

#[test]
fn arithmetic_periods_of_games_that_break_heaps_into_three() {
    let meter = Meter::unlimited();
    let mut proved = 0;
    for number in 0..4096_u32 {
        let code = format!("0.{number:03x}");
        if !code.contains(['8', '9', 'a', 'b', 'c', 'd', 'e', 'f']) || number % 23 != 0 {
            continue;
        }
        let Some((p, n0, s)) = period(&code, 160) else {
            continue;
        };
        if s == 0 {
            continue;
        }
        proved += 1;
        let sequence = Sequence::new(code.parse().unwrap()).unwrap();
        let mut plain = sequence.without_shortcut();
        plain.extend(500, &meter).unwrap();
        let values: Vec<u32> = plain.values().iter().collect();
        let mut heaps = n0..500 - p;
        assert!(
            heaps.all(|n| values[n + p] == values[n] + s),
            "{code}: {p} {n0} {s}"
        );
        assert!(
            n0 == 0 || values[n0 - 1 + p] != values[n0 - 1] + s,
            "{code}: the preperiod is not least"
        );
    }
    assert!(proved > 3, "{proved}");
}

#[test]
fn the_least_period_is_the_one_that_trying_all_finds() {
    let mut seed = 12345_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for round in 0..2000 {
        let (most, length) = (1 + random(3), 1 + random(4));
        let bound = |preperiod: usize, period: usize| {
            Some((most * (preperiod.max(1) + period - 1) + length + 1).max(preperiod + period + 1))
        };
        let latest = |n: usize| n.saturating_sub(length + 1) / most + 1;
        let (before, period, kinds) = (random(12), 1 + random(9), 1 + random(4));
        let n = 2 + random(80);
        let round_values: Vec<u8> = (0..period).map(|_| random(kinds) as u8).collect();
        let values: Vec<u8> = (0..n)
            .map(|at| match at < before {
                true => random(kinds) as u8,
                false => round_values[at % period],
            })
            .collect();
        let naive = (1..n).find_map(|p| {
            let same = |m: &usize| values[*m] == values[m + p];
            let preperiod = (0..n - p).rev().find(|m| !same(m)).map_or(0, |m| m + 1);
            let needs = bound(preperiod, p)?;
            (needs <= n).then_some((p, preperiod, needs))
        });
        let found = super::search::least_period(&values, bound, latest, &Meter::unlimited());
        assert_eq!(found.unwrap(), naive, "round {round}: {values:?}");
    }
}

#[test]
fn an_arithmetic_period_with_irregular_heaps_before_the_first_round() {
    assert_eq!(period("0.89", 400), Some((4, 3, 2)));
    assert_eq!(period("0.8", 400), Some((3, 1, 1)));
}

#[test]
fn games_that_end_in_zeros_and_ones_are_called_bipartite() {
    for (code, bipartite) in [
        ("0.3", true),
        ("0.33", false),
        ("0.303", true),
        ("0.77", false),
    ] {
        let mut sequence = Sequence::new(code.parse().unwrap()).unwrap();
        sequence.extend(400, &Meter::unlimited()).unwrap();
        let proof = PeriodAnswer::of(&sequence).proof;
        assert_eq!(
            proof.contains("ultimately bipartite"),
            bipartite,
            "{code}: {proof}"
        );
    }
}

#[test]
fn arithmetic_periods_of_three_heaps_have_certificates() {
    use sidle_check::arithmetic_period::{Certificate, check};
    for (code, digits) in [
        ("0.8", vec![0, 8]),
        ("0.89", vec![0, 8, 9]),
        ("0.C8", vec![0, 12, 8]),
        ("0.88", vec![0, 8, 8]),
    ] {
        let mut sequence = Sequence::new(code.parse().unwrap()).unwrap();
        sequence.extend(400, &Meter::unlimited()).unwrap();
        let found = sequence.periodicity().expect(code);
        let super::Proof::Rounds { first, length } = found.proof else {
            panic!("{code}: {:?}", found.proof);
        };
        let end = found.preperiod.max(first + length);
        let mut certificate = Certificate::new(
            code,
            digits,
            found.period as u64,
            found.preperiod as u64,
            found.saltus.into(),
            first as u64,
            length as u64,
            found.needs.max(end + 2 * length + 1) as u64,
        );
        let verdict = check(&certificate);
        assert!(verdict.is_valid(), "{verdict}");
        certificate.saltus *= 2;
        assert!(!check(&certificate).is_valid());
    }
}
