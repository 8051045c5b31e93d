//! Any text is a sliding-block puzzle or an error; solutions can be played.
//!
//! `cargo +nightly fuzz run sliding_blocks corpus/sliding_blocks seeds/sliding_blocks -- -max_len=200 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_logic::blocks::{Options, Puzzle, replay, solve};

fuzz_target!(|text: &str| {
    let Ok(puzzle) = Puzzle::parse(text) else {
        return;
    };
    let meter = Meter::new().with_max_nodes(5000);
    if let Ok(solution) = solve(&puzzle, Options::default(), &meter) {
        let frames = replay(&puzzle, &solution.moves).expect("legal moves");
        if solution.length.is_some() {
            assert!(frames.last().is_some_and(|frame| puzzle.is_solved(frame, false)));
        }
    }
});
