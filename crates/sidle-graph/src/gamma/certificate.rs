//! Certificates of γ and of sums of tokens, the kinds `gamma` and `tokens` of `docs/formats.md`.
//!
//! They are written as streams, so a certificate takes no memory beside γ.

use std::io::{self, Write};

use super::{Gamma, TokenSum};
use crate::{
    Csr, Names,
    certificate::{Or, Out},
    csr::VertexId,
    label::Label,
};

/// Writes the certificate of γ on a digraph. `text` is a comment for people.
///
/// ```
/// use sidle_graph::{Digraph, Names, gamma::{Gamma, write_certificate}};
/// let graph = Digraph::<u32>::from_edges(2, &[(0, 0), (0, 1)])?;
/// let mut bytes = Vec::new();
/// write_certificate(graph.forward(), &Names::numbers(2), &Gamma::of(&graph), "", &mut bytes)?;
/// assert!(sidle_check::check_bytes(&bytes)?.is_valid());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `gamma` belongs to a graph with fewer vertices.
pub fn write_certificate<V: VertexId>(
    graph: &Csr<V>,
    names: &Names,
    gamma: &Gamma<V>,
    text: &str,
    writer: impl Write,
) -> io::Result<()> {
    let mut out = Out(writer);
    out.head("gamma", text)?;
    writeln!(out.0, ",")?;
    out.board(graph, names, gamma)?;
    out.tail()
}

/// Writes the certificate of the value and the outcome of tokens, with a move that keeps the outcome.
/// `names` are those of the digraphs in their order; `text` is a comment for people.
pub fn write_sum_certificate<V: VertexId>(
    sum: &TokenSum<'_, V>,
    names: &[&Names],
    text: &str,
    writer: impl Write,
) -> io::Result<()> {
    let mut out = Out(writer);
    out.head("tokens", text)?;
    write!(out.0, ",\n\"boards\":[")?;
    for (number, ((graph, gamma), names)) in sum.boards().iter().zip(names).enumerate() {
        write!(out.0, "{}{{", if number > 0 { ",\n" } else { "" })?;
        out.board(graph, names, gamma)?;
        write!(out.0, "}}")?;
    }
    write!(out.0, "],\n\"tokens\":")?;
    let tokens = sum.tokens().iter();
    out.list(tokens.map(|token| format!("[{},{}]", token.board, token.vertex)))?;
    writeln!(out.0, ",")?;
    out.value(&sum.value())?;
    let outcome = sum.outcome();
    let chosen = (outcome != Label::P).then(|| sum.best_move()).flatten();
    let chosen = chosen.map(|m| format!("[{},{},{}]", m.board, m.from, m.to));
    write!(
        out.0,
        ",\"outcome\":\"{outcome}\",\"move\":{}",
        Or(chosen, "null")
    )?;
    out.tail()
}
