//! Positions of games that users write, on the road to their values.

/// What is remembered about positions from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Positions {}
