//! Any text is a gadget, a box to be filled, or an error.
//!
//! `cargo +nightly fuzz run gadget corpus/gadget seeds/gadget -- -max_len=300 -max_total_time=180`

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_logic::gadget::{Behaviour, Chamber, GadgetFile, find};

fuzz_target!(|text: &str| {
    let behaviour = Behaviour::named("and").expect("a name");
    let meter = || Meter::new().with_max_nodes(500);
    if let Ok(gadget) = GadgetFile::parse(text) {
        let _ = gadget.check(&behaviour, &meter());
    }
    if let Ok(chamber) = Chamber::parse(text, &[(1, 1), (1, 2), (2, 1)]) {
        let _ = find(&chamber, &behaviour, None, &meter());
    }
});
