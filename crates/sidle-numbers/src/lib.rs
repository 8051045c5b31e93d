//! Numbers beyond the dyadic ones: rationals with `inf`, generalized ordinals below ε₀ with the natural
//! operations, surreal quotients of them, sign expansions and birthdays, and the field of nimbers, finite
//! ones of any size and transfinite ones below ω^ω^ω.
//!
//! ```
//! use sidle_core::Meter;
//! use sidle_numbers::{NimField, Ordinal};
//! let omega = Ordinal::omega();
//! let square = omega.mul(&omega, &Meter::unlimited())?;
//! assert_eq!(square.to_string(), "ω^2");
//! // The nim cube of ω is 2.
//! let field = NimField::new();
//! assert_eq!(field.product(&omega, &square, &Meter::unlimited())?.to_string(), "2");
//! # Ok::<(), sidle_numbers::NumberError>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod finite_nimber;
mod nim_field;
mod nim_tower;
mod ordinal;
mod polynomial;
mod primes;
mod quotient;
mod rational;
mod sign_expansion;

pub use error::NumberError;
pub use finite_nimber::{
    nim_inverse, nim_power, nim_product, nim_square, nim_square_root, ugly_product,
};
pub use nim_field::{Lenstra, NimField};
pub use ordinal::Ordinal;
pub use quotient::Quotient;
pub use rational::{MAX_BITS, Rational, floor_div};
pub use sign_expansion::{Sign, SignExpansion};
