//! Temperature theory: thermographs, cooling and heating, and how to play hot sums.
//!
//! A thermograph has two walls; each is a piecewise linear function of the temperature t. Everything
//! here is exact and holds for t > -1, so numbers have thermographs too: the temperature of m/2^k is
//! -1/2^k, and integers are bare masts (Siegel, *Combinatorial Game Theory*, ch. II.5; *Winning Ways*, ch. 6).
//!
//! * `trajectory`, `thermograph`: what callers see
//! * `wall`: the arithmetic of walls; `wall_table`: interned walls with a memory for that arithmetic
//! * `memo`: the thermographs of all followers of a value in one pass
//! * `cooling`, `heating`: operators; `play`: what the walls say about play
//! * `coupons`, `coupon_walls`: walls by play beside a stack of coupons, for games with cycles and kos

mod cooling;
mod coupon_walls;
mod coupons;
mod heating;
mod memo;
mod play;
mod thermograph;
mod trajectory;
mod wall;
mod wall_table;

#[cfg(test)]
mod tests;

pub(crate) use self::memo::ThermographMemo;
pub use self::{
    coupon_walls::{CouponWall, CouponWalls, ScaledThermograph},
    coupons::{CouponError, CouponGame},
    play::{HotMove, Initiative},
    thermograph::Thermograph,
    trajectory::Trajectory,
};
