//! Any text is a Hitori board or an error; solutions obey the rules.
//!
//! `cargo +nightly fuzz run hitori_board corpus/hitori_board seeds/hitori_board -- -max_len=200 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_logic::hitori::{Board, is_solution, solve};

fuzz_target!(|text: &str| {
    let Ok(board) = Board::parse(text) else {
        return;
    };
    let outcome = solve(&board, &Meter::unlimited()).expect("no limit");
    assert!(outcome.examples.iter().all(|painted| is_solution(&board, painted)));
});
