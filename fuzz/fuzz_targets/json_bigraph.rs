//! Any bytes are a JSON bigraph or an error; what was read can be written in both forms and read again.
//!
//! `cargo +nightly fuzz run json_bigraph corpus/json_bigraph seeds/json_bigraph -- -max_len=400 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_graph::bigraph::{read_bigraph, read_bigraph_json};

#[path = "../../crates/sidle-graph/tests/rewrite/mod.rs"]
mod rewrite;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = read_bigraph_json(bytes, &sidle_core::Meter::unlimited()) {
        rewrite::bigraph(&file);
    }
    if let Ok(file) = read_bigraph(bytes, &sidle_core::Meter::unlimited()) {
        rewrite::bigraph(&file);
    }
});
