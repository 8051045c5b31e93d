//! Values of sums and the generalized nim-sum.

use std::{fmt, iter::Sum, ops::Add};

use crate::label::Label;

/// A value of γ: a natural number, or ∞ with the set of the finite values of the options.
///
/// Addition is the generalized nim-sum: finite values by exclusive or, a ⊕ ∞(K) = ∞({a ⊕ k : k ∈ K}),
/// and ∞(K) ⊕ ∞(L) = ∞(∅).
///
/// # Equality
/// Structural; sets are kept sorted, so equal sets are equal.
///
/// ```
/// use sidle_graph::{gamma::LoopyNimber, label::Label};
/// let craig = [0, 1, 2].map(LoopyNimber::Finite).into_iter().sum::<LoopyNimber>()
///     + LoopyNimber::infinite([2, 3]);
/// assert_eq!(craig, LoopyNimber::infinite([0, 1]));
/// assert_eq!(craig.outcome(), Label::N);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LoopyNimber {
    /// A nimber.
    Finite(u64),
    /// ∞(K), with K strictly increasing. [`LoopyNimber::infinite`] puts any set in order.
    Infinite(Vec<u64>),
}

impl LoopyNimber {
    /// ∞(K) for a set K given in any order.
    #[must_use]
    pub fn infinite(finite_options: impl IntoIterator<Item = u64>) -> LoopyNimber {
        let mut set: Vec<u64> = finite_options.into_iter().collect();
        set.sort_unstable();
        set.dedup();
        LoopyNimber::Infinite(set)
    }

    /// Who wins: 0 is P, other finite values are N, ∞(K) is N if 0 ∈ K and D otherwise.
    #[must_use]
    pub fn outcome(&self) -> Label {
        match self {
            LoopyNimber::Finite(0) => Label::P,
            LoopyNimber::Infinite(set) if set.first() != Some(&0) => Label::D,
            _ => Label::N,
        }
    }

    /// The value if it is finite.
    #[must_use]
    pub fn finite(&self) -> Option<u64> {
        match self {
            LoopyNimber::Finite(value) => Some(*value),
            LoopyNimber::Infinite(_) => None,
        }
    }
}

/// The generalized nim-sum.
impl Add for LoopyNimber {
    type Output = LoopyNimber;

    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: LoopyNimber) -> LoopyNimber {
        use LoopyNimber::{Finite, Infinite};
        match (self, other) {
            (Finite(a), Finite(b)) => Finite(a ^ b),
            (Finite(a), Infinite(set)) | (Infinite(set), Finite(a)) => {
                LoopyNimber::infinite(set.into_iter().map(|k| k ^ a))
            }
            (Infinite(_), Infinite(_)) => Infinite(Vec::new()),
        }
    }
}

impl Sum for LoopyNimber {
    fn sum<I: Iterator<Item = LoopyNimber>>(values: I) -> LoopyNimber {
        values.fold(LoopyNimber::Finite(0), Add::add)
    }
}

/// `3`, or `inf{0,1}`.
impl fmt::Display for LoopyNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyNimber::Finite(value) => write!(f, "{value}"),
            LoopyNimber::Infinite(set) => {
                let texts: Vec<String> = set.iter().map(u64::to_string).collect();
                write!(f, "inf{{{}}}", texts.join(","))
            }
        }
    }
}
