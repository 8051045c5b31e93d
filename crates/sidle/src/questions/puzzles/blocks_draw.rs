//! Pictures of sliding blocks.

use serde::{Deserialize, Serialize};

use super::{
    PuzzlePicture,
    blocks_solve::{options, puzzle_drawing},
    puzzle,
};
use crate::Ask;
use crate::{
    Error, ErrorKind, Job, Source, Workspace,
    logic::blocks::{Metric, solve},
};

/// Asks for a picture of a puzzle, or for a film of a shortest solution.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlocksDrawQuestion {
    /// The puzzle.
    pub puzzle: Source,
    /// Show a shortest solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solution: bool,
    /// What counts as one move of it.
    #[serde(default, with = "crate::wire::name")]
    pub metric: Metric,
    /// Pieces that the goal names are interchangeable with others of their shape.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_shape: bool,
}

impl Ask for BlocksDrawQuestion {
    const KIND: &'static str = "blocks-draw";

    type Answer = PuzzlePicture;

    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<PuzzlePicture, Error> {
        let puzzle = puzzle(&self.puzzle, workspace, job)?;
        let explained = |error| self.puzzle.explain(error);
        let mut moves = Vec::new();
        if self.solution {
            let options = options(self.metric, self.by_shape, job);
            let solution = solve(&puzzle, options, job.meter()).map_err(explained)?;
            if let Some(stop) = solution.stop {
                return Err(stop.into());
            }
            if solution.length.is_none() {
                let message = "there is no solution to draw";
                return Err(Error::new(ErrorKind::NotApplicable, message));
            }
            moves = solution.moves;
        }
        Ok(puzzle_drawing(&puzzle, &moves).map_err(explained)?.into())
    }
}
