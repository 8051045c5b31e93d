//! Random programs under limits: whatever they do, it ends soon and without a panic.

#![no_main]

#[path = "../../crates/sidle-lang/tests/programs/generator.rs"]
mod generator;

use std::time::Duration;

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_lang::{Format, Session};

fuzz_target!(|bytes: &[u8]| {
    let program = generator::Generator::new(bytes).program();
    let start = ProcessTime::now();
    let meter = Meter::new()
        .with_max_nodes(20_000)
        .with_deadline(move || start.elapsed(), Duration::from_millis(20));
    let mut session = Session::new();
    if let Ok(answers) = session.evaluate(&program, &meter) {
        for answer in &answers {
            let _ = session.show(answer, Format::Plain, &meter);
        }
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{program}");
});
