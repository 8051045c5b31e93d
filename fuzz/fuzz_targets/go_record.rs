//! Any text is a game record or an error, and a diagram or an error; what is written is read back as the same.
//!
//! `cargo +nightly fuzz run go_record corpus/go_record seeds/go_record -- -max_len=400 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_rules::go::{Diagram, Sgf};

fuzz_target!(|text: &str| {
    if let Ok(record) = Sgf::parse(text) {
        let written = record.write();
        let again = Sgf::parse(&written).expect("what is written can be read");
        assert_eq!(again.write(), written);
    }
    if let Ok(diagram) = Diagram::parse(text) {
        let written = diagram.to_string();
        let again = Diagram::parse(&written).expect("what is written can be read");
        assert_eq!(again.to_string(), written);
    }
});
