//! Certificates of labellings: the graph, and a value, a rank and a move for every vertex.
//!
//! The format is the kind `labelling` of `docs/formats.md`. It is written as a stream, so a certificate
//! takes no memory beside the labelling.

use std::{
    fmt::Display,
    io::{self, Write},
};

use super::{AsymmetricEnds, Bilabelling, Ends, Labelling, Mover, Value};
use crate::{
    NamedGraph,
    certificate::{Or, Out},
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
    let mut out = Out(writer);
    let given = ends.given().iter().map(|&(v, value)| (v, vec![value]));
    head(&mut out, graph, "symmetric", &[ends.leaf()], given, text)?;
    let vertices = || graph.graph.vertices();
    values(&mut out, [vertices().map(|v| labels.value(v))])?;
    numbers(&mut out, "ranks", [vertices().map(|v| labels.distance(v))])?;
    let moves = vertices().map(|v| labels.best_move(&graph.graph, v));
    numbers(&mut out, "moves", [moves])?;
    out.tail()
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
    let mut out = Out(writer);
    let given = ends.given().iter().map(|&(v, values)| (v, values.to_vec()));
    head(&mut out, graph, "asymmetric", &ends.leaf(), given, text)?;
    let both = [Mover::Zero, Mover::One];
    let vertices = || graph.graph.vertices();
    let of_mover = |mover| vertices().map(move |v| labels.value(v, mover));
    values(&mut out, both.map(of_mover))?;
    let stamps = |mover| vertices().map(move |v| labels.stamp(v, mover));
    numbers(&mut out, "ranks", both.map(stamps))?;
    let moves = |mover| vertices().map(move |v| labels.best_move(&graph.graph, v, mover));
    numbers(&mut out, "moves", both.map(moves))?;
    out.tail()
}

/// Everything up to the values; the next field can follow.
fn head<V: VertexId>(
    out: &mut Out<impl Write>,
    graph: &NamedGraph<V>,
    game: &str,
    leaf: &[Value],
    given: impl Iterator<Item = (V, Vec<Value>)>,
    text: &str,
) -> io::Result<()> {
    out.head("labelling", text)?;
    let leaf = letters(leaf);
    write!(out.0, ",\n\"game\":\"{game}\",\"leaf\":{leaf},\n\"ends\":")?;
    out.list(given.map(|(v, values)| format!("[{v},{}]", letters(&values))))?;
    writeln!(out.0, ",")?;
    out.graph(&graph.graph, &graph.names)
}

fn values<const N: usize>(
    out: &mut Out<impl Write>,
    movers: [impl Iterator<Item = Value>; N],
) -> io::Result<()> {
    write!(out.0, ",\n\"values\":[")?;
    for (place, values) in movers.into_iter().enumerate() {
        write!(out.0, "{}\"", if place > 0 { "," } else { "" })?;
        for value in values {
            write!(out.0, "{value}")?;
        }
        write!(out.0, "\"")?;
    }
    write!(out.0, "]")
}

fn numbers<const N: usize>(
    out: &mut Out<impl Write>,
    name: &str,
    movers: [impl Iterator<Item = Option<impl Display>>; N],
) -> io::Result<()> {
    write!(out.0, ",\n\"{name}\":[")?;
    for (place, numbers) in movers.into_iter().enumerate() {
        write!(out.0, "{}", if place > 0 { "," } else { "" })?;
        out.list(numbers.map(|number| Or(number, "null")))?;
    }
    write!(out.0, "]")
}

fn letters(values: &[Value]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
    format!("[{}]", quoted.join(","))
}
