//! Why the cells of a Hitori board are as they are.

use super::board;
use crate::{
    logic::hitori::{Explanation, explain},
    questions::prelude::*,
};

/// Asks why each forced cell is as it is, and for the grade of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitoriExplainQuestion {
    /// The board.
    pub board: Source,
}

/// The forced cells in an order in which a person can find them.
#[derive(Clone, Debug, Serialize)]
pub struct HitoriExplainAnswer {
    /// The steps and the grade.
    #[serde(flatten)]
    pub explanation: Explanation,
}

impl Ask for HitoriExplainQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<HitoriExplainAnswer, Error> {
        let board = board(&self.board, workspace, job)?;
        let explanation = explain(&board, job.meter())?;
        Ok(HitoriExplainAnswer { explanation })
    }
}

impl Report for HitoriExplainAnswer {
    fn text(&self, _: Style) -> String {
        let why = &self.explanation;
        let mut lines: Vec<String> = why.steps.iter().map(|step| step.text.clone()).collect();
        lines.push(match (why.possible, why.complete) {
            (false, _) => "this is a contradiction: the board has no solution".to_owned(),
            (true, true) => format!("every cell is forced; {}", why.grade),
            (true, false) => {
                "the other cells are not forced: there are several solutions".to_owned()
            }
        });
        lines.join("\n")
    }
}
