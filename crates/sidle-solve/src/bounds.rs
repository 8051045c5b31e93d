//! Bounds of large parts, and what they decide of sums.
//!
//! Where a part P lies between two games, D ≤ P ≤ U, a sum of parts lies between the sums of those. The mean of a
//! sum is the sum of the means, and its Left stop is at least the mean and at most the mean plus the highest
//! temperature of a summand (*Winning Ways*, ch. 6). If the Left stop is positive, Left, to move, wins; if it is
//! negative, Left loses. So means and temperatures of the bounds decide many sums before any move is looked at.

use sidle_core::{Dyadic, Meter, StopReason};
use sidle_values::{Game, Store};

use crate::facts::{NEGATED, Signed};

/// Numbers are counted in units of so small a power of two.
const SCALE: i32 = 16;

/// Larger numbers, in those units, are not used.
const FAR: i64 = 1 << 44;

/// What is known of a game that lies above another: its mean and its temperature, both rounded up. The temperature
/// of a number counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    mean: i64,
    temperature: i64,
}

impl Bound {
    /// The upper bound of a sum.
    fn plus(self, other: Bound) -> Bound {
        Bound {
            mean: self.mean + other.mean,
            temperature: self.temperature.max(other.temperature),
        }
    }

    /// The most that the Left stop can be.
    fn left_stop(self) -> i64 {
        self.mean + self.temperature
    }
}

fn rounded_up(number: &Dyadic) -> Option<i64> {
    let scaled = i64::try_from(number.mul_pow2(SCALE).ceil()).ok();
    scaled.filter(|scaled| (-FAR..FAR).contains(scaled))
}

/// Upper bounds of a part and of its negative, as far as there are any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds([Option<Bound>; 2]);

impl Bounds {
    /// The bounds of 0, to which others are added.
    pub(crate) const ZERO: Bounds = Bounds(
        [Some(Bound {
            mean: 0,
            temperature: 0,
        }); 2],
    );

    /// A game bounds itself, unless its numbers are too large.
    pub(crate) fn of(game: Game, store: &Store, meter: &Meter) -> Result<Bounds, StopReason> {
        let mean = store.try_mean(game, meter)?;
        let temperature = rounded_up(&store.try_temperature(game, meter)?);
        Ok(Bounds([&mean, &-&mean].map(|mean| {
            Some(Bound {
                mean: rounded_up(mean)?,
                temperature: temperature?.max(0),
            })
        })))
    }

    /// The bounds of a sum.
    pub(crate) fn plus(self, other: Bounds) -> Bounds {
        let [above, below] = self.0;
        Bounds([(above, other.0[0]), (below, other.0[1])].map(|(a, b)| Some(a?.plus(b?))))
    }

    /// The bounds of the negative.
    pub(crate) fn turned(self) -> Bounds {
        let [above, below] = self.0;
        Bounds([below, above])
    }

    /// A guess at the mean, in quarters: the middle between the means of the bounds.
    pub(crate) fn middle(self) -> Option<i64> {
        let [above, below] = self.0;
        Some((above?.mean - below?.mean) >> (SCALE - 1))
    }

    /// Takes over the upper bound of another game, if it is better.
    pub(crate) fn lower_to(&mut self, above: Bounds) {
        let [old, _] = &mut self.0;
        if let Some(bound) = above.0[0]
            && old.is_none_or(|old| bound.left_stop() < old.left_stop())
        {
            *old = Some(bound);
        }
    }

    /// Takes over the lower bound of another game, if it is better.
    pub(crate) fn raise_to(&mut self, below: Bounds) {
        *self = self.turned();
        self.lower_to(below.turned());
        *self = self.turned();
    }
}

/// Does Left, to move, win the sum of some parts and a value? If the bounds say so.
pub(crate) fn decide(
    parts: &[Signed],
    value: Game,
    bounds: impl Fn(Signed) -> Bounds,
    store: &Store,
    meter: &Meter,
) -> Result<Option<bool>, StopReason> {
    let mut sum = Bounds::ZERO;
    for &part in parts {
        let own = bounds(part);
        sum = sum.plus(match part & NEGATED {
            NEGATED => own.turned(),
            _ => own,
        });
        if sum == Bounds::default() {
            return Ok(None);
        }
    }
    let [above, below] = sum.plus(Bounds::of(value, store, meter)?).0;
    if above.is_some_and(|above| above.left_stop() < 0) {
        return Ok(Some(false));
    }
    if below.is_some_and(|below| below.mean < 0) {
        return Ok(Some(true));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What bounds decide is what the values say.
    #[test]
    fn what_is_decided_is_true() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let numbers: Vec<Game> = (-2..3).map(|n| store.integer(n)).collect();
        let mut games = numbers.clone();
        for &a in &numbers {
            games.extend(numbers.iter().map(|&b| store.game(&[a], &[b])));
        }
        games.dedup();
        let mut decided = [0; 2];
        for (&part, &higher) in games.iter().zip(games.iter().rev()) {
            for (&other, &value) in games.iter().zip(games.iter().cycle().skip(7)) {
                let mut known = [Bounds::default(); 2];
                for (bounds, game) in known.iter_mut().zip([part, other]) {
                    let exact = Bounds::of(game, &store, &meter).expect("no limit");
                    bounds.lower_to(exact);
                    bounds.raise_to(exact);
                    // A worse bound.
                    if store.le(store.zero(), higher) {
                        let more = Bounds::of(higher, &store, &meter).expect("no limit");
                        bounds.lower_to(exact.plus(more));
                    }
                }
                // part − other + value
                let sum = store.add(store.add(part, store.negative(other)), value);
                let found = decide(
                    &[0, 3],
                    value,
                    |signed| known[(signed >> 1) as usize],
                    &store,
                    &meter,
                );
                if let Some(answer) = found.expect("no limit") {
                    assert_eq!(answer, !store.le(sum, store.zero()));
                    decided[usize::from(answer)] += 1;
                }
            }
        }
        assert!(decided.iter().all(|&count| count > 100), "{decided:?}");
    }
}
