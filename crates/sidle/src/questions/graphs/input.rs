//! Graph files as questions carry them, in every form.

use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    path::Path,
};

use crate::{
    core::Meter,
    graph::{
        Board, GraphError, NamedGraph, Threads,
        io::{
            AnyGraph, BINARY_MAGIC, FileFormat, LoadError, open, open_any, read_any, read_json,
            read_text, with_width,
        },
    },
    questions::prelude::*,
};

/// The readers of a graph with ids of some width.
struct Readers<T> {
    /// A file; a binary one stays memory-mapped.
    path: fn(&Path, &Meter) -> Result<T, LoadError>,
    binary: fn(&[u8], &Meter) -> Result<T, LoadError>,
    json: fn(&mut dyn BufRead, &Meter) -> Result<T, LoadError>,
    text: fn(&mut dyn BufRead, &Meter) -> Result<T, LoadError>,
    vertices: fn(&T) -> usize,
}

/// The graph with the ids that its file asks for.
pub(super) fn graph(source: &Source, workspace: &Workspace, job: &Job) -> Result<AnyGraph, Error> {
    let readers = Readers {
        path: open_any,
        binary: read_any,
        json: |reader, meter| read_json(reader, meter).map(AnyGraph::Narrow),
        text: |reader, meter| read_text(reader, meter).map(AnyGraph::Narrow),
        vertices: |graph| match graph {
            AnyGraph::Narrow(named) => named.graph.vertex_count(),
            AnyGraph::Wide(named) => named.graph.vertex_count(),
        },
    };
    readers.read(source, workspace, job)
}

/// The graph with 64-bit ids, whatever its form.
pub(super) fn wide_graph(
    source: &Source,
    workspace: &Workspace,
    job: &Job,
) -> Result<NamedGraph<u64>, Error> {
    fn widened(graph: AnyGraph) -> Result<NamedGraph<u64>, LoadError> {
        match graph {
            AnyGraph::Wide(named) => Ok(named),
            AnyGraph::Narrow(named) => with_width(named).map_err(LoadError::from),
        }
    }
    let readers = Readers {
        path: |path, meter| match open::<u64>(path, meter) {
            // A binary file is read with its own ids only.
            Err(LoadError::Binary { .. }) => open_any(path, meter).and_then(widened),
            read => read,
        },
        binary: |bytes, meter| read_any(bytes, meter).and_then(widened),
        json: |reader, meter| read_json(reader, meter),
        text: |reader, meter| read_text(reader, meter),
        vertices: |named| named.graph.vertex_count(),
    };
    readers.read(source, workspace, job)
}

/// The graph with 32-bit ids. A file with 64-bit ids will do if the graph is small enough.
pub(super) fn narrow(graph: AnyGraph, source: &Source) -> Result<NamedGraph, Error> {
    match graph {
        AnyGraph::Narrow(named) => Ok(named),
        AnyGraph::Wide(named) => with_width(named).map_err(|error| {
            let error = source.refused(error.into(), Meter::none());
            error.with_help("larger graphs can be labelled, reduced to their quotient, and converted to 64-bit ids only")
        }),
    }
}

/// The graph of a source with 32-bit ids.
pub(crate) fn narrow_graph(
    source: &Source,
    workspace: &Workspace,
    job: &Job,
) -> Result<NamedGraph, Error> {
    narrow(graph(source, workspace, job)?, source)
}

/// The graph with 32-bit ids and the rows of both directions.
pub(super) fn board(source: &Source, workspace: &Workspace, job: &Job) -> Result<Board, Error> {
    let graph = narrow(graph(source, workspace, job)?, source)?;
    Ok(Board::new(graph, threads(job)))
}

/// The threads of the job.
pub(super) fn threads(job: &Job) -> Threads {
    Threads::new(job.threads().get())
}

impl<T> Readers<T> {
    fn read(&self, source: &Source, workspace: &Workspace, job: &Job) -> Result<T, Error> {
        let meter = job.meter();
        let before = meter.snapshot().nodes;
        let read = match source {
            Source::Path(path) => (self.path)(&workspace.file(path)?, meter),
            _ => self.read_stream(source.reader(workspace)?, meter),
        };
        let graph = read.map_err(|error| {
            let is_large = matches!(
                error,
                LoadError::Graph(
                    GraphError::TooManyVertices { bits: 32, .. }
                        | GraphError::TooManyEdges { bits: 32, .. }
                )
            );
            let error = source.refused(error, meter);
            match is_large {
                true => error.with_help(
                    "write the graph with 64-bit ids (`sidle graph convert --wide FILE FILE.csr`); such graphs can \
                     be labelled and reduced to their quotient",
                ),
                false => error,
            }
        })?;
        // The vertices are nodes; some readers have counted theirs already.
        let counted = meter.snapshot().nodes.saturating_sub(before);
        let missing = ((self.vertices)(&graph) as u64).saturating_sub(counted);
        meter.ticker().nodes(missing, 0)?;
        Ok(graph)
    }

    /// Text and JSON are read as they come, so that what is too large is refused before the end.
    fn read_stream(&self, mut rest: impl Read, meter: &Meter) -> Result<T, LoadError> {
        let mut bytes = Vec::new();
        while bytes.len() < 1 << 20 && bytes.trim_ascii_start().len() < BINARY_MAGIC.len() {
            if rest.by_ref().take(256).read_to_end(&mut bytes)? == 0 {
                break;
            }
        }
        let format = FileFormat::of(&bytes);
        if format == FileFormat::Binary {
            rest.read_to_end(&mut bytes)?;
            return (self.binary)(&bytes, meter);
        }
        let mut reader =
            BufReader::with_capacity(1 << 16, io::Read::chain(Cursor::new(bytes), rest));
        match format {
            FileFormat::Json => (self.json)(&mut reader, meter),
            _ => (self.text)(&mut reader, meter),
        }
    }
}
