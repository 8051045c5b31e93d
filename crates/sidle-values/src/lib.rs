//! The store of canonical values of partizan games, short and loopy.
#![forbid(unsafe_code)]
pub mod unicycle;
