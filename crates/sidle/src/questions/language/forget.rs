//! Forgetting what a session holds.

use crate::questions::prelude::*;

/// Forgets names of a session and answers that it keeps, or all of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForgetQuestion {
    /// The session.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// The names, and kept answers such as `$1`; none for the whole session, which begins anew when it is named again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// What was forgotten.
#[derive(Clone, Debug, Serialize)]
pub struct ForgetAnswer {
    /// The names that had a value; none if the whole session was forgotten.
    pub names: Vec<String>,
}

impl Ask for ForgetQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ForgetAnswer, Error> {
        let mut names = self.names.clone();
        if names.is_empty() {
            workspace.sessions().forget(&self.session, job)?;
        } else {
            workspace.sessions().run(&self.session, job, |session, _| {
                names.retain(|name| session.forget(name));
            })?;
        }
        Ok(ForgetAnswer { names })
    }
}

impl Report for ForgetAnswer {
    fn text(&self, _: Style) -> String {
        self.names.join(", ")
    }
}
