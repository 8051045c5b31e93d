//! Questions about published results.

mod reproduce;

pub use self::reproduce::*;
