//! A value in the other notations.

use super::{Form, LineResult};
use crate::{lang::Diagnostic, questions::prelude::*, session::from_diagnostic};

/// Asks for a value in other notations. Names that the text gives are forgotten.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotationQuestion {
    /// The value, in any notation that can be read.
    pub text: String,
    /// The notations; none for all but the JSON form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// The session whose names the text may use.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
}

/// A value in the notations that were asked for.
#[derive(Clone, Debug, Serialize)]
pub struct NotationAnswer {
    /// The notations.
    #[serde(flatten)]
    pub result: LineResult,
}

impl Ask for NotationQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<NotationAnswer, Error> {
        const ALL: [Form; 4] = [Form::Text, Form::Unicode, Form::Latex, Form::Mathml];
        let forms = if self.forms.is_empty() {
            &ALL[..]
        } else {
            &self.forms
        };
        let written = workspace.sessions().run(&self.session, job, |session, _| {
            let answers = session.look(&self.text, job.meter())?;
            let last = answers.last();
            last.map(|answer| LineResult::new(session, answer, forms, job))
                .transpose()
        })?;
        let written: Result<_, Diagnostic> = written;
        let result = written.map_err(|error| from_diagnostic(error, "text"))?;
        Ok(NotationAnswer {
            result: result.unwrap_or_default(),
        })
    }
}

impl Report for NotationAnswer {
    fn text(&self, style: Style) -> String {
        self.result.text(style).to_owned()
    }
}
