//! Constraint graphs as JSON.

use serde::{Deserialize, Serialize};

use super::{ConstraintGraph, Edge, EdgeId, Owner, TeamPlayer};
use crate::Error;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    edges: Vec<FileEdge>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    minimums: Vec<(String, u32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<EdgeId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_target: Option<EdgeId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_target: Option<EdgeId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    last: Vec<EdgeId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    players: Vec<FilePlayer>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEdge {
    from: String,
    to: String,
    weight: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePlayer {
    name: String,
    team: String,
    reverses: Vec<EdgeId>,
    #[serde(default)]
    sees: Vec<EdgeId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<EdgeId>,
}

fn owner(word: &str, place: &str) -> Result<Owner, Error> {
    Owner::read(word)
        .ok_or_else(|| Error::whole(format!("{place}: \"{word}\" is neither \"W\" nor \"B\"")))
}

pub(super) fn parse(text: &str) -> Result<ConstraintGraph, Error> {
    let file: File = serde_json::from_str(text)
        .map_err(|error| Error::at(error.line(), error.column(), error.to_string()))?;
    let mut graph = ConstraintGraph::new();
    let mut names = std::collections::HashSet::new();
    let mut vertices = std::collections::HashMap::new();
    let mut vertex = |graph: &mut ConstraintGraph, name: &str| {
        *vertices
            .entry(name.to_owned())
            .or_insert_with(|| graph.add_vertex(name, 2))
    };
    for (number, edge) in file.edges.iter().enumerate() {
        let place = format!("edge {number}");
        if !(1..=2).contains(&edge.weight) {
            return Err(Error::whole(format!("{place}: the weight is 1 or 2")));
        }
        let tail = vertex(&mut graph, &edge.from);
        let head = vertex(&mut graph, &edge.to);
        let owner = edge
            .owner
            .as_deref()
            .map(|w| owner(w, &place))
            .transpose()?;
        if let Some(name) = &edge.name
            && !names.insert(name.clone())
        {
            return Err(Error::whole(format!(
                "{place}: the name \"{name}\" is taken"
            )));
        }
        graph.add_edge(Edge {
            tail,
            head,
            weight: edge.weight,
            owner,
            name: edge.name.clone(),
        });
    }
    for (name, least) in &file.minimums {
        if *least > 999_999_999 {
            return Err(Error::whole(format!("the minimum of {name} is too large")));
        }
        let v = vertex(&mut graph, name);
        graph.set_minimum(v, *least);
    }
    let count = graph.edges.len();
    if count == 0 {
        return Err(Error::whole("there are no edges in this file"));
    }
    let known = |edge: EdgeId| {
        (edge < count)
            .then_some(edge)
            .ok_or_else(|| Error::whole(format!("there is no edge {edge}")))
    };
    graph.target = file.target.map(known).transpose()?;
    let targets = [file.white_target, file.black_target];
    for (team, edge) in [Owner::White, Owner::Black].into_iter().zip(targets) {
        let Some(edge) = edge.map(known).transpose()? else {
            continue;
        };
        if graph.edges[edge].owner != Some(team) {
            return Err(Error::whole(format!(
                "the target {edge} is not an edge of its player"
            )));
        }
        graph.set_target_of(team, edge);
    }
    graph.set_last(file.last.into_iter().map(known).collect::<Result<_, _>>()?);
    let list = |edges: Vec<EdgeId>| -> Result<Vec<EdgeId>, Error> {
        let mut edges: Vec<EdgeId> = edges.into_iter().map(known).collect::<Result<_, _>>()?;
        edges.sort_unstable();
        edges.dedup();
        Ok(edges)
    };
    let mut players = Vec::new();
    for player in file.players {
        let place = format!("player {}", player.name);
        let reverses = list(player.reverses)?;
        let sees = list(reverses.iter().copied().chain(player.sees).collect())?;
        let target = player.target.map(known).transpose()?;
        if target.is_some_and(|target| !reverses.contains(&target)) {
            return Err(Error::whole(format!(
                "{place}: he cannot reverse his target"
            )));
        }
        players.push(TeamPlayer {
            team: owner(&player.team, &place)?,
            name: player.name,
            reverses,
            sees,
            target,
        });
    }
    graph.set_players(players);
    Ok(graph)
}

impl ConstraintGraph {
    /// Writes JSON; reading it again gives an equal graph.
    #[must_use]
    pub fn to_json(&self) -> String {
        let letter = |owner: Owner| owner.letter().to_owned();
        let name = |v: usize| self.vertices[v].name.clone();
        let file = File {
            edges: self
                .edges
                .iter()
                .map(|edge| FileEdge {
                    from: name(edge.tail),
                    to: name(edge.head),
                    weight: edge.weight,
                    owner: edge.owner.map(letter),
                    name: edge.name.clone(),
                })
                .collect(),
            minimums: (0..self.vertices.len())
                .filter(|&v| self.vertices[v].minimum != 2 || self.incident[v].is_empty())
                .map(|v| (name(v), self.vertices[v].minimum))
                .collect(),
            target: self.target,
            white_target: self.targets[0],
            black_target: self.targets[1],
            last: self.last.clone(),
            players: self
                .players
                .iter()
                .map(|player| FilePlayer {
                    name: player.name.clone(),
                    team: letter(player.team),
                    reverses: player.reverses.clone(),
                    sees: player.sees.clone(),
                    target: player.target,
                })
                .collect(),
        };
        serde_json::to_string(&file).unwrap_or_default()
    }
}
