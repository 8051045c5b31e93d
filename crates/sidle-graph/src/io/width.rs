//! Graphs of either width.

use std::path::Path;

use sidle_core::Meter;

use super::{FileFormat, LoadError, binary, file, json, text};
use crate::{
    Csr, GraphError, NamedGraph,
    csr::{VertexId, check_size},
};

/// A graph with the ids that its file asks for.
#[derive(Clone, Debug)]
pub enum AnyGraph {
    /// 32-bit ids: text, JSON, and binary files of that width.
    Narrow(NamedGraph<u32>),
    /// 64-bit ids: binary files of that width.
    Wide(NamedGraph<u64>),
}

/// Reads a graph file of any form; a binary one with the ids it was written with, the others with 32-bit
/// ids. Otherwise like [`open`](super::open).
pub fn open_any(path: &Path, meter: &Meter) -> Result<AnyGraph, LoadError> {
    match file::binary_width(path)? {
        Some(64) => super::open(path, meter).map(AnyGraph::Wide),
        _ => super::open(path, meter).map(AnyGraph::Narrow),
    }
}

/// The same for a file that is in memory.
pub fn read_any(bytes: &[u8], meter: &Meter) -> Result<AnyGraph, LoadError> {
    match FileFormat::of(bytes) {
        FileFormat::Binary if binary::Layout::read(bytes)?.bits == 64 => {
            binary::read_binary(bytes).map(AnyGraph::Wide)
        }
        FileFormat::Binary => binary::read_binary(bytes).map(AnyGraph::Narrow),
        FileFormat::Json => json::read_json(bytes, meter).map(AnyGraph::Narrow),
        FileFormat::Text => text::read_text(bytes, meter).map(AnyGraph::Narrow),
    }
}

/// The same graph with ids of another width.
///
/// Cost: O(vertices + edges); a copy of the rows.
///
/// ```
/// use sidle_graph::{Csr, NamedGraph, io::with_width};
/// let narrow = NamedGraph::<u32>::unnamed(Csr::from_edges(2, &[(0, 1)])?);
/// let wide = with_width::<u32, u64>(narrow)?;
/// assert_eq!(wide.graph.successors(0), [1u64]);
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
///
/// # Errors
/// If there are more vertices or edges than the ids can name.
pub fn with_width<V: VertexId, W: VertexId>(
    graph: NamedGraph<V>,
) -> Result<NamedGraph<W>, GraphError> {
    let NamedGraph { graph, names } = graph;
    check_size::<W>(graph.vertex_count(), graph.edge_count())?;
    let words = |words: &[V]| {
        words
            .iter()
            .map(|word| W::from_index(word.index()))
            .collect()
    };
    let graph = Csr::from_trusted(words(graph.offsets()), words(graph.targets()));
    Ok(NamedGraph { graph, names })
}
