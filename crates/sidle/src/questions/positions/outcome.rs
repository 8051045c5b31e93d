//! Who wins a position.

use crate::{
    Position, PositionSource, certificates, core::Outcome, questions::prelude::*,
    values::loopy::LoopyOutcome,
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
    /// Also write the strategy down that proves the outcome.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
}

impl OutcomeQuestion {
    /// The question about a position in normal play.
    pub fn new(of: impl Into<PositionSource>) -> OutcomeQuestion {
        OutcomeQuestion {
            of: of.into(),
            misere: false,
            certify: false,
        }
    }
}

/// Who wins a position. The sides differ only where play can go on for ever and the draw counts.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeAnswer {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// The outcome: `N`, `P`, `L`, `R`, or that of both sides; none if a limit was reached first.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub outcome: Option<LoopyOutcome>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
    /// The strategy, on request.
    #[serde(skip)]
    pub strategy: Option<Blob>,
}

impl Ask for OutcomeQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<OutcomeAnswer, Error> {
        if self.misere && self.certify {
            let message = "certificates of outcomes are about normal play";
            return Err(Error::new(ErrorKind::NotApplicable, message));
        }
        let position = workspace.resolve(&self.of, job)?;
        let at = position.engine();
        let both = |outcome: Outcome| LoopyOutcome {
            onside: outcome,
            offside: outcome,
        };
        let solved = workspace.solve(&position, job, |solver, asking| match self.misere {
            true => solver.misere_outcome(at, asking).map(both),
            false => solver.outcome(at, asking),
        });
        let (outcome, stopped) = Error::or_stopped(solved.map(|(_, outcome)| outcome))?;
        let strategy = match self.certify && outcome.is_some() {
            true => {
                let made = workspace.solve(&position, job, |solver, asking| {
                    certificates::outcome(&position, solver, asking)
                });
                Some(Blob::json(made?.1))
            }
            false => None,
        };
        Ok(OutcomeAnswer {
            position,
            outcome,
            stopped,
            strategy,
        })
    }
}

impl Report for OutcomeAnswer {
    fn text(&self, style: Style) -> String {
        match (self.outcome, self.stopped) {
            (Some(outcome), _) if style == Style::Latex => format!("\\text{{{outcome}}}"),
            (Some(outcome), _) => outcome.to_string(),
            (None, Some(reason)) => reason.to_string(),
            (None, None) => String::new(),
        }
    }

    fn certificate(&self) -> Option<Blob> {
        self.strategy.clone()
    }
}
