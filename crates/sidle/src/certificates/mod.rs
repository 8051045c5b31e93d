//! Certificates: what a solver found, in the form that [`check`](crate::check) verifies.

mod outcome;
mod unicycle;

pub use outcome::outcome;
pub use unicycle::unicycle;
