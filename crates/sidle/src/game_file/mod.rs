//! Game files: bigraphs whose exits are values in notation, and the questions that are asked of them.
//!
//! ```
//! use sidle::{core::Meter, game_file::{Asked, GameFile}};
//! let meter = Meter::unlimited();
//! let game = GameFile::read(&b"a L \"0\"\na R a\n"[..], &meter)?;
//! let start = game.vertex(None)?;
//! let answer = game.value(start, Asked::default(), &meter)?;
//! assert_eq!((&answer.value[..], answer.kind), ("over", "stopper"));
//! # Ok::<(), sidle::game_file::GameFileError>(())
//! ```

mod agreement;
mod canonical;
mod compare;
mod value;

use std::io::BufRead;

pub use self::{
    agreement::Difference,
    canonical::{CanonicalGraph, CanonicalTarget},
    compare::{Comparison, SideOrders},
    value::{Asked, ValueAnswer},
};
use crate::{
    core::{Meter, StopReason},
    draw::{Picture, Stroke, TooLarge},
    graph::{
        bigraph::{Bigraph, BigraphFile, Side, read_bigraph},
        io::LoadError,
    },
    lang::{Diagnostic, Session},
    values::{
        loopy::{Effort, Loopy, LoopyGraph, LoopyValue, SideForm},
        notation::{Style, TextError},
    },
};

/// Why a game file gives no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFileError {
    /// The file is not a bigraph.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// A value in the file cannot be evaluated.
    #[error("{place}the value \"{text}\": {}", source.render(text))]
    Exit {
        /// `line 3: `, or nothing in JSON files.
        place: String,
        /// The value as it is written.
        text: String,
        /// What is wrong with it.
        source: Diagnostic,
    },
    /// There is no such vertex.
    #[error("the graph has no vertex `{0}`")]
    NoVertex(String),
    /// A value that cannot be written.
    #[error("{0}")]
    Notation(#[from] TextError),
    /// The graph is too large to be drawn.
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    /// A limit was met.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// A graph file whose exits have been evaluated.
#[derive(Debug)]
pub struct GameFile {
    session: Session,
    file: BigraphFile,
    graph: LoopyGraph,
}

impl GameFile {
    /// Reads a bigraph, as text or JSON, and evaluates the values in quotes.
    pub fn read(input: impl BufRead, meter: &Meter) -> Result<GameFile, GameFileError> {
        let before = meter.snapshot().nodes;
        let file = read_bigraph(input, meter)?;
        let counted = meter.snapshot().nodes.saturating_sub(before);
        let missing = (file.graph.vertex_count() as u64).saturating_sub(counted);
        meter.ticker().nodes(missing, 0)?;
        let mut session = Session::new();
        let mut graph = LoopyGraph::new(file.graph.clone());
        for (vertex, exit) in (file.names.len() as u32..).zip(&file.exits) {
            let value = session
                .loopy(&exit.text, meter)
                .map_err(|source| GameFileError::Exit {
                    place: match exit.line {
                        0 => String::new(),
                        line => format!("line {line}: "),
                    },
                    text: exit.text.clone(),
                    source,
                })?;
            graph = graph.with_exit(vertex, value);
        }
        Ok(GameFile {
            session,
            file,
            graph,
        })
    }

    /// The file as it was read.
    #[must_use]
    pub fn file(&self) -> &BigraphFile {
        &self.file
    }

    /// The graph with the values of its exits. The named vertices come first.
    #[must_use]
    pub fn graph(&self) -> &LoopyGraph {
        &self.graph
    }

    /// The session that evaluated the exits; its store holds all values.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The loopy values of the store.
    #[must_use]
    pub fn loopy(&self) -> Loopy<'_> {
        self.session.store().loopy()
    }

    /// The vertex of that name, or the start.
    pub fn vertex(&self, name: Option<&str>) -> Result<u32, GameFileError> {
        let Some(name) = name else {
            return Ok(self.file.start);
        };
        let found = self.file.vertex(name);
        found.ok_or_else(|| GameFileError::NoVertex(name.to_owned()))
    }

    /// The text of a value.
    pub fn text(&self, value: LoopyValue, meter: &Meter) -> Result<String, GameFileError> {
        Ok(self.session.store().text(value, Style::Plain, meter)?)
    }

    /// The text of one side.
    pub fn side_text(&self, side: SideForm, meter: &Meter) -> Result<String, GameFileError> {
        Ok(self.session.store().text(side, Style::Plain, meter)?)
    }

    /// The graph with its exits written out. The named vertices keep their numbers.
    #[must_use]
    pub fn expanded(&self, side: Side) -> Bigraph {
        self.loopy().expanded_graph(&self.graph, side)
    }

    /// Are all exits stoppers, so that both sides of the exits are one graph?
    #[must_use]
    pub fn exits_are_stoppers(&self) -> bool {
        let exits = self.file.names.len() as u32..self.graph.graph().vertex_count() as u32;
        exits
            .filter_map(|v| self.graph.exit(v))
            .all(|value| value.stopper().is_some())
    }

    /// The drawing of the graph, Left's moves blue and Right's red, the start with a second ring and the sets
    /// of moves beside their edges, with the value of each vertex below its name if that is wanted.
    pub fn picture(&self, values: bool, meter: &Meter) -> Result<Picture, GameFileError> {
        let graph = self.graph.graph();
        let mut picture = Picture::sized(graph.vertex_count(), graph.edge_count())?;
        let named = if values {
            self.loopy()
                .try_graph_values(&self.graph, Effort::default(), meter)?
        } else {
            Vec::new()
        };
        for (number, name) in self.file.names.iter().enumerate() {
            let caption = match named.get(number) {
                Some(&value) => self.text(value, meter)?,
                None => String::new(),
            };
            picture.add(name.clone(), caption);
        }
        for exit in &self.file.exits {
            picture.add("", exit.text.clone());
        }
        for (from, player, to) in graph.edges() {
            picture.connect(from as usize, to as usize, Stroke::of(player));
        }
        picture.begin_at(self.file.start);
        for set in &self.file.sets {
            for &(from, player, to) in &set.edges {
                picture.label(from, to, Stroke::of(player), &format!("@{}", set.name));
            }
        }
        Ok(picture)
    }
}
