//! Files of classes: any text is read, or refused with places that lie inside it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_lang::Session;

fuzz_target!(|text: &str| {
    let mut session = Session::new();
    if let Err(error) = session.check_file("Fuzzed", "Fuzzed.cgs", text, Meter::none()) {
        let _ = error.render(text);
    }
});
