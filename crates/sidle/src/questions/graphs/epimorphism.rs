//! Bounded epimorphisms between digraphs.

use std::io::Read;

use super::input;
use crate::{
    graph::{
        NamedGraph,
        bisimulation::{EpimorphismFlaw, epimorphism_flaw},
    },
    questions::prelude::*,
};

/// Asks whether a map between digraphs is a bounded epimorphism (Löwe, section 2.1). Such a map preserves labels, distances
/// and γ.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphEpimorphismQuestion {
    /// The graph that is mapped.
    pub graph: Source,
    /// The graph onto which it is mapped.
    pub onto: Source,
    /// The map: a vertex and its image on each line, separated by a comma or white space, or JSON with the key `map`. A vertex that
    /// is not listed is mapped to the vertex of the same name.
    pub map: Source,
    /// A vertex of the first graph and the vertex of the second to which it must be mapped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<[String; 2]>,
}

/// Whether the map is a bounded epimorphism.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphEpimorphismAnswer {
    /// Does it satisfy every condition?
    pub is_epimorphism: bool,
    /// The first condition that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flaw: Option<EpimorphismFlawRow>,
}

/// A condition that a map violates, with the vertices that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "condition", rename_all = "kebab-case")]
pub enum EpimorphismFlawRow {
    /// The start is not mapped to the start.
    Start {
        /// The image of the start.
        image: String,
    },
    /// The map is not onto.
    Onto {
        /// A vertex of the second graph that is no image.
        vertex: String,
    },
    /// An edge is not mapped to an edge.
    Edge {
        /// The edge of the first graph.
        edge: [String; 2],
        /// The images of its ends.
        images: [String; 2],
    },
    /// An edge at an image does not lift.
    Lift {
        /// The vertex of the first graph.
        vertex: String,
        /// The edge of the second graph that leaves its image.
        edge: [String; 2],
    },
}

impl Ask for GraphEpimorphismQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GraphEpimorphismAnswer, Error> {
        let graph = input::wide_graph(&self.graph, workspace, job)?;
        let onto = input::wide_graph(&self.onto, workspace, job)?;
        let map = self.map(&graph, &onto, workspace)?;
        let starts = match &self.starts {
            Some([from, to]) => Some((vertex(&graph, from)?, vertex(&onto, to)?)),
            None => None,
        };
        let flaw = epimorphism_flaw(&graph.graph, &onto.graph, &map, starts, job.meter())?;
        let flaw = flaw.map(|flaw| EpimorphismFlawRow::new(flaw, &graph, &onto, &map));
        Ok(GraphEpimorphismAnswer {
            is_epimorphism: flaw.is_none(),
            flaw,
        })
    }
}

/// The map in the JSON form of a quotient.
#[derive(Deserialize)]
struct JsonMap {
    map: Vec<[String; 2]>,
}

impl GraphEpimorphismQuestion {
    /// The image of each vertex.
    fn map(
        &self,
        graph: &NamedGraph<u64>,
        onto: &NamedGraph<u64>,
        workspace: &Workspace,
    ) -> Result<Vec<u64>, Error> {
        let mut map = vec![None; graph.graph.vertex_count()];
        for [from, to] in self.pairs(workspace)? {
            let (from, to) = (vertex(graph, &from)?, vertex(onto, &to)?);
            let image = &mut map[from as usize];
            if image.is_some_and(|image| image != to) {
                let message = format!("the map has two images for `{}`", graph.name(from));
                return Err(Error::new(ErrorKind::Notation, message));
            }
            *image = Some(to);
        }
        let images = (0..).zip(map).map(|(v, image): (u64, _)| {
            let same_name = || onto.find(&graph.name(v));
            image.or_else(same_name).ok_or_else(|| {
                let message = format!("the map has no image for `{}`", graph.name(v));
                Error::new(ErrorKind::Notation, message)
            })
        });
        images.collect()
    }

    fn pairs(&self, workspace: &Workspace) -> Result<Vec<[String; 2]>, Error> {
        let mut text = String::new();
        let name = self.map.name();
        let read = self.map.reader(workspace)?.read_to_string(&mut text);
        read.map_err(|error| Error::new(ErrorKind::File, format!("{name}: {error}")))?;
        if text.trim_start().starts_with('{') {
            let map: JsonMap = serde_json::from_str(&text).map_err(|error| {
                let message = format!("{name}: not a map in JSON: {error}");
                Error::new(ErrorKind::Notation, message)
            })?;
            return Ok(map.map);
        }
        let lines = (1..).zip(text.lines());
        let rows = lines.filter(|&(number, line)| {
            let line = line.trim();
            let is_header = number == 1 && line == "vertex,class";
            !line.is_empty() && !line.starts_with('#') && !is_header
        });
        rows.map(|(number, line)| {
            pair(line.trim()).ok_or_else(|| {
                let message = format!("{name}: line {number}: expected a vertex and its image");
                Error::new(ErrorKind::Notation, message)
            })
        })
        .collect()
    }
}

/// The two names of a line: separated by the last comma or by white space, in quotation marks where CSV wants them.
fn pair(line: &str) -> Option<[String; 2]> {
    if let Some(rest) = line.strip_prefix('"') {
        let (from, rest) = quoted(rest)?;
        let to = rest.strip_prefix(',')?;
        let to = match to.strip_prefix('"') {
            Some(rest) => quoted(rest).filter(|(_, rest)| rest.is_empty())?.0,
            None => to.to_owned(),
        };
        return Some([from, to]);
    }
    let mut words = line.split_whitespace();
    let (first, second, third) = (words.next()?, words.next(), words.next());
    match (second, third) {
        (Some(second), None) => Some([first.trim_end_matches(',').to_owned(), second.to_owned()]),
        (None, _) => {
            let (from, to) = first.split_once(',')?;
            let to = match to.strip_prefix('"') {
                Some(rest) => quoted(rest).filter(|(_, rest)| rest.is_empty())?.0,
                None => to.to_owned(),
            };
            Some([from.to_owned(), to])
        }
        _ => None,
    }
}

/// The text up to the quotation mark that ends it, and the rest behind the mark.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut inner = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('"')?;
        inner.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                inner.push('"');
                rest = more;
            }
            None => return Some((inner, after)),
        }
    }
}

fn vertex(graph: &NamedGraph<u64>, name: &str) -> Result<u64, Error> {
    graph.find(name).ok_or_else(|| {
        let message = format!("the graph has no vertex `{name}`");
        Error::new(ErrorKind::UnknownName, message)
    })
}

impl EpimorphismFlawRow {
    fn new(
        flaw: EpimorphismFlaw<u64>,
        graph: &NamedGraph<u64>,
        onto: &NamedGraph<u64>,
        map: &[u64],
    ) -> EpimorphismFlawRow {
        let above = |v: u64| graph.name(v).into_owned();
        let below = |w: u64| onto.name(w).into_owned();
        let image = |v: u64| below(map[v as usize]);
        match flaw {
            EpimorphismFlaw::Start(w) => EpimorphismFlawRow::Start { image: below(w) },
            EpimorphismFlaw::NotOnto(w) => EpimorphismFlawRow::Onto { vertex: below(w) },
            EpimorphismFlaw::Edge(v, w) => EpimorphismFlawRow::Edge {
                edge: [above(v), above(w)],
                images: [image(v), image(w)],
            },
            EpimorphismFlaw::Lift(v, w) => EpimorphismFlawRow::Lift {
                vertex: above(v),
                edge: [image(v), below(w)],
            },
        }
    }
}

impl Report for GraphEpimorphismAnswer {
    fn text(&self, _: Style) -> String {
        match &self.flaw {
            None => "a bounded epimorphism".to_owned(),
            Some(EpimorphismFlawRow::Start { image }) => {
                format!("not a bounded epimorphism: the start is mapped to {image}")
            }
            Some(EpimorphismFlawRow::Onto { vertex }) => {
                format!("not a bounded epimorphism: not onto, {vertex} is not an image")
            }
            Some(EpimorphismFlawRow::Edge { edge, images }) => format!(
                "not a bounded epimorphism: {} → {} is an edge, but its image {} → {} is not",
                edge[0], edge[1], images[0], images[1]
            ),
            Some(EpimorphismFlawRow::Lift { vertex, edge }) => format!(
                "not a bounded epimorphism: {} → {} is the image of no edge that leaves {vertex}",
                edge[0], edge[1]
            ),
        }
    }
}
