//! Any bytes are a certificate or an error; what a certificate claims that is accepted holds. Checking stops at a limit.
//! Any bytes are a container or an error, and a certificate in a container has the verdict that it has as JSON.
//!
//! `cargo +nightly fuzz run certificate corpus/certificate seeds/certificate -- -max_len=1500 -max_total_time=180`

#![no_main]

use std::{io::Cursor, time::Duration};

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzz_target;
use sidle_check::{
    check_container,
    container::{Container, from_json},
    try_check_bytes,
};
use sidle_core::Meter;

#[path = "../../crates/sidle-graph/tests/soundness/mod.rs"]
mod soundness;

const LIMIT: Duration = Duration::from_millis(50);
/// From the limit to the answer, with room for a sanitized build and for the claim to be computed again.
const LATE: Duration = Duration::from_millis(1500);

fn container(bytes: &[u8], meter: &Meter) {
    if let Ok(mut container) = Container::open(Cursor::new(bytes)) {
        let _ = check_container(&mut container, meter);
    }
    let mut contained = Vec::new();
    if from_json(|| Ok(bytes), &mut contained, meter).is_err() {
        return;
    }
    let mut container = Container::open(Cursor::new(contained)).expect("as it was written");
    if let (Ok(one), Ok(other)) = (
        try_check_bytes(bytes, meter),
        check_container(&mut container, meter),
    ) {
        assert_eq!(one, other);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let start = ProcessTime::now();
    let meter = Meter::new()
        .with_max_bytes(64 << 20)
        .with_deadline(move || start.elapsed(), LIMIT);
    soundness::certificate(bytes, &meter);
    container(bytes, &meter);
    assert!(start.elapsed() < LIMIT + LATE, "{:?}", start.elapsed());
});
