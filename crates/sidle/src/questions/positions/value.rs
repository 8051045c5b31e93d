//! The canonical value of a position.

use serde::{Deserialize, Serialize};

use crate::Ask;
use crate::{
    Error, Job, PositionSource, Report, Value, Workspace,
    core::{Meter, StopReason},
    values::notation::Style,
};

/// Asks for the canonical value of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueQuestion {
    /// The position.
    pub of: PositionSource,
}

impl ValueQuestion {
    /// The question about a position.
    pub fn new(of: impl Into<PositionSource>) -> ValueQuestion {
        ValueQuestion { of: of.into() }
    }

    /// The question about a position in the notation of a ruleset.
    #[must_use]
    pub fn of(rules: &str, position: &str) -> ValueQuestion {
        ValueQuestion::new((rules, position))
    }
}

/// The canonical value of a position, or why it is not determined.
#[derive(Clone, Debug, Serialize)]
pub struct ValueAnswer {
    /// The position, as its ruleset writes it.
    pub position: String,
    /// The value; none if a limit was reached first.
    pub value: Option<Value>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

impl Ask for ValueQuestion {
    const KIND: &'static str = "value";

    type Answer = ValueAnswer;

    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ValueAnswer, Error> {
        let of = workspace.resolve(&self.of, job)?;
        let position = of.to_string();
        let solved = workspace.solve(&of, job, |solver, asking| solver.value(of.engine(), asking));
        let (value, stopped) = Error::or_stopped(solved)?;
        let value = value.map(|(store, value)| Value::new(&store, value));
        Ok(ValueAnswer {
            position,
            value,
            stopped,
        })
    }
}

impl Report for ValueAnswer {
    fn text(&self, style: Style) -> String {
        match (&self.value, self.stopped) {
            (Some(value), _) => value
                .text(style, Meter::none())
                .unwrap_or_else(|error| error.to_string()),
            (None, Some(reason)) => reason.to_string(),
            (None, None) => String::new(),
        }
    }
}
