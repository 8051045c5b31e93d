//! A graph file in memory, with both directions and the names.

use std::{
    borrow::Cow,
    io::{self, Read},
    path::Path,
};

use anyhow::Context;
use sidle::{
    core::Meter,
    graph::{
        Digraph, NamedGraph, Names, Threads,
        io::{FileFormat, LoadError, open, read_binary, read_json, read_text},
    },
};

use crate::progress::run_with_progress;

/// A digraph with the names of its vertices.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) graph: Digraph,
    pub(crate) names: Names,
}

impl Board {
    /// Reads a graph file; `-` is the standard input.
    pub(crate) fn load(path: &Path, meter: &Meter) -> anyhow::Result<Board> {
        run_with_progress(meter, "reading", || {
            let read = if path == Path::new("-") {
                from_stdin(meter)
            } else {
                open(path, meter)
            };
            match read {
                Ok(named) => Ok(Board::from(named)),
                // The binary tells a limit from bad input by the type of the error.
                Err(LoadError::Stopped(reason)) => Err(anyhow::Error::from(reason)),
                Err(error) => Err(anyhow::Error::from(error)),
            }
        })
        .with_context(|| path.display().to_string())
    }

    /// The graph and its names as the library writes them.
    pub(crate) fn to_named(&self) -> NamedGraph {
        NamedGraph {
            graph: self.graph.forward().clone(),
            names: self.names.clone(),
        }
    }

    pub(crate) fn name(&self, vertex: u32) -> Cow<'_, str> {
        self.names.name(vertex as usize)
    }
}

impl From<NamedGraph> for Board {
    fn from(named: NamedGraph) -> Board {
        Board {
            graph: Digraph::new_with(named.graph, Threads::available()),
            names: named.names,
        }
    }
}

fn from_stdin(meter: &Meter) -> Result<NamedGraph, LoadError> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    match FileFormat::of(&bytes) {
        FileFormat::Binary => read_binary(&bytes),
        FileFormat::Json => read_json(&bytes[..], meter),
        FileFormat::Text => read_text(&bytes[..], meter),
    }
}
