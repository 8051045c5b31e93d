//! Help, from the same tables that the lexer and the evaluator read.

use std::fmt::Write;

use crate::{builtins, symbols::SYMBOLS};

/// The help on one name or symbol.
pub(crate) fn topic(topic: &str) -> Option<String> {
    match topic {
        "methods" | "functions" => return Some(builtins::page()),
        "outcomes" | "outcome" => return Some(builtins::outcome_page()),
        _ => {}
    }
    let mut text = String::new();
    for line in SYMBOLS
        .iter()
        .filter(|line| line.input.contains(&topic) || line.name == topic)
    {
        let _ = writeln!(
            text,
            "{}  ({}): {}",
            line.input.join("  "),
            line.name,
            line.doc
        );
    }
    for entry in builtins::documentation(topic) {
        let _ = writeln!(
            text,
            "{}: {}\n    example: {}",
            entry.signature, entry.doc, entry.example
        );
    }
    (!text.is_empty()).then(|| text.trim_end().to_owned())
}
