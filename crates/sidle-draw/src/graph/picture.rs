//! What is to be drawn, before anybody knows where.

use std::collections::BTreeMap;

use sidle_core::Player;
use sidle_graph::{Csr, Names, VertexId};

/// More than this nobody can read.
const MOST_VERTICES: usize = 400;
const MOST_EDGES: usize = 4000;

/// The colour of a vertex, by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
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
pub const OUTCOMES: [&str; 3] = [
    "P: the previous player wins",
    "N: the next player wins",
    "D: a draw",
];

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
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
pub struct Node {
    /// Its name.
    pub name: String,
    /// What is written below the name.
    pub caption: String,
    /// Its colour.
    pub tone: Tone,
    /// How many tokens stand on it.
    pub tokens: usize,
    /// Does play begin here?
    pub start: bool,
}

/// A digraph with something written on its vertices and some edges set off.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The vertices.
    pub nodes: Vec<Node>,
    /// Source, target, and how the edge is drawn.
    pub edges: Vec<(usize, usize, Stroke)>,
    /// What a lost, a won and a drawn vertex mean.
    pub legend: [&'static str; 3],
    /// What is written beside edges, by their numbers.
    pub labels: BTreeMap<usize, String>,
}

/// A graph that nobody could read on a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{vertices} vertices and {edges} edges are too many for a drawing (at most {MOST_VERTICES} and \
     {MOST_EDGES}); ask for text, CSV or JSON instead"
)]
pub struct TooLarge {
    /// How many vertices there are.
    pub vertices: usize,
    /// How many edges there are.
    pub edges: usize,
}

impl Stroke {
    /// The stroke of a player's moves: blue for Left, red for Right.
    #[must_use]
    pub fn of(player: Player) -> Stroke {
        match player {
            Player::Left => Stroke::Left,
            Player::Right => Stroke::Right,
        }
    }
}

impl Picture {
    /// An empty picture for a graph of this size.
    ///
    /// # Errors
    ///
    /// If it is too large to be read.
    pub fn sized(vertices: usize, edges: usize) -> Result<Picture, TooLarge> {
        if vertices > MOST_VERTICES || edges > MOST_EDGES {
            return Err(TooLarge { vertices, edges });
        }
        Ok(Picture {
            nodes: Vec::with_capacity(vertices),
            edges: Vec::with_capacity(edges),
            legend: OUTCOMES,
            labels: BTreeMap::new(),
        })
    }

    /// The plain picture of a graph and its names.
    ///
    /// # Errors
    ///
    /// If it is too large to be read.
    pub fn of<V: VertexId>(graph: &Csr<V>, names: &Names) -> Result<Picture, TooLarge> {
        let mut picture = Picture::sized(graph.vertex_count(), graph.edge_count())?;
        for name in names.iter() {
            picture.add(name, "");
        }
        for (from, to) in graph.edges() {
            picture.connect(from.index(), to.index(), Stroke::Plain);
        }
        Ok(picture)
    }

    /// Adds a vertex with its name and what stands below the name.
    pub fn add(&mut self, name: impl Into<String>, caption: impl Into<String>) {
        self.nodes.push(Node {
            name: name.into(),
            caption: caption.into(),
            tone: Tone::Plain,
            tokens: 0,
            start: false,
        });
    }

    /// Adds an edge between two vertices, by their numbers in the order of adding.
    pub fn connect(&mut self, from: usize, to: usize, stroke: Stroke) {
        self.edges.push((from, to, stroke));
    }

    /// Writes something on a vertex.
    pub fn mark(&mut self, vertex: u32, caption: String, tone: Tone) {
        let node = &mut self.nodes[vertex as usize];
        node.caption = caption;
        node.tone = tone;
    }

    /// Puts a token on a vertex.
    pub fn put_token(&mut self, vertex: u32) {
        self.nodes[vertex as usize].tokens += 1;
    }

    /// Marks the vertex where play begins.
    pub fn begin_at(&mut self, vertex: u32) {
        self.nodes[vertex as usize].start = true;
    }

    /// Writes something beside the edges of a stroke between two vertices, behind what is there.
    pub fn label(&mut self, from: u32, to: u32, stroke: Stroke, text: &str) {
        let wanted = (from as usize, to as usize, stroke);
        for (number, edge) in self.edges.iter().enumerate() {
            if *edge == wanted {
                let label = self.labels.entry(number).or_default();
                if !label.is_empty() {
                    label.push(' ');
                }
                label.push_str(text);
            }
        }
    }

    /// Sets an edge off.
    pub fn set_off(&mut self, from: u32, to: u32) {
        for edge in &mut self.edges {
            if (edge.0, edge.1) == (from as usize, to as usize) {
                edge.2 = Stroke::SetOff;
            }
        }
    }

    /// Both pictures in one.
    #[must_use]
    pub fn beside(mut self, other: Picture) -> Picture {
        let (shift, before) = (self.nodes.len(), self.edges.len());
        let labels = other.labels.into_iter();
        self.labels
            .extend(labels.map(|(edge, label)| (edge + before, label)));
        let edges = other.edges.into_iter();
        self.edges
            .extend(edges.map(|(from, to, off)| (from + shift, to + shift, off)));
        self.nodes.extend(other.nodes);
        self
    }
}
