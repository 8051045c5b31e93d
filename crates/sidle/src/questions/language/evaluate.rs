//! Lines and scripts of CGScript in a session.

use serde_json::value::RawValue;

use crate::{
    lang::{Answer, Diagnostic, Format, Session},
    questions::prelude::*,
    session::from_diagnostic,
};

/// Asks for the answers of a line of CGScript. The session keeps the names that the line gives. What programs print goes
/// to the sink of the job at once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluateQuestion {
    /// The name of the session; it is made when it is first named.
    #[serde(default)]
    pub session: String,
    /// The line, or several.
    pub line: String,
    /// The forms of each result; none for the plain notation alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// The session keeps the results: `$1` is the first one that it keeps, for later lines and for questions about positions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep: bool,
    /// The text is a whole file of this name, whose result is that of its last statement; a class in it is checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// How many columns pictures in characters may have; without it 80.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
}

impl EvaluateQuestion {
    /// The question about a line in the session without a name.
    #[must_use]
    pub fn line(line: impl Into<String>) -> EvaluateQuestion {
        EvaluateQuestion {
            line: line.into(),
            ..EvaluateQuestion::default()
        }
    }
}

/// A way to write a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The plain notation, which can be read back.
    Text,
    /// The notation with arrows and other signs.
    Unicode,
    /// The notation for a formula.
    Latex,
    /// The notation for a page.
    Mathml,
    /// An object with what the value is made of; see `docs/formats.md`.
    Json,
    /// The same with the mean and the temperature of every short game in it.
    JsonWithTemperatures,
}

impl Form {
    fn format(self) -> Format {
        match self {
            Form::Text => Format::Plain,
            Form::Unicode => Format::Unicode,
            Form::Latex => Format::Latex,
            Form::Mathml => Format::MathMl,
            Form::Json => Format::Json,
            Form::JsonWithTemperatures => Format::JsonWithTemperatures,
        }
    }
}

/// The results of a line, one for each statement.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluateAnswer {
    /// The results, those of statements without a value (`nothing`) included.
    pub results: Vec<LineResult>,
}

/// The result of a statement, in the forms that were asked for.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LineResult {
    /// What sort of value it is: `number`, `game`, `list`, `nothing`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its number, if the session keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<u64>,
    /// The plain notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The notation with arrows and other signs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unicode: Option<String>,
    /// The notation for a formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The notation for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mathml: Option<String>,
    /// What the value is made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<Box<RawValue>>,
}

impl LineResult {
    /// An answer of a session in some forms.
    pub(super) fn new(
        session: &Session,
        answer: &Answer,
        forms: &[Form],
        job: &Job,
    ) -> Result<LineResult, Diagnostic> {
        let mut result = LineResult {
            kind: answer.kind(),
            ..LineResult::default()
        };
        let forms = if forms.is_empty() {
            &[Form::Text]
        } else {
            forms
        };
        for form in forms {
            let text = session.show(answer, form.format(), job.meter())?;
            match form {
                Form::Text => result.text = Some(text),
                Form::Unicode => result.unicode = Some(text),
                Form::Latex => result.latex = Some(text),
                Form::Mathml => result.mathml = Some(text),
                Form::Json | Form::JsonWithTemperatures => {
                    result.json = RawValue::from_string(text).ok();
                }
            }
        }
        Ok(result)
    }

    /// Has the statement no value, as a loop?
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.kind == "nothing"
    }

    /// The result in a style, or in the first form that there is.
    #[must_use]
    pub fn text(&self, style: Style) -> &str {
        let asked = match style {
            Style::Unicode => &self.unicode,
            Style::Latex => &self.latex,
            Style::MathMl => &self.mathml,
            _ => &self.text,
        };
        let all = [asked, &self.text, &self.unicode, &self.latex, &self.mathml];
        let text = all.into_iter().flatten().next().map(String::as_str);
        text.or(self.json.as_deref().map(RawValue::get))
            .unwrap_or_default()
    }
}

impl Ask for EvaluateQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<EvaluateAnswer, Error> {
        let evaluated = workspace.sessions().run(&self.session, job, |session, _| {
            session.draw_within(self.columns.map(|columns| columns as usize));
            let answers = match &self.file {
                Some(name) => session.run_file(name, &self.line, job.meter()),
                None => session.evaluate(&self.line, job.meter()),
            }?;
            let shown = answers.iter();
            let mut results = shown
                .map(|answer| LineResult::new(session, answer, &self.forms, job))
                .collect::<Result<Vec<_>, Diagnostic>>()?;
            if self.keep {
                for (result, answer) in results.iter_mut().zip(&answers) {
                    result.kept = Some(session.keep(answer));
                }
            }
            Ok(results)
        });
        Ok(EvaluateAnswer {
            results: evaluated?.map_err(|error| from_diagnostic(error, "line"))?,
        })
    }
}

impl Report for EvaluateAnswer {
    /// The results that have a value, one a line.
    fn text(&self, style: Style) -> String {
        let shown = self.results.iter().filter(|result| !result.is_nothing());
        let lines: Vec<&str> = shown.map(|result| result.text(style)).collect();
        lines.join("\n")
    }
}
