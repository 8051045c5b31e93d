//! Any text is a constraint graph or an error; what was read can be written in both forms and read again.
//!
//! `cargo +nightly fuzz run constraint_graph corpus/constraint_graph seeds/constraint_graph -- -max_len=400 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_logic::{
    decide::{Game, Options, decide},
    graph::{ConstraintGraph, planar::embedding},
};

fuzz_target!(|text: &str| {
    let Ok(graph) = ConstraintGraph::parse(text) else {
        return;
    };
    let json = ConstraintGraph::parse(&graph.to_json()).expect("what was written");
    assert_eq!(json.to_json(), graph.to_json());
    let _ = embedding(&graph);
    for game in Game::all() {
        let meter = Meter::new().with_max_nodes(2000);
        let _ = decide(&graph, game, Options::default(), &meter);
    }
});
