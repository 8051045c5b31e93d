//! Who wins a position.

use serde::{Deserialize, Serialize};

use crate::Ask;
use crate::{
    Error, Job, PositionSource, Report, Workspace,
    core::{Outcome, StopReason},
    values::{loopy::LoopyOutcome, notation::Style},
};

/// Asks who wins a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeQuestion {
    /// The position.
    pub of: PositionSource,
    /// The player who makes the last move loses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
}

impl OutcomeQuestion {
    /// The question about a position in normal play.
    pub fn new(of: impl Into<PositionSource>) -> OutcomeQuestion {
        OutcomeQuestion {
            of: of.into(),
            misere: false,
        }
    }
}

/// Who wins a position. The sides differ only where play can go on for ever and the draw counts.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeAnswer {
    /// The position, as its ruleset writes it.
    pub position: String,
    /// The outcome: `N`, `P`, `L`, `R`, or that of both sides; none if a limit was reached first.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub outcome: Option<LoopyOutcome>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

impl Ask for OutcomeQuestion {
    const KIND: &'static str = "outcome";

    type Answer = OutcomeAnswer;

    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<OutcomeAnswer, Error> {
        let of = workspace.resolve(&self.of, job)?;
        let at = of.engine();
        let both = |outcome: Outcome| LoopyOutcome {
            onside: outcome,
            offside: outcome,
        };
        let solved = workspace.solve(&of, job, |solver, asking| match self.misere {
            true => solver.misere_outcome(at, asking).map(both),
            false => solver.outcome(at, asking),
        });
        let (outcome, stopped) = Error::or_stopped(solved.map(|(_, outcome)| outcome))?;
        Ok(OutcomeAnswer {
            position: of.to_string(),
            outcome,
            stopped,
        })
    }
}

impl Report for OutcomeAnswer {
    fn text(&self, _: Style) -> String {
        match (self.outcome, self.stopped) {
            (Some(outcome), _) => outcome.to_string(),
            (None, Some(reason)) => reason.to_string(),
            (None, None) => String::new(),
        }
    }
}
