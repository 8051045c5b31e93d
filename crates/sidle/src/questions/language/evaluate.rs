//! A line of CGScript in a session.

use serde::{Deserialize, Serialize};

use crate::Ask;
use crate::{
    Error, Event, Job, Report, Workspace,
    lang::{Diagnostic, Format},
    session::from_diagnostic,
    values::notation::Style,
};

/// Asks for the answers of a line of CGScript. The session keeps the names that the line gives.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluateQuestion {
    /// The name of the session; it is made when it is first named.
    #[serde(default)]
    pub session: String,
    /// The line.
    pub line: String,
}

impl EvaluateQuestion {
    /// The question about a line in the session without a name.
    #[must_use]
    pub fn line(line: impl Into<String>) -> EvaluateQuestion {
        EvaluateQuestion {
            session: String::new(),
            line: line.into(),
        }
    }
}

/// The answers of a line, one for each statement.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluateAnswer {
    /// The answers.
    pub results: Vec<LineResult>,
}

/// The answer of a statement.
#[derive(Clone, Debug, Serialize)]
pub struct LineResult {
    /// The plain notation, which can be read back.
    pub text: String,
    /// The notation with arrows and other signs.
    pub unicode: String,
    /// The notation for a formula.
    pub latex: String,
}

impl Ask for EvaluateQuestion {
    const KIND: &'static str = "evaluate";

    type Answer = EvaluateAnswer;

    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<EvaluateAnswer, Error> {
        let evaluated = workspace.sessions().run(&self.session, job, |session| {
            let sink = job.sink().cloned();
            session.print_with(move |text| {
                if let Some(sink) = &sink {
                    sink.event(Event::Printed {
                        text: text.to_owned(),
                    });
                }
            });
            let meter = job.meter();
            let answers = session.evaluate(&self.line, meter)?;
            let shown = answers.iter().filter(|answer| !answer.is_nothing());
            let results = shown.map(|answer| {
                let text = |format| session.show(answer, format, meter);
                Ok(LineResult {
                    text: text(Format::Plain)?,
                    unicode: text(Format::Unicode)?,
                    latex: text(Format::Latex)?,
                })
            });
            results.collect::<Result<Vec<_>, Diagnostic>>()
        });
        Ok(EvaluateAnswer {
            results: evaluated?.map_err(|error| from_diagnostic(error, "line"))?,
        })
    }
}

impl Report for EvaluateAnswer {
    fn text(&self, style: Style) -> String {
        let lines = self.results.iter().map(|result| match style {
            Style::Unicode => &*result.unicode,
            Style::Latex => &*result.latex,
            _ => &*result.text,
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}
