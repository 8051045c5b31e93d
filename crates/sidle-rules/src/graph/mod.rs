//! Games on graphs.

/// Positions as bytes: graphs with labels from these ranges that pass a test. A text would not say in which order
/// vertices and edges come.
macro_rules! graph_bytes {
    ($vertices:expr, $edges:expr $(, $is_position:expr)?) => {
        fn pack(&self, at: &LabelledGraph) -> Vec<u8> {
            at.to_bytes()
        }

        fn unpack(&self, bytes: &[u8]) -> Option<LabelledGraph> {
            let tests: &[fn(&Self, &LabelledGraph) -> bool] = &[$($is_position)?];
            let at = LabelledGraph::from_bytes(bytes, $vertices, $edges)?;
            tests.iter().all(|test| test(self, &at)).then_some(at)
        }
    };
}

mod labelled;
mod notation;

rulesets! {
    hackenbush: [Hackenbush],
    col_family: [ColFamily],
    arc_kayles: [ArcKayles, PartizanArcKayles],
    node_kayles: [NodeKayles],
    digraph_placement: [DigraphPlacement],
}

pub use arc_kayles::{ArcKayles, PartizanArcKayles};
pub use col_family::ColFamily;
pub use digraph_placement::DigraphPlacement;
pub use hackenbush::{Hackenbush, green_nim_value, red_blue_value, stalk};
pub use labelled::{Edge, LabelledGraph};
pub use node_kayles::NodeKayles;
pub use notation::{GraphText, TextEdge, TextVertex, write_graph};

use sidle_core::{Ink, Picture};

use crate::notation::NotationError;

/// The colours of edges with the labels 0 to 3.
const EDGE_INKS: [Ink; 4] = [Ink::Plain, Ink::Left, Ink::Right, Ink::Either];

/// Vertices that belong to the players.
fn owners(label: u8) -> (String, Ink) {
    match label {
        1 => ("L".to_owned(), Ink::Left),
        2 => ("R".to_owned(), Ink::Right),
        _ => (String::new(), Ink::Plain),
    }
}

/// Vertices without labels.
fn unlabelled(_: u8) -> (String, Ink) {
    (String::new(), Ink::Plain)
}

/// A graph as it is drawn; `vertex` gives the name and the owner of a label.
fn drawn(
    graph: &LabelledGraph,
    vertex: impl Fn(u8) -> (String, Ink),
    inks: [Ink; 4],
    ground: bool,
    arrows: bool,
) -> Picture {
    Picture::Graph {
        vertices: graph.labels().iter().map(|&label| vertex(label)).collect(),
        edges: graph
            .edges()
            .iter()
            .map(|edge| {
                let ink = inks.get(usize::from(edge.label)).copied();
                (
                    edge.from as usize,
                    edge.to as usize,
                    ink.unwrap_or_default(),
                )
            })
            .collect(),
        ground,
        arrows,
    }
}

/// The graph of a text, labels replaced by their places in the two lists; upper and lower case are
/// the same.
fn read_graph(
    text: &GraphText,
    vertex_labels: &[&str],
    edge_labels: &[&str],
    directed: bool,
) -> Result<LabelledGraph, NotationError> {
    let place = |list: &[&str], label: &str| {
        list.iter()
            .position(|known| known.eq_ignore_ascii_case(label))
            .map(|i| i as u8)
    };
    let mut labels = Vec::with_capacity(text.vertices.len());
    for vertex in &text.vertices {
        labels.push(place(vertex_labels, &vertex.label).ok_or_else(|| {
            let message = format!("`{}` is not a label of a vertex here", vertex.label);
            NotationError::new(message, vertex.span.clone())
        })?);
    }
    let mut edges = Vec::with_capacity(text.edges.len());
    for edge in &text.edges {
        let Some(label) = place(edge_labels, &edge.label) else {
            let shown = if edge.label.is_empty() {
                "-"
            } else {
                &edge.label
            };
            let known: Vec<&str> = edge_labels
                .iter()
                .filter(|l| !l.is_empty())
                .copied()
                .collect();
            let message = format!("`{shown}` is not an edge here");
            let help = format!("the edges of this game are {}", known.join(" "));
            return Err(NotationError::new(message, edge.span.clone()).with_help(help));
        };
        if edge.directed && !directed {
            let message = "this game has no arrows";
            return Err(NotationError::new(message, edge.span.clone()).with_help("write `-`"));
        }
        let (from, to) = (edge.from as u32, edge.to as u32);
        edges.push(Edge { from, to, label });
        if directed && !edge.directed {
            edges.push(Edge {
                from: to,
                to: from,
                label,
            });
        }
    }
    Ok(LabelledGraph::new(labels, edges))
}

/// The text of a graph whose labels are places in the two lists.
fn text_of(
    graph: &LabelledGraph,
    vertex_labels: &[&str],
    edge_labels: &[&str],
    directed: bool,
) -> String {
    let labels: Vec<String> = graph
        .labels()
        .iter()
        .map(|&l| vertex_labels[usize::from(l)].to_owned())
        .collect();
    let edges: Vec<(usize, usize, String)> = graph
        .edges()
        .iter()
        .map(|e| {
            let label = edge_labels[usize::from(e.label)].to_owned();
            (e.from as usize, e.to as usize, label)
        })
        .collect();
    write_graph(&labels, &edges, directed)
}

/// Edges with a colour: `l` blue, `r` red, `e` green, as labels 1, 2 and 3.
fn read_coloured(text: &str) -> Result<LabelledGraph, NotationError> {
    let is_colour = |t: &str| matches!(t, "l" | "r" | "e" | "L" | "R" | "E");
    let graph = GraphText::parse(text, |_| false, is_colour)?;
    // Label 0 would be an edge without a colour, which no text can name.
    read_graph(&graph, &[""], &["\0", "l", "r", "e"], false)
}

/// Blue edges red and red edges blue.
fn colours_swapped(graph: &LabelledGraph) -> LabelledGraph {
    let edges = graph.edges().iter().map(|e| Edge {
        label: [0, 2, 1, 3][usize::from(e.label)],
        ..*e
    });
    LabelledGraph::new(graph.labels().to_vec(), edges.collect())
}
