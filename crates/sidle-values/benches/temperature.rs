//! Temperatures and reduced canonical forms.
//!
//! `cargo bench -p sidle-values --bench temperature [-- W3s W3 W4 RCF …]`; every answer is asserted.
#![allow(clippy::print_stdout, missing_docs)]

#[path = "workloads/mod.rs"]
#[allow(dead_code)]
mod workloads;

use cpu_time::ProcessTime;
use sidle_core::Dyadic;
use sidle_values::{Game, Store};
use workloads::{Row, day3, day4, report};

fn total_temperature(store: &Store, games: &[Game]) -> Dyadic {
    let add = |sum: Dyadic, &game: &Game| &sum + &store.temperature(game);
    games.iter().fold(Dyadic::ZERO, add)
}

fn temperatures(name: &'static str, store: &Store, games: &[Game], expected: &str, peer: f64) {
    for name in [name, "   again (all remembered)"] {
        let start = ProcessTime::now();
        let total = total_temperature(store, games);
        let time = start.elapsed();
        assert_eq!(total.to_string(), expected);
        let each = time.as_secs_f64() * 1e9 / games.len() as f64;
        report(Row { name, time, peer }, &format!("{each:.0} ns a game"));
    }
}

fn sums(store: &Store, values: &[Game]) -> Vec<Game> {
    let pairs = (0..values.len()).flat_map(|i| (i..values.len()).map(move |j| (i, j)));
    pairs
        .map(|(i, j)| store.add(values[i], values[j]))
        .collect()
}

fn w3(count: usize, name: &'static str, expected: &str, peer: f64) {
    let store = Store::new();
    let d3 = day3(&store);
    let sums = sums(&store, &d3[..count]);
    temperatures(name, &store, &sums, expected, peer);
}

fn w4() {
    let store = Store::new();
    let games = day4(&store, &day3(&store), 2);
    temperatures("W4 temperatures", &store, &games, "91899/4", 0.188);
}

/// Both constructions of the reduced canonical form, each in a store of its own.
fn reduced_canonical_forms(name: &str, games: impl Fn(&Store) -> Vec<Game>, distinct: usize) {
    type Construction = fn(&Store, Game) -> Game;
    let constructions: [(&str, Construction); 2] = [
        ("p(G_*)", Store::reduced_canonical_form),
        ("elimination", Store::reduced_canonical_form_by_elimination),
    ];
    for (construction, reduce) in constructions {
        let store = Store::new();
        let games = games(&store);
        let start = ProcessTime::now();
        let forms: std::collections::HashSet<Game> =
            games.iter().map(|&game| reduce(&store, game)).collect();
        let time = start.elapsed();
        assert_eq!(forms.len(), distinct);
        let each = time.as_secs_f64() * 1e6 / games.len() as f64;
        println!(
            "RCF of {name:<10} by {construction:<12} {:>8.4} s   {each:.2} us a game, {distinct} distinct forms",
            time.as_secs_f64()
        );
    }
}

fn main() {
    let run = workloads::wanted();
    if run("W3s") {
        w3(200, "W3s temperatures", "49601/4", 0.245);
    }
    if run("W3") {
        w3(1474, "W3 temperatures (W6)", "699268", 74.2);
    }
    if run("W4") {
        w4();
    }
    if run("RCF") {
        reduced_canonical_forms("day 3", day3, 61);
        let random = |store: &Store| day4(store, &day3(store), 2);
        reduced_canonical_forms("W4", random, RCF_OF_W4);
    }
}

/// Distinct reduced canonical forms among the 10,000 games of W4 (both constructions agree).
const RCF_OF_W4: usize = 2_126;
