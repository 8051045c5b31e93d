//! Go: values of positions with a ko ban, their certificates, whole boards, and play.

mod certificate;
mod endgame;
mod graph;
mod moves;
mod play;
mod value;
#[cfg(feature = "lang")]
mod written;

#[cfg(feature = "lang")]
pub(crate) use self::written::graft_written;
pub(crate) use self::{
    certificate::table_position,
    endgame::endgame,
    graph::fight_picture,
    moves::{incentives, superko_incentives},
    play::{LastRegion, RegionPlay},
    value::{GraphExtent, KoRequest, under_superko, valued},
};

use crate::{
    Error, ErrorKind,
    solve::go::{KoError, KoFailure},
    values::CouponError,
};

impl From<KoFailure> for Error {
    fn from(error: KoFailure) -> Error {
        match error {
            KoFailure::Stopped(reason) => reason.into(),
            error => Error::new(ErrorKind::NotDetermined, error.to_string()),
        }
    }
}

impl From<KoError> for Error {
    fn from(error: KoError) -> Error {
        Error::new(ErrorKind::Notation, error.to_string())
    }
}

impl From<CouponError> for Error {
    fn from(error: CouponError) -> Error {
        match error {
            CouponError::Stopped(reason) => reason.into(),
            error => Error::new(ErrorKind::NotDetermined, error.to_string()),
        }
    }
}
