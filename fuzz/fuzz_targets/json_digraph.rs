//! Any bytes are a JSON digraph or an error; what was read can be written in every form and read again.
//!
//! `cargo +nightly fuzz run json_digraph corpus/json_digraph seeds/json_digraph -- -max_len=400 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_graph::io::read_json;

#[path = "../../crates/sidle-graph/tests/rewrite/mod.rs"]
mod rewrite;

fuzz_target!(|bytes: &[u8]| {
    let narrow = read_json::<u32>(bytes, &rewrite::small_meter());
    let wide = read_json::<u64>(bytes, &rewrite::small_meter());
    assert_eq!(narrow.is_ok(), wide.is_ok());
    if let (Ok(narrow), Ok(wide)) = (narrow, wide) {
        assert_eq!(narrow.names, wide.names);
        rewrite::digraph(&narrow);
        rewrite::digraph(&wide);
    }
});
