//! Pictures of constraint graphs.

use super::{configuration, graph, solve::graph_drawing};
use crate::{
    logic::{
        decide::{Game, Options, decide},
        graph::dot,
    },
    questions::prelude::*,
};

/// Asks for a picture of a constraint graph, or for a film of the solution of a game on it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogicDrawQuestion {
    /// The graph, as text or JSON.
    pub graph: Source,
    /// The game whose solution is shown.
    #[serde(
        default,
        with = "crate::wire::optional_name",
        skip_serializing_if = "Option::is_none"
    )]
    pub game: Option<Game>,
}

/// A picture of a constraint graph. Its forms are `dot`, `text` and `json`.
#[derive(Clone, Debug, Serialize)]
pub struct LogicDrawAnswer {
    /// The picture.
    #[serde(flatten)]
    pub drawing: Drawing,
    #[serde(skip)]
    forms: [(&'static str, Blob); 3],
}

impl Report for LogicDrawAnswer {
    fn text(&self, _: Style) -> String {
        self.drawing.text.clone()
    }

    fn picture(&self) -> Option<Drawing> {
        Some(self.drawing.clone())
    }

    fn form(&self, name: &str) -> Option<Blob> {
        let form = self.forms.iter().find(|(known, _)| *known == name);
        form.map(|(_, blob)| blob.clone())
    }
}

impl Ask for LogicDrawQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LogicDrawAnswer, Error> {
        let graph = graph(&self.graph, workspace, job)?;
        let solve = |game| {
            let solution = decide(&graph, game, Options::default(), job.meter());
            solution.map_err(|error| self.graph.explain(error))
        };
        let solution = self.game.map(solve).transpose()?;
        if let Some(stop) = solution.as_ref().and_then(|solution| solution.stop) {
            return Err(stop.into());
        }
        let dot = dot(&graph, &configuration(&graph, solution.as_ref()));
        let drawing = graph_drawing(&graph, solution.as_ref());
        Ok(LogicDrawAnswer {
            forms: [
                ("dot", Blob::text("text/vnd.graphviz", dot)),
                ("text", Blob::text("text/plain", drawing.text.clone())),
                (
                    "json",
                    Blob::text("application/json", graph.to_json() + "\n"),
                ),
            ],
            drawing,
        })
    }
}
