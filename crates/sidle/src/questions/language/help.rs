//! Help on the language.

use crate::{lang::Session, questions::prelude::*};

/// Asks what a word or a sign of the language means.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelpQuestion {
    /// A method, a function, a class, a word, a sign; `methods` and `outcomes` are pages.
    pub topic: String,
}

/// The help on a topic.
#[derive(Clone, Debug, Serialize)]
pub struct HelpAnswer {
    /// What it means, with examples.
    pub page: String,
}

impl Ask for HelpQuestion {
    fn ask(&self, _: &Workspace, _: &Job) -> Result<HelpAnswer, Error> {
        let topic = self.topic.trim();
        if let Some(page) = Session::help(topic) {
            return Ok(HelpAnswer { page });
        }
        let error = Error::new(ErrorKind::UnknownName, format!("no help for `{topic}`"));
        let near = Session::similar_topics(topic);
        Err(match near.is_empty() {
            true => error,
            false => error.with_help(format!("names like it: {}", near.join(", "))),
        })
    }
}

impl Report for HelpAnswer {
    fn text(&self, _: Style) -> String {
        self.page.clone()
    }
}
