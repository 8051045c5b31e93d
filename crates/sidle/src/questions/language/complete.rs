//! Completion of what is being typed.

use crate::{lang::Session, questions::prelude::*};

/// Asks what the word before the cursor may become.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompleteQuestion {
    /// The session, whose names are offered.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// What has been typed.
    pub text: String,
    /// The place of the cursor, in bytes; without it the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<usize>,
}

/// What may stand in place of the word before the cursor.
#[derive(Clone, Debug, Serialize)]
pub struct CompleteAnswer {
    /// The first byte of the word.
    pub start: usize,
    /// What it may become, sorted.
    pub completions: Vec<String>,
    /// Does the text end in the middle of a sentence, so that another line is wanted?
    pub incomplete: bool,
}

impl Ask for CompleteQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<CompleteAnswer, Error> {
        let cursor = self.cursor.unwrap_or(self.text.len());
        let (start, completions) = workspace
            .sessions()
            .inspect(&self.session, job, |session| {
                session.complete_at(&self.text, cursor)
            })?;
        Ok(CompleteAnswer {
            start,
            completions,
            incomplete: Session::is_incomplete_within(&self.text, job.meter())?,
        })
    }
}

impl Report for CompleteAnswer {
    fn text(&self, _: Style) -> String {
        self.completions.join("\n")
    }
}
