//! Notation and calculator of the Sidle engine.
#![forbid(unsafe_code)]
