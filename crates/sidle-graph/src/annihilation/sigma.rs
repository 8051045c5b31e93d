//! Values of the linear extension σ.

use std::fmt;

use sidle_core::UBig;

/// A value of σ, the linear function on all positions that equals γ where γ is finite.
///
/// Its lowest t bits are the finite part; the bits above are zero exactly when γ is finite. σ depends on
/// the choice of a complement of the finite positions: here it is spanned by single tokens, taken greedily
/// in the order of the vertices, which get the bits t, t + 1, … one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sigma {
    /// The lowest t bits.
    pub finite: u64,
    /// The positions of the other ones, increasing, each at least t.
    pub fresh: Vec<u32>,
}

impl Sigma {
    /// The value as a number.
    #[must_use]
    pub fn to_number(&self) -> UBig {
        let high = self.fresh.iter().map(|&bit| UBig::ONE << bit as usize);
        high.fold(UBig::from(self.finite), |sum, bit| sum + bit)
    }

    /// Is γ finite, and so equal to this value?
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.fresh.is_empty()
    }

    /// The sum over GF(2).
    pub(super) fn add(&mut self, other: &Sigma) {
        self.finite ^= other.finite;
        if other.fresh.is_empty() {
            return;
        }
        let mut both: Vec<u32> = self.fresh.iter().chain(&other.fresh).copied().collect();
        both.sort_unstable();
        let pairs = both.chunk_by(|a, b| a == b);
        self.fresh = pairs
            .filter(|run| run.len() % 2 == 1)
            .map(|run| run[0])
            .collect();
    }
}

impl fmt::Display for Sigma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_number().fmt(f)
    }
}
