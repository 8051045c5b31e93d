//! Properties of constraint graphs.

use super::graph;
use crate::{
    logic::graph::{ConstraintGraph, EdgeId, VertexKind, planar::embedding},
    questions::prelude::*,
};

/// Asks whether a graph has a legal start, has AND and OR vertices only, and is planar.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogicCheckQuestion {
    /// The graph, as text or JSON.
    pub graph: Source,
}

/// Properties of a constraint graph.
#[derive(Clone, Debug, Serialize)]
pub struct LogicCheckAnswer {
    /// The number of vertices.
    pub vertices: usize,
    /// The number of edges.
    pub edges: usize,
    /// Is the start legal?
    pub legal: bool,
    /// Why it is not.
    pub illegal: Option<String>,
    /// Are all vertices AND or OR vertices?
    pub and_or: bool,
    /// Is the graph planar? None above 2000 edges.
    pub planar: Option<bool>,
    /// The name and the kind of each vertex.
    pub kinds: Vec<(String, VertexKind)>,
    /// The edges around each vertex, clockwise.
    pub embedding: Option<Vec<Vec<EdgeId>>>,
    #[serde(skip)]
    graph: ConstraintGraph,
}

/// Planarity is tested up to this number of edges: larger graphs take too long.
const MOST_EMBEDDED: usize = 2000;

impl Ask for LogicCheckQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LogicCheckAnswer, Error> {
        let graph = graph(&self.graph, workspace, job)?;
        let start = graph.require_legal_start();
        let small = graph.edges().len() <= MOST_EMBEDDED;
        let embedding = small.then(|| embedding(&graph)).flatten();
        job.meter().check()?;
        let vertices = graph.vertices().iter().enumerate();
        Ok(LogicCheckAnswer {
            vertices: graph.vertices().len(),
            edges: graph.edges().len(),
            legal: start.is_ok(),
            illegal: start.err().map(|error| error.to_string()),
            and_or: graph.is_and_or(),
            planar: small.then_some(embedding.is_some()),
            kinds: vertices
                .map(|(v, vertex)| (vertex.name.clone(), graph.kind(v)))
                .collect(),
            embedding,
            graph,
        })
    }
}

impl Report for LogicCheckAnswer {
    fn text(&self, _: Style) -> String {
        let yes = |value: bool| if value { "yes" } else { "no" };
        let planar = self.planar.map_or("too large to tell", yes);
        let mut lines = vec![
            format!("{} vertices, {} edges", self.vertices, self.edges),
            format!("legal start: {}", self.illegal.as_deref().unwrap_or("yes")),
            format!("AND and OR vertices only: {}", yes(self.and_or)),
            format!("planar: {planar}"),
        ];
        let kinds = self.kinds.iter();
        lines.extend(kinds.map(|(name, kind)| format!("  {name}: {kind}")));
        lines.join("\n")
    }

    fn picture(&self) -> Option<Drawing> {
        Some(super::solve::graph_drawing(&self.graph, None))
    }
}
