//! The generalized Sprague–Grundy function γ of a digraph.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::{
    VertexRows, input,
    rows::{VertexTable, tone},
};
use crate::{
    draw::{OUTCOMES, Picture, Tone, TooLarge},
    graph::{
        NamedGraph, Names,
        gamma::{Gamma, LoopyNimber, write_certificate},
    },
    questions::prelude::*,
};

/// Asks for the loopy nim values of the vertices of a digraph: γ with its counter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphGammaQuestion {
    /// The graph.
    pub graph: Source,
}

/// γ, vertex by vertex.
#[derive(Clone, Debug, Serialize)]
pub struct GraphGammaAnswer {
    /// The values.
    pub vertices: VertexRows<GammaRow>,
}

/// γ of a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GammaRow {
    /// The name of the vertex.
    pub id: String,
    /// The value.
    pub gamma: NimValue,
    /// For a finite value: the vertices of one value can be told apart by it, and from any vertex, an option of a larger
    /// value has an option of the first value with a smaller counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<u64>,
    /// For an infinite value: the finite values of the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finite_options: Option<Vec<u32>>,
}

/// A value of γ: a number, or `"inf"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum NimValue {
    /// A nimber.
    Finite(u64),
    /// An infinite value; its finite options are told beside it.
    Infinite(Infinity),
}

/// What an infinite value is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Infinity {
    /// Infinite.
    #[serde(rename = "inf")]
    Infinite,
}

impl From<Option<u64>> for NimValue {
    fn from(value: Option<u64>) -> NimValue {
        value.map_or(NimValue::Infinite(Infinity::Infinite), NimValue::Finite)
    }
}

impl Ask for GraphGammaQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GraphGammaAnswer, Error> {
        let board = input::board(&self.graph, workspace, job)?;
        let gamma = Gamma::try_of(&board.graph, job.meter())?;
        Ok(GraphGammaAnswer {
            vertices: VertexRows::new(GammaTable {
                graph: board.into_named(),
                gamma,
                source: self.graph.name(),
            }),
        })
    }
}

/// A graph with its γ.
struct GammaTable {
    graph: NamedGraph,
    gamma: Gamma,
    source: String,
}

impl GammaTable {
    fn value(&self, vertex: usize) -> LoopyNimber {
        self.gamma.value(&self.graph.graph, vertex as u32)
    }
}

impl VertexTable for GammaTable {
    type Row = GammaRow;

    fn names(&self) -> &Names {
        &self.graph.names
    }

    fn plain_picture(&self) -> Result<Picture, TooLarge> {
        Picture::of(&self.graph.graph, &self.graph.names)
    }

    fn row(&self, vertex: usize) -> GammaRow {
        let v = vertex as u32;
        let gamma = self.gamma.finite(v).map(u64::from);
        let is_infinite = gamma.is_none();
        GammaRow {
            id: self.graph.name(v).into_owned(),
            gamma: gamma.into(),
            counter: self.gamma.counter(v),
            finite_options: is_infinite.then(|| self.gamma.finite_options(&self.graph.graph, v)),
        }
    }

    fn header(&self) -> &'static [&'static str] {
        &["gamma", "counter"]
    }

    fn cell(&self, vertex: usize, column: usize, to: &mut String) {
        let _ = match (column, self.gamma.counter(vertex as u32)) {
            (0, _) => write!(to, "{}", self.value(vertex)),
            (_, Some(counter)) => write!(to, "{counter}"),
            (_, None) => write!(to, "-"),
        };
    }

    fn mark(&self, vertex: usize) -> (String, Tone) {
        let value = self.value(vertex);
        (caption(&value), tone(value.outcome()))
    }

    fn summary(&self) -> String {
        let vertices = self.graph.graph.vertices();
        let finite = vertices.filter(|&v| self.gamma.finite(v).is_some());
        let finite = finite.count();
        let infinite = self.gamma.vertex_count() - finite;
        format!("finite {finite}, infinite {infinite}")
    }

    fn legend(&self) -> [&'static str; 3] {
        OUTCOMES
    }

    fn certificate(&self, out: &mut dyn Write) -> io::Result<()> {
        let NamedGraph { graph, names } = &self.graph;
        write_certificate(graph, names, &self.gamma, &self.source, out)
    }
}

/// A value as a drawing shows it.
pub(super) fn caption(value: &LoopyNimber) -> String {
    value.to_string().replace("inf", "∞")
}

impl Report for GraphGammaAnswer {
    fn text(&self, _: Style) -> String {
        self.vertices.text()
    }

    fn table(&self) -> Option<Table> {
        Some(self.vertices.table())
    }

    fn picture(&self) -> Option<Drawing> {
        self.vertices.drawing()
    }

    fn certificate(&self) -> Option<Blob> {
        Some(self.vertices.certificate())
    }

    fn form(&self, name: &str) -> Option<Blob> {
        match name {
            "json" => Some(Blob::json(self.clone())),
            name => self.vertices.form(name),
        }
    }
}
