//! Canonical forms as graph files.

use std::{
    collections::HashMap,
    fmt::{self, Display},
};

use serde::Serialize;

use super::{Asked, GameFile, GameFileError};
use crate::{
    core::{Meter, Player},
    graph::bigraph::Side,
    values::loopy::{SideForm, Stopper},
};

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
    pub text: String,
}

/// Where an edge of a canonical form leads.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum CanonicalTarget {
    /// To another vertex.
    Vertex(String),
    /// To a short game.
    Exit {
        /// The game in notation.
        value: String,
    },
}

impl Display for CanonicalGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = if self.stopper {
            ""
        } else {
            " (not known to be a stopper)"
        };
        writeln!(f, "# {}: {}{note}", self.side, self.text)?;
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

impl GameFile {
    /// The canonical form of a vertex on one side; without a side, that of a stopper, or of both sides.
    pub fn canonical(
        &self,
        vertex: u32,
        side: Option<Side>,
        asked: Asked,
        meter: &Meter,
    ) -> Result<Vec<CanonicalGraph>, GameFileError> {
        let value = self.loopy_value(vertex, asked, meter)?;
        let sides: Vec<(&'static str, SideForm)> = match (side, value.stopper()) {
            (None, Some(stopper)) => vec![("both", stopper.into())],
            (None, None) => Side::BOTH
                .map(|side| (side.name(), value.side(side)))
                .to_vec(),
            (Some(side), _) => vec![(side.name(), value.side(side))],
        };
        let graphs = sides
            .into_iter()
            .map(|(name, form)| self.canonical_graph(name, form, meter));
        graphs.collect()
    }

    fn canonical_graph(
        &self,
        side: &'static str,
        form: SideForm,
        meter: &Meter,
    ) -> Result<CanonicalGraph, GameFileError> {
        let loopy = self.loopy();
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
                            value: self.side_text(option, meter)?,
                        },
                    };
                    edges.push((format!("v{from}"), colour, to));
                }
            }
        }
        Ok(CanonicalGraph {
            side,
            stopper: form.stopper().is_some(),
            edges,
            start: "v0".to_owned(),
            text: self.side_text(form, meter)?,
        })
    }
}
