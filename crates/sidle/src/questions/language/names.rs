//! The names of a session.

use super::{Form, LineResult};
use crate::questions::prelude::*;

/// Asks for the names that a session has given, with the values that they stand for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamesQuestion {
    /// The session.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// The forms of each value; none for the plain notation alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
}

/// The names of a session, sorted.
#[derive(Clone, Debug, Serialize)]
pub struct NamesAnswer {
    /// The names.
    pub names: Vec<NamedValue>,
}

/// A name with its value.
#[derive(Clone, Debug, Serialize)]
pub struct NamedValue {
    /// The name.
    pub name: String,
    /// Its type and its value; no form of a value that is too long to be written.
    #[serde(flatten)]
    pub value: LineResult,
}

impl Ask for NamesQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<NamesAnswer, Error> {
        workspace.sessions().run(&self.session, job, |session, _| {
            let mut names = Vec::new();
            for name in session.names() {
                let Some(answer) = session.named(&name) else {
                    continue;
                };
                let value = LineResult::new(session, &answer, &self.forms, job);
                job.meter().check()?;
                let value = value.unwrap_or_else(|_| LineResult {
                    kind: answer.kind(),
                    ..LineResult::default()
                });
                names.push(NamedValue { name, value });
            }
            Ok(NamesAnswer { names })
        })?
    }
}

impl Report for NamesAnswer {
    /// `name := value`, one a line.
    fn text(&self, style: Style) -> String {
        let lines = self
            .names
            .iter()
            .map(|named| match named.value.text(style) {
                "" => format!(
                    "{} := … ({}, too long to be written)",
                    named.name, named.value.kind
                ),
                text => format!("{} := {text}", named.name),
            });
        lines.collect::<Vec<_>>().join("\n")
    }
}
