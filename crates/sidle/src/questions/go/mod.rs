//! Questions about Go and kos.

mod endgame;
mod kos;
mod play;
mod region;
mod value;

pub use self::{endgame::*, kos::*, play::*, region::*, value::*};

pub(super) use self::region::phi;

use serde::Serializer;

use crate::{
    core::Player,
    rules::go::{BoardPoint, Suicide},
};

/// The rule about suicide.
fn suicide(allowed: bool) -> Suicide {
    match allowed {
        true => Suicide::Allowed,
        false => Suicide::Forbidden,
    }
}

/// `B` for Left, `W` for Right.
fn colour(player: Player) -> char {
    match player {
        Player::Left => 'B',
        Player::Right => 'W',
    }
}

fn write_colour<S: Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_char(colour(*player))
}

fn write_points<S: Serializer>(points: &[BoardPoint], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(points.iter().map(BoardPoint::to_string))
}
