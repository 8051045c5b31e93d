//! Any text is a code of a heap game or an error; codes are written as they are read, and their first values are
//! computed within limits. The same text as a misère game is a form or an error.
//!
//! `cargo +nightly fuzz run heap_code -- -max_len=60 -max_total_time=180`

#![no_main]

use std::time::Duration;

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_impartial::{
    code::Code,
    misere::{Forms, parse_form},
    nim::Sequence,
};

fn meter() -> Meter {
    let start = ProcessTime::now();
    Meter::new()
        .with_max_nodes(20_000)
        .with_max_bytes(64 << 20)
        .with_deadline(move || start.elapsed(), Duration::from_millis(50))
}

fuzz_target!(|text: &str| {
    if let Ok(code) = text.parse::<Code>() {
        let written = code.to_string();
        let again: Code = written.parse().expect("what is written can be read");
        assert_eq!(again.to_string(), written);
        if let Ok(mut sequence) = Sequence::new(code) {
            let _ = sequence.extend(200, &meter());
        }
    }
    let mut forms = Forms::new();
    let _ = parse_form(&mut forms, text, &meter());
});
