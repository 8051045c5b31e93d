//! How two games compare.

use std::{fmt, ops::Neg};

/// The result of comparing two games: the order of games is partial, so there are four answers.
///
/// ```
/// use sidle_core::Relation;
/// assert_eq!(Relation::from_le_ge(true, false), Relation::Less);
/// assert_eq!(-Relation::Less, Relation::Greater);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `G < H`: Right wins `G - H` whoever starts.
    Less,
    /// `G = H`: the second player wins `G - H`.
    Equal,
    /// `G > H`: Left wins `G - H` whoever starts.
    Greater,
    /// `G ‖ H`: the first player wins `G - H`.
    Fuzzy,
}

impl Relation {
    /// The relation of `G` and `H`, given whether `G <= H` and whether `G >= H`.
    #[inline]
    #[must_use]
    pub const fn from_le_ge(le: bool, ge: bool) -> Relation {
        match (le, ge) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Fuzzy,
        }
    }

    /// True for `Less` and `Equal`.
    #[inline]
    #[must_use]
    pub const fn is_le(self) -> bool {
        matches!(self, Relation::Less | Relation::Equal)
    }

    /// True for `Greater` and `Equal`.
    #[inline]
    #[must_use]
    pub const fn is_ge(self) -> bool {
        matches!(self, Relation::Greater | Relation::Equal)
    }
}

/// Swapping the two games (or negating both) turns the relation round.
impl Neg for Relation {
    type Output = Relation;

    fn neg(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::Greater => Relation::Less,
            same => same,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Less => "<",
            Relation::Equal => "==",
            Relation::Greater => ">",
            Relation::Fuzzy => "<>",
        })
    }
}
