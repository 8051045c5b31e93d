//! Nim values of positions.

use crate::{Position, PositionSource, graph::gamma::LoopyNimber, questions::prelude::*};

/// Asks for the nim value of a position in which both players have the same moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NimValueQuestion {
    /// The position.
    pub of: PositionSource,
}

/// The nim value of a position: `3`, or with cycles `inf{0,2}`, the values of the options that are finite.
#[derive(Clone, Debug, Serialize)]
pub struct NimValueAnswer {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// The nim value; none if a limit was reached first.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub nim_value: Option<LoopyNimber>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

impl Ask for NimValueQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<NimValueAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let solved = workspace.solve(&position, job, |solver, asking| {
            solver.nim_value(position.engine(), asking)
        });
        let (nim_value, stopped) = Error::or_stopped(solved.map(|(_, nim)| nim))?;
        Ok(NimValueAnswer {
            position,
            nim_value,
            stopped,
        })
    }
}

impl Report for NimValueAnswer {
    fn text(&self, _: Style) -> String {
        match (&self.nim_value, self.stopped) {
            (Some(nim), _) => nim.to_string(),
            (None, Some(reason)) => reason.to_string(),
            (None, None) => String::new(),
        }
    }
}
