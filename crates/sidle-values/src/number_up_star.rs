//! Values of the form number + n·↑ + *k, with closed formulas for everything.
//!
//! These are the values that sums of simple games are full of, so they get arithmetic without any
//! table: see *Winning Ways*, ch. 8, for the order and the canonical forms.

use sidle_core::{Dyadic, Relation, UBig};

/// `number + ups·↑ + *star`.
///
/// # Equality
/// By value: the triple is unique.
///
/// ```
/// use sidle_core::{Dyadic, Relation};
/// use sidle_values::NumberUpStar;
/// let up_star = NumberUpStar { number: Dyadic::ZERO, ups: 1, star: 1 };
/// assert_eq!(up_star.compare(&NumberUpStar::ZERO), Relation::Fuzzy);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// How many ups (negative: downs).
    pub ups: i64,
    /// The nimber, 0 for none.
    pub star: u64,
}

impl NumberUpStar {
    /// Zero.
    pub const ZERO: NumberUpStar = NumberUpStar {
        number: Dyadic::ZERO,
        ups: 0,
        star: 0,
    };

    /// A number.
    #[must_use]
    pub fn from_number(number: Dyadic) -> NumberUpStar {
        NumberUpStar {
            number,
            ups: 0,
            star: 0,
        }
    }

    /// Is this a number?
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.star == 0
    }

    /// The order of number-up-stars: the numbers decide; then n·↑ + *k exceeds 0 iff n ≥ 2, or n = 1
    /// and k ≠ 1.
    #[must_use]
    pub fn compare(&self, other: &NumberUpStar) -> Relation {
        match self.number.cmp(&other.number) {
            std::cmp::Ordering::Less => Relation::Less,
            std::cmp::Ordering::Greater => Relation::Greater,
            std::cmp::Ordering::Equal => {
                let ups = i128::from(self.ups) - i128::from(other.ups);
                compare_infinitesimal(ups, self.star ^ other.star)
            }
        }
    }

    /// The sum; `None` if the count of ups does not fit.
    #[must_use]
    pub fn checked_add(&self, other: &NumberUpStar) -> Option<NumberUpStar> {
        Some(NumberUpStar {
            number: &self.number + &other.number,
            ups: self.ups.checked_add(other.ups)?,
            star: self.star ^ other.star,
        })
    }

    /// The negative; `None` if the count of ups does not fit.
    #[must_use]
    pub fn checked_neg(&self) -> Option<NumberUpStar> {
        Some(NumberUpStar {
            number: -&self.number,
            ups: self.ups.checked_neg()?,
            star: self.star,
        })
    }

    /// The formal birthday of the canonical form.
    #[must_use]
    pub fn birthday(&self) -> UBig {
        number_birthday(&self.number) + UBig::from(infinitesimal_birthday(self.ups, self.star))
    }
}

/// How `ups·↑ + *star` compares with 0.
#[inline]
pub(crate) fn compare_infinitesimal(ups: i128, star: u64) -> Relation {
    match (ups, star) {
        (0, 0) => Relation::Equal,
        (2.., _) => Relation::Greater,
        (1, star) if star != 1 => Relation::Greater,
        (..=-2, _) => Relation::Less,
        (-1, star) if star != 1 => Relation::Less,
        _ => Relation::Fuzzy,
    }
}

/// Birthday of a number: `|n|` for an integer, else the integer part plus one plus the exponent of
/// the denominator.
fn number_birthday(number: &Dyadic) -> UBig {
    let whole = number.abs().floor();
    let whole = UBig::try_from(whole).unwrap_or(UBig::ZERO);
    if number.is_integer() {
        whole
    } else {
        whole + UBig::from(u64::from(number.exponent()) + 1)
    }
}

/// Birthday of `ups·↑ + *star`: unfold `n·↑*k = {0 | (n-1)·↑*(k xor 1)}` down to one up.
pub(crate) fn infinitesimal_birthday(ups: i64, star: u64) -> u128 {
    let ups = u128::from(ups.unsigned_abs());
    if ups == 0 {
        return u128::from(star);
    }
    let last_star = if ups % 2 == 0 { star ^ 1 } else { star };
    let one_up = if last_star == 1 {
        2
    } else {
        1 + u128::from(last_star ^ 1)
    };
    ups - 1 + one_up
}
