//! Why a graph file could not be read.

use std::io;

use sidle_core::StopReason;

use crate::GraphError;

/// Why a graph file could not be read: what was wrong, and where. The name of the file is known to the
/// caller, who puts it in front.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file system said no.
    #[error("cannot read the graph: {0}")]
    Io(#[from] io::Error),
    /// A place in a text or JSON file is wrong.
    #[error("line {line}, column {column}: {problem}")]
    Place {
        /// The line, from 1.
        line: u64,
        /// The character within the line, from 1.
        column: usize,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A binary graph is wrong.
    #[error("byte {offset} of the binary graph: {problem}")]
    Binary {
        /// Where in the file, from 0.
        offset: u64,
        /// What is wrong.
        problem: String,
    },
    /// The file has no vertex, and a game needs one.
    #[error("the file names no vertex; write at least one edge `u L v` or one name")]
    Empty,
    /// The numbers in the file make no graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The caller's limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

impl LoadError {
    /// What a JSON parser complains about, in the words of the other readers.
    pub(crate) fn from_json(error: serde_json::Error) -> LoadError {
        if error.is_io() {
            return LoadError::Io(error.into());
        }
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let place = format!(" at line {line} column {column}");
        let problem = text.strip_suffix(&place).unwrap_or(&text);
        LoadError::Place {
            line: line.max(1) as u64,
            column: column.max(1),
            problem: format!("not a graph in JSON: {problem}"),
        }
    }
}
