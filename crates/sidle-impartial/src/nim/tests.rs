use proptest::prelude::*;
use sidle_core::Meter;

use super::*;
use crate::code::Code;

fn values(code: &str, method: Method, heaps: usize) -> Vec<u32> {
    let code: Code = code.parse().unwrap();
    let mut sequence = Sequence::with_method(code, method).unwrap();
    sequence.extend(heaps, &Meter::unlimited()).unwrap();
    sequence.values().iter().collect()
}

/// By `Code::options` alone.
fn naive(code: &str, heaps: u32) -> Vec<u32> {
    let code: Code = code.parse().unwrap();
    let mut values = vec![0_u32];
    for heap in 1..heaps {
        let options = code.options(heap);
        let reached: Vec<u32> = options
            .map(|option| option.iter().fold(0, |sum, &h| sum ^ values[h as usize]))
            .collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

#[test]
fn the_methods_agree_on_octal_games() {
    for first in 0..8 {
        for second in 0..8 {
            for zero in [0, 4] {
                let code = format!("{zero}.{first}{second}");
                let expected = naive(&code, 120);
                for method in [
                    Method::Automatic,
                    Method::Pairs,
                    Method::Sparse,
                    Method::Partitions,
                    Method::Definition,
                ] {
                    assert_eq!(values(&code, method, 120), expected, "{code} {method:?}");
                }
            }
        }
    }
}

#[test]
fn the_methods_agree_far_out() {
    for code in [
        "0.16",
        "0.6",
        "0.376",
        "0.77",
        "0.104",
        "0.454",
        "4!.0",
        "0.007",
        "0.56",
        "4.26",
        "0.2{2}!",
        "0.5{0,2!}7",
        "0.7{1,2=}4",
    ] {
        let heaps = 12_000;
        let expected = values(code, Method::Definition, heaps);
        for method in [Method::Automatic, Method::Pairs, Method::Sparse] {
            let sequence = Sequence::with_method(code.parse().unwrap(), method).unwrap();
            let mut sequence = sequence.without_shortcut();
            sequence.extend(heaps, &Meter::unlimited()).unwrap();
            let found: Vec<u32> = sequence.values().iter().collect();
            let differ = (0..heaps).find(|&n| found[n] != expected[n]);
            assert_eq!(differ, None, "{code} {method:?}");
        }
        assert_eq!(
            values(code, Method::Automatic, heaps),
            expected,
            "{code} with shortcuts"
        );
    }
}

#[test]
fn far_values_satisfy_the_definition() {
    // 0.6 has its last rare heap at 20,627 and values above 255: beyond twice that bytes stand for its values.
    for (code, heaps) in [
        ("0.6", 56_000),
        ("0.376", 30_000),
        ("0.454", 40_000),
        ("4!.0", 30_000),
        // Here old sets are forgotten on the way.
        ("0.104", 130_000),
    ] {
        let code: Code = code.parse().unwrap();
        let shape = shape::Shape::of(&code).unwrap();
        let mut sequence = Sequence::new(code).unwrap().without_shortcut();
        sequence.extend(heaps, &Meter::unlimited()).unwrap();
        let all: Vec<u32> = sequence.values().iter().collect();
        for n in (heaps / 3..heaps).step_by(83) {
            assert_eq!(
                pairs::next_by_definition(&shape, &all[..n]),
                all[n],
                "heap {n}"
            );
        }
    }
}

#[test]
fn general_codes_agree_with_the_definition() {
    for code in [
        "0.3F",
        "0.[3]",
        "0.0[3]",
        "0.3[03]",
        "0.[7]",
        "0.8",
        "0.F",
        "0.{3!}7",
        "0.{2,3}{1,2}?{2+}=",
        "4.*77",
        "80.0",
        "0.*!3",
        "{2+}=.0",
        "0.{2?,3?,4!}",
        "0.7[03]",
        "{4?}00.3",
        "0.1[12]",
        "0.33[301]",
        "0.[1]",
        "0.{0,1,3+}",
        "0.[0030201]",
        "0.0[33002]",
    ] {
        assert_eq!(
            values(code, Method::Automatic, 34),
            naive(code, 34),
            "{code}"
        );
    }
}

#[test]
fn endless_codes_are_refused() {
    let error = Sequence::new("2.0".parse().unwrap()).unwrap_err();
    assert!(error.to_string().contains("for ever"), "{error}");
}

#[test]
fn stopping_keeps_what_there_is() {
    let mut sequence = Sequence::new("0.6".parse().unwrap()).unwrap();
    let clock = std::sync::atomic::AtomicU64::new(0);
    let tick = move || {
        let now = clock.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        std::time::Duration::from_secs(now)
    };
    let meter = Meter::new().with_deadline(tick, std::time::Duration::from_secs(30));
    assert_eq!(
        sequence.extend(1 << 30, &meter),
        Err(sidle_core::StopReason::Time)
    );
    let reached = sequence.values().len();
    assert!(reached > 100);
    let kept: Vec<u32> = sequence.values().iter().collect();
    assert_eq!(kept, values("0.6", Method::Automatic, reached));
}

/// Room is asked for before it is taken.
#[test]
fn a_limit_on_memory_stops_in_good_order() {
    let meter = Meter::new().with_gauge(|| 0, 1000);
    let mut sequence = Sequence::new("0.6".parse().unwrap()).unwrap();
    let stopped = sequence.extend(100_000, &meter);
    assert_eq!(stopped, Err(sidle_core::StopReason::Memory));
    let reached = sequence.values().len();
    assert!((128..1000).contains(&reached), "{reached}");
    let kept: Vec<u32> = sequence.values().iter().collect();
    assert_eq!(kept, values("0.6", Method::Automatic, reached));
}

#[test]
fn values_are_written_with_signs_between_them() {
    let text = |values: Values, count: usize| {
        let mut text = Vec::new();
        values.write(count, ' ', &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    assert_eq!(text([].into_iter().collect(), 5), "");
    assert_eq!(text([7].into_iter().collect(), 5), "7");
    assert_eq!(
        text([5000, 0, 70_000].into_iter().collect(), 9),
        "5000 0 70000"
    );
    let many: Vec<u32> = (0..20_000).map(|n| n * 7 % 5003).collect();
    let expected: Vec<String> = many.iter().map(u32::to_string).collect();
    assert_eq!(text(many.into_iter().collect(), 20_000), expected.join(" "));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_codes_agree(digits in proptest::collection::vec(0_u32..8, 1..6), zero in 0_u32..2, cut in 2_usize..400) {
        let digits: String = digits.iter().map(|d| char::from_digit(*d, 10).unwrap()).collect();
        let code = format!("{}.{digits}", 4 * zero);
        let expected = values(&code, Method::Definition, 700);
        prop_assert_eq!(&values(&code, Method::Automatic, 700), &expected);
        prop_assert_eq!(&values(&code, Method::Sparse, 700), &expected);
        prop_assert_eq!(&values(&code, Method::Pairs, 700), &expected);
        // Resumed from anywhere.
        let start: Values = expected[..cut].iter().copied().collect();
        let mut resumed = Sequence::resume(code.parse().unwrap(), Method::Automatic, start).unwrap();
        resumed.extend(700, &Meter::unlimited()).unwrap();
        prop_assert_eq!(resumed.values().iter().collect::<Vec<_>>(), expected);
    }
}
