//! The fast test against a literal one, the published claims, and the search against plain
//! enumeration.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use sidle_core::{Meter, Player};

use super::*;

fn pattern(text: &str) -> Pattern {
    text.parse().expect("a pattern")
}

fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).expect("not zero")
}

fn finder(table: ExitTable) -> Finder {
    Finder::new(table, &Meter::unlimited()).expect("no limit")
}

/// 0, *, *2, *3, 1, -1.
fn six() -> ExitTable {
    let left = vec![vec![], vec![0], vec![0, 1], vec![0, 1, 2], vec![0], vec![]];
    let right = vec![vec![], vec![0], vec![0, 1], vec![0, 1, 2], vec![], vec![0]];
    ExitTable::from_options(left, right, (0..6).collect()).expect("six different games")
}

/// 0, *, 1, -1, ^, {1|-1}, *2, v: games with uneven options.
fn mixed() -> ExitTable {
    let left = vec![
        vec![],
        vec![0],
        vec![0],
        vec![],
        vec![0],
        vec![2],
        vec![0, 1],
        vec![1],
    ];
    let right = vec![
        vec![],
        vec![0],
        vec![],
        vec![0],
        vec![1],
        vec![3],
        vec![0, 1],
        vec![0],
    ];
    ExitTable::from_options(left, right, (0..8).collect()).expect("eight different games")
}

/// Exits written as digits: candidate numbers.
fn digits(text: &str) -> Vec<u32> {
    text.chars()
        .map(|c| c.to_digit(10).expect("a digit"))
        .collect()
}

/// The definition read literally: the whole bigraph (cycle and table), the survival order of all its
/// vertices by plain iteration, then reversible options and equal vertices.
fn literal(table: &ExitTable, pattern: &Pattern, exits: &[u32]) -> bool {
    let n = pattern.len();
    let vertices = n + table.len();
    let options = |v: usize, player: Player| -> Vec<usize> {
        if v >= n {
            let g = (v - n) as u32;
            return table
                .options(g, player)
                .iter()
                .map(|&x| n + x as usize)
                .collect();
        }
        if pattern.colour(v) == player {
            vec![(v + 1) % n]
        } else {
            vec![n + exits[v] as usize]
        }
    };
    let (left, right): (Vec<_>, Vec<_>) = (0..vertices)
        .map(|v| (options(v, Player::Left), options(v, Player::Right)))
        .unzip();
    // second[g][h]: Left survives h - g moving second; first: moving first.
    let mut second = vec![vec![true; vertices]; vertices];
    let mut first = vec![vec![true; vertices]; vertices];
    loop {
        let mut changed = false;
        for g in 0..vertices {
            for h in 0..vertices {
                let f =
                    left[h].iter().any(|&x| second[g][x]) || right[g].iter().any(|&y| second[y][h]);
                let s =
                    right[h].iter().all(|&x| first[g][x]) && left[g].iter().all(|&y| first[y][h]);
                changed |= f != first[g][h] || s != second[g][h];
                (first[g][h], second[g][h]) = (f, s);
            }
        }
        if !changed {
            break;
        }
    }
    let used = |v: usize| v < n || reachable(table, exits).contains(&((v - n) as u32));
    let no_reversible = (0..n).all(|v| {
        let lefts = left[v]
            .iter()
            .all(|&x| right[x].iter().all(|&y| !second[y][v]));
        lefts
            && right[v]
                .iter()
                .all(|&x| left[x].iter().all(|&y| !second[v][y]))
    });
    no_reversible
        && (0..n)
            .all(|v| (0..vertices).all(|w| v == w || !used(w) || !(second[v][w] && second[w][v])))
}

/// The exits and their followers.
fn reachable(table: &ExitTable, exits: &[u32]) -> Vec<u32> {
    let mut seen: Vec<u32> = Vec::new();
    let mut todo = exits.to_vec();
    while let Some(g) = todo.pop() {
        if !seen.contains(&g) {
            seen.push(g);
            for player in Player::BOTH {
                todo.extend(table.options(g, player));
            }
        }
    }
    seen
}

/// All assignments of candidates to `n` vertices, the last vertex varying slowest.
fn assignments(candidates: &[u32], n: usize) -> impl Iterator<Item = Vec<u32>> {
    let k = candidates.len();
    (0..k.pow(n as u32)).map(move |mut code| {
        (0..n)
            .map(|_| {
                let choice = candidates[code % k];
                code /= k;
                choice
            })
            .collect()
    })
}

/// The documented order: from the last vertex back to the first.
fn first_by_enumeration(table: &ExitTable, pattern: &Pattern) -> Option<Vec<u32>> {
    assignments(table.candidates(), pattern.len()).find(|exits| literal(table, pattern, exits))
}

#[test]
fn the_fast_test_is_the_literal_one_on_all_short_cycles() {
    for (table, longest) in [
        (ExitTable::nimbers(3), 5),
        (ExitTable::day_one(), 4),
        (six(), 3),
    ] {
        for n in 1..=longest {
            for pattern in Pattern::necklaces(n).filter(|p| !p.is_alternating()) {
                for exits in assignments(table.candidates(), n) {
                    let fast = test(&table, &pattern, &exits).is_ok();
                    assert_eq!(
                        fast,
                        literal(&table, &pattern, &exits),
                        "{pattern} {exits:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_search_finds_the_first_of_all_assignments() {
    for (table, longest) in [(ExitTable::nimbers(3), 6), (ExitTable::day_one(), 6)] {
        let finder = finder(table.clone());
        for n in 1..=longest {
            for pattern in Pattern::necklaces(n).filter(|p| !p.is_alternating()) {
                let found = finder
                    .first(&pattern, &Meter::unlimited())
                    .expect("no limit");
                assert_eq!(found, first_by_enumeration(&table, &pattern), "{pattern}");
                if n >= 2 && !pattern.is_admissible() {
                    assert_eq!(found, None, "Lemmas 11 and 12 exclude {pattern}");
                }
            }
        }
    }
}

#[test]
fn a_search_counts_exactly_the_exhausted_patterns_of_length_seven() {
    let table = ExitTable::nimbers(3);
    let finder = finder(table.clone());
    for pattern in Pattern::admissible(7) {
        let found = finder
            .first(&pattern, &Meter::unlimited())
            .expect("no limit");
        let plain =
            assignments(table.candidates(), 7).find(|exits| test(&table, &pattern, exits).is_ok());
        assert_eq!(found, plain, "{pattern}");
    }
}

proptest! {
    #[test]
    fn the_fast_test_is_the_literal_one_at_random(
        colours in prop::collection::vec(prop::bool::ANY, 4..10),
        choices in prop::collection::vec(0u32..8, 10),
    ) {
        let letters: String = colours.iter().map(|&c| if c { 'R' } else { 'L' }).collect();
        let pattern = pattern(&letters);
        prop_assume!(!pattern.is_alternating());
        let table = mixed();
        let exits = &choices[..pattern.len()];
        prop_assert_eq!(
            test(&table, &pattern, exits).is_ok(),
            literal(&table, &pattern, exits)
        );
    }

    /// Random exits are hardly ever unicycles, so start from one and change one exit.
    #[test]
    fn the_fast_test_is_the_literal_one_near_unicycles(
        which in 0usize..31, place in 0usize..8, exit in 0u32..6,
    ) {
        let pattern = Pattern::admissible(8).nth(which).expect("31 patterns");
        let finder = finder(ExitTable::nimbers(4));
        let mut exits = finder.first(&pattern, &Meter::unlimited()).expect("no limit").expect("one");
        let table = six();
        prop_assert_eq!(test(&table, &pattern, &exits), Ok(()));
        prop_assert!(literal(&table, &pattern, &exits));
        exits[place] = exit;
        prop_assert_eq!(
            test(&table, &pattern, &exits).is_ok(),
            literal(&table, &pattern, &exits)
        );
    }
}

#[test]
fn listed_witnesses_are_unicycles() {
    let rows = [
        "LLRR:0011 LLRR:1100",
        "LLLRR:00011 LLRLR:11000 LLRRR:00111 LRLRR:00011",
        "LLLLRR:000011 LLLRLR:111000 LLLRRR:000000 LLRLLR:110220 LLRLRR:000011 LLRRLR:110000 \
         LLRRRR:001111 LRLRRR:000111 LRRLRR:011022",
        "LLLLLRR:0000011 LLLLRLR:1111000 LLLLRRR:0000000 LLLRLLR:1110220 LLLRLRR:0000011 \
         LLLRRLR:1110000 LLLRRRR:0000000 LLRLLRR:1102200 LLRLRLR:1100020 LLRLRRR:0000111 \
         LLRRLRR:0011022 LLRRRLR:1100000 LLRRRRR:0011111 LRLRLRR:0001022 LRLRRRR:0001111 \
         LRRLRRR:0110222",
        "LLLRLLLR:11102220 LLRLLRLR:11022000 LLRRLLRR:00110022 LLLRLRLR:11100020 \
         LLRLRLRR:00100011 LRRRLRRR:01110222",
        "LLRLLRLLR:110220330",
        "LLLRLLRLLR:1110220330 LRRLRRLRRR:0110220333",
    ];
    let table = ExitTable::nimbers(4);
    for row in rows.iter().flat_map(|row| row.split_whitespace()) {
        let (word, exits) = row.split_once(':').expect("pattern:exits");
        assert_eq!(
            test(&table, &pattern(word), &digits(exits)),
            Ok(()),
            "{row}"
        );
    }
}

#[test]
fn figure_5_is_a_unicycle_and_so_is_its_negative() {
    let table = ExitTable::nimbers(2);
    assert_eq!(test(&table, &pattern("LLRR"), &[0, 0, 1, 1]), Ok(()));
    assert_eq!(test(&table, &pattern("RRLL"), &[0, 0, 1, 1]), Ok(()));
}

#[test]
fn figure_6_needs_three_edges_of_each_colour() {
    let table = ExitTable::nimbers(1);
    for lefts in 2..=6 {
        for rights in 2..=6 {
            let word = "L".repeat(lefts) + &"R".repeat(rights);
            let verdict = test(&table, &pattern(&word), &vec![0; lefts + rights]);
            assert_eq!(verdict.is_ok(), lefts >= 3 && rights >= 3, "{word}");
        }
    }
}

#[test]
fn figure_7_and_its_family() {
    let table = ExitTable::nimbers(2);
    for k in 1..=5 {
        let word = "LLR".to_owned() + &"LR".repeat(2 * k - 1);
        let exits = "1".to_owned() + &"1000".repeat(k);
        assert_eq!(
            test(&table, &pattern(&word), &digits(&exits)),
            Ok(()),
            "{word}"
        );
    }
    // The one of length 13 is the only one with exits 0 and *.
    let thirteen = pattern("LLRLRLRLRLRLR");
    let all: Vec<_> = assignments(&[0, 1], 13)
        .filter(|exits| test(&table, &thirteen, exits).is_ok())
        .collect();
    assert_eq!(all, [digits("1100010001000")]);
}

#[test]
fn figure_8_has_the_six_permutations_and_no_others() {
    let table = ExitTable::nimbers(4);
    let eight = pattern("LLRLLRLLR");
    let all: Vec<_> = assignments(&[0, 1, 2, 3], 9)
        .filter(|exits| test(&table, &eight, exits).is_ok())
        .collect();
    assert_eq!(all.len(), 6);
    for exits in all {
        let [a, b, c] = [exits[0], exits[3], exits[6]];
        assert_eq!(exits, [a, a, 0, b, b, 0, c, c, 0]);
    }
}

#[test]
fn no_three_nimbers_below_star_8_serve_figure_8() {
    let below_8: Vec<Vec<u32>> = (0..8).map(|g| (0..g).collect()).collect();
    for a in 0..8 {
        for b in a + 1..8 {
            for c in b + 1..8 {
                let table =
                    ExitTable::from_options(below_8.clone(), below_8.clone(), vec![a, b, c]);
                let finder = finder(table.expect("nimbers"));
                let found = finder.first(&pattern("LLRLLRLLR"), &Meter::unlimited());
                assert_eq!(found, Ok(None));
            }
        }
    }
}

#[test]
fn four_nimbers_settle_every_pattern_below_ten_and_all_but_one_of_ten() {
    let finder = finder(ExitTable::nimbers(4));
    let mut failures = Vec::new();
    for n in 4..=10 {
        for pattern in Pattern::admissible(n) {
            if finder
                .first(&pattern, &Meter::unlimited())
                .expect("no limit")
                .is_none()
            {
                failures.push(pattern.to_string());
            }
        }
    }
    assert_eq!(failures, ["LLLRLRRRLR"]);
}

#[test]
fn more_nimbers_do_not_help_the_open_question_but_day_one_does() {
    let question = pattern("LLLRLRRRLR");
    let nimbers = finder(ExitTable::nimbers(7));
    assert_eq!(nimbers.first(&question, &Meter::unlimited()), Ok(None));
    let table = ExitTable::day_one();
    let found = finder(table.clone()).first(&question, &Meter::unlimited());
    let exits = found.expect("no limit").expect("the answer is yes");
    assert!(literal(&table, &question, &exits));
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    for table in [ExitTable::nimbers(4), ExitTable::day_one()] {
        let finder = finder(table);
        for word in ["LLLRLRRRLR", "LLRLLR", "LLRR", "L", "LLLRLRRRLRLR"] {
            let pattern = pattern(word);
            let alone = finder.first(&pattern, &Meter::unlimited());
            for count in [1, 2, 7] {
                let mut exhausted = Exhausted::default();
                let found = finder.first_on_threads(
                    &pattern,
                    threads(count),
                    &mut exhausted,
                    &mut |_| {},
                    &Meter::unlimited(),
                );
                assert_eq!(found, alone, "{word} on {count} threads");
                if found == Ok(None) {
                    assert!(exhausted.subtrees().iter().all(|&done| done));
                }
            }
        }
    }
}

#[test]
fn a_stopped_search_goes_on_where_it_stopped() {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicU64, Ordering::Relaxed},
        },
        time::Duration,
    };
    let finder = finder(ExitTable::nimbers(4));
    let question = pattern("LLLRLRRRLRLR");
    let mut exhausted = Exhausted::default();
    let mut stops = 0;
    loop {
        // A clock that only counts how often it is read.
        let reads = Arc::new(AtomicU64::new(0));
        let clock = move || Duration::from_secs(reads.fetch_add(1, Relaxed));
        let meter = Meter::new().with_deadline(clock, Duration::from_secs(40));
        let before = exhausted.subtrees().iter().filter(|&&done| done).count();
        match finder.first_on_threads(&question, threads(1), &mut exhausted, &mut |_| {}, &meter) {
            Err(SearchError::Stopped(_)) => stops += 1,
            found => {
                assert_eq!(found, Ok(None));
                break;
            }
        }
        let after = exhausted.subtrees().iter().filter(|&&done| done).count();
        assert!(after > before, "each run gets on");
        let kept = exhausted.subtrees().to_vec();
        exhausted = Exhausted::from_parts(exhausted.depth(), kept);
    }
    assert!(stops > 0, "the meter never stopped it");
}

#[test]
fn settling_is_the_same_on_one_and_on_three_threads() {
    let (nimbers, day_one) = (finder(ExitTable::nimbers(3)), finder(ExitTable::day_one()));
    let stages = [&nimbers, &day_one];
    let patterns: Vec<Pattern> = Pattern::admissible(9).collect();
    let run = |count| {
        let mut answers = vec![None; patterns.len()];
        let meter = Meter::new();
        let mut report = |i: usize, settled| answers[i] = Some(settled);
        settle(&stages, &patterns, threads(count), &mut report, &meter).expect("no limit");
        assert_eq!(meter.snapshot().done, 56);
        answers
    };
    let answers = run(1);
    assert_eq!(answers, run(3));
    let failures: Vec<String> = patterns
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| **answer == Some(Settled::Exhausted))
        .map(|(pattern, _)| pattern.to_string())
        .collect();
    assert_eq!(failures, ["LLRLLRLLR", "LRRLRRLRR"]);
}

#[test]
fn alternating_and_overlong_patterns_are_refused() {
    let finder = finder(ExitTable::nimbers(2));
    let refused = |word: &str| finder.first(&pattern(word), &Meter::unlimited());
    assert_eq!(refused("LRLR"), Err(SearchError::Alternating));
    assert_eq!(refused(&"LLR".repeat(30)), Err(SearchError::TooLong(90)));
    let table = ExitTable::nimbers(2);
    assert_eq!(
        test(&table, &pattern("LR"), &[0, 0]),
        Err(Flaw::Alternating)
    );
    let short = test(&table, &pattern("LLRR"), &[0]);
    assert_eq!(
        short,
        Err(Flaw::Count {
            vertices: 4,
            exits: 1
        })
    );
}

#[test]
fn long_cycles_are_compared_like_short_ones() {
    // Figure 6 and Figure 7 beyond the length of a machine word, and one exit changed.
    let zero = ExitTable::nimbers(1);
    let six = pattern(&("L".repeat(50) + &"R".repeat(60)));
    assert_eq!(test(&zero, &six, &[0; 110]), Ok(()));
    let table = ExitTable::nimbers(2);
    let seven = pattern(&("LLR".to_owned() + &"LR".repeat(39)));
    let mut exits = digits(&("1".to_owned() + &"1000".repeat(20)));
    assert_eq!(test(&table, &seven, &exits), Ok(()));
    exits[40] ^= 1;
    assert!(test(&table, &seven, &exits).is_err());
}

#[test]
fn both_ways_of_comparing_a_cycle_agree() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    for _ in 0..2000 {
        let n = 2 + random(9);
        let colours: Vec<Player> = (0..n).map(|_| Player::BOTH[random(2)]).collect();
        let against: Vec<(bool, bool)> = (0..n * n)
            .map(|_| (random(2) == 0, random(2) == 0))
            .collect();
        let mut pairs = order::Pairs::new(&colours);
        for a in 0..n {
            for b in 0..n {
                let (ge, le) = against[a * n + b];
                pairs.relate(a, b, ge, le);
            }
        }
        let bits = pairs.le();
        let plain = order::le_of_long_cycle(&colours, |a, b| against[a * n + b]);
        for a in 0..n {
            for b in 0..n {
                assert_eq!(bits[a] >> b & 1 != 0, plain[a * n + b], "{colours:?}");
            }
        }
    }
}
