//! The canonical value of a position.

use crate::{
    Position, PositionSource, Value, core::Meter, questions::prelude::*,
    values::notation::Structure,
};

/// Asks for the canonical value of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueQuestion {
    /// The position.
    pub of: PositionSource,
    /// Also answer with the value as data and as a formula.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub data: bool,
    /// The data has the mean and the temperature.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub temperature: bool,
}

impl ValueQuestion {
    /// The question about a position.
    pub fn new(of: impl Into<PositionSource>) -> ValueQuestion {
        ValueQuestion {
            of: of.into(),
            data: false,
            temperature: false,
        }
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
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// The value; none if a limit was reached first.
    pub value: Option<Value>,
    /// The value as a formula in LaTeX, on request; none if it is too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The value as data, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<Structure>>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

impl Ask for ValueQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ValueAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let solved = workspace.solve(&position, job, |solver, asking| {
            solver.value(position.engine(), asking)
        });
        let (value, stopped) = Error::or_stopped(solved)?;
        let mut answer = ValueAnswer {
            position,
            value: value.map(|(store, value)| Value::new(&store, value)),
            latex: None,
            game: None,
            stopped,
        };
        if let Some(value) = answer.value.as_ref().filter(|_| self.data) {
            let (store, meter) = (value.store(), job.meter());
            let data = Structure::of(store, value.handle(), self.temperature, meter)?;
            answer.latex = value.text(Style::Latex, meter).ok();
            answer.game = Some(Box::new(data));
        }
        Ok(answer)
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
