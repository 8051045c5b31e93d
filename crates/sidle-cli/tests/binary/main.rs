//! The binary as a user meets it: what it prints, where, and how it ends.

mod batch;
mod checkpoints;
mod eval;
mod files;
mod generated;
mod hard_inputs;
mod help;
#[cfg(unix)]
mod interrupt;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(unix)]
mod locks;
#[cfg(unix)]
mod output;
mod positions;
mod program;
mod puzzles;
mod questions;
mod schema;
mod script;
// Only the door rewrites its sections.
#[allow(dead_code)]
#[path = "../../../sidle/tests/door/sections.rs"]
mod sections;
mod session;
#[cfg(target_os = "linux")]
mod soak;
mod stream;
#[cfg(target_os = "linux")]
mod unread;
mod workbench;
