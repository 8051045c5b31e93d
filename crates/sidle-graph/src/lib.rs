//! Game graphs and every algorithm on them that needs no values.
#![forbid(unsafe_code)]
