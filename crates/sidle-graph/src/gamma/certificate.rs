//! Certificates of γ and of sums of tokens, the kinds `gamma` and `tokens` of `docs/formats.md`.
//!
//! They are written as streams, so a certificate takes no memory beside γ.

use std::io::{self, Write};

use serde::ser::SerializeMap;

use super::{Gamma, TokenSum};
use crate::{
    Csr, Names,
    certificate::{self, Board, Fields, List, Object},
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
    let board = Board {
        graph,
        names,
        gamma,
    };
    certificate::write(writer, "gamma", text, &board)
}

/// Writes the certificate of the value and the outcome of tokens, with a move that keeps the outcome.
/// `names` are those of the digraphs in their order; `text` is a comment for people.
pub fn write_sum_certificate<V: VertexId>(
    sum: &TokenSum<'_, V>,
    names: &[&Names],
    text: &str,
    writer: impl Write,
) -> io::Result<()> {
    certificate::write(writer, "tokens", text, &Sum { sum, names })
}

/// The fields of the kind `tokens`.
struct Sum<'a, 'g, V: VertexId> {
    sum: &'a TokenSum<'g, V>,
    names: &'a [&'a Names],
}

impl<V: VertexId> Fields for Sum<'_, '_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let sum = self.sum;
        let boards = || {
            let boards = sum.boards().iter().zip(self.names);
            boards.map(|((graph, gamma), names)| {
                Object(Board {
                    graph,
                    names,
                    gamma,
                })
            })
        };
        fields.serialize_entry("boards", &List(boards))?;
        let tokens = || {
            let tokens = sum.tokens().iter();
            tokens.map(|token| (token.board, token.vertex.index()))
        };
        fields.serialize_entry("tokens", &List(tokens))?;
        sum.value().add_to(fields)?;
        let outcome = sum.outcome();
        let chosen = (outcome != Label::P).then(|| sum.best_move()).flatten();
        let chosen = chosen.map(|m| (m.board, m.from.index(), m.to.index()));
        fields.serialize_entry("outcome", &outcome.to_string())?;
        fields.serialize_entry("move", &chosen)
    }
}
