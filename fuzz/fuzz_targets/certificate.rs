//! Any bytes are a certificate or an error; what a certificate claims that is accepted holds.
//!
//! `cargo +nightly fuzz run certificate corpus/certificate seeds/certificate -- -max_len=1500 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/sidle-graph/tests/soundness/mod.rs"]
mod soundness;

fuzz_target!(|bytes: &[u8]| soundness::certificate(bytes));
