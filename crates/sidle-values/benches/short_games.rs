//! Workloads on short games: canonical forms, comparisons, sums.
//!
//! `cargo bench -p sidle-values --bench short_games [W1 W2 …]`; every answer is asserted.

#![allow(clippy::print_stdout)]

#[path = "workloads/mod.rs"]
mod workloads;

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use sidle_core::{Player, Relation};
use sidle_values::{Game, Store};

use workloads::{Random, Row, day3, day4, report};

fn antichains(store: &Store, values: &[Game]) -> Vec<Vec<Game>> {
    let mut all = vec![Vec::new()];
    for &value in values {
        for i in 0..all.len() {
            if all[i]
                .iter()
                .all(|&x| store.compare(x, value) == Relation::Fuzzy)
            {
                let mut longer = all[i].clone();
                longer.push(value);
                all.push(longer);
            }
        }
    }
    all
}

fn next_day(store: &Store, values: &[Game]) -> (usize, Vec<Game>) {
    let sets = antichains(store, values);
    let mut next = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for left in &sets {
        for right in &sets {
            let game = store.game(left, right);
            if seen.insert(game) {
                next.push(game);
            }
        }
    }
    (sets.len(), next)
}

fn w1() {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let store = Store::new();
        let mut day = vec![store.zero()];
        for _ in 0..2 {
            day = next_day(&store, &day).1;
        }
        assert_eq!(day.len(), 22);
        let start = ProcessTime::now();
        let (sets, values) = next_day(&store, &day);
        best = best.min(start.elapsed());
        assert_eq!((sets, values.len()), (98, 1474));
    }
    report(
        Row {
            name: "W1 canonicalise 98^2",
            time: best,
            peer: 0.0226,
        },
        "",
    );
}

fn w2() {
    for (name, rounds) in [("W2 compare cold", 1), ("W2 compare warm", 2)] {
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let store = Store::new();
            let d3 = day3(&store);
            for round in 0..rounds {
                let start = ProcessTime::now();
                let mut counts = [0u32; 4];
                for &a in &d3 {
                    for &b in &d3 {
                        counts[store.compare(a, b) as usize] += 1;
                    }
                }
                if round == rounds - 1 {
                    best = best.min(start.elapsed());
                }
                assert_eq!(counts, [653_173, 1_474, 653_173, 864_856]);
            }
        }
        let rate = 1474.0 * 1474.0 / best.as_secs_f64() / 1e6;
        report(
            Row {
                name,
                time: best,
                peer: 0.443,
            },
            &format!("{rate:.1} M/s"),
        );
    }
}

fn w3(count: usize, threads: usize, peer: f64) -> Duration {
    let store = Store::new();
    let d3 = day3(&store);
    let d3 = &d3[..count];
    let before = store.memory();
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    let sums: Vec<Vec<Game>> = if threads == 1 {
        (0..count)
            .map(|i| (i..count).map(|j| store.add(d3[i], d3[j])).collect())
            .collect()
    } else {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let parts: Vec<Vec<(usize, Vec<Game>)>> = std::thread::scope(|scope| {
            let run = || {
                let mut rows = Vec::new();
                loop {
                    let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if i >= count {
                        return rows;
                    }
                    rows.push((i, (i..count).map(|j| store.add(d3[i], d3[j])).collect()));
                }
            };
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
            handles
                .into_iter()
                .map(|h| h.join().expect("thread"))
                .collect()
        });
        let mut rows: Vec<_> = parts.into_iter().flatten().collect();
        rows.sort_by_key(|row| row.0);
        rows.into_iter().map(|row| row.1).collect()
    };
    let time = if threads == 1 {
        cpu.elapsed()
    } else {
        start.elapsed()
    };
    let all: std::collections::HashSet<Game> = sums.iter().flatten().copied().collect();
    if count == 1474 {
        assert_eq!(all.len(), 1_076_001);
        let flat = || sums.iter().flatten();
        assert_eq!(flat().filter(|&&g| g == store.zero()).count(), 752);
        assert_eq!(
            flat().filter(|&&g| store.as_number(g).is_some()).count(),
            990
        );
        assert_eq!(
            flat()
                .filter(|&&g| store.as_number_up_star(g).is_some())
                .count(),
            1_996
        );
    }
    let after = store.memory();
    let values = (after.values - before.values).max(1) as f64;
    let value_bytes = after.record_bytes + after.option_bytes + after.intern_bytes;
    let note = format!(
        "{} distinct; {:.1} B/value beyond 4 B/option; {:.1} options/value; memo {:.1} B/value; {:.0} MB",
        all.len(),
        (value_bytes - 4 * after.options as usize) as f64 / values,
        after.options as f64 / values,
        after.sum_bytes as f64 / values,
        after.total() as f64 / 1e6,
    );
    let name = match (count, threads) {
        (1474, 1) => "W3 sums",
        (1474, _) => "W3 sums, 2 threads",
        _ => "W3s sums",
    };
    report(Row { name, time, peer }, &note);
    time
}

fn w4(shift: i64, peers: [f64; 3], expected: (usize, usize, [u32; 4], usize)) {
    let store = Store::new();
    let d3 = day3(&store);
    let start = ProcessTime::now();
    let games = day4(&store, &d3, shift);
    let suffix = if shift == 0 { "c" } else { "" };
    let name =
        |what: &str| -> &'static str { Box::leak(format!("W4{suffix} {what}").into_boxed_str()) };
    report(
        Row {
            name: name("canonicalise"),
            time: start.elapsed(),
            peer: peers[0],
        },
        "",
    );
    let distinct: std::collections::HashSet<_> = games.iter().collect();
    assert_eq!(distinct.len(), expected.0);
    assert_eq!(
        games
            .iter()
            .filter(|&&g| store.as_number_up_star(g).is_some())
            .count(),
        expected.1
    );
    let mut random = Random(3);
    let start = ProcessTime::now();
    let mut counts = [0u32; 4];
    for _ in 0..1_000_000 {
        let (a, b) = (random.below(10_000) as usize, random.below(10_000) as usize);
        counts[store.compare(games[a], games[b]) as usize] += 1;
    }
    report(
        Row {
            name: name("comparisons"),
            time: start.elapsed(),
            peer: peers[1],
        },
        "",
    );
    assert_eq!(counts, expected.2);
    let mut random = Random(2);
    let start = ProcessTime::now();
    let sums: std::collections::HashSet<_> = (0..1000)
        .map(|_| {
            let (a, b) = (random.below(10_000) as usize, random.below(10_000) as usize);
            store.add(games[a], games[b])
        })
        .collect();
    report(
        Row {
            name: name("sums"),
            time: start.elapsed(),
            peer: peers[2],
        },
        &format!(
            "{} values, {:.1} MB",
            store.memory().values,
            store.memory().total() as f64 / 1e6
        ),
    );
    assert_eq!(sums.len(), expected.3);
}

fn w5() {
    let store = Store::new();
    let start = ProcessTime::now();
    let mut sum = store.zero();
    for k in 1..=18 {
        let switch = store.game(&[store.integer(k)], &[store.integer(-k)]);
        sum = store.add(sum, switch);
    }
    let time = start.elapsed();
    assert_eq!(store.stop(sum, Player::Left), 9.into());
    assert_eq!(store.stop(sum, Player::Right), (-9).into());
    report(
        Row {
            name: "W5 eighteen switches",
            time,
            peer: 38.0,
        },
        &format!(
            "{} values, {:.2} MB",
            store.memory().values,
            store.memory().total() as f64 / 1e6
        ),
    );
}

fn main() {
    let run = workloads::wanted();
    if run("W1") {
        w1();
    }
    if run("W2") {
        w2();
    }
    if run("W3s") {
        w3(200, 1, 0.284);
    }
    if run("W3") {
        let one = w3(1474, 1, 125.6);
        let two = w3(1474, 2, 125.6);
        println!(
            "W3 two threads over one: {:.2}x",
            one.as_secs_f64() / two.as_secs_f64()
        );
    }
    if run("W4") {
        w4(
            2,
            [0.116, 2.07, 3.57],
            (9_986, 8, [85_860, 89, 85_393, 828_658], 1000),
        );
        w4(
            0,
            [0.124, 0.234, 0.209],
            (3_482, 6_085, [307_891, 217_038, 307_607, 167_464], 639),
        );
    }
    if run("W5") {
        w5();
    }
}
