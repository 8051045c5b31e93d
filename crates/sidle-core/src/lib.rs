//! The vocabulary every other room of Sidle speaks: [`Player`], [`Dyadic`], [`Nimber`],
//! [`Outcome`], [`Relation`], the trait [`Rules`] that a game implements and the [`Meter`] that lets any long
//! computation be limited, cancelled and watched; and [`columns`], for tables of words of any length.
//!
//! Nothing here knows a ruleset, a store or a solver.
#![forbid(unsafe_code)]

mod checksum;
pub mod columns;
mod dyadic;
mod envelope;
mod excerpt;
mod meter;
mod nimber;
mod outcome;
mod picture;
mod player;
mod relation;
mod rules;
mod shortcuts;

pub use checksum::checksum;
pub use dashu_int::{IBig, UBig};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use envelope::{Envelope, EnvelopeError};
pub use excerpt::Excerpt;
pub use meter::{Meter, Progress, StopReason, Ticker};
pub use nimber::Nimber;
pub use outcome::Outcome;
pub use picture::{Ink, Picture};
pub use player::{NoPlayer, Player};
pub use relation::Relation;
pub use rules::{Flow, KnownValue, Normal, Plain, Rules, Visit};
pub use shortcuts::{Decompose, KnownValues, NoValue, Normalize, Shortcuts, Tie};
