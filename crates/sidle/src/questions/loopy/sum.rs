//! Sums of vertices of a loopy game.

use super::{LoopyValueAnswer, file::GameFile, value::effort};
use crate::{questions::prelude::*, values::loopy::LoopyValue};

/// Asks for the value of a sum of vertices of a loopy game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopySumQuestion {
    /// The graph file.
    pub graph: Source,
    /// The vertices to add.
    pub plus: Vec<String>,
    /// The vertices to subtract.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minus: Vec<String>,
    /// See [`LoopyValueQuestion`](super::LoopyValueQuestion).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unravel: Option<u64>,
    /// Compare the value of each vertex with the graph by an independent path.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
}

impl Ask for LoopySumQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyValueAnswer, Error> {
        let (game, meter) = (GameFile::read(&self.graph, workspace, job)?, job.meter());
        let (loopy, effort) = (game.loopy(), effort(self.unravel));
        let signed = |names: &[String], negative| {
            let found = names
                .iter()
                .map(|name| Ok((game.vertex(Some(name))?, negative)));
            found.collect::<Result<Vec<_>, Error>>()
        };
        let summands = [signed(&self.plus, false)?, signed(&self.minus, true)?].concat();
        let mut total = LoopyValue::from(loopy.store().zero());
        let mut verified = self.verify.then_some(true);
        for (vertex, negative) in summands {
            let mut value = game.value(vertex, effort, meter)?;
            if verified == Some(true) {
                verified = Some(game.agrees(vertex, value, meter)?);
            }
            if negative {
                value = loopy.try_negative_value(value, meter)?;
            }
            total = loopy.try_add(total, value, effort, meter)?;
        }
        let answer = LoopyValueAnswer::of(&game, total, meter)?;
        Ok(LoopyValueAnswer { verified, ..answer })
    }
}
