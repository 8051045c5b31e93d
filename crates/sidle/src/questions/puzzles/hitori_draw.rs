//! Pictures of Hitori boards.

use serde::{Deserialize, Serialize};

use super::{PuzzlePicture, board, hitori_solve::board_drawing};
use crate::Ask;
use crate::{Error, ErrorKind, Job, Source, Workspace, logic::hitori::solve};

/// Asks for a picture of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitoriDrawQuestion {
    /// The board.
    pub board: Source,
    /// Paint the cells of a solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solution: bool,
}

impl Ask for HitoriDrawQuestion {
    const KIND: &'static str = "hitori-draw";

    type Answer = PuzzlePicture;

    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<PuzzlePicture, Error> {
        let board = board(&self.board, workspace, job)?;
        let painted = match self.solution {
            false => Vec::new(),
            true => {
                let examples = solve(&board, job.meter())?.examples;
                let message = "the board has no solution";
                let error = || Error::new(ErrorKind::NotApplicable, message);
                examples.into_iter().next().ok_or_else(error)?
            }
        };
        Ok(board_drawing(&board, &painted).into())
    }
}
