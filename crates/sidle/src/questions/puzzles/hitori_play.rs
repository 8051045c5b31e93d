//! Hitori played by a person.

use super::{board, hitori_solve::board_drawing, painted_text};
use crate::{
    logic::hitori::{Board, Cell, Step, explain, is_solution},
    questions::prelude::*,
};

/// Asks how a board stands after some cells were painted or cleared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitoriPlayQuestion {
    /// The board.
    pub board: Source,
    /// The cells, row and column from 0: each is painted, or cleared if it is painted.
    #[serde(default)]
    pub moves: Vec<Cell>,
    /// Find a cell that is forced and not as it must be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
}

/// A board in play.
#[derive(Clone, Debug, Serialize)]
pub struct HitoriPlayAnswer {
    /// The number of rows and of columns.
    pub size: Cell,
    /// The painted cells, sorted.
    pub painted: Vec<Cell>,
    /// Is it a solution?
    pub solved: bool,
    /// A forced cell that is not as it must be; none if there is none, or if it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Step>,
    #[serde(skip)]
    board: Board,
}

impl Ask for HitoriPlayQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<HitoriPlayAnswer, Error> {
        let board = board(&self.board, workspace, job)?;
        let size = (board.height(), board.width());
        let mut painted = std::collections::BTreeSet::new();
        for &(r, c) in &self.moves {
            if r >= size.0 || c >= size.1 {
                let message = format!("there is no cell in row {r}, column {c}");
                return Err(Error::new(ErrorKind::Request, message));
            }
            if !painted.remove(&(r, c)) {
                painted.insert((r, c));
            }
        }
        let hint = match self.hint {
            true => {
                let steps = explain(&board, job.meter())?.steps.into_iter();
                let wrong = |step: &Step| step.painted != painted.contains(&step.cell);
                steps.into_iter().find(wrong)
            }
            false => None,
        };
        let painted: Vec<Cell> = painted.into_iter().collect();
        Ok(HitoriPlayAnswer {
            size,
            solved: is_solution(&board, &painted),
            painted,
            hint,
            board,
        })
    }
}

impl Report for HitoriPlayAnswer {
    fn text(&self, _: Style) -> String {
        painted_text(&self.board, &self.painted)
    }

    fn picture(&self) -> Option<Drawing> {
        Some(board_drawing(&self.board, &self.painted))
    }
}
