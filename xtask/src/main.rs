//! `cargo xtask test` and `cargo xtask bench`: everything that is run on this workspace.
#![forbid(unsafe_code)]

fn main() {}
