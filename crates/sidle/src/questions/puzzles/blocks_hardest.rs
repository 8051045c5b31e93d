//! The positions of sliding blocks that are farthest from the goal.

use super::{blocks_solve::options, counted_moves, puzzle};
use crate::{
    logic::blocks::{Component, Metric, component},
    questions::prelude::*,
};

/// Asks for the distances of all positions that can be reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlocksHardestQuestion {
    /// The puzzle.
    pub puzzle: Source,
    /// What counts as one move.
    #[serde(default, with = "crate::wire::name")]
    pub metric: Metric,
    /// Pieces that the goal names are interchangeable with others of their shape.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_shape: bool,
}

/// The positions that can be reached, and the farthest of them.
#[derive(Clone, Debug, Serialize)]
pub struct BlocksHardestAnswer {
    /// The distances.
    #[serde(flatten)]
    pub component: Component,
    #[serde(skip)]
    metric: Metric,
}

impl Ask for BlocksHardestQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<BlocksHardestAnswer, Error> {
        let puzzle = puzzle(&self.puzzle, workspace, job)?;
        let options = options(self.metric, self.by_shape, job);
        let component = component(&puzzle, options, job.meter());
        Ok(BlocksHardestAnswer {
            component: component.map_err(|error| self.puzzle.explain(error))?,
            metric: self.metric,
        })
    }
}

impl Report for BlocksHardestAnswer {
    fn text(&self, _: Style) -> String {
        let all = &self.component;
        let mut lines: Vec<String> = all.stopped.iter().cloned().collect();
        lines.push(format!("states: {}, goals: {}", all.states, all.goals));
        let (farthest, metric) = (counted_moves(all.eccentricity), self.metric);
        lines.push(format!("farthest from the start: {farthest} ({metric})"));
        match (all.start, all.length, &all.board) {
            (Some(start), Some(length), Some(board)) => {
                lines.push(format!("from the start to the goal: {start}"));
                let count = all.farthest;
                lines.push(format!(
                    "farthest from the goal: {length}, such positions: {count}"
                ));
                lines.extend(board.iter().cloned());
            }
            _ if all.stopped.is_none() => lines.push("no goal can be reached".to_owned()),
            _ => {}
        }
        lines.join("\n")
    }
}
