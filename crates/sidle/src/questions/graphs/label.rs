//! Who wins from each vertex of a digraph.

use std::{
    fmt::{self, Write as _},
    io::{self, Write},
    str::FromStr,
};

use super::{
    VertexRows, input,
    rows::{VertexTable, tone},
};
use crate::{
    draw::{OUTCOMES, Picture, Tone, TooLarge},
    graph::{
        Board, NamedGraph, Names, VertexId,
        io::AnyGraph,
        label::{
            AsymmetricEnds, Bilabelling, Ends, Label, Labelling, Mover, Value,
            label_asymmetric_by_quotient, label_symmetric_by_quotient, try_label_asymmetric,
            try_label_symmetric, write_bicertificate, write_certificate,
        },
    },
    questions::prelude::*,
};

/// Asks who wins from each vertex of a digraph, and how soon.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphLabelQuestion {
    /// The graph.
    pub graph: Source,
    /// The game that is played on it.
    #[serde(default)]
    pub game: GraphGame,
    /// Vertices at which the play ends, whatever options they have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<PlayEnd>,
    /// Label the quotient by bisimulation and carry the labels back: the same answer, faster where many vertices are alike.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quotient: bool,
}

impl GraphLabelQuestion {
    /// The question about the symmetric game.
    pub fn new(graph: impl Into<Source>) -> GraphLabelQuestion {
        GraphLabelQuestion {
            graph: graph.into(),
            game: GraphGame::Symmetric,
            ends: Vec::new(),
            quotient: false,
        }
    }
}

/// A game with one token on a digraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GraphGame {
    /// A player who cannot move loses; an endless play is a draw.
    #[default]
    Symmetric,
    /// Löwe's game: player 0 wins if his move ends the play, a play ended by player 1 is a draw, an endless one is won by
    /// player 1.
    Asymmetric,
    /// A player who cannot move wins; an endless play is a draw.
    Misere,
}

/// A vertex at which the play ends, with the value for the player to move there: `c=D`. The asymmetric game has two
/// values, for player 0 and for player 1 to move: `c=LW`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayEnd {
    /// The name of the vertex.
    pub vertex: String,
    /// The values.
    pub values: Vec<Value>,
}

impl FromStr for PlayEnd {
    type Err = Error;

    fn from_str(text: &str) -> Result<PlayEnd, Error> {
        let value = |letter| match letter {
            'W' => Some(Value::Win),
            'D' => Some(Value::Draw),
            'L' => Some(Value::Loss),
            _ => None,
        };
        let read = text.rsplit_once('=').and_then(|(vertex, letters)| {
            let values: Option<Vec<Value>> = letters.chars().map(value).collect();
            Some((
                vertex.to_owned(),
                values.filter(|values| !values.is_empty())?,
            ))
        });
        let (vertex, values) = read.ok_or_else(|| {
            let message = format!("`{text}`: expected VERTEX=VALUE with a value W, D or L");
            Error::new(ErrorKind::Notation, message)
        })?;
        Ok(PlayEnd { vertex, values })
    }
}

impl fmt::Display for PlayEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.vertex)?;
        self.values
            .iter()
            .try_for_each(|value| write!(f, "{value}"))
    }
}

impl TryFrom<String> for PlayEnd {
    type Error = Error;

    fn try_from(text: String) -> Result<PlayEnd, Error> {
        text.parse()
    }
}

impl From<PlayEnd> for String {
    fn from(end: PlayEnd) -> String {
        end.to_string()
    }
}

impl PlayEnd {
    /// The vertex, and a value for each player who can be to move.
    fn on<V: VertexId, const MOVERS: usize>(
        &self,
        names: &Names,
    ) -> Result<(V, [Value; MOVERS]), Error> {
        let vertex = names.find(&self.vertex).ok_or_else(|| {
            let message = format!(
                "`{self}`: there is no vertex `{}` in the graph",
                self.vertex
            );
            Error::new(ErrorKind::UnknownName, message)
        })?;
        let values = self.values.clone().try_into().map_err(|_| {
            let example = if MOVERS == 1 { "D" } else { "DL" };
            let message = format!(
                "`{self}`: expected {MOVERS} of the letters W, D and L, as in {}={example}",
                self.vertex
            );
            Error::new(ErrorKind::Notation, message)
        })?;
        Ok((V::from_index(vertex), values))
    }
}

/// Who wins from each vertex.
#[derive(Clone, Debug, Serialize)]
pub struct GraphLabelAnswer {
    /// The labels, vertex by vertex.
    pub vertices: VertexRows<LabelRow>,
}

/// Who wins from a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum LabelRow {
    /// In the symmetric game and in misère play.
    Symmetric {
        /// The name of the vertex.
        id: String,
        /// The outcome.
        #[serde(serialize_with = "crate::wire::text")]
        label: Label,
        /// The number of moves to the end when the winner hurries and the loser delays; none for a draw.
        distance: Option<u64>,
    },
    /// In the asymmetric game.
    Asymmetric {
        /// The name of the vertex.
        id: String,
        /// The value for player 0, to move.
        #[serde(serialize_with = "crate::wire::text")]
        l0: Value,
        /// The value for player 1, to move.
        #[serde(serialize_with = "crate::wire::text")]
        l1: Value,
    },
}

impl Ask for GraphLabelQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GraphLabelAnswer, Error> {
        let vertices = match input::graph(&self.graph, workspace, job)? {
            AnyGraph::Narrow(named) => self.labelled(named, job),
            AnyGraph::Wide(named) => self.labelled(named, job),
        };
        Ok(GraphLabelAnswer {
            vertices: vertices?,
        })
    }
}

impl GraphLabelQuestion {
    fn labelled<V: VertexId>(
        &self,
        graph: NamedGraph<V>,
        job: &Job,
    ) -> Result<VertexRows<LabelRow>, Error> {
        let threads = input::threads(job);
        let board = Board::new(graph, threads);
        let source = self.graph.name();
        let symmetric = |mut ends: Ends<V>| {
            for end in &self.ends {
                let (v, [value]) = end.on(&board.names)?;
                ends = ends.with_end(v, value);
            }
            let labelled = match self.quotient {
                true => label_symmetric_by_quotient,
                false => try_label_symmetric,
            };
            let labels = labelled(&board.graph, &ends, threads, job.meter())?;
            Ok::<_, Error>((ends, labels))
        };
        let ends = match self.game {
            GraphGame::Symmetric => Ends::normal(),
            GraphGame::Misere => Ends::misere(),
            GraphGame::Asymmetric => {
                let mut ends = AsymmetricEnds::default();
                for end in &self.ends {
                    let (v, values) = end.on(&board.names)?;
                    ends = ends.with_end(v, values);
                }
                let labelled = match self.quotient {
                    true => label_asymmetric_by_quotient,
                    false => try_label_asymmetric,
                };
                let labels = labelled(&board.graph, &ends, threads, job.meter())?;
                let graph = board.into_named();
                return Ok(VertexRows::new(Asymmetric {
                    graph,
                    ends,
                    labels,
                    source,
                }));
            }
        };
        let (ends, labels) = symmetric(ends)?;
        Ok(VertexRows::new(Symmetric {
            graph: board.into_named(),
            ends,
            labels,
            source,
        }))
    }
}

/// A graph with its labels.
struct Symmetric<V: VertexId> {
    graph: NamedGraph<V>,
    ends: Ends<V>,
    labels: Labelling<V>,
    source: String,
}

/// Appends the name of a vertex, or a dash.
fn name_or_dash<V: VertexId>(graph: &NamedGraph<V>, vertex: Option<V>, to: &mut String) {
    match vertex {
        Some(vertex) => to.push_str(&graph.name(vertex)),
        None => to.push('-'),
    }
}

impl<V: VertexId> VertexTable for Symmetric<V> {
    type Row = LabelRow;

    fn names(&self) -> &Names {
        &self.graph.names
    }

    fn plain_picture(&self) -> Result<Picture, TooLarge> {
        Picture::of(&self.graph.graph, &self.graph.names)
    }

    fn row(&self, vertex: usize) -> LabelRow {
        let v = V::from_index(vertex);
        LabelRow::Symmetric {
            id: self.graph.name(v).into_owned(),
            label: self.labels.label(v),
            distance: self.labels.distance(v),
        }
    }

    fn header(&self) -> &'static [&'static str] {
        &["label", "distance", "move"]
    }

    fn cell(&self, vertex: usize, column: usize, to: &mut String) {
        let v = V::from_index(vertex);
        let _ = match (column, self.labels.distance(v)) {
            (0, _) => write!(to, "{}", self.labels.label(v)),
            (1, Some(moves)) => write!(to, "{moves}"),
            (1, None) => write!(to, "-"),
            _ => {
                let best = self.labels.best_move(&self.graph.graph, v);
                name_or_dash(&self.graph, best, to);
                Ok(())
            }
        };
    }

    fn mark(&self, vertex: usize) -> (String, Tone) {
        let v = V::from_index(vertex);
        let (label, distance) = (self.labels.label(v), self.labels.distance(v));
        let caption = distance.map_or_else(|| "D".to_owned(), |moves| format!("{label} {moves}"));
        (caption, tone(label))
    }

    fn summary(&self) -> String {
        let [lost, won, drawn] = self.labels.counts();
        format!("P {lost}, N {won}, D {drawn}")
    }

    fn legend(&self) -> [&'static str; 3] {
        OUTCOMES
    }

    fn certificate(&self, out: &mut dyn Write) -> io::Result<()> {
        write_certificate(&self.graph, &self.ends, &self.labels, &self.source, out)
    }
}

/// A graph with the labels of the asymmetric game.
struct Asymmetric<V: VertexId> {
    graph: NamedGraph<V>,
    ends: AsymmetricEnds<V>,
    labels: Bilabelling<V>,
    source: String,
}

impl<V: VertexId> VertexTable for Asymmetric<V> {
    type Row = LabelRow;

    fn names(&self) -> &Names {
        &self.graph.names
    }

    fn plain_picture(&self) -> Result<Picture, TooLarge> {
        Picture::of(&self.graph.graph, &self.graph.names)
    }

    fn row(&self, vertex: usize) -> LabelRow {
        let v = V::from_index(vertex);
        LabelRow::Asymmetric {
            id: self.graph.name(v).into_owned(),
            l0: self.labels.value(v, Mover::Zero),
            l1: self.labels.value(v, Mover::One),
        }
    }

    fn header(&self) -> &'static [&'static str] {
        &["l0", "l1", "move0", "move1"]
    }

    fn cell(&self, vertex: usize, column: usize, to: &mut String) {
        let v = V::from_index(vertex);
        let mover = [Mover::Zero, Mover::One][column % 2];
        if column < 2 {
            let _ = write!(to, "{}", self.labels.value(v, mover));
        } else {
            let best = self.labels.best_move(&self.graph.graph, v, mover);
            name_or_dash(&self.graph, best, to);
        }
    }

    fn mark(&self, vertex: usize) -> (String, Tone) {
        let v = V::from_index(vertex);
        let [l0, l1] = [Mover::Zero, Mover::One].map(|mover| self.labels.value(v, mover));
        let tone = match l0 {
            Value::Loss => Tone::Lost,
            Value::Win => Tone::Won,
            Value::Draw => Tone::Drawn,
        };
        (format!("{l0}/{l1}"), tone)
    }

    fn summary(&self) -> String {
        format!("{} vertices", self.graph.graph.vertex_count())
    }

    fn legend(&self) -> [&'static str; 3] {
        [
            "player 0 loses, to move",
            "player 0 wins, to move",
            "a draw with player 0 to move",
        ]
    }

    fn certificate(&self, out: &mut dyn Write) -> io::Result<()> {
        write_bicertificate(&self.graph, &self.ends, &self.labels, &self.source, out)
    }
}

impl Report for GraphLabelAnswer {
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
