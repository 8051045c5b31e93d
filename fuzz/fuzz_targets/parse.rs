//! Any text is a value, an error or a stop. What is printed can be read again and is the same value.
//!
//! `cargo +nightly fuzz run parse -- -max_total_time=60`

#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_lang::{Format, Session};

fn meter() -> Meter {
    let start = Instant::now();
    Meter::new()
        .with_max_nodes(5_000)
        .with_deadline(move || start.elapsed(), Duration::from_millis(100))
}

fuzz_target!(|source: &str| {
    let mut session = Session::new();
    let answers = match session.evaluate(source, &meter()) {
        Ok(answers) => answers,
        Err(error) => {
            let text = error.file.as_ref().map_or(source, |(_, text)| &**text);
            assert!(error.span.start <= error.span.end && error.span.end <= text.len());
            let _ = error.render(source);
            return;
        }
    };
    let Some(answer) = answers.last() else { return };
    let Ok(text) = session.show(answer, Format::Plain, &meter()) else {
        return;
    };
    // Classes, uptimal expansions and thermographs are shown, not typed.
    let Ok(json) = session.show(answer, Format::Json, &meter()) else {
        return;
    };
    let readable = ["boolean", "integer", "number", "game", "loopy", "string"];
    if !readable.iter().any(|kind| json.starts_with(&format!("{{\"type\":\"{kind}\""))) {
        return;
    }
    if let Ok(again) = session.evaluate(&text, &meter())
        && let Some(again) = again.last()
        && let Ok(second) = session.show(again, Format::Plain, &meter())
    {
        assert_eq!(text, second, "printed and read again");
    }
});
