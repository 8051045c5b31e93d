//! How two vertices of a loopy game compare, on each side and altogether.

use std::sync::Arc;

use super::file::GameFile;
use crate::{
    check::loopy::{Certificate, Rule},
    core::{Meter, Player, Relation},
    graph::bigraph::{
        Bigraph, OrderProof, Side, SideSearch, SurvivalSearch, order_proof, side_matrix,
    },
    questions::prelude::*,
};

/// Asks how two vertices of a loopy game compare.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyCompareQuestion {
    /// The graph file.
    pub graph: Source,
    /// The first vertex.
    pub g: String,
    /// The second vertex.
    pub h: String,
    /// Prove it, for [`certificates`](LoopyCompareAnswer::certificates).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
}

/// How two vertices compare.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyCompareAnswer {
    /// The name of the first.
    pub g: String,
    /// The name of the second.
    pub h: String,
    /// The relation of the games: `<=` where it is on both sides.
    #[serde(serialize_with = "crate::wire::text")]
    pub relation: Relation,
    /// The relation of the onsides.
    #[serde(serialize_with = "crate::wire::text")]
    pub onside: Relation,
    /// The relation of the offsides.
    #[serde(serialize_with = "crate::wire::text")]
    pub offside: Relation,
    #[serde(skip)]
    certificates: Arc<[Certificate]>,
}

/// One direction on one side (or among stoppers), with the graph it is about.
struct Direction {
    graph: Bigraph,
    side: Option<Side>,
    pair: (u32, u32),
    text: String,
    /// The names of the vertices that have one.
    names: Vec<Option<String>>,
}

/// Up to this many pairs of vertices, comparing all of them is faster than following one comparison.
const FEW_PAIRS: usize = 100_000_000;

impl Ask for LoopyCompareQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyCompareAnswer, Error> {
        let (game, meter) = (GameFile::read(&self.graph, workspace, job)?, job.meter());
        let (g, h) = (game.vertex(Some(&self.g))?, game.vertex(Some(&self.h))?);
        let directions = directions(&game, g, h);
        let (mut found, mut certificates) = (Vec::new(), Vec::new());
        if self.certify {
            for direction in directions {
                let (graph, pair) = (&direction.graph, direction.pair);
                let proof = order_proof(graph, pair, direction.side, meter)?;
                found.push(proof.le);
                certificates.push(certificate(direction, &proof));
            }
        } else {
            found = answers(&directions, meter)?;
        }
        let relation = |pair: &[bool]| Relation::from_le_ge(pair[0], pair[1]);
        let onside = relation(&found[..2]);
        let offside = relation(&found[found.len() - 2..]);
        let le = onside.is_le() && offside.is_le();
        let ge = onside.is_ge() && offside.is_ge();
        Ok(LoopyCompareAnswer {
            g: self.g.clone(),
            h: self.h.clone(),
            relation: Relation::from_le_ge(le, ge),
            onside,
            offside,
            certificates: certificates.into(),
        })
    }
}

impl LoopyCompareAnswer {
    /// A certificate has at most so many parts: both directions, on both sides.
    pub const MOST_CERTIFICATES: usize = 4;

    /// A certificate for each direction and side, if the comparison was proved.
    #[must_use]
    pub fn certificates(&self) -> Vec<Blob> {
        let numbers = 0..self.certificates.len();
        let blob = |number: usize| {
            let all = self.certificates.clone();
            Blob::new("application/json", move |out| {
                serde_json::to_writer(&mut *out, &all[number])?;
                out.write_all(b"\n")
            })
        };
        numbers.map(blob).collect()
    }
}

impl Report for LoopyCompareAnswer {
    fn text(&self, _: Style) -> String {
        let LoopyCompareAnswer {
            g,
            h,
            relation,
            onside,
            offside,
            ..
        } = self;
        format!("{g} {relation} {h}  (onside {onside}, offside {offside})")
    }

    /// All certificates, one a line.
    fn certificate(&self) -> Option<Blob> {
        let parts = self.certificates();
        (!parts.is_empty()).then(|| {
            Blob::new("application/json", move |out| {
                parts.iter().try_for_each(|part| part.write(out))
            })
        })
    }
}

/// Two comparisons for stoppers, four for others: both directions, on each side.
fn directions(game: &GameFile, g: u32, h: u32) -> Vec<Direction> {
    let part = |side: Side| {
        let whole = game.expanded(side);
        let kept = whole.reachable(&[g, h]);
        let named = kept
            .iter()
            .map(|&v| game.file.names.get(v as usize).cloned());
        let named: Vec<Option<String>> = named.collect();
        // The starts come first in what can be reached from them.
        (whole.induced(&kept), 0, u32::from(g != h), named)
    };
    let names = [g, h].map(|v| &game.file.names[v as usize]);
    type Part = (Bigraph, u32, u32, Vec<Option<String>>);
    let both = |(graph, g, h, named): Part, side: Option<Side>| {
        let on = side.map_or(String::new(), |side| format!(" on the {}", side.name()));
        let [first, second] = names;
        [(g, h, first, second), (h, g, second, first)].map(|(a, b, first, second)| Direction {
            graph: graph.clone(),
            side,
            pair: (a, b),
            text: format!("{first} <= {second}{on}?"),
            names: named.clone(),
        })
    };
    let onside = part(Side::Onside);
    if game.exits_are_stoppers() && onside.0.is_stopper_graph() {
        return both(onside, None).into();
    }
    let offside = part(Side::Offside);
    let mut all: Vec<Direction> = both(onside, Some(Side::Onside)).into();
    all.extend(both(offside, Some(Side::Offside)));
    all
}

fn answers(directions: &[Direction], meter: &Meter) -> Result<Vec<bool>, StopReason> {
    let mut answers = Vec::new();
    // Both directions of a comparison stand together and share their graph.
    for both in directions.chunks(2) {
        let graph = &both[0].graph;
        let pairs = both.iter().map(|direction| direction.pair);
        match both[0].side {
            None => {
                let mut search = SurvivalSearch::new(graph);
                for (g, h) in pairs {
                    answers.push(search.le(&g, &h, meter)?);
                }
            }
            Some(side) if graph.vertex_count().pow(2) <= FEW_PAIRS => {
                let matrix = side_matrix(graph, graph, side, meter)?;
                answers.extend(pairs.map(|(g, h)| matrix.le(g, h)));
            }
            Some(side) => {
                let mut search = SideSearch::new(graph, side);
                for (g, h) in pairs {
                    answers.push(search.le(&g, &h, meter)?);
                }
            }
        }
    }
    Ok(answers)
}

fn certificate(direction: Direction, proof: &OrderProof) -> Certificate {
    let states = proof.states.iter();
    let states = states
        .map(|&(g, h, mover, number)| [g, h, mover.index() as u32, number])
        .collect();
    let rule = match direction.side {
        None => Rule::Survival,
        Some(Side::Onside) => Rule::Onside,
        Some(Side::Offside) => Rule::Offside,
    };
    let graph = &direction.graph;
    let rows = graph
        .vertices()
        .map(|v| Player::BOTH.map(|player| graph.options(v, player).to_vec()))
        .collect();
    Certificate::of(rows, direction.pair, rule, proof.le, states)
        .with_names(direction.names)
        .with_text(direction.text)
}
