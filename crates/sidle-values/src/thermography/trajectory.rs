//! One wall of a thermograph as callers see it.

use sidle_core::Dyadic;

/// A continuous piecewise linear function of the temperature with integer slopes, for t > -1.
///
/// The highest segment comes first: it reaches up to infinity and is called the mast.
///
/// ```
/// use sidle_core::Player;
/// use sidle_values::Store;
/// let store = Store::new();
/// let game = store.game(&[store.integer(4)], &[store.integer(0)]);
/// let thermograph = store.thermograph(game);
/// let wall = thermograph.wall(Player::Left);
/// assert_eq!(wall.value_at(&0.into()), 4.into());
/// assert_eq!(wall.value_at(&1.into()), 3.into());
/// assert_eq!(wall.value_at(&7.into()), 2.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trajectory {
    mast: Dyadic,
    critical_points: Vec<Dyadic>,
    slopes: Vec<i64>,
}

impl Trajectory {
    /// A trajectory whose slopes alternate between 0 (for the mast) and `slope`.
    pub(super) fn alternating(mast: Dyadic, critical_points: &[Dyadic], slope: i64) -> Trajectory {
        let slopes = (0..=critical_points.len())
            .map(|i| if i % 2 == 0 { 0 } else { slope })
            .collect();
        Trajectory {
            mast,
            critical_points: critical_points.to_vec(),
            slopes,
        }
    }

    /// A trajectory with these critical points and slopes, highest first.
    pub(super) fn new(mast: Dyadic, critical_points: Vec<Dyadic>, slopes: Vec<i64>) -> Trajectory {
        Trajectory {
            mast,
            critical_points,
            slopes,
        }
    }

    /// Where the highest segment, prolonged, meets temperature 0; for a wall of a thermograph this is
    /// the mean.
    #[must_use]
    pub fn mast(&self) -> &Dyadic {
        &self.mast
    }

    /// The temperatures at which the slope changes, highest first.
    #[must_use]
    pub fn critical_points(&self) -> &[Dyadic] {
        &self.critical_points
    }

    /// The slopes (change of value per degree): that of the mast first, one more than critical points.
    #[must_use]
    pub fn slopes(&self) -> &[i64] {
        &self.slopes
    }

    /// The value at a temperature. Below -1 the lowest segment is prolonged.
    /// Cost: one step per critical point.
    #[must_use]
    pub fn value_at(&self, t: &Dyadic) -> Dyadic {
        let times = |slope: i64, x: &Dyadic| &Dyadic::from(slope) * x;
        let Some(first) = self.critical_points.first() else {
            return &self.mast + &times(self.slopes[0], t);
        };
        let start = if t > first { t } else { first };
        let mut value = &self.mast + &times(self.slopes[0], start);
        for (i, top) in self.critical_points.iter().enumerate() {
            if t >= top {
                break;
            }
            let next = self.critical_points.get(i + 1);
            let bottom = next.map_or(t, |next| if t > next { t } else { next });
            value = &value - &times(self.slopes[i + 1], &(top - bottom));
        }
        value
    }

    /// The slope just below a temperature.
    #[must_use]
    pub fn slope_below(&self, t: &Dyadic) -> i64 {
        let above = self.critical_points.iter().filter(|point| *point >= t);
        self.slopes[above.count()]
    }

    /// The trajectory plus `slope`·t: what a tax of that size per move does to it.
    #[must_use]
    pub fn tilt(&self, slope: i64) -> Trajectory {
        Trajectory {
            slopes: self.slopes.iter().map(|old| old + slope).collect(),
            ..self.clone()
        }
    }

    /// The mirror image.
    #[must_use]
    pub fn negative(&self) -> Trajectory {
        Trajectory {
            mast: -&self.mast,
            critical_points: self.critical_points.clone(),
            slopes: self.slopes.iter().map(|slope| -slope).collect(),
        }
    }
}
