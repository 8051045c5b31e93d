//! The sides of the vertices of a loopy game.

use super::{LoopyValueAnswer, file::GameFile, value::effort};
use crate::questions::prelude::*;

/// Asks for the sides of every vertex of a loopy game, or of one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopySidesQuestion {
    /// The graph file.
    pub graph: Source,
    /// One vertex instead of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// See [`LoopyValueQuestion`](super::LoopyValueQuestion).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unravel: Option<u64>,
    /// Compare the values with the graph by an independent path.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
}

/// The values of the vertices. Each is also reported as a row as soon as it is known.
#[derive(Clone, Debug, Serialize)]
pub struct LoopySidesAnswer {
    /// The values, in the order of the file.
    pub vertices: Vec<LoopyValueAnswer>,
}

impl Ask for LoopySidesQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopySidesAnswer, Error> {
        let (game, meter) = (GameFile::read(&self.graph, workspace, job)?, job.meter());
        let effort = effort(self.unravel);
        let chosen: Vec<_> = match &self.vertex {
            Some(name) => {
                let vertex = game.vertex(Some(name))?;
                vec![(vertex, game.value(vertex, effort, meter)?)]
            }
            None => (0..).zip(game.values(effort, meter)?).collect(),
        };
        let vertices = chosen.into_iter().map(|(vertex, value)| {
            let mut answer = LoopyValueAnswer::of(&game, value, meter)?;
            answer.vertex = Some(game.name(vertex).to_owned());
            if self.verify {
                answer.verified = Some(game.agrees(vertex, value, meter)?);
            }
            job.row(&answer);
            Ok(answer)
        });
        Ok(LoopySidesAnswer {
            vertices: vertices.collect::<Result<_, Error>>()?,
        })
    }
}

impl LoopySidesAnswer {
    /// Whether all values agree with the graph, if that was verified.
    #[must_use]
    pub fn verified(&self) -> Option<bool> {
        let verified = self.vertices.iter().map(|answer| answer.verified);
        verified.reduce(|all, one| Some(all? && one?)).flatten()
    }
}

impl Report for LoopySidesAnswer {
    fn text(&self, style: Style) -> String {
        let lines = self.vertices.iter().map(|answer| answer.text(style));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn table(&self) -> Option<Table> {
        let mut table = Table::new(["vertex", "kind", "onside", "offside", "outcome"]);
        for answer in &self.vertices {
            table.push([
                answer.vertex.clone().unwrap_or_default(),
                answer.kind.to_owned(),
                answer.onside.to_string(),
                answer.offside.to_string(),
                answer.outcome.to_string(),
            ]);
        }
        Some(table)
    }
}
