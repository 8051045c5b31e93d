//! Go: values of positions with a ko ban, their certificates, whole boards, and play.

mod certificate;
mod endgame;
mod moves;
mod play;
mod value;

pub(crate) use self::{
    endgame::endgame,
    moves::incentives,
    play::{LastRegion, RegionPlay},
    value::{KoRequest, under_superko, valued},
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
