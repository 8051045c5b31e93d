//! Certificates: what a solver found, in the form that [`check`](crate::check) verifies.

#[cfg(feature = "lang")]
mod outcome;
mod unicycle;

#[cfg(feature = "lang")]
pub use outcome::outcome;
pub use unicycle::unicycle;
