//! Constraint graphs: multigraphs with edge weights and minimum inflows (survey, section 7.1).

mod configuration;
mod dot;
mod json;
mod kinds;
pub mod planar;
mod text;

pub use configuration::Configuration;
pub use dot::dot;
pub use kinds::VertexKind;

use crate::Error;

/// The number of an edge, from 0 in the order of the file.
pub type EdgeId = usize;

/// Who may reverse an edge of a two-player game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// White, who moves first.
    White,
    /// Black.
    Black,
}

impl Owner {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Owner {
        match self {
            Owner::White => Owner::Black,
            Owner::Black => Owner::White,
        }
    }

    /// `W` or `B`.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Owner::White => "W",
            Owner::Black => "B",
        }
    }

    /// 0 for White, 1 for Black.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    fn read(word: &str) -> Option<Owner> {
        match word {
            "W" => Some(Owner::White),
            "B" => Some(Owner::Black),
            _ => None,
        }
    }
}

/// An edge, at first directed from its tail to its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it comes from at the start.
    pub tail: usize,
    /// Where it points to at the start.
    pub head: usize,
    /// 1 (red) or 2 (blue).
    pub weight: u32,
    /// Who may reverse it in a game of two players.
    pub owner: Option<Owner>,
    /// A name for targets and drawings.
    pub name: Option<String>,
}

/// A vertex with the least inflow it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Its name in the file.
    pub name: String,
    /// The minimum inflow, 2 unless given.
    pub minimum: u32,
}

/// A player of a team game: what he may reverse, what he sees, what he wants to reverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamPlayer {
    /// What he is called.
    pub name: String,
    /// His team.
    pub team: Owner,
    /// The edges he may reverse, ascending.
    pub reverses: Vec<EdgeId>,
    /// The edges whose direction he sees, ascending; his own are always among them.
    pub sees: Vec<EdgeId>,
    /// The edge he wants to reverse, if he has one.
    pub target: Option<EdgeId>,
}

/// A constraint graph with a start, targets, and what the games need beside.
///
/// # Equality
///
/// Two graphs are equal when they have the same vertices, edges and targets in the same order; where they
/// stood in a file does not count.
///
/// ```
/// use sidle_logic::graph::ConstraintGraph;
/// let graph = ConstraintGraph::parse("0 1 2\n0 1 2\n1 0 2\ntarget 2\n")?;
/// assert_eq!(graph.edges().len(), 3);
/// assert!(graph.is_legal(&graph.start()));
/// # Ok::<(), sidle_logic::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ConstraintGraph {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    target: Option<EdgeId>,
    targets: [Option<EdgeId>; 2],
    last: Vec<EdgeId>,
    players: Vec<TeamPlayer>,
    incident: Vec<Vec<EdgeId>>,
    lines: Vec<usize>,
}

impl PartialEq for ConstraintGraph {
    fn eq(&self, other: &ConstraintGraph) -> bool {
        self.vertices == other.vertices
            && self.edges == other.edges
            && self.target == other.target
            && self.targets == other.targets
            && self.last == other.last
            && self.players == other.players
    }
}

impl Eq for ConstraintGraph {}

impl ConstraintGraph {
    /// An empty graph, to be filled with [`add_vertex`](Self::add_vertex) and [`add_edge`](Self::add_edge).
    #[must_use]
    pub fn new() -> ConstraintGraph {
        ConstraintGraph::default()
    }

    /// A graph on vertices `0..n` with the given edges `(tail, head, weight)` and minimum inflow 2.
    #[must_use]
    pub fn from_edges(edges: impl IntoIterator<Item = (usize, usize, u32)>) -> ConstraintGraph {
        let mut graph = ConstraintGraph::new();
        for (tail, head, weight) in edges {
            while graph.vertices.len() <= tail.max(head) {
                let name = graph.vertices.len().to_string();
                graph.add_vertex(name, 2);
            }
            graph.add_edge(Edge {
                tail,
                head,
                weight,
                owner: None,
                name: None,
            });
        }
        graph
    }

    /// Adds a vertex and returns its number.
    pub fn add_vertex(&mut self, name: impl Into<String>, minimum: u32) -> usize {
        self.vertices.push(Vertex {
            name: name.into(),
            minimum,
        });
        self.incident.push(Vec::new());
        self.lines.push(0);
        self.vertices.len() - 1
    }

    /// Adds an edge and returns its number.
    ///
    /// # Panics
    ///
    /// If an end of the edge is not a vertex.
    pub fn add_edge(&mut self, edge: Edge) -> EdgeId {
        let id = self.edges.len();
        self.incident[edge.tail].push(id);
        if edge.head != edge.tail {
            self.incident[edge.head].push(id);
        }
        self.edges.push(edge);
        id
    }

    /// Sets the minimum inflow of a vertex.
    pub fn set_minimum(&mut self, vertex: usize, minimum: u32) {
        self.vertices[vertex].minimum = minimum;
    }

    /// Sets the owner of an edge.
    pub fn set_owner(&mut self, edge: EdgeId, owner: Option<Owner>) {
        self.edges[edge].owner = owner;
    }

    /// Sets the target of games of one player and of none.
    pub fn set_target(&mut self, edge: EdgeId) {
        self.target = Some(edge);
    }

    /// Sets the target of one of two players.
    pub fn set_target_of(&mut self, owner: Owner, edge: EdgeId) {
        self.targets[owner.index()] = Some(edge);
    }

    /// Sets the edges that have just been reversed (deterministic logic).
    pub fn set_last(&mut self, mut edges: Vec<EdgeId>) {
        edges.sort_unstable();
        edges.dedup();
        self.last = edges;
    }

    /// Sets the players of a team game.
    pub fn set_players(&mut self, players: Vec<TeamPlayer>) {
        self.players = players;
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges at a vertex, ascending; a loop once.
    #[must_use]
    pub fn incident(&self, vertex: usize) -> &[EdgeId] {
        &self.incident[vertex]
    }

    /// The target of games of one player and of none.
    #[must_use]
    pub fn target(&self) -> Option<EdgeId> {
        self.target
    }

    /// The target of one of two players.
    #[must_use]
    pub fn target_of(&self, owner: Owner) -> Option<EdgeId> {
        self.targets[owner.index()]
    }

    /// The edges that have just been reversed, ascending.
    #[must_use]
    pub fn last(&self) -> &[EdgeId] {
        &self.last
    }

    /// The players of a team game. Unless the file names some, White and Black are one player each, who
    /// sees everything.
    #[must_use]
    pub fn players(&self) -> Vec<TeamPlayer> {
        if !self.players.is_empty() {
            return self.players.clone();
        }
        [Owner::White, Owner::Black]
            .into_iter()
            .map(|team| TeamPlayer {
                name: team.letter().to_owned(),
                team,
                reverses: (0..self.edges.len())
                    .filter(|&e| self.edges[e].owner == Some(team))
                    .collect(),
                sees: (0..self.edges.len()).collect(),
                target: self.targets[team.index()],
            })
            .collect()
    }

    /// The name of an edge, or its number.
    #[must_use]
    pub fn edge_name(&self, edge: EdgeId) -> String {
        self.edges[edge]
            .name
            .clone()
            .unwrap_or_else(|| edge.to_string())
    }

    /// The edge with this number or name.
    #[must_use]
    pub fn edge_named(&self, word: &str) -> Option<EdgeId> {
        let numbered = word
            .parse::<usize>()
            .ok()
            .filter(|&number| number < self.edges.len() && number.to_string() == word);
        numbered.or_else(|| {
            self.edges
                .iter()
                .position(|edge| edge.name.as_deref() == Some(word))
        })
    }

    /// The configuration of the file: no edge reversed.
    #[must_use]
    pub fn start(&self) -> Configuration {
        Configuration::new(self.edges.len())
    }

    /// Where the edge points to in a configuration.
    #[must_use]
    pub fn head(&self, edge: EdgeId, configuration: &Configuration) -> usize {
        let Edge { tail, head, .. } = self.edges[edge];
        if configuration.is_reversed(edge) {
            tail
        } else {
            head
        }
    }

    /// The sum of the weights of the edges that point to a vertex.
    #[must_use]
    pub fn inflow(&self, vertex: usize, configuration: &Configuration) -> u64 {
        self.incident[vertex]
            .iter()
            .filter(|&&edge| self.head(edge, configuration) == vertex)
            .map(|&edge| u64::from(self.edges[edge].weight))
            .sum()
    }

    /// Does every vertex have its minimum inflow?
    #[must_use]
    pub fn is_legal(&self, configuration: &Configuration) -> bool {
        (0..self.vertices.len())
            .all(|v| self.inflow(v, configuration) >= u64::from(self.vertices[v].minimum))
    }

    /// Is reversing the edge legal, in a legal configuration? Only the vertex that it leaves can suffer.
    #[must_use]
    pub fn can_reverse(&self, edge: EdgeId, configuration: &Configuration) -> bool {
        let Edge {
            tail, head, weight, ..
        } = self.edges[edge];
        if tail == head {
            return true;
        }
        let loser = self.head(edge, configuration);
        self.inflow(loser, configuration)
            >= u64::from(self.vertices[loser].minimum) + u64::from(weight)
    }

    /// An error with the line of a vertex that lacks inflow at the start.
    pub fn require_legal_start(&self) -> Result<(), Error> {
        let start = self.start();
        for (v, vertex) in self.vertices.iter().enumerate() {
            let inflow = self.inflow(v, &start);
            if inflow < u64::from(vertex.minimum) {
                return Err(Error::at(
                    self.lines[v],
                    0,
                    format!(
                        "the start is not legal: the inflow of vertex {} is {inflow}, and it needs {}",
                        vertex.name, vertex.minimum
                    ),
                )
                .help("turn an edge round, or give the vertex another `min`; `--game satisfy` needs no legal start"));
            }
        }
        Ok(())
    }
}
