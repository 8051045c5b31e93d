//! Nimbers: the field of impartial values.

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

/// The nimber `*n`.
///
/// ```
/// use sidle_core::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u64);

/// Nim-sum.
impl Add for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

/// Every nimber is its own negative, so subtraction is addition.
impl Sub for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl)]
    fn sub(self, other: Nimber) -> Nimber {
        self + other
    }
}

impl Neg for Nimber {
    type Output = Nimber;

    fn neg(self) -> Nimber {
        self
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}
