//! A graph file in memory, with both directions and the names.

use std::{
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use anyhow::{Context, anyhow};
use sidle::{
    core::{Meter, StopReason},
    graph::{
        Board, GraphError, NamedGraph,
        io::{
            AnyGraph, BINARY_MAGIC, FileFormat, LoadError, open, open_any, read_any, read_json,
            read_text, with_width,
        },
    },
};

use crate::{progress::run_with_progress, standard_input::StandardInput};

/// A board with the ids that its file asks for.
#[derive(Debug)]
pub(crate) enum AnyBoard {
    Narrow(Board<u32>),
    Wide(Board<u64>),
}

impl AnyBoard {
    /// Reads a graph file; `-` is the standard input.
    pub(crate) fn load(path: &Path, meter: &Meter) -> anyhow::Result<AnyBoard> {
        Ok(match load_graph(path, meter)? {
            AnyGraph::Narrow(named) => AnyBoard::Narrow(named.into()),
            AnyGraph::Wide(named) => AnyBoard::Wide(named.into()),
        })
    }
}

/// Reads a graph file for a command that works with 32-bit ids; `-` is the standard input. A file
/// with 64-bit ids will do if the graph is small enough.
pub(crate) fn load_board(path: &Path, meter: &Meter) -> anyhow::Result<Board> {
    narrow(load_graph(path, meter)?)
        .with_context(|| path.display().to_string())
        .map(Board::from)
}

/// The graph with 32-bit ids.
pub(crate) fn narrow(graph: AnyGraph) -> anyhow::Result<NamedGraph> {
    match graph {
        AnyGraph::Narrow(named) => Ok(named),
        AnyGraph::Wide(named) => with_width(named).map_err(|error| {
            anyhow!(
                "{error}; larger graphs are taken by `sidle graph label`, `sidle graph quotient` and \
                 `sidle graph convert --wide` only"
            )
        }),
    }
}

/// Reads a graph file, with the ids it asks for; `-` is the standard input.
pub(crate) fn load_graph(path: &Path, meter: &Meter) -> anyhow::Result<AnyGraph> {
    let before = meter.snapshot().nodes;
    let graph = loading(path, meter, |input| match input {
        Some(input) => match input.format() {
            FileFormat::Binary => read_any(&input.bytes()?, meter),
            FileFormat::Json => read_json(input.reader(), meter).map(AnyGraph::Narrow),
            FileFormat::Text => read_text(input.reader(), meter).map(AnyGraph::Narrow),
        },
        None => open_any(path, meter),
    })?;
    let vertices = match &graph {
        AnyGraph::Narrow(named) => named.graph.vertex_count(),
        AnyGraph::Wide(named) => named.graph.vertex_count(),
    };
    count_vertices(vertices, before, meter)?;
    Ok(graph)
}

/// The vertices of a file are nodes; some readers have counted theirs already.
pub(crate) fn count_vertices(
    vertices: usize,
    before: u64,
    meter: &Meter,
) -> Result<(), StopReason> {
    let counted = meter.snapshot().nodes.saturating_sub(before);
    let missing = (vertices as u64).saturating_sub(counted);
    meter.ticker().nodes(missing, 0)
}

/// Reads a graph file with 64-bit ids, whatever its form; `-` is the standard input.
pub(crate) fn load_wide(path: &Path, meter: &Meter) -> anyhow::Result<NamedGraph<u64>> {
    let widened = |read: AnyGraph| match read {
        AnyGraph::Wide(named) => Ok(named),
        AnyGraph::Narrow(named) => with_width(named).map_err(LoadError::from),
    };
    let before = meter.snapshot().nodes;
    let graph: NamedGraph<u64> = loading(path, meter, |input| match input {
        Some(input) => match input.format() {
            FileFormat::Binary => read_any(&input.bytes()?, meter).and_then(widened),
            FileFormat::Json => read_json(input.reader(), meter),
            FileFormat::Text => read_text(input.reader(), meter),
        },
        None => match open::<u64>(path, meter) {
            // A binary file is read with its own ids only.
            Err(LoadError::Binary { .. }) => open_any(path, meter).and_then(widened),
            read => read,
        },
    })?;
    count_vertices(graph.graph.vertex_count(), before, meter)?;
    Ok(graph)
}

/// A graph on the standard input, of which so much has been read that its form can be told.
struct Begun<'m> {
    beginning: Vec<u8>,
    rest: StandardInput<'m>,
}

impl<'m> Begun<'m> {
    fn new(meter: &'m Meter) -> io::Result<Begun<'m>> {
        let mut begun = Begun {
            beginning: Vec::new(),
            rest: StandardInput::new(meter),
        };
        let bytes = &mut begun.beginning;
        while bytes.len() < 1 << 20 && bytes.trim_ascii_start().len() < BINARY_MAGIC.len() {
            if begun.rest.by_ref().take(256).read_to_end(bytes)? == 0 {
                break;
            }
        }
        Ok(begun)
    }

    fn format(&self) -> FileFormat {
        FileFormat::of(&self.beginning)
    }

    /// Everything, as a stream: what is refused early is not read to the end.
    fn reader(self) -> impl BufRead + 'm {
        BufReader::new(io::Cursor::new(self.beginning).chain(self.rest))
    }

    fn bytes(mut self) -> io::Result<Vec<u8>> {
        self.rest.read_to_end(&mut self.beginning)?;
        Ok(self.beginning)
    }
}

/// Runs a reader, which gets the standard input if the path is `-`.
fn loading<T>(
    path: &Path,
    meter: &Meter,
    read: impl FnOnce(Option<Begun<'_>>) -> Result<T, LoadError>,
) -> anyhow::Result<T> {
    run_with_progress(meter, "reading", || {
        let input = (path == Path::new("-")).then(|| Begun::new(meter));
        let read = input.transpose().map_err(LoadError::from).and_then(read);
        // A stop while the input is awaited looks like any other failure to read it.
        read.map_err(|error| {
            meter
                .check()
                .err()
                .map_or_else(|| explained(error), Into::into)
        })
    })
    .with_context(|| path.display().to_string())
}

fn explained(error: LoadError) -> anyhow::Error {
    match error {
        LoadError::Graph(
            error @ (GraphError::TooManyVertices { bits: 32, .. }
            | GraphError::TooManyEdges { bits: 32, .. }),
        ) => anyhow!(
            "{error}; write it with 64-bit ids by `sidle graph convert --wide FILE FILE.csr`, which \
             `sidle graph label` and `sidle graph quotient` read"
        ),
        error => error.into(),
    }
}
