//! Canonical forms of loopy games, as graph files.

use std::{
    collections::HashMap,
    fmt::{self, Display},
};

use super::{file::GameFile, value::effort};
use crate::{
    SideValue,
    core::Player,
    graph::bigraph::Side,
    questions::prelude::*,
    values::loopy::{SideForm, Stopper},
};

/// Asks for the canonical form of a vertex of a loopy game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyCanonicalQuestion {
    /// The graph file.
    pub graph: Source,
    /// The vertex; where the game starts if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// Which side; if it is missing, that of a stopper, or both of another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// See [`LoopyValueQuestion`](super::LoopyValueQuestion).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unravel: Option<u64>,
    /// Compare the value with the graph by an independent path.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
}

/// A side of a loopy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideName {
    /// Infinite play is a win for Left.
    Onside,
    /// Infinite play is a win for Right.
    Offside,
}

impl From<Side> for SideName {
    fn from(side: Side) -> SideName {
        match side {
            Side::Onside => SideName::Onside,
            Side::Offside => SideName::Offside,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Side {
        match side {
            SideName::Onside => Side::Onside,
            SideName::Offside => Side::Offside,
        }
    }
}

impl SideName {
    /// `onside` or `offside`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Side::from(self).name()
    }
}

/// The canonical forms of a vertex.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyCanonicalAnswer {
    /// One form, or that of each side.
    pub graphs: Vec<CanonicalGraph>,
    /// Whether the value agrees with the graph, if that was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
}

/// A canonical form as a graph: its vertices are called v0, v1, …, and short games below it are exits.
///
/// `Display` writes a text bigraph, and serialising it gives a JSON bigraph.
#[derive(Clone, Debug, Serialize)]
pub struct CanonicalGraph {
    /// `onside`, `offside`, or `both` for a stopper.
    pub side: &'static str,
    /// Is the form known to be a stopper?
    pub stopper: bool,
    /// Source, colour, target.
    pub edges: Vec<(String, &'static str, CanonicalTarget)>,
    /// The vertex that has the value.
    pub start: String,
    /// The form in notation.
    #[serde(skip)]
    pub form: SideValue,
}

/// Where an edge of a canonical form leads.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum CanonicalTarget {
    /// To another vertex.
    Vertex(String),
    /// To a short game.
    Exit {
        /// The game.
        value: SideValue,
    },
}

impl Display for CanonicalGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = if self.stopper {
            ""
        } else {
            " (not known to be a stopper)"
        };
        writeln!(f, "# {}: {}{note}", self.side, self.form)?;
        write!(f, "start {}", self.start)?;
        for (from, colour, to) in &self.edges {
            match to {
                CanonicalTarget::Vertex(to) => write!(f, "\n{from} {colour} {to}")?,
                CanonicalTarget::Exit { value } => write!(f, "\n{from} {colour} \"{value}\"")?,
            }
        }
        if self.edges.is_empty() {
            write!(f, "\n{}", self.start)?;
        }
        Ok(())
    }
}

impl Ask for LoopyCanonicalQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyCanonicalAnswer, Error> {
        let (game, meter) = (GameFile::read(&self.graph, workspace, job)?, job.meter());
        let vertex = game.vertex(self.vertex.as_deref())?;
        let value = game.value(vertex, effort(self.unravel), meter)?;
        let side = self.side.map(Side::from);
        let sides: Vec<(&'static str, SideForm)> = match (side, value.stopper()) {
            (None, Some(stopper)) => vec![("both", stopper.into())],
            (None, None) => Side::BOTH
                .map(|side| (side.name(), value.side(side)))
                .to_vec(),
            (Some(side), _) => vec![(side.name(), value.side(side))],
        };
        let graphs = sides
            .into_iter()
            .map(|(name, form)| CanonicalGraph::of(&game, name, form));
        let verified = self.verify.then(|| game.agrees(vertex, value, meter));
        Ok(LoopyCanonicalAnswer {
            graphs: graphs.collect(),
            verified: verified.transpose()?,
        })
    }
}

impl CanonicalGraph {
    fn of(game: &GameFile, side: &'static str, form: SideForm) -> CanonicalGraph {
        let loopy = game.loopy();
        let followers = loopy.side_followers(form);
        let mut numbers: HashMap<SideForm, usize> = HashMap::new();
        for &follower in &followers {
            let short = matches!(follower, SideForm::Stopper(Stopper::Short(_)));
            if !short || follower == form {
                let next = numbers.len();
                numbers.insert(follower, next);
            }
        }
        let mut edges = Vec::new();
        for &follower in &followers {
            let Some(&from) = numbers.get(&follower) else {
                continue;
            };
            for (player, colour) in [(Player::Left, "L"), (Player::Right, "R")] {
                for option in loopy.side_options(follower, player) {
                    let to = match numbers.get(&option) {
                        Some(to) => CanonicalTarget::Vertex(format!("v{to}")),
                        None => CanonicalTarget::Exit {
                            value: game.held_side(option),
                        },
                    };
                    edges.push((format!("v{from}"), colour, to));
                }
            }
        }
        CanonicalGraph {
            side,
            stopper: form.stopper().is_some(),
            edges,
            start: "v0".to_owned(),
            form: game.held_side(form),
        }
    }
}

impl Report for LoopyCanonicalAnswer {
    fn text(&self, _: Style) -> String {
        let graphs = self.graphs.iter().map(ToString::to_string);
        let differs = self.verified == Some(false);
        let note = differs.then(|| "# DIFFERS FROM THE GRAPH".to_owned());
        graphs.chain(note).collect::<Vec<_>>().join("\n")
    }
}
