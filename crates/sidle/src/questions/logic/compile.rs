//! Puzzles made of constraint graphs.

use super::graph;
use crate::{
    logic::compile::{to_hitori, to_sliding_blocks},
    questions::prelude::*,
};

/// The puzzles that graphs are made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CompiledPuzzle {
    /// Sliding blocks: solvable exactly when the target can be reversed.
    Blocks,
    /// Hitori: solvable exactly when the graph has a legal configuration.
    Hitori,
}

/// Asks for a puzzle with the same answer as a planar graph of AND and OR vertices.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogicCompileQuestion {
    /// The graph, as text or JSON.
    pub graph: Source,
    /// The puzzle to make.
    pub to: CompiledPuzzle,
}

/// A puzzle in its text format.
#[derive(Clone, Debug, Serialize)]
pub struct LogicCompileAnswer {
    /// The file of the puzzle.
    pub puzzle: String,
}

impl Ask for LogicCompileQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LogicCompileAnswer, Error> {
        let graph = graph(&self.graph, workspace, job)?;
        let puzzle = match self.to {
            CompiledPuzzle::Blocks => to_sliding_blocks(&graph),
            CompiledPuzzle::Hitori => to_hitori(&graph),
        };
        job.meter().check()?;
        let puzzle = puzzle.map_err(|error| self.graph.explain(error))?;
        Ok(LogicCompileAnswer { puzzle })
    }
}

impl Report for LogicCompileAnswer {
    fn text(&self, _: Style) -> String {
        self.puzzle.clone()
    }
}
