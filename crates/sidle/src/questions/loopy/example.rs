//! Loopy games of the literature.

use crate::{graph::classics::LOOPY_EXAMPLES, questions::prelude::*};

/// Asks for a loopy game of the literature, or for the list of all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyExampleQuestion {
    /// The name of the game; none for the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Loopy games, and the graph of the one that was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyExampleAnswer {
    /// The games of the list, or the one that was asked for.
    pub examples: Vec<LoopyExampleRow>,
    /// A text bigraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<Blob>,
}

/// A loopy game of the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LoopyExampleRow {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
}

impl Ask for LoopyExampleQuestion {
    fn ask(&self, _: &Workspace, _: &Job) -> Result<LoopyExampleAnswer, Error> {
        let wanted = self.name.as_deref();
        let found: Vec<_> = LOOPY_EXAMPLES
            .iter()
            .filter(|example| wanted.is_none_or(|name| name == example.name))
            .collect();
        if found.is_empty() {
            let names: Vec<&str> = LOOPY_EXAMPLES.iter().map(|one| one.name).collect();
            let message = format!("there is no game `{}`", wanted.unwrap_or_default());
            let help = format!("the games are {}", names.join(", "));
            return Err(Error::new(ErrorKind::UnknownName, message).with_help(help));
        }
        let graph = wanted.map(|_| Blob::text("text/plain", found[0].text.to_owned()));
        let examples = found.iter().map(|example| LoopyExampleRow {
            name: example.name,
            title: example.title,
        });
        Ok(LoopyExampleAnswer {
            examples: examples.collect(),
            graph,
        })
    }
}

impl Report for LoopyExampleAnswer {
    fn text(&self, _: Style) -> String {
        if let Some(graph) = &self.graph {
            let text = graph.to_bytes().unwrap_or_default();
            return String::from_utf8_lossy(&text).trim_end().to_owned();
        }
        let lines = self.examples.iter();
        let lines = lines.map(|example| format!("{:<9} {}", example.name, example.title));
        lines.collect::<Vec<_>>().join("\n")
    }
}
