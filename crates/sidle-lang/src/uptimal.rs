//! Uptimals: number + nimber + d₁·↑ + d₂·↑² + … with integers dᵢ.
//!
//! `↑ⁱ` is infinitesimal with respect to `↑ʲ` for `i > j`, so the digits are found one after the other:
//! at most a few values of each digit leave a rest below the next power, and the expansion is checked
//! by subtracting it. (Siegel, *Combinatorial Game Theory*, ch. II.)

use std::fmt;

use sidle_core::{Dyadic, Meter, StopReason};
use sidle_values::{Game, NumberUpStar, Store};

/// Games born later than this are not searched for an expansion.
const MAX_BIRTHDAY: u64 = 4096;

/// `number + *nimber + Σ digits[i]·↑ⁱ⁺¹`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UptimalExpansion {
    pub(crate) number: Dyadic,
    pub(crate) nimber: u64,
    /// Without trailing zeros.
    pub(crate) digits: Vec<i64>,
}

impl fmt::Display for UptimalExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number.is_zero(), self.nimber) {
            (true, 0) => f.write_str("0")?,
            (false, 0) => write!(f, "{}", self.number)?,
            (true, _) => {}
            (false, _) => write!(f, "{}", self.number)?,
        }
        match self.nimber {
            0 => {}
            1 => f.write_str("*")?,
            k => write!(f, "*{k}")?,
        }
        f.write_str(".")?;
        if self.digits.is_empty() {
            return f.write_str("0");
        }
        for digit in &self.digits {
            match digit.unsigned_abs() {
                size @ 0..=9 => write!(f, "{size}")?,
                size => write!(f, "({size})")?,
            }
            if *digit < 0 {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

/// The expansion of a game, if it is an uptimal.
///
/// Cost: a few sums and comparisons for each digit and each nimber up to the birthday.
pub(crate) fn expansion(
    store: &Store,
    game: Game,
    meter: &Meter,
) -> Result<Option<UptimalExpansion>, StopReason> {
    if let Some(nus) = store.as_number_up_star(game) {
        let digits = if nus.ups == 0 {
            Vec::new()
        } else {
            vec![nus.ups]
        };
        return Ok(Some(UptimalExpansion {
            number: nus.number,
            nimber: nus.star,
            digits,
        }));
    }
    if !store.is_numberish(game) {
        return Ok(None);
    }
    let number = store.stop(game, sidle_core::Player::Left);
    let infinitesimal = store.try_sub(game, store.number(&number), meter)?;
    let birthday = u64::try_from(store.birthday(infinitesimal)).unwrap_or(u64::MAX);
    if !store.is_all_small(infinitesimal) || birthday > MAX_BIRTHDAY {
        return Ok(None);
    }
    let search = Search {
        store,
        meter,
        birthday,
    };
    let Some((nimber, digits)) = search.infinitesimal(infinitesimal)? else {
        return Ok(None);
    };
    Ok(Some(UptimalExpansion {
        number,
        nimber,
        digits,
    }))
}

/// `↑ⁿ = {0 | * − ↑ − … − ↑ⁿ⁻¹}`.
pub(crate) fn power(store: &Store, n: u64, meter: &Meter) -> Result<Game, StopReason> {
    let star = store.nimber(1);
    let mut below = store.nimber(1);
    let mut power = store.try_game(&[store.zero()], &[star], meter)?;
    for _ in 1..n {
        below = store.try_sub(below, power, meter)?;
        power = store.try_game(&[store.zero()], &[below], meter)?;
    }
    Ok(power)
}

struct Search<'a> {
    store: &'a Store,
    meter: &'a Meter,
    birthday: u64,
}

impl Search<'_> {
    /// The ups first (nimbers lie within two ups of 0), then the nimber, then the higher powers.
    fn infinitesimal(&self, game: Game) -> Result<Option<(u64, Vec<i64>)>, StopReason> {
        let up = |ups| {
            self.store.number_up_star(&NumberUpStar {
                ups,
                ..NumberUpStar::ZERO
            })
        };
        let bound = i64::try_from(self.birthday).unwrap_or(i64::MAX);
        let first = self.least(-bound, bound, |n| {
            self.store.try_le(game, up(n + 3), self.meter)
        })?;
        for ups in first.saturating_sub(1)..=first.saturating_add(7) {
            let rest = self.store.try_sub(game, up(ups), self.meter)?;
            for nimber in 0..=self.birthday {
                let rest = self
                    .store
                    .try_add(rest, self.store.nimber(nimber), self.meter)?;
                let small = self.is_below(rest, up(1))?;
                if small && let Some(digits) = self.powers(rest, ups)? {
                    return Ok(Some((nimber, digits)));
                }
            }
        }
        Ok(None)
    }

    /// The digits of `↑²`, `↑³`, … of a rest that lies between down and up.
    fn powers(&self, mut rest: Game, ups: i64) -> Result<Option<Vec<i64>>, StopReason> {
        let mut digits = vec![ups];
        let bound = i64::try_from(self.birthday).unwrap_or(i64::MAX);
        for n in 2..=self.birthday + 1 {
            if rest == self.store.zero() {
                break;
            }
            let power = power(self.store, n, self.meter)?;
            let at = |digit: i64| self.store.try_multiple(power, digit, self.meter);
            // The least digit whose successor is not passed: the rest is then within one power of it.
            let digit = self.least(-bound, bound, |d| {
                self.store.try_le(rest, at(d + 1)?, self.meter)
            })?;
            let Some(next) = self.digit(rest, power, digit)? else {
                return Ok(None);
            };
            digits.push(next.0);
            rest = next.1;
        }
        if rest != self.store.zero() {
            return Ok(None);
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Some(digits))
    }

    /// A digit near `digit` whose rest is below the power.
    fn digit(
        &self,
        rest: Game,
        power: Game,
        digit: i64,
    ) -> Result<Option<(i64, Game)>, StopReason> {
        let mut best = None;
        for candidate in [digit, digit + 1, digit - 1] {
            let taken = self.store.try_multiple(power, candidate, self.meter)?;
            let left = self.store.try_sub(rest, taken, self.meter)?;
            if left == self.store.zero() {
                return Ok(Some((candidate, left)));
            }
            if best.is_none() && self.is_below(left, power)? {
                best = Some((candidate, left));
            }
        }
        Ok(best)
    }

    /// Is twice the game still between -bound and bound? Then it is infinitesimal with respect to the
    /// bound, if it is an uptimal.
    fn is_below(&self, game: Game, bound: Game) -> Result<bool, StopReason> {
        let twice = self.store.try_add(game, game, self.meter)?;
        let negative = self.store.try_negative(bound, self.meter)?;
        Ok(self.store.try_le(twice, bound, self.meter)?
            && self.store.try_le(negative, twice, self.meter)?)
    }

    /// The least integer in a range for which a monotone predicate holds; the upper end if none.
    fn least(
        &self,
        mut low: i64,
        mut high: i64,
        holds: impl Fn(i64) -> Result<bool, StopReason>,
    ) -> Result<i64, StopReason> {
        while low < high {
            let middle = low + (high - low) / 2;
            if holds(middle)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_expansion_is_found_again() {
        let store = Store::new();
        let meter = Meter::unlimited();
        let powers: Vec<Game> = (1..=3).map(|n| power(&store, n, &meter).unwrap()).collect();
        for nimber in [0, 1, 2, 5] {
            for code in 0..125_i64 {
                let mut digits = vec![code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2];
                let mut game = store.nimber(nimber);
                for (digit, &power) in digits.iter().zip(&powers) {
                    game = store.add(game, store.multiple(power, *digit));
                }
                while digits.last() == Some(&0) {
                    digits.pop();
                }
                let found = expansion(&store, game, &meter)
                    .unwrap()
                    .map(|found| (found.nimber, found.digits));
                assert_eq!(found, Some((nimber, digits)));
            }
        }
    }

    #[test]
    fn games_that_are_no_uptimals_are_refused() {
        let store = Store::new();
        let meter = Meter::unlimited();
        let down = |ups: i64| {
            store.number_up_star(&NumberUpStar {
                ups: -ups,
                ..NumberUpStar::ZERO
            })
        };
        let inner = store.game(&[store.zero()], &[down(3)]);
        let game = store.game(&[store.zero()], &[inner]);
        assert_eq!(expansion(&store, game, &meter), Ok(None));
    }
}
