//! A session under limits answers every line in time, whatever the line is: a value, an error or a stop. Time is that of
//! the processor, so that a busy machine does not count as a finding.
//!
//! `cargo +nightly fuzz run limits -- -max_total_time=60`

#![no_main]

use std::time::Duration;

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_lang::{Format, Session};

const LIMIT: Duration = Duration::from_millis(50);
/// From the limit to the answer, with room for a sanitized build.
const LATE: Duration = Duration::from_millis(1500);

fn meter() -> Meter {
    let start = ProcessTime::now();
    Meter::new()
        .with_max_nodes(20_000)
        .with_max_bytes(64 << 20)
        .with_deadline(move || start.elapsed(), LIMIT)
}

fuzz_target!(|source: &str| {
    let mut session = Session::new();
    for line in source.lines() {
        let start = ProcessTime::now();
        if let Ok(answers) = session.evaluate(line, &meter()) {
            for answer in &answers {
                for format in [Format::Plain, Format::Latex, Format::Json] {
                    let _ = session.show(answer, format, &meter());
                }
            }
        }
        assert!(start.elapsed() < LIMIT + LATE, "{line:?}: {:?}", start.elapsed());
    }
});
