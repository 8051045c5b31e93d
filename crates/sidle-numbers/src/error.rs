//! Why an operation on numbers has no result.

use sidle_core::StopReason;

/// Why an operation on numbers has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberError {
    /// `0/0`, a remainder by 0, `inf - inf` and the like.
    #[error("division by zero")]
    DivisionByZero,
    /// The result would be too large to write down.
    #[error("overflow: the result is too large")]
    Overflow,
    /// A power of more than [`MAX_BITS`](crate::MAX_BITS) bits.
    #[error("overflow: the power has more than 2^20 bits, which is the limit")]
    PowerBits,
    /// Operands that have more than twice [`MAX_BITS`](crate::MAX_BITS) bits together.
    #[error("overflow: the two numbers have more than 2^21 bits together, which is the limit")]
    OperandBits,
    /// `inf - inf`, `0 * inf`.
    #[error("that combination of infinities has no value")]
    Indeterminate,
    /// A power whose exponent is not an integer.
    #[error("the exponent must be an integer")]
    Exponent,
    /// A nim operation on something that is not an ordinal.
    #[error("nim arithmetic applies only to ordinals")]
    NotAnOrdinal,
    /// A nim operation on ordinals from ω^ω^ω on.
    #[error("the nim product is out of range: both ordinals must be less than ω^ω^ω")]
    NimRange,
    /// A prime whose constants need a field of more than 2^21 bits an element.
    #[error("the constants of the prime {0} need a finite field that is too large")]
    NimPrime(u64),
    /// The inverse of 0.
    #[error("0 has no inverse")]
    NoInverse,
    /// The birthday or sign expansion of a number whose Conway normal form is not finite.
    #[error("the sign expansion of this number is not known: its normal form is infinite")]
    SignExpansion,
    /// Neither `inf` nor `-inf` is a surreal number.
    #[error("inf has no birthday")]
    InfiniteBirthday,
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}
