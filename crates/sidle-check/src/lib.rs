//! Certificates, their independent checker, and naive reference code.
#![forbid(unsafe_code)]
