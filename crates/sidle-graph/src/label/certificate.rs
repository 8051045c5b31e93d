//! Certificates of labellings: the graph, and a value, a rank and a move for every vertex.
//!
//! The format is the kind `labelling` of `docs/formats.md`. It is written as a stream, so a certificate
//! takes no memory beside the labelling.

use std::{
    fmt,
    io::{self, Write},
};

use serde::{
    Serialize,
    ser::{SerializeMap, Serializer},
};

use super::{AsymmetricEnds, Bilabelling, Ends, Labelling, Mover, Value};
use crate::{
    NamedGraph,
    certificate::{self, Fields, Graph, List},
    csr::VertexId,
};

/// Writes the certificate of a symmetric labelling. `text` is a comment for people.
///
/// `ends` must be what the labelling was computed with.
pub fn write_certificate<V: VertexId>(
    graph: &NamedGraph<V>,
    ends: &Ends<V>,
    labels: &Labelling<V>,
    text: &str,
    writer: impl Write,
) -> io::Result<()> {
    let given = ends.given().iter().map(|&(v, value)| (v, vec![value]));
    let body = Body {
        graph,
        game: "symmetric",
        leaf: vec![ends.leaf()],
        ends: given.collect(),
        movers: &[()],
        value: |v, ()| labels.value(v),
        rank: |v, ()| labels.distance(v),
        best_move: |v, ()| labels.best_move(&graph.graph, v),
    };
    certificate::write(writer, "labelling", text, &body)
}

/// Writes the certificate of an asymmetric bilabelling. `text` is a comment for people.
///
/// `ends` must be what the bilabelling was computed with.
pub fn write_bicertificate<V: VertexId>(
    graph: &NamedGraph<V>,
    ends: &AsymmetricEnds<V>,
    labels: &Bilabelling<V>,
    text: &str,
    writer: impl Write,
) -> io::Result<()> {
    let given = ends.given().iter().map(|&(v, values)| (v, values.to_vec()));
    let body = Body {
        graph,
        game: "asymmetric",
        leaf: ends.leaf().to_vec(),
        ends: given.collect(),
        movers: &[Mover::Zero, Mover::One],
        value: |v, mover| labels.value(v, mover),
        rank: |v, mover| labels.stamp(v, mover),
        best_move: |v, mover| labels.best_move(&graph.graph, v, mover),
    };
    certificate::write(writer, "labelling", text, &body)
}

/// The fields of the kind `labelling`, for one mover or for two.
struct Body<'a, V: VertexId, P, F, R, B> {
    graph: &'a NamedGraph<V>,
    game: &'static str,
    leaf: Vec<Value>,
    ends: Vec<(V, Vec<Value>)>,
    movers: &'a [P],
    value: F,
    rank: R,
    best_move: B,
}

impl<V, P, N, F, R, B> Fields for Body<'_, V, P, F, R, B>
where
    V: VertexId,
    P: Copy,
    N: Serialize,
    F: Fn(V, P) -> Value,
    R: Fn(V, P) -> Option<N>,
    B: Fn(V, P) -> Option<V>,
{
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let Graph(graph, names) = Graph(&self.graph.graph, &self.graph.names);
        let vertices = || graph.vertices();
        fields.serialize_entry("game", self.game)?;
        fields.serialize_entry("leaf", &letters(&self.leaf))?;
        let ends = || {
            self.ends
                .iter()
                .map(|(v, values)| (v.index(), letters(values)))
        };
        fields.serialize_entry("ends", &List(ends))?;
        Graph(graph, names).add_to(fields)?;
        let values = |mover| Letters(move || vertices().map(move |v| (self.value)(v, mover)));
        fields.serialize_entry("values", &each(self.movers, values))?;
        let ranks = |mover| List(move || vertices().map(move |v| (self.rank)(v, mover)));
        fields.serialize_entry("ranks", &each(self.movers, ranks))?;
        let number = |v: V| v.index();
        let moves =
            |mover| List(move || vertices().map(move |v| (self.best_move)(v, mover).map(number)));
        fields.serialize_entry("moves", &each(self.movers, moves))
    }
}

/// One list for each mover.
fn each<P: Copy, T: Serialize>(movers: &[P], list: impl Fn(P) -> T) -> impl Serialize {
    movers.iter().map(|&mover| list(mover)).collect::<Vec<T>>()
}

/// Values as one word of letters.
struct Letters<F>(F);

impl<I: Iterator<Item = Value>, F: Fn() -> I> fmt::Display for Letters<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)().try_for_each(|value| value.fmt(f))
    }
}

impl<I: Iterator<Item = Value>, F: Fn() -> I> Serialize for Letters<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn letters(values: &[Value]) -> Vec<String> {
    values.iter().map(Value::to_string).collect()
}
