//! Regions of Go that are played out.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{region::region, suicide, write_colour, write_points};
use crate::Ask;
use crate::{
    Error, ErrorKind, Job, Report, Source, Value, Workspace,
    core::{Dyadic, Player},
    go::RegionPlay,
    rules::go::{BoardPoint, Diagram},
    values::notation::Style,
};

/// Asks how a region stands after some moves, for the legal moves and for a best one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoPlayQuestion {
    /// A text diagram, or an SGF record with a marked region. Black begins unless the diagram says `to move O`.
    pub region: Source,
    /// The moves so far, in turn.
    #[serde(default)]
    pub moves: Vec<GoTurn>,
    /// Allow the suicide of two stones or more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suicide: bool,
}

/// A move in a region: a point such as `c3`, or `pass`, which lifts a ko ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum GoTurn {
    /// A pass.
    Pass,
    /// A stone.
    Stone(BoardPoint),
}

impl fmt::Display for GoTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoTurn::Pass => f.write_str("pass"),
            GoTurn::Stone(point) => point.fmt(f),
        }
    }
}

impl FromStr for GoTurn {
    type Err = String;

    fn from_str(text: &str) -> Result<GoTurn, String> {
        match text {
            "pass" => Ok(GoTurn::Pass),
            point => point.parse().map(GoTurn::Stone),
        }
    }
}

impl TryFrom<String> for GoTurn {
    type Error = String;

    fn try_from(text: String) -> Result<GoTurn, String> {
        text.parse()
    }
}

impl From<GoTurn> for String {
    fn from(turn: GoTurn) -> String {
        turn.to_string()
    }
}

/// A region in play.
#[derive(Clone, Debug, Serialize)]
pub struct GoPlayAnswer {
    /// The region as it stands.
    #[serde(serialize_with = "crate::wire::text")]
    pub board: Diagram,
    /// The player to move.
    #[serde(serialize_with = "write_colour")]
    pub to_move: Player,
    /// The value of the region, without the prisoners.
    pub value: Option<Value>,
    /// Prisoners of Black minus prisoners of White since the beginning.
    pub prisoners: i64,
    /// The number of passes since the last stone.
    pub passes: usize,
    /// The score for Black, if the region is a number: nothing is left to play for.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub score: Option<Dyadic>,
    /// The legal moves.
    #[serde(serialize_with = "write_points")]
    pub moves: Vec<BoardPoint>,
    /// A best move; none if there is nothing to gain.
    pub best: Option<GoBestMove>,
}

/// A best move of a region.
#[derive(Clone, Debug, Serialize)]
pub struct GoBestMove {
    /// The point.
    #[serde(serialize_with = "crate::wire::text")]
    pub point: BoardPoint,
    /// The score for Black that it leads to, if that is a number.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub score: Option<Dyadic>,
}

impl Ask for GoPlayQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GoPlayAnswer, Error> {
        let start = region(&self.region, workspace, job)?;
        let mut to_move = start.to_move.unwrap_or(Player::Left);
        let (last, suicide) = (workspace.last_region(), suicide(self.suicide));
        let mut play = RegionPlay::new(last, start, suicide, job.meter())?;
        let mut passes = 0;
        for &turn in &self.moves {
            match turn {
                GoTurn::Pass => {
                    play.pass();
                    passes += 1;
                }
                GoTurn::Stone(point) if play.make(to_move, point)? => passes = 0,
                GoTurn::Stone(point) => {
                    let message = format!("{point} is not a legal move");
                    return Err(Error::new(ErrorKind::NotApplicable, message));
                }
            }
            to_move = -to_move;
        }
        let moves = play.moves(to_move)?.into_iter();
        let best = play.best(to_move)?;
        Ok(GoPlayAnswer {
            to_move,
            value: play.value(),
            prisoners: play.prisoners,
            passes,
            score: play.score(),
            moves: moves.map(|(point, _)| point).collect(),
            best: best.map(|(point, score)| GoBestMove { point, score }),
            board: play.diagram,
        })
    }
}

impl Report for GoPlayAnswer {
    fn text(&self, _: Style) -> String {
        self.board.to_string().trim_end().to_owned()
    }
}
