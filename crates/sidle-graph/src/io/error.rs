//! Why a graph file could not be read.

use std::io;

use sidle_core::StopReason;

use crate::GraphError;

/// Why a graph file could not be read: what was wrong, and where.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file system said no.
    #[error("cannot read the graph: {0}")]
    Io(#[from] io::Error),
    /// A line of a text digraph is wrong.
    #[error("line {line}, byte {column}: {problem}")]
    Text {
        /// The line, from 1.
        line: u64,
        /// The byte within the line, from 1.
        column: usize,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A JSON graph is wrong; the message ends with line and column.
    #[error("not a graph in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A binary graph is wrong.
    #[error("byte {offset} of the binary graph: {problem}")]
    Binary {
        /// Where in the file, from 0.
        offset: u64,
        /// What is wrong.
        problem: String,
    },
    /// The numbers in the file make no graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The caller's limit was reached.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}
