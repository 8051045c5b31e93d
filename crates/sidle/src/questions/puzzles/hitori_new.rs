//! New Hitori boards.

use super::hitori_solve::board_drawing;
use crate::{
    logic::hitori::{Board, Grade, NewBoard, explain, generate},
    questions::prelude::*,
};

/// Asks for a board with exactly one solution.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitoriNewQuestion {
    /// The number of rows, up to 200.
    pub height: usize,
    /// The number of columns, up to 200.
    pub width: usize,
    /// The same seed gives the same board.
    #[serde(default)]
    pub seed: u64,
    /// The difficulty.
    #[serde(
        default,
        with = "crate::wire::optional_name",
        skip_serializing_if = "Option::is_none"
    )]
    pub grade: Option<Grade>,
}

/// A board with exactly one solution.
#[derive(Clone, Debug, Serialize)]
pub struct HitoriNewAnswer {
    /// The labels, row by row.
    pub board: Vec<Vec<String>>,
    /// The difficulty.
    pub grade: Grade,
    /// The seed of the board.
    pub seed: u64,
    #[serde(skip)]
    made: Board,
}

/// The longest side of a new board.
const LONGEST_SIDE: usize = 200;

impl Ask for HitoriNewQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<HitoriNewAnswer, Error> {
        let &HitoriNewQuestion {
            height,
            width,
            seed,
            grade,
        } = self;
        let refused = |message: String| Err(Error::new(ErrorKind::Request, message));
        if ![height, width]
            .iter()
            .all(|side| (1..=LONGEST_SIDE).contains(side))
        {
            return refused(format!("a board has 1 to {LONGEST_SIDE} rows and columns"));
        }
        if height * width < 2 {
            let message = "a board of one cell has two solutions: it may be painted or not";
            return refused(message.to_owned());
        }
        let wanted = NewBoard {
            height,
            width,
            seed,
            grade,
        };
        let made = generate(wanted, job.meter())?;
        let labels = made.rows().into_iter();
        Ok(HitoriNewAnswer {
            board: labels
                .map(|row| row.into_iter().map(str::to_owned).collect())
                .collect(),
            grade: explain(&made, job.meter())?.grade,
            seed,
            made,
        })
    }
}

impl Report for HitoriNewAnswer {
    fn text(&self, _: Style) -> String {
        self.made.to_text()
    }

    fn picture(&self) -> Option<Drawing> {
        Some(board_drawing(&self.made, &[]))
    }
}
