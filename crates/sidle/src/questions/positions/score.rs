//! Boards of Nimstring, played as Dots and Boxes.

use std::any::Any;

use crate::{
    Position, PositionSource,
    questions::prelude::*,
    rules::grid::Nimstring,
    solve::{DotsAndBoxes, Form, RulesetPosition, controlled_value},
};

/// Asks for the score of a board of Nimstring that is played as Dots and Boxes.
///
/// ```
/// use sidle::{Job, Workspace, questions::ScoreQuestion};
/// let question = ScoreQuestion { of: ("Nimstring", "xxx|....|xxx").into() };
/// let answer = Workspace::new().ask(&question, &Job::unlimited())?;
/// assert_eq!((answer.boxes, answer.score, answer.controlled_value), (3, -3, Some(3)));
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreQuestion {
    /// The position.
    pub of: PositionSource,
}

/// A board of Dots and Boxes.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreAnswer {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// How many boxes are not taken.
    pub boxes: u32,
    /// How many boxes more the player to move gets than the opponent.
    pub score: i32,
    /// The lengths of the chains.
    pub chains: Vec<u32>,
    /// The lengths of the loops.
    pub loops: Vec<u32>,
    /// How many boxes have three or four lines left.
    pub joints: u32,
    /// What the player who is not to move wins by keeping control, where there are long chains and loops only.
    pub controlled_value: Option<i64>,
}

impl Ask for ScoreQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ScoreAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let board = match position.engine().form() {
            Form::Atom(atom) => (&**atom as &dyn Any).downcast_ref::<RulesetPosition<Nimstring>>(),
            _ => None,
        };
        let Some(board) = board.map(|board| *board.at()) else {
            let message = "only boards of Nimstring have a score of Dots and Boxes";
            return Err(Error::new(ErrorKind::NotApplicable, message));
        };
        let score = DotsAndBoxes::default().score(&board, job.meter())?;
        let count = board.chain_count();
        let settled = board.taking_moves().is_empty();
        Ok(ScoreAnswer {
            position,
            boxes: board.held_coins(),
            score,
            controlled_value: controlled_value(&count).filter(|_| settled),
            chains: count.chains,
            loops: count.loops,
            joints: count.joints,
        })
    }
}

impl Report for ScoreAnswer {
    fn text(&self, _: Style) -> String {
        self.score.to_string()
    }
}
