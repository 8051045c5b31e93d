//! Sliding blocks played by a person.

use super::{
    blocks_solve::{options, puzzle_drawing},
    counted_moves, puzzle,
};
use crate::{
    logic::blocks::{Frame, Metric, Puzzle, replay, solve},
    questions::prelude::*,
};

/// Asks how a puzzle stands after some moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlocksPlayQuestion {
    /// The puzzle.
    pub puzzle: Source,
    /// The moves: a piece and its steps, each U, D, L or R.
    #[serde(default)]
    pub moves: Vec<(char, String)>,
    /// Find the next move of a shortest solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
    /// What counts as one move of a hint.
    #[serde(default, with = "crate::wire::name")]
    pub metric: Metric,
}

impl BlocksPlayQuestion {
    /// The question about the start of a puzzle.
    pub fn new(puzzle: impl Into<Source>, metric: Metric) -> BlocksPlayQuestion {
        BlocksPlayQuestion {
            puzzle: puzzle.into(),
            moves: Vec::new(),
            hint: false,
            metric,
        }
    }
}

/// A puzzle in play.
#[derive(Clone, Debug, Serialize)]
pub struct BlocksPlayAnswer {
    /// The rows of the board.
    pub rows: Vec<String>,
    /// The number of moves so far.
    pub moves: usize,
    /// Do the pieces of the goal stand as they should?
    pub solved: bool,
    /// The single steps that are legal: a piece and U, D, L or R.
    pub steps: Vec<(char, char)>,
    /// The hint, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<BlocksHint>,
    #[serde(skip)]
    here: Puzzle,
}

/// The next move of a shortest solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BlocksHint {
    /// A piece, its steps, and the number of moves to the goal, this one included.
    Move(char, String, u64),
    /// The goal cannot be reached.
    Unreachable,
    /// The search reached a limit.
    TooFar,
}

/// A hint is searched for among this number of states.
const MOST_STATES: u64 = 5_000_000;

impl Ask for BlocksPlayQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<BlocksPlayAnswer, Error> {
        let puzzle = puzzle(&self.puzzle, workspace, job)?;
        let wrong = |error: crate::logic::Error| Error {
            kind: ErrorKind::NotApplicable,
            ..error.into()
        };
        let frames = replay(&puzzle, &self.moves).map_err(wrong)?;
        let frame = frames.last().cloned();
        let frame = frame.unwrap_or_else(|| Frame::start(&puzzle));
        let here = puzzle.starting_at(&frame.corners);
        let pieces = puzzle.pieces().iter().map(|piece| piece.name);
        let steps = pieces.flat_map(|name| "UDLR".chars().map(move |step| (name, step)));
        let legal =
            |&(name, step): &(char, char)| puzzle.moved(&frame, name, &step.to_string()).is_ok();
        Ok(BlocksPlayAnswer {
            steps: steps.filter(legal).collect(),
            solved: puzzle.is_solved(&frame, false),
            moves: self.moves.len(),
            hint: match self.hint {
                true => Some(self.hint(&here, job)?),
                false => None,
            },
            rows: frame.rows,
            here,
        })
    }
}

impl BlocksPlayQuestion {
    fn hint(&self, here: &Puzzle, job: &Job) -> Result<BlocksHint, Error> {
        let meter = job.meter().part(MOST_STATES);
        let solution = solve(here, options(self.metric, false, job), &meter)?;
        Ok(match (solution.length, solution.moves.into_iter().next()) {
            (Some(left), Some((name, path))) => BlocksHint::Move(name, path, left),
            _ if solution.stop.is_some() => BlocksHint::TooFar,
            _ => BlocksHint::Unreachable,
        })
    }
}

impl Report for BlocksPlayAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = self.rows.clone();
        lines.extend(self.hint.as_ref().map(BlocksHint::to_string));
        if self.solved {
            lines.push(format!("solved in {}", counted_moves(self.moves as u64)));
        }
        lines.join("\n")
    }

    fn picture(&self) -> Option<Drawing> {
        puzzle_drawing(&self.here, &[]).ok()
    }
}

impl std::fmt::Display for BlocksHint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BlocksHint::Move(name, path, left) => {
                write!(f, "{name} {path} ({} to go)", counted_moves(*left))
            }
            BlocksHint::Unreachable => f.write_str("the goal cannot be reached from here"),
            BlocksHint::TooFar => f.write_str("this is too far from the goal to say"),
        }
    }
}
