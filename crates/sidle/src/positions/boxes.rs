//! Nimstring boards as Dots and Boxes.

use serde::Serialize;
use thiserror::Error;

use super::board_text;
use crate::{
    core::Meter,
    lang::{Diagnostic, Session},
    rules::grid::Nimstring,
    solve::{DotsAndBoxes, Form, RulesetPosition, SolveError, controlled_value},
};

/// A board of Dots and Boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxesReport {
    /// The position.
    pub position: String,
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

/// A position that is not a board of boxes.
#[derive(Clone, Debug, Error)]
#[error("only boards of Nimstring have a score of Dots and Boxes")]
struct NotBoxes;

/// The score of the board of Nimstring that a text stands for, played as Dots and Boxes.
///
/// ```
/// use sidle::{core::Meter, lang::Session, positions::boxes};
/// let mut session = Session::new();
/// let report = boxes(&mut session, r#"game.grid.Nimstring("xxx|....|xxx")"#, &Meter::unlimited())?;
/// assert_eq!((report.boxes, report.score), (3, -3));
/// assert_eq!(report.controlled_value, Some(3));
/// # Ok::<(), sidle::lang::Diagnostic>(())
/// ```
///
/// # Errors
/// As [`Session::position`], for positions of other rulesets, and when a limit stops the work.
pub fn boxes(
    session: &mut Session,
    source: &str,
    meter: &Meter,
) -> Result<BoxesReport, Diagnostic> {
    let at = session.position(source, meter)?;
    let board = match at.form() {
        Form::Atom(atom) => (&**atom as &dyn std::any::Any)
            .downcast_ref::<RulesetPosition<Nimstring>>()
            .map(|board| *board.at()),
        _ => None,
    };
    let (board, score) = session.solve(meter, |_, asking| {
        let board = board.ok_or_else(|| SolveError::foreign(NotBoxes))?;
        let score = DotsAndBoxes::default().score(&board, asking.meter)?;
        Ok((board, score))
    })?;
    let count = board.chain_count();
    let settled = board.taking_moves().is_empty();
    Ok(BoxesReport {
        position: board_text(&at),
        boxes: board.held_coins(),
        score,
        controlled_value: controlled_value(&count).filter(|_| settled),
        chains: count.chains,
        loops: count.loops,
        joints: count.joints,
    })
}
