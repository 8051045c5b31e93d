//! Kos without a board.

use serde::{Deserialize, Serialize};

use super::{GoValueAnswer, region::phi};
use crate::Ask;
use crate::{
    Error, ErrorKind, Job, Workspace,
    check::ko_value::Position,
    go::{KoRequest, valued},
    solve::go::{KoGame, Kos, TripleKo, TriplePosition},
};

/// Asks for the value of several kos, or of the triple ko.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoKosQuestion {
    /// The kos.
    pub fight: KoFight,
    /// The game that is made of them.
    #[serde(default = "phi", with = "crate::wire::name")]
    pub game: KoGame,
    /// Value the kos again by sidling, and compare.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
    /// Add the thermograph of φ beside a stack of coupons.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thermograph: bool,
    /// Prove the value by a certificate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
}

/// Kos without a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum KoFight {
    /// Several kos.
    Kos {
        /// The points of each ko.
        points: Vec<i64>,
        /// A letter A or B for each ko; all B if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        /// The ko that the last move captured, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<usize>,
    },
    /// The triple ko ABC = {DEF|W}, DEF = {V|ABC}.
    Triple {
        /// V, the score when Left wins.
        left: i64,
        /// W, the score when Right wins.
        right: i64,
    },
}

impl From<KoFight> for GoKosQuestion {
    fn from(fight: KoFight) -> GoKosQuestion {
        GoKosQuestion {
            fight,
            game: KoGame::Phi,
            trace: false,
            thermograph: false,
            certify: false,
        }
    }
}

impl Ask for GoKosQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<GoValueAnswer, Error> {
        let request = KoRequest {
            game: self.game,
            trace: self.trace,
            thermograph: self.thermograph,
            certify: self.certify,
        };
        match &self.fight {
            KoFight::Kos {
                points,
                state,
                last,
            } => {
                if points.is_empty() {
                    return Err(Error::new(ErrorKind::Request, "there are no kos"));
                }
                let state = state.clone().unwrap_or_else(|| "B".repeat(points.len()));
                let kos = Kos::new(points.clone());
                let start = kos.position(&state, *last)?;
                let position = Position::Kos {
                    points: points.clone(),
                    state: state.to_ascii_uppercase(),
                    last: *last,
                };
                valued(&kos, &start, position, request, job.meter())
            }
            &KoFight::Triple { left, right } => {
                let rules = TripleKo {
                    left_wins: left,
                    right_wins: right,
                };
                let position = Position::Triple { left, right };
                valued(&rules, &TriplePosition::Abc, position, request, job.meter())
            }
        }
    }
}
