//! Sidle: exact combinatorial game theory.
#![forbid(unsafe_code)]

pub use sidle_core as core;
