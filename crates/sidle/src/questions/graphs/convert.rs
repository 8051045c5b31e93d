//! Graph files in another form.

use std::{
    io::{self, Write},
    sync::Arc,
};

use super::input;
use crate::{
    graph::{
        NamedGraph, VertexId,
        io::{AnyGraph, FileFormat, write_graph},
    },
    questions::prelude::*,
};

/// Asks for a graph file in another form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphConvertQuestion {
    /// The graph.
    pub graph: Source,
    /// The form.
    pub to: GraphForm,
    /// Write 64-bit ids; only in the binary form.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wide: bool,
    /// Only the vertices that can be reached from this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The alternating graph instead: `0:v` and `1:v` for each vertex `v`, where the number is the player who moves. `from` is a
    /// vertex of the file, whose player is 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alternating: bool,
}

/// The forms of a graph file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GraphForm {
    /// An edge a line.
    Text,
    /// An object with vertices and edges.
    Json,
    /// The rows as they lie in memory, to be mapped.
    Binary,
}

impl From<FileFormat> for GraphForm {
    fn from(format: FileFormat) -> GraphForm {
        match format {
            FileFormat::Text => GraphForm::Text,
            FileFormat::Json => GraphForm::Json,
            FileFormat::Binary => GraphForm::Binary,
        }
    }
}

/// A graph in the form that was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct GraphConvertAnswer {
    /// How many vertices it has.
    pub vertices: u64,
    /// How many edges it has.
    pub edges: u64,
    /// The file, which is the part `file` on the wire.
    #[serde(skip)]
    pub file: Blob,
}

impl Ask for GraphConvertQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GraphConvertAnswer, Error> {
        let (format, media_type) = match self.to {
            GraphForm::Text => (FileFormat::Text, "text/plain"),
            GraphForm::Json => (FileFormat::Json, "application/json"),
            GraphForm::Binary => (FileFormat::Binary, "application/octet-stream"),
        };
        let is_binary = self.to == GraphForm::Binary;
        if self.wide && !is_binary {
            let message = "only binary files have ids of a width";
            return Err(Error::new(ErrorKind::Request, message).with_help(
                "ask for the binary form (an output whose name ends in `.csr`), or leave `wide` away",
            ));
        }
        let graph = match self.wide {
            true => AnyGraph::Wide(input::wide_graph(&self.graph, workspace, job)?),
            false => input::graph(&self.graph, workspace, job)?,
        };
        let graph = match graph {
            graph if is_binary && !self.wide => {
                AnyGraph::Narrow(input::narrow(graph, &self.graph)?)
            }
            graph => graph,
        };
        let graph = match graph {
            AnyGraph::Narrow(named) => AnyGraph::Narrow(self.part(named, job)?),
            AnyGraph::Wide(named) => AnyGraph::Wide(self.part(named, job)?),
        };
        let (vertices, edges) = match &graph {
            AnyGraph::Narrow(named) => (named.graph.vertex_count(), named.graph.edge_count()),
            AnyGraph::Wide(named) => (named.graph.vertex_count(), named.graph.edge_count()),
        };
        let graph = Arc::new(graph);
        let write = move |out: &mut dyn Write| -> io::Result<()> {
            match &*graph {
                AnyGraph::Narrow(named) => write_graph(named, format, out),
                AnyGraph::Wide(named) => write_graph(named, format, out),
            }
        };
        Ok(GraphConvertAnswer {
            vertices: vertices as u64,
            edges: edges as u64,
            file: Blob::new(media_type, write),
        })
    }
}

impl GraphConvertQuestion {
    /// The graph, or what the question wants of it.
    fn part<V: VertexId>(&self, named: NamedGraph<V>, job: &Job) -> Result<NamedGraph<V>, Error> {
        let mut start = None;
        if let Some(name) = &self.from {
            let unknown = || {
                let message = format!("the graph has no vertex `{name}`");
                Error::new(ErrorKind::UnknownName, message)
            };
            start = Some(named.find(name).ok_or_else(unknown)?);
        }
        let named = match self.alternating {
            true => {
                let doubled = named.graph.vertex_count() as u64;
                job.meter().ticker().nodes(doubled, 0)?;
                let alternating = named.alternating();
                alternating.map_err(|error| self.graph.refused(error.into(), job.meter()))?
            }
            false => named,
        };
        // The vertex of player 0 has the number of the vertex of the file.
        Ok(match start {
            Some(start) => named.component(start, job.meter())?,
            None => named,
        })
    }
}

impl Report for GraphConvertAnswer {
    fn text(&self, _: Style) -> String {
        format!("{} vertices, {} edges", self.vertices, self.edges)
    }

    fn form(&self, name: &str) -> Option<Blob> {
        (name == "file").then(|| self.file.clone())
    }
}
