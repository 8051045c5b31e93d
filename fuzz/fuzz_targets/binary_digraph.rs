//! Any bytes are a binary digraph or an error; a graph that was read has these bytes as its only file.
//!
//! `cargo +nightly fuzz run binary_digraph corpus/binary_digraph seeds/binary_digraph -- -max_len=1500 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_graph::io::{BINARY_MAGIC, read_binary};

#[path = "../../crates/sidle-graph/tests/rewrite/mod.rs"]
mod rewrite;

fuzz_target!(|bytes: &[u8]| {
    // As they are; this seldom passes the checksum.
    let _ = read_binary::<u32>(bytes);
    let _ = read_binary::<u64>(bytes);
    // With a header that passes the first tests, once for each width.
    if bytes.len() < 64 {
        return;
    }
    let mut file = bytes.to_vec();
    for bits in [32u32, 64] {
        file[..8].copy_from_slice(&BINARY_MAGIC);
        file[8..12].copy_from_slice(&1u32.to_le_bytes());
        file[12..16].copy_from_slice(&bits.to_le_bytes());
        rewrite::mend_checksum(&mut file);
        rewrite::binary::<u32>(&file);
        rewrite::binary::<u64>(&file);
    }
});
