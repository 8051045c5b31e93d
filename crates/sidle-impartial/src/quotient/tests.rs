use rustc_hash::FxHashMap;
use sidle_core::Meter;

use super::*;
use crate::{code::Code, nim::all_octal_codes};

fn search(code: &str, heaps: Option<u32>) -> QuotientSearch {
    let game = HeapGame::Code(code.parse::<Code>().unwrap());
    let options = QuotientOptions {
        heaps,
        ..QuotientOptions::default()
    };
    let mut search = QuotientSearch::new(game, options);
    search.run(&Meter::unlimited()).unwrap();
    search
}

fn sizes(growth: &[Growth]) -> Vec<(u32, usize, usize)> {
    growth.iter().map(|g| (g.0, g.1, g.2)).collect()
}

#[test]
fn misere_kayles() {
    let kayles = search("0.77", None);
    let expected = [
        (1, 2, 1),
        (2, 6, 2),
        (5, 12, 3),
        (9, 18, 6),
        (12, 24, 8),
        (25, 32, 9),
        (27, 40, 9),
    ];
    assert_eq!(sizes(kayles.growth()), expected);
    assert_eq!(kayles.period(), Some((12, 71)));
    assert!(kayles.partial().quotient.is_reduced());
    let answer = kayles.answer("0.77");
    assert!(answer.complete);
    assert_eq!(answer.generator_heaps, [1, 2, 5, 9, 12, 25, 27]);
}

#[test]
fn guiles() {
    let answer = search("0.15", None);
    assert_eq!(answer.partial().quotient.order(), 42);
    assert_eq!(answer.period(), Some((10, 66)));
}

/// Exhaustive misère outcomes of sums of heaps.
fn naive_is_p(code: &Code, sum: &mut Vec<u32>, memo: &mut FxHashMap<Vec<u32>, bool>) -> bool {
    sum.retain(|&heap| heap > 0);
    sum.sort_unstable();
    if let Some(&known) = memo.get(sum) {
        return known;
    }
    let mut any = false;
    let mut p_option = false;
    for place in 0..sum.len() {
        if place > 0 && sum[place] == sum[place - 1] {
            continue;
        }
        for option in code.options(sum[place]) {
            any = true;
            let mut next = sum.clone();
            next.swap_remove(place);
            next.extend(option);
            p_option |= naive_is_p(code, &mut next, memo);
        }
    }
    let is_p = any && !p_option;
    memo.insert(sum.clone(), is_p);
    is_p
}

#[test]
fn quotients_tell_the_outcomes_of_all_small_sums() {
    for code in [
        "0.77", "0.15", "0.123", "0.07", "0.6", "0.144", "0.152", "0.241", "0.75", "0.51", "4.3",
        "0.137", "0.3", "0.26", "0.56", "0.45",
    ] {
        let heaps = 9;
        let found = search(code, Some(heaps));
        let code: Code = code.parse().unwrap();
        let mut memo = FxHashMap::default();
        // All sums of up to four heaps.
        for a in 0..=heaps {
            for b in a..=heaps {
                for c in b..=heaps {
                    for d in c..=heaps {
                        let expected = naive_is_p(&code, &mut vec![a, b, c, d], &mut memo);
                        let element = found.element(&[a, b, c, d]).unwrap();
                        assert_eq!(
                            found.partial().quotient.is_p(element),
                            expected,
                            "{code} {a} {b} {c} {d}"
                        );
                    }
                }
            }
        }
    }
}

/// The same for all sums of up to seven heaps of at most 12 tokens.
#[test]
#[ignore = "takes minutes"]
fn quotients_tell_the_outcomes_of_all_sums_of_seven_heaps() {
    sums_of_seven_heaps(&[
        "0.77", "0.15", "0.123", "0.07", "0.6", "0.144", "0.152", "0.241", "0.75", "0.51", "4.3",
        "0.137", "0.3", "0.26", "0.56", "0.45", "0.71", "0.331", "0.004", "0.147",
    ]);
}

/// Two games that do not break heaps; the naive search of the others takes minutes.
#[test]
fn two_quotients_tell_the_outcomes_of_all_sums_of_seven_heaps() {
    sums_of_seven_heaps(&["0.123", "0.331"]);
}

fn sums_of_seven_heaps(games: &[&str]) {
    for &code in games {
        let found = search(code, Some(12));
        let code: Code = code.parse().unwrap();
        let mut memo = FxHashMap::default();
        let mut sum = vec![0_u32; 7];
        let mut count = 0;
        loop {
            let expected = naive_is_p(&code, &mut sum.clone(), &mut memo);
            let element = found.element(&sum).unwrap();
            assert_eq!(
                found.partial().quotient.is_p(element),
                expected,
                "{code} {sum:?}"
            );
            count += 1;
            // The next nondecreasing sum.
            let Some(place) = (0..7).rev().find(|&place| sum[place] < 12) else {
                break;
            };
            let next = sum[place] + 1;
            sum[place..].fill(next);
        }
        assert_eq!(count, 50_388);
    }
}

/// Whatever was saved is taken again, wherever a search was stopped; a growth or a rule that is not so is refused.
#[test]
fn all_that_was_saved_is_believed_and_nothing_else() {
    let path = std::env::temp_dir().join(format!("sidle-growth-{}.json", std::process::id()));
    let meter = Meter::unlimited();
    let resume = |code: &Code| {
        let name = code.to_string();
        let game = HeapGame::Code(code.clone());
        QuotientSearch::resume(&path, &name, game, QuotientOptions::default(), &meter)
    };
    let codes = all_octal_codes(2).chain(all_octal_codes(3).skip(5).step_by(17));
    let codes =
        codes.chain(["4.7", "0.1023", "0.1033", "0.4107"].map(|code| code.parse().unwrap()));
    for code in codes {
        for heaps in [3, 4, 6, 9] {
            let options = QuotientOptions {
                heaps: Some(heaps),
                ..QuotientOptions::default()
            };
            let mut search = QuotientSearch::new(HeapGame::Code(code.clone()), options);
            // Some are infinite, or larger than is searched.
            let _ = search.run(&Meter::new().with_max_nodes(200_000));
            search.save(&path, &code.to_string()).unwrap();
            let resumed = resume(&code).map(|resumed| sizes(resumed.growth()));
            assert_eq!(resumed.ok(), Some(sizes(search.growth())), "{code} {heaps}");
        }
    }
    search("0.15", Some(20)).save(&path, "0.15").unwrap();
    let good: serde_json::Value =
        serde_json::from_slice(saved::body(&std::fs::read(&path).unwrap())).expect("JSON");
    let code: Code = "0.15".parse().unwrap();
    for (field, forge) in [
        (
            "growth",
            (|list: &mut Vec<serde_json::Value>| drop(list.pop())) as fn(&mut Vec<_>),
        ),
        ("growth", |list| list[0][1] = 3.into()),
        ("rules", |list| drop(list.pop())),
        ("rules", |list| list.push(list[0].clone())),
        ("rules", |list| list[0][1] = 1.into()),
    ] {
        let mut bad = good.clone();
        forge(bad[field].as_array_mut().expect("a list"));
        let bytes = saved::with_checksum(&bad);
        std::fs::write(&path, bytes).unwrap();
        assert!(
            matches!(resume(&code), Err(SavedError::Damaged(_))),
            "{field}"
        );
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn searches_are_saved_and_resumed() {
    let path = std::env::temp_dir().join(format!("sidle-quotient-{}.json", std::process::id()));
    let meter = Meter::unlimited();
    let game = || HeapGame::Code("0.15".parse::<Code>().unwrap());
    let whole = search("0.15", None).answer("0.15");
    let options = |heaps| QuotientOptions {
        heaps,
        ..QuotientOptions::default()
    };
    for stop in [1, 6, 20, 25, 31, 100] {
        search("0.15", Some(stop)).save(&path, "0.15").unwrap();
        let mut resumed =
            QuotientSearch::resume(&path, "0.15", game(), options(None), &meter).unwrap();
        resumed.run(&meter).unwrap();
        let answer = resumed.answer("0.15");
        assert_eq!(
            (
                answer.order,
                answer.p_order,
                answer.period,
                answer.preperiod
            ),
            (whole.order, whole.p_order, whole.period, whole.preperiod)
        );
        assert_eq!(answer.growth, whole.growth);
        assert_eq!(answer.phi, whole.phi);
        assert_eq!(answer.relations, whole.relations);
    }
    // Another game, and any change of a digit.
    assert!(matches!(
        QuotientSearch::resume(&path, "0.77", game(), options(None), &meter),
        Err(SavedError::Game(_))
    ));
    let good = std::fs::read_to_string(&path).unwrap();
    let places: Vec<usize> = good
        .bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit())
        .map(|(place, _)| place)
        .step_by(97)
        .collect();
    for place in places {
        let mut bad = good.clone().into_bytes();
        bad[place] = if bad[place] == b'1' { b'2' } else { b'1' };
        std::fs::write(&path, bad).unwrap();
        let refused = QuotientSearch::resume(&path, "0.15", game(), options(None), &meter);
        assert!(refused.is_err(), "{place}");
    }
    std::fs::write(&path, &good[..good.len() / 2]).unwrap();
    assert!(QuotientSearch::resume(&path, "0.15", game(), options(None), &meter).is_err());
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn dawsons_kayles_grows() {
    let dawson = search("0.07", Some(25));
    assert_eq!(
        sizes(dawson.growth()),
        [
            (2, 2, 1),
            (4, 6, 2),
            (10, 12, 3),
            (14, 24, 5),
            (25, 144, 23)
        ]
    );
}

#[test]
fn nim_heaps_are_tame() {
    // cl(*1, …, *4).
    let table: Vec<Component> = (0..5_u32)
        .map(|n| {
            (0..n)
                .map(|m| if m == 0 { vec![] } else { vec![m] })
                .collect()
        })
        .collect();
    let mut search = QuotientSearch::new(HeapGame::Table(table), QuotientOptions::default());
    search.run(&Meter::unlimited()).unwrap();
    let answer = search.answer("*4");
    assert_eq!(
        (answer.order, answer.p_order, answer.tame, answer.complete),
        (10, 2, true, true)
    );
}

/// A line for each product with a generator that is another element, one for both ways if the generator leads back,
/// and a head on the others.
#[test]
fn a_picture_has_every_product() {
    let kayles = search("0.77", Some(2));
    let quotient = &kayles.partial().quotient;
    let (mut lines, mut heads) = (0, 0);
    for generator in 0..quotient.generators() {
        for x in 0..quotient.order() as u32 {
            let y = quotient.step(x, generator);
            let returns = quotient.step(y, generator) == x;
            lines += usize::from(x != y && !(returns && y < x));
            heads += usize::from(x != y && !returns);
        }
    }
    let svg = kayles.svg();
    assert_eq!(svg.matches("<path").count(), lines);
    assert_eq!(svg.matches("<polygon").count(), heads);
    assert_eq!(svg.matches("<circle").count(), quotient.order());
    assert!(lines > heads && heads > 0);
    assert!(svg.contains(">b²<") && svg.contains(">1<"));
}

/// Once the period is proved, heaps of any size have their elements.
#[test]
fn a_period_reaches_all_heaps() {
    let far = search("0.77", Some(5_000_000));
    assert!(far.partial().phi.len() <= 512);
    let near = search("0.77", Some(250));
    assert_eq!(far.period(), near.period());
    for heap in 71..250 {
        assert_eq!(far.phi(heap), near.phi(heap));
        assert_eq!(far.phi(heap), far.phi(heap + 12 * 300_000_000));
    }
    let asked = search("0.77", Some(3_000)).answer("0.77");
    assert_eq!((asked.heaps, asked.phi.len()), (3_000, 3_001));
    assert_eq!(asked.phi[100..112], asked.phi[2_980..2_992]);
    assert!(
        near.judge(&[9, 300], &Meter::unlimited())
            .unwrap()
            .is_some()
    );
}

fn infinite(code: &str) -> (QuotientSearch, QuotientError) {
    let game = HeapGame::Code(code.parse::<Code>().unwrap());
    let mut search = QuotientSearch::new(game, QuotientOptions::default());
    let error = search.run(&Meter::unlimited()).unwrap_err();
    (search, error)
}

/// All sums of heaps from `least` on with this total at most.
fn sums(least: u32, most: u32, total: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for heap in least..=most.min(total) {
        for mut rest in sums(heap, most, total - heap) {
            rest.insert(0, heap);
            all.push(rest);
        }
    }
    all
}

#[test]
fn infinite_quotients_tell_the_outcomes_of_all_small_sums() {
    let (search, error) = infinite("0.76");
    assert_eq!(error, QuotientError::Infinite(12, 7));
    assert_eq!(search.partial().phi.len(), 12);
    let counted = search.counted().unwrap();
    assert_eq!(counted.counters(), [7, 12]);
    let code: Code = "0.76".parse().unwrap();
    let mut memo = FxHashMap::default();
    let mut p_positions = 0;
    for sum in sums(1, 12, 33) {
        let truly = naive_is_p(&code, &mut sum.clone(), &mut memo);
        assert_eq!(counted.is_p(&sum), Some(truly), "{sum:?}");
        p_positions += u32::from(truly);
    }
    assert!(p_positions > 500);
    assert_eq!(counted.is_p(&[13]), None);
}

#[test]
fn heaps_of_infinite_order_are_told_apart() {
    // 7 + … + 7 (n times) and m of them, by a sum of heaps 12 and 7.
    let (search, _) = infinite("0.76");
    let counted = search.counted().unwrap();
    let order = counted.infinite_order().unwrap();
    let is_p = |own: u32, other: u32| {
        let mut sum = order.beside.clone();
        sum.extend(std::iter::repeat_n(order.heap, own as usize));
        sum.extend(std::iter::repeat_n(order.other, other as usize));
        counted.is_p(&sum).unwrap()
    };
    for m in 0..12 {
        for n in 0..m {
            let mut tests = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
            assert!(
                tests.any(|(x, y)| is_p(m + x, y) != is_p(n + x, y)),
                "{m} {n}"
            );
        }
    }
}

#[test]
fn layers_find_what_is_learned_at_once() {
    for (code, heap) in [
        ("0.77", 25),
        ("0.07", 27),
        ("0.123", 9),
        ("0.15", 20),
        ("4.3", 2),
    ] {
        let mut layered = search(code, Some(heap - 1));
        let options = layered.game().options(heap, &Meter::unlimited()).unwrap();
        layered.moves.push(options);
        layered.grow_in_layers(heap, &Meter::unlimited()).unwrap();
        let known = search(code, Some(heap));
        assert_eq!(layered.growth(), known.growth(), "{code}");
        assert_isomorphic(layered.partial(), known.partial(), code);
    }
}

/// Generators may be chosen otherwise: what counts is that sums of heaps are equal in both or in neither, and P in both or
/// in neither.
fn assert_isomorphic(a: &Partial, b: &Partial, code: &str) {
    assert_eq!(a.quotient.order(), b.quotient.order(), "{code}");
    let mut images = vec![None; a.quotient.order()];
    images[0] = Some(0);
    let mut waiting = vec![(0, 0)];
    while let Some((x, y)) = waiting.pop() {
        assert_eq!(a.quotient.is_p(x), b.quotient.is_p(y), "{code}");
        for (&of_a, &of_b) in a.phi.iter().zip(&b.phi) {
            let (x, y) = (a.quotient.product(x, of_a), b.quotient.product(y, of_b));
            match images[x as usize] {
                Some(image) => assert_eq!(image, y, "{code}"),
                None => {
                    images[x as usize] = Some(y);
                    waiting.push((x, y));
                }
            }
        }
    }
    let mut met: Vec<u32> = images.into_iter().flatten().collect();
    met.sort_unstable();
    met.dedup();
    assert_eq!(met.len(), b.quotient.order(), "{code}");
}
