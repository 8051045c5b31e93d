//! Solutions of Hitori.

use super::{board, painted_text};
use crate::{
    draw::puzzle::hitori_picture,
    logic::hitori::{Board, Cell, Solutions, certificate, solve},
    questions::prelude::*,
};

/// Asks how many solutions a board has: none, one or several.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitoriSolveQuestion {
    /// The board.
    pub board: Source,
    /// Prove the answer by a certificate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
}

/// The number of solutions, and the solution if there is exactly one.
#[derive(Clone, Debug, Serialize)]
pub struct HitoriSolveAnswer {
    /// The number of solutions; none if a limit was reached.
    pub solutions: Option<Solutions>,
    /// The painted cells of the only solution: row and column from 0, sorted.
    pub painted: Option<Vec<Cell>>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::optional_text"
    )]
    pub stopped: Option<StopReason>,
    /// A solution, if there are any.
    #[serde(skip)]
    pub example: Option<Vec<Cell>>,
    #[serde(skip)]
    board: Board,
    #[serde(skip)]
    certificate: Option<Blob>,
}

impl Ask for HitoriSolveQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<HitoriSolveAnswer, Error> {
        let board = board(&self.board, workspace, job)?;
        let found = match self.certify {
            false => solve(&board, job.meter()).map(|outcome| (outcome, None)),
            true => certificate(&board, &self.board.name(), job.meter())
                .map(|(outcome, proof)| (outcome, Some(proof))),
        };
        let (found, stopped) = match found {
            Ok(found) => (Some(found), None),
            Err(reason) => (None, Some(reason)),
        };
        let (outcome, proof) = found.unzip();
        Ok(HitoriSolveAnswer {
            solutions: outcome.as_ref().map(|outcome| outcome.solutions),
            painted: outcome
                .as_ref()
                .and_then(|outcome| outcome.painted().map(<[Cell]>::to_vec)),
            stopped,
            example: outcome.and_then(|outcome| outcome.examples.into_iter().next()),
            board,
            certificate: proof
                .flatten()
                .map(|proof| Blob::text("application/json", proof)),
        })
    }
}

impl Report for HitoriSolveAnswer {
    fn text(&self, _: Style) -> String {
        let head = match (self.stopped, self.solutions) {
            (Some(reason), _) => return reason.to_string(),
            (None, Some(Solutions::One)) => "one solution",
            (None, Some(Solutions::Many)) => "many solutions; one of them",
            (None, _) => return "no solution".to_owned(),
        };
        let painted = self.example.as_deref().unwrap_or_default();
        format!("{head}\n{}", painted_text(&self.board, painted))
    }

    /// The board with the cells of a solution painted.
    fn picture(&self) -> Option<Drawing> {
        let painted = self.example.as_deref()?;
        Some(board_drawing(&self.board, painted))
    }

    fn certificate(&self) -> Option<Blob> {
        self.certificate.clone()
    }
}

/// A board with painted cells.
pub(super) fn board_drawing(board: &Board, painted: &[Cell]) -> Drawing {
    Drawing {
        text: painted_text(board, painted),
        svg: hitori_picture(board, painted),
    }
}
