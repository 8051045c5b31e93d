//! Uptimals: number + nimber + d₁·↑ + d₂·↑² + … with integers dᵢ.

use std::fmt;

use sidle_core::{Dyadic, Meter, Player, StopReason};

use crate::{Game, NumberUpStar, Store, recursion::evaluate};

/// `number + *star + Σ digits[i]·↑ⁱ⁺¹`.
///
/// Displayed like a decimal fraction: the number and the nimber before the point, the digits behind it,
/// each negative one followed by a minus sign. Digits from 10 to 35 are the letters A to Z, larger ones numbers in
/// parentheses.
///
/// # Equality
/// By value: digits have no trailing zeros, and the expansion of an uptimal is unique.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UptimalExpansion {
    /// The number.
    pub number: Dyadic,
    /// The nimber, 0 for none.
    pub star: u64,
    /// How often each power of up occurs, without trailing zeros.
    pub digits: Vec<i64>,
}

impl From<NumberUpStar> for UptimalExpansion {
    fn from(value: NumberUpStar) -> UptimalExpansion {
        let digits = if value.ups == 0 {
            Vec::new()
        } else {
            vec![value.ups]
        };
        UptimalExpansion {
            number: value.number,
            star: value.star,
            digits,
        }
    }
}

impl UptimalExpansion {
    /// This plus `sign·(↑ + ↑² + … + ↑ⁿ)` plus `*`; `None` if a digit overflows.
    fn after_move(&self, n: usize, sign: i64) -> Option<UptimalExpansion> {
        let mut next = self.clone();
        next.star ^= 1;
        if next.digits.len() < n {
            next.digits.resize(n, 0);
        }
        for digit in &mut next.digits[..n] {
            *digit = digit.checked_add(sign)?;
        }
        while next.digits.last() == Some(&0) {
            next.digits.pop();
        }
        Some(next)
    }
}

/// The digit of base 36 for this number.
fn single_digit(size: u64) -> Option<char> {
    let digit = char::from_digit(u32::try_from(size).ok()?, 36)?;
    Some(digit.to_ascii_uppercase())
}

impl fmt::Display for UptimalExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.number.is_zero() || self.star == 0 {
            write!(f, "{}", self.number)?;
        }
        match self.star {
            0 => {}
            1 => f.write_str("*")?,
            star => write!(f, "*{star}")?,
        }
        f.write_str(if self.digits.is_empty() { ".0" } else { "." })?;
        for &digit in &self.digits {
            let size = digit.unsigned_abs();
            match single_digit(size) {
                Some(sign) => write!(f, "{sign}")?,
                None => write!(f, "({size})")?,
            }
            if digit < 0 {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

impl Store {
    /// The value of an uptimal expansion.
    ///
    /// ```
    /// use sidle_core::Dyadic;
    /// use sidle_values::{Store, UptimalExpansion};
    /// let store = Store::new();
    /// let up_second = UptimalExpansion { number: Dyadic::ZERO, star: 0, digits: vec![0, 1] };
    /// let game = store.uptimal(&up_second);
    /// assert_eq!(store.uptimal_expansion(game), Some(up_second));
    /// ```
    #[must_use]
    pub fn uptimal(&self, expansion: &UptimalExpansion) -> Game {
        self.expect_unlimited(self.try_uptimal(expansion, Meter::none()))
    }

    /// [`Store::uptimal`] under a meter.
    pub fn try_uptimal(
        &self,
        expansion: &UptimalExpansion,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let mut sum = self.number_up_star(&NumberUpStar {
            number: expansion.number.clone(),
            ups: 0,
            star: expansion.star,
        });
        // ↑ⁿ = {0 | * - ↑ - … - ↑ⁿ⁻¹}
        let mut below = self.nimber(1);
        for &digit in &expansion.digits {
            let power = self.try_game(&[self.zero()], &[below], meter)?;
            let multiple = self.try_multiple(power, digit, meter)?;
            sum = self.try_add(sum, multiple, meter)?;
            below = self.try_sub(below, power, meter)?;
        }
        Ok(sum)
    }

    /// The uptimal expansion of a game, or `None` if it is no uptimal.
    ///
    /// A move of Right in an uptimal takes `↑ + … + ↑ⁿ` and adds a star for some n, and a move of Left gives
    /// as much; so an uptimal is one such step away from one of its options, and each guess is
    /// checked by computing it.
    #[must_use]
    pub fn uptimal_expansion(&self, game: Game) -> Option<UptimalExpansion> {
        self.expect_unlimited(self.try_uptimal_expansion(game, Meter::none()))
    }

    /// [`Store::uptimal_expansion`] under a meter.
    pub fn try_uptimal_expansion(
        &self,
        game: Game,
        meter: &Meter,
    ) -> Result<Option<UptimalExpansion>, StopReason> {
        let number = self.stop(game, Player::Left);
        let infinitesimal = self.try_sub(game, self.number(&number), meter)?;
        if !self.is_all_small(infinitesimal) {
            return Ok(None);
        }
        let small = |game: Game| {
            let value = self.as_number_up_star(game);
            Ok(value.map(|value| Some(UptimalExpansion::from(value))))
        };
        let guess = |game: Game, sides: &[Vec<Option<UptimalExpansion>>; 2]| {
            self.uptimal_from_options(game, sides, meter)
        };
        let known = &mut Default::default();
        let expansion = evaluate(self, infinitesimal, known, meter, small, guess)?;
        Ok(expansion.map(|expansion| UptimalExpansion {
            number,
            ..expansion
        }))
    }

    /// The expansion of a game whose options have these.
    pub(crate) fn uptimal_from_options(
        &self,
        game: Game,
        sides: &[Vec<Option<UptimalExpansion>>; 2],
        meter: &Meter,
    ) -> Result<Option<UptimalExpansion>, StopReason> {
        // Some option of an uptimal is at most one digit shorter than it.
        let lengths = sides.iter().flatten().flatten();
        let longest = 1 + lengths.map(|option| option.digits.len()).max().unwrap_or(0);
        for player in Player::BOTH {
            let sign = if player == Player::Left { -1 } else { 1 };
            for option in sides[player.index()].iter().flatten() {
                for n in 1..=longest {
                    let Some(candidate) = option.after_move(n, sign) else {
                        continue;
                    };
                    if self.try_uptimal(&candidate, meter)? == game {
                        return Ok(Some(candidate));
                    }
                }
            }
        }
        Ok(None)
    }
}
