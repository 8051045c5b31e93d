//! What is to be drawn, before anybody knows where.

use anyhow::bail;
use sidle::graph::{Csr, Names, VertexId};

use crate::board::Board;

/// More than this nobody can read.
const MOST_VERTICES: usize = 400;
const MOST_EDGES: usize = 4000;

/// The colour of a vertex, by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Nothing is said of it.
    #[default]
    Plain,
    /// The player to move loses.
    Lost,
    /// The player to move wins.
    Won,
    /// Neither.
    Drawn,
}

/// What lost, won and drawn vertices are in an impartial game.
pub(crate) const OUTCOMES: [&str; 3] = [
    "P: the previous player wins",
    "N: the next player wins",
    "D: a draw",
];

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stroke {
    /// Like any other.
    #[default]
    Plain,
    /// Set off from the others.
    SetOff,
    /// A move of Left, blue.
    Left,
    /// A move of Right, red.
    Right,
}

/// One vertex of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) caption: String,
    pub(crate) tone: Tone,
    /// How many tokens stand on it.
    pub(crate) tokens: usize,
}

/// A digraph with something written on its vertices and some edges set off.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) nodes: Vec<Node>,
    /// Source, target, and how the edge is drawn.
    pub(crate) edges: Vec<(usize, usize, Stroke)>,
    /// What a lost, a won and a drawn vertex mean.
    pub(crate) legend: [&'static str; 3],
}

impl Picture {
    /// An empty picture for a graph of this size; an error if it is too large to be read.
    pub(crate) fn sized(vertices: usize, edges: usize) -> anyhow::Result<Picture> {
        if vertices > MOST_VERTICES || edges > MOST_EDGES {
            bail!(
                "{vertices} vertices and {edges} edges are too many for a drawing (at most \
                 {MOST_VERTICES} and {MOST_EDGES})"
            );
        }
        Ok(Picture {
            nodes: Vec::with_capacity(vertices),
            edges: Vec::with_capacity(edges),
            legend: OUTCOMES,
        })
    }

    /// The plain picture of a board; an error if it is too large to be read.
    pub(crate) fn of<V: VertexId>(board: &Board<V>) -> anyhow::Result<Picture> {
        Picture::of_graph(board.graph.forward(), &board.names)
    }

    /// The same for a graph and its names.
    pub(crate) fn of_graph<V: VertexId>(graph: &Csr<V>, names: &Names) -> anyhow::Result<Picture> {
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        if vertices > MOST_VERTICES || edges > MOST_EDGES {
            bail!(
                "{vertices} vertices and {edges} edges are too many for a drawing (at most \
                 {MOST_VERTICES} and {MOST_EDGES}); use --format text, csv or json"
            );
        }
        let node = |name: std::borrow::Cow<'_, str>| Node {
            name: name.into_owned(),
            caption: String::new(),
            tone: Tone::Plain,
            tokens: 0,
        };
        Ok(Picture {
            legend: OUTCOMES,
            nodes: names.iter().map(node).collect(),
            edges: graph
                .edges()
                .map(|(from, to)| (from.index(), to.index(), Stroke::Plain))
                .collect(),
        })
    }

    /// Writes something on a vertex.
    pub(crate) fn mark(&mut self, vertex: u32, caption: String, tone: Tone) {
        let node = &mut self.nodes[vertex as usize];
        node.caption = caption;
        node.tone = tone;
    }

    /// Puts a token on a vertex.
    pub(crate) fn put_token(&mut self, vertex: u32) {
        self.nodes[vertex as usize].tokens += 1;
    }

    /// Sets an edge off.
    pub(crate) fn set_off(&mut self, from: u32, to: u32) {
        for edge in &mut self.edges {
            if (edge.0, edge.1) == (from as usize, to as usize) {
                edge.2 = Stroke::SetOff;
            }
        }
    }

    /// Both pictures in one.
    pub(crate) fn beside(mut self, other: Picture) -> Picture {
        let shift = self.nodes.len();
        let edges = other.edges.into_iter();
        self.edges
            .extend(edges.map(|(from, to, off)| (from + shift, to + shift, off)));
        self.nodes.extend(other.nodes);
        self
    }
}
