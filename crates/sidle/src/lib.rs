//! Sidle: exact combinatorial game theory.
#![forbid(unsafe_code)]

pub use sidle_check as check;
pub use sidle_core as core;
pub use sidle_graph as graph;
pub use sidle_lang as lang;
pub use sidle_values as values;
