//! Pictures of constraint graphs.

use serde::{Deserialize, Serialize};

use super::{configuration, graph, solve::graph_drawing};
use crate::Ask;
use crate::{
    Blob, Error, Job, Source, Workspace,
    logic::{
        decide::{Game, Options, decide},
        graph::dot,
    },
    questions::puzzles::PuzzlePicture,
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

impl Ask for LogicDrawQuestion {
    const KIND: &'static str = "logic-draw";

    /// Its forms are `dot`, `text` and `json`.
    type Answer = PuzzlePicture;

    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<PuzzlePicture, Error> {
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
        Ok(PuzzlePicture {
            forms: vec![
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
