//! Misère quotients (Plambeck 2005; Plambeck and Siegel 2008).
//!
//! For a set of positions closed under options and sums, positions are equivalent if no further summand tells
//! their misère outcomes apart. The classes form a commutative monoid Q, the classes of P-positions a part P of it.
//!
//! The quotients of a heap game are computed heap by heap. A new heap is first looked for among the elements
//! already there; if none fits, it becomes a generator, and the enlarged quotient is learned from outcomes
//! (`learn`). Nothing is believed until the transition algebra (`transition`) has verified it: that is a proof
//! whatever the learning did.

mod context;
mod counted;
mod counting;
mod element;
mod export;
mod game;
mod grow;
mod heaps;
mod layers;
mod learn;
mod monoid;
mod oracle;
mod outcomes;
mod picture;
mod play;
mod saved;
mod table;
mod transition;

pub use counted::{Counted, InfiniteOrder};
pub use element::Monomial;
pub use game::{Component, HeapGame};
pub use heaps::{Growth, Partial, QuotientAnswer, QuotientError, QuotientOptions, QuotientSearch};
pub use monoid::Quotient;
pub use play::{HeapMove, MiserePosition};
pub use saved::SavedError;
pub use table::{QuotientRow, QuotientTable, quotient_table};
pub use transition::Verification;

#[cfg(test)]
mod tests;
