//! Walls whose corners are any rationals, as kos have them.

use std::cmp::Ordering;

use sidle_core::Player;
use sidle_numbers::Rational;

use super::{Thermograph, Trajectory, coupons::CouponError};

/// A piecewise linear wall, and the slope of its highest piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponWall {
    corners: Vec<(Rational, Rational)>,
    top: Rational,
}

impl CouponWall {
    /// The corners from temperature -1 upwards: temperature and value. A wall that is infinite has one.
    #[must_use]
    pub fn corners(&self) -> &[(Rational, Rational)] {
        &self.corners
    }

    /// The slope above the highest corner: 0 if that is a mast.
    #[must_use]
    pub fn top_slope(&self) -> &Rational {
        &self.top
    }

    /// The value at a temperature from -1 on.
    pub fn value_at(&self, t: &Rational) -> Result<Rational, CouponError> {
        let next = self.corners.iter().position(|(at, _)| at > t);
        let last = next.unwrap_or(self.corners.len()).max(1) - 1;
        let (from, value) = &self.corners[last];
        let slope = match self.corners.get(last + 1) {
            Some((to, end)) => end.sub(value)?.div(&to.sub(from)?)?,
            None => self.top.clone(),
        };
        Ok(value.add(&slope.mul(&t.sub(from)?)?)?)
    }
}

/// Both walls of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponWalls {
    /// The wall of Left, then the wall of Right.
    pub walls: [CouponWall; 2],
}

impl CouponWalls {
    /// The wall of a player: the score when that player starts.
    #[must_use]
    pub fn wall(&self, player: Player) -> &CouponWall {
        &self.walls[player.index()]
    }

    /// The mast value: what both walls come to. `None` if they never meet for good.
    #[must_use]
    pub fn mast(&self) -> Option<&Rational> {
        self.temperature().and_then(|_| {
            let (_, value) = self.walls[0].corners.last()?;
            Some(value)
        })
    }

    /// The temperature: above it both walls are the mast. `None` if there is none.
    #[must_use]
    pub fn temperature(&self) -> Option<Rational> {
        let [left, right] = &self.walls;
        let flat = left.top.is_zero() && right.top.is_zero();
        let last = |wall: &CouponWall| wall.corners.last().map(|(_, value)| value.clone());
        if !flat || last(left) != last(right) || !last(left)?.is_finite() {
            return None;
        }
        // The highest temperature at which a wall leaves the mast.
        let leaves = |wall: &CouponWall| wall.corners.last().map(|(t, _)| t.clone());
        leaves(left).max(leaves(right))
    }
}

/// Walls with a mast as a [`Thermograph`], in units in which all its numbers are dyadic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaledThermograph {
    /// The thermograph; values and temperatures are in units of `1/unit`.
    pub thermograph: Thermograph,
    /// The odd number of units that make one.
    pub unit: u64,
}

impl CouponWalls {
    /// The thermograph, for drawing; `None` if the walls have no mast.
    #[must_use]
    pub fn thermograph(&self) -> Option<ScaledThermograph> {
        self.temperature()?;
        let numbers = || {
            let corners = self.walls.iter().flat_map(|wall| &wall.corners);
            corners.flat_map(|(t, value)| [t, value])
        };
        let mut unit = 1u64;
        for number in numbers() {
            let denominator = u64::try_from(number.denominator()).ok()?;
            let odd = denominator >> denominator.trailing_zeros();
            unit = (unit / gcd(unit, odd)).checked_mul(odd)?;
        }
        let scale = Rational::from(i64::try_from(unit).ok()?);
        let dyadic = |x: &Rational| x.mul(&scale).ok()?.to_dyadic();
        let wall = |wall: &CouponWall| {
            let (_, mast) = wall.corners.last()?;
            let mut slopes = vec![wall.top.to_i64()?];
            let mut points = Vec::new();
            for pair in wall.corners.windows(2).rev() {
                let [(t, value), (above, end)] = pair else {
                    return None;
                };
                points.push(dyadic(above)?);
                let slope = end.sub(value).ok()?.div(&above.sub(t).ok()?).ok()?;
                slopes.push(slope.to_i64()?);
            }
            Some(Trajectory::new(dyadic(mast)?, points, slopes))
        };
        let thermograph = Thermograph::new([wall(&self.walls[0])?, wall(&self.walls[1])?]);
        Some(ScaledThermograph { thermograph, unit })
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

impl CouponWall {
    /// Corners that are none are left out.
    pub(super) fn new(
        all: &[(Rational, Rational)],
        top: Rational,
    ) -> Result<CouponWall, CouponError> {
        let mut corners: Vec<(Rational, Rational)> = Vec::new();
        for (i, corner) in all.iter().enumerate() {
            if !corner.1.is_finite() {
                corners = vec![corner.clone()];
                break;
            }
            let Some(before) = corners.last() else {
                corners.push(corner.clone());
                continue;
            };
            let rise = |a: &(Rational, Rational), b: &(Rational, Rational)| {
                b.1.sub(&a.1)?.div(&b.0.sub(&a.0)?)
            };
            let after = match all.get(i + 1) {
                Some(next) => rise(corner, next)?,
                None => top.clone(),
            };
            if rise(before, corner)?.cmp(&after) != Ordering::Equal {
                corners.push(corner.clone());
            }
        }
        Ok(CouponWall { corners, top })
    }
}
