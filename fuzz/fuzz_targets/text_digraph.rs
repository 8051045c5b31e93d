//! Any bytes are a text digraph or an error; what was read can be written in every form and read again.
//!
//! `cargo +nightly fuzz run text_digraph corpus/text_digraph seeds/text_digraph -- -max_len=400 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_graph::io::read_text;

#[path = "../../crates/sidle-graph/tests/rewrite/mod.rs"]
mod rewrite;

fuzz_target!(|bytes: &[u8]| {
    let meter = rewrite::small_meter();
    let narrow = read_text::<u32>(bytes, &meter);
    let wide = read_text::<u64>(bytes, &meter);
    assert_eq!(narrow.is_ok(), wide.is_ok());
    if let (Ok(narrow), Ok(wide)) = (narrow, wide) {
        assert_eq!(narrow.names, wide.names);
        rewrite::digraph(&narrow);
        rewrite::digraph(&wide);
    }
});
