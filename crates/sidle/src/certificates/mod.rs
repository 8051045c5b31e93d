//! Certificates: what a solver found, in the form that [`check`](crate::check) verifies.

#[cfg(feature = "impartial")]
mod misere_quotient;
#[cfg(feature = "impartial")]
mod nim_sequence;
mod outcome;
mod unicycle;

#[cfg(feature = "impartial")]
pub use misere_quotient::misere_quotient;
#[cfg(feature = "impartial")]
pub use nim_sequence::{PeriodCertificate, nim_sequence};
pub(crate) use outcome::outcome;
pub use unicycle::unicycle;
