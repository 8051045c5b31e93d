//! Certificates: what a solver found, in the form that [`check`](crate::check) verifies.

mod unicycle;

pub use unicycle::unicycle;
