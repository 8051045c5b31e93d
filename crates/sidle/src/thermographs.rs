//! Thermographs as answers that can be serialised, thirds and all.

use serde::Serialize;

use crate::{
    core::{Dyadic, Player},
    numbers::Rational,
    values::{ScaledThermograph, Thermograph, Trajectory},
};

/// A thermograph with its numbers as text.
///
/// ```
/// use sidle::{thermographs::ThermographReport, values::Store};
/// let store = Store::new();
/// let game = store.game(&[store.integer(2)], &[store.integer(-1)]);
/// let report = ThermographReport::new(&store.thermograph(game), 1);
/// assert_eq!((report.mean.as_str(), report.temperature.as_str()), ("1/2", "3/2"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThermographReport {
    /// The mean (mast value).
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The wall of Left.
    pub left: WallReport,
    /// The wall of Right.
    pub right: WallReport,
}

/// One wall: critical temperatures from the top down, and the slopes between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WallReport {
    /// The mast value.
    pub mast: String,
    /// The temperatures at which the slope changes, highest first.
    pub critical_points: Vec<String>,
    /// The slopes, that of the mast first.
    pub slopes: Vec<i64>,
}

impl ThermographReport {
    /// A thermograph whose values and temperatures are in units of `1/unit`.
    #[must_use]
    pub fn new(thermograph: &Thermograph, unit: u64) -> ThermographReport {
        ThermographReport {
            mean: fraction(thermograph.mean(), unit),
            temperature: fraction(thermograph.temperature(), unit),
            left: WallReport::new(thermograph.wall(Player::Left), unit),
            right: WallReport::new(thermograph.wall(Player::Right), unit),
        }
    }
}

impl From<&ScaledThermograph> for ThermographReport {
    fn from(scaled: &ScaledThermograph) -> ThermographReport {
        ThermographReport::new(&scaled.thermograph, scaled.unit)
    }
}

impl WallReport {
    fn new(wall: &Trajectory, unit: u64) -> WallReport {
        let points = wall.critical_points().iter();
        WallReport {
            mast: fraction(wall.mast(), unit),
            critical_points: points.map(|t| fraction(t, unit)).collect(),
            slopes: wall.slopes().to_vec(),
        }
    }
}

/// A number in units of `1/unit`, written as a fraction.
fn fraction(x: &Dyadic, unit: u64) -> String {
    let parts = Rational::from(i64::try_from(unit).unwrap_or(i64::MAX));
    let fraction = Rational::from(x).div(&parts);
    fraction.map_or_else(|_| format!("({x})/{unit}"), |x| x.to_string())
}
