//! Any bytes are a certificate or an error; what a certificate claims that is accepted holds. Checking stops at a limit.
//!
//! `cargo +nightly fuzz run certificate corpus/certificate seeds/certificate -- -max_len=1500 -max_total_time=180`

#![no_main]

use std::time::Duration;

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;

#[path = "../../crates/sidle-graph/tests/soundness/mod.rs"]
mod soundness;

const LIMIT: Duration = Duration::from_millis(50);
/// From the limit to the answer, with room for a sanitized build and for the claim to be computed again.
const LATE: Duration = Duration::from_millis(1500);

fuzz_target!(|bytes: &[u8]| {
    let start = ProcessTime::now();
    let meter = Meter::new()
        .with_max_bytes(64 << 20)
        .with_deadline(move || start.elapsed(), LIMIT);
    soundness::certificate(bytes, &meter);
    assert!(start.elapsed() < LIMIT + LATE, "{:?}", start.elapsed());
});
