//! Any text is a position of each ruleset or an error; who wins is answered within limits.
//!
//! `cargo +nightly fuzz run boards -- -max_len=60 -max_total_time=180`

#![no_main]

use std::time::Duration;

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_lang::Session;

/// One ruleset of each notation.
const RULESETS: [&str; 14] = [
    "game.grid.Domineering",
    "game.grid.Clobber",
    "game.grid.Amazons",
    "game.grid.Konane",
    "game.grid.NoGo",
    "game.grid.Fission",
    "game.grid.FoxAndGeese",
    "game.strip.ToadsAndFrogs",
    "game.strip.BackslidingToadsAndFrogs",
    "game.strip.TopplingDominoes",
    "game.graph.Hackenbush",
    "game.graph.Snort",
    "game.graph.ArcKayles",
    "game.heap.Nim",
];

const LIMIT: Duration = Duration::from_millis(50);
/// From the limit to the answer, with room for a sanitized build.
const LATE: Duration = Duration::from_millis(1500);

fuzz_target!(|input: (u8, &str)| {
    let (choice, board) = input;
    let ruleset = RULESETS[choice as usize % RULESETS.len()];
    let board = board.replace(['"', '\\', '\n', '\r'], "|");
    let start = ProcessTime::now();
    let meter = Meter::new()
        .with_max_nodes(20_000)
        .with_max_bytes(64 << 20)
        .with_deadline(move || start.elapsed(), LIMIT);
    let _ = Session::new().evaluate(&format!("{ruleset}(\"{board}\").OutcomeClass"), &meter);
    assert!(start.elapsed() < LIMIT + LATE, "{:?}", start.elapsed());
});
