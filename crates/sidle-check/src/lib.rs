//! Certificates, their independent checker, and naive reference code.
//!
//! Nothing here depends on a solver: a certificate is believed because each of its steps follows from
//! the definitions, and [`naive`] computes by the definitions alone.
//!
//! [`check_bytes`] reads one certificate of any kind. A kind is one file with its format and its
//! checker, and one line of the registry in `kinds.rs`; the formats are specified in
//! `docs/formats.md`.
#![forbid(unsafe_code)]

pub mod annihilation;
pub mod arithmetic_period;
pub mod automatic;
mod certificate;
pub mod constraint;
pub mod container;
mod digraph;
pub mod explanation;
pub mod gamma;
pub mod hitori;
mod kinds;
pub mod ko_value;
pub mod labelling;
pub mod labelling_run;
pub mod loopy;
pub mod misere_counters;
pub mod misere_quotient;
pub mod naive;
pub mod nim_period;
pub mod outcome;
pub mod short;
pub mod sliding;
pub mod strategy;
pub mod subtraction_period;
pub mod tokens;
pub mod unicycle;
mod verdict;

pub use kinds::{FORMAT, Kind, StreamCheck, check_bytes, check_container, kinds, try_check_bytes};
pub use verdict::{Error, ErrorKind, Failure, Verdict};
