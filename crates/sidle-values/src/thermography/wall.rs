//! Arithmetic of walls.
//!
//! The slopes of a Left wall are 0 and -1, those of a Right wall 0 and +1; the mast has slope 0, and
//! the slope changes at every critical point. So a wall is its mast and its critical points alone,
//! and the mirror image of a wall has the negative mast and the same points.

use std::cmp::Ordering;

use sidle_core::{Dyadic, Player};
use smallvec::SmallVec;

/// A wall: the slope is 0 above the first point, then alternates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wall {
    pub(super) mast: Dyadic,
    /// Critical points, descending, all above -1.
    pub(super) points: SmallVec<[Dyadic; 4]>,
}

/// Thermographs are drawn down to this temperature.
fn floor() -> Dyadic {
    Dyadic::from(-1)
}

impl Wall {
    /// A mast of any height.
    pub(super) fn mast(mast: Dyadic) -> Wall {
        Wall {
            mast,
            points: SmallVec::new(),
        }
    }

    /// This wall moved up to `t` and tilted below it: the points of `self` from index `kept` on, under
    /// a new mast.
    fn capped(&self, kept: usize, mast: Dyadic, t: &Dyadic) -> Wall {
        let mut points = SmallVec::new();
        // Tilting turns slope 0 into slope 1 and the other way round.
        if kept.is_multiple_of(2) {
            points.push(t.clone());
        }
        points.extend(self.points[kept..].iter().cloned());
        Wall { mast, points }
    }

    /// This wall, tilted below temperature 0.
    pub(super) fn tilted_below_zero(&self) -> Wall {
        self.capped(0, self.mast.clone(), &Dyadic::ZERO)
    }
}

/// A wall and a place on it, going down.
struct Descent<'w> {
    wall: &'w Wall,
    /// How far the wall is from its mast here.
    fallen: Dyadic,
    /// Points at or above this place.
    passed: usize,
}

impl<'w> Descent<'w> {
    fn new(wall: &'w Wall) -> Descent<'w> {
        Descent {
            wall,
            fallen: Dyadic::ZERO,
            passed: 0,
        }
    }

    fn is_sloped(&self) -> bool {
        self.passed % 2 == 1
    }

    fn next_point(&self) -> Option<&'w Dyadic> {
        self.wall.points.get(self.passed)
    }

    /// Goes down from `top` (`None`: from infinity, where nothing is sloped) to `bottom`.
    fn go_down(&mut self, top: Option<&Dyadic>, bottom: &Dyadic) {
        if let Some(top) = top
            && self.is_sloped()
        {
            self.fallen = &self.fallen + &(top - bottom);
        }
        if self.next_point() == Some(bottom) {
            self.passed += 1;
        }
    }
}

/// The better of two walls of options: for Left moving, the maximum of two Right walls; for Right
/// moving, the minimum of two Left walls.
/// Cost: linear in the number of points.
pub(super) fn better(a: &Wall, b: &Wall, mover: Player) -> Wall {
    // Right's question is Left's about the mirror images, whose masts have the other sign.
    let orient = |mast: &Dyadic| match mover {
        Player::Left => mast.clone(),
        Player::Right => -mast,
    };
    let (mast_a, mast_b) = (orient(&a.mast), orient(&b.mast));
    let mut points = SmallVec::new();
    let mut sloped = false;
    let (mut a, mut b) = (Descent::new(a), Descent::new(b));
    let mut top: Option<Dyadic> = None;
    loop {
        let next = a.next_point().max(b.next_point());
        if let Some(top) = &top {
            let gap = &(&mast_a - &a.fallen) - &(&mast_b - &b.fallen);
            let (leader, other) = if gap.signum() >= 0 {
                (&a, &b)
            } else {
                (&b, &a)
            };
            let tie = gap.is_zero();
            let now = leader.is_sloped() && (!tie || other.is_sloped());
            if now != sloped {
                points.push(top.clone());
                sloped = now;
            }
            // A sloped leader falls towards a flat rival.
            if sloped && !tie && !other.is_sloped() {
                let crossing = top - &gap.abs();
                if crossing > next.cloned().unwrap_or_else(floor) {
                    points.push(crossing);
                    sloped = false;
                }
            }
        }
        let Some(next) = next else { break };
        a.go_down(top.as_ref(), next);
        b.go_down(top.as_ref(), next);
        top = Some(next.clone());
    }
    let mast = if mast_a.cmp(&mast_b) == Ordering::Less {
        mast_b
    } else {
        mast_a
    };
    Wall {
        mast: orient(&mast),
        points,
    }
}

/// Both walls of a game from the best Right wall among its Left options and the best Left wall among
/// its Right options: tilt both, and put the mast where they meet.
///
/// The Left wall below the mast is `left(t) - t`, the Right wall `right(t) + t`; they meet at the least
/// t with `left(t) - right(t) - 2t <= 0`, an expression that grows (weakly) as t falls.
/// Cost: linear in the number of points.
pub(super) fn walls_of_game(left: &Wall, right: &Wall) -> [Wall; 2] {
    let (mut l, mut r) = (Descent::new(left), Descent::new(right));
    let base = &left.mast - &right.mast;
    let mut t = base.mul_pow2(-1);
    let mut top: Option<Dyadic> = None;
    loop {
        let next = l.next_point().max(r.next_point());
        let bottom = next.cloned().unwrap_or_else(floor);
        if let Some(top) = &top {
            // Not positive: the walls have not parted yet.
            let gap = &(&(&base - &l.fallen) - &r.fallen) - &top.mul_pow2(1);
            t = match (l.is_sloped(), r.is_sloped()) {
                (false, false) => top + &gap.mul_pow2(-1),
                (true, true) => bottom.clone(),
                _ => top + &gap,
            };
        }
        if t > bottom {
            break;
        }
        let Some(next) = next else {
            t = bottom;
            break;
        };
        l.go_down(top.as_ref(), next);
        r.go_down(top.as_ref(), next);
        top = Some(next.clone());
    }
    let fallen_to_t = match &top {
        Some(top) if l.is_sloped() => &l.fallen + &(top - &t),
        _ => l.fallen.clone(),
    };
    let mast = &(&left.mast - &fallen_to_t) - &t;
    if t <= floor() {
        return [Wall::mast(mast.clone()), Wall::mast(mast)];
    }
    [
        left.capped(l.passed, mast.clone(), &t),
        right.capped(r.passed, mast, &t),
    ]
}

/// The walls of a number m/2^k: bisect from the neighbouring integers down to it, as its canonical
/// form does. Cost: O(k^2).
pub(super) fn walls_of_number(number: &Dyadic) -> [Wall; 2] {
    let mast = |x: &Dyadic| [Wall::mast(x.clone()), Wall::mast(x.clone())];
    if number.is_integer() {
        return mast(number);
    }
    let low = Dyadic::from(number.floor());
    let high = &low + &Dyadic::from(1);
    let mut low = (mast(&low), low);
    let mut high = (mast(&high), high);
    loop {
        let middle = (&low.1 + &high.1).mul_pow2(-1);
        let walls = walls_of_game(&low.0[1], &high.0[0]);
        match number.cmp(&middle) {
            Ordering::Equal => return walls,
            Ordering::Less => high = (walls, middle),
            Ordering::Greater => low = (walls, middle),
        }
    }
}
