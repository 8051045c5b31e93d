//! Certificates of labellings: the graph, and a value, a rank and a move for every vertex.
//!
//! The format is the kind `labelling` of `docs/formats.md`. It is written as a stream, so a certificate
//! takes no memory beside the labelling.

use std::{
    fmt::Display,
    io::{self, Write},
};

use super::{AsymmetricEnds, Bilabelling, Ends, Labelling, Mover, Value};
use crate::{NamedGraph, csr::VertexId};

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
    out.head(graph, "symmetric", &[ends.leaf()], given, text)?;
    let vertices = || graph.graph.vertices();
    out.values([vertices().map(|v| labels.value(v))])?;
    out.numbers("ranks", [vertices().map(|v| labels.distance(v))])?;
    out.numbers(
        "moves",
        [vertices().map(|v| labels.best_move(&graph.graph, v))],
    )?;
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
    out.head(graph, "asymmetric", &ends.leaf(), given, text)?;
    let both = [Mover::Zero, Mover::One];
    let vertices = || graph.graph.vertices();
    out.values(both.map(|mover| vertices().map(move |v| labels.value(v, mover))))?;
    out.numbers(
        "ranks",
        both.map(|mover| vertices().map(move |v| labels.stamp(v, mover))),
    )?;
    let moves = |mover| vertices().map(move |v| labels.best_move(&graph.graph, v, mover));
    out.numbers("moves", both.map(moves))?;
    out.tail()
}

struct Out<W>(W);

impl<W: Write> Out<W> {
    /// Everything up to the values; the next field can follow.
    fn head<V: VertexId>(
        &mut self,
        graph: &NamedGraph<V>,
        game: &str,
        leaf: &[Value],
        given: impl Iterator<Item = (V, Vec<Value>)>,
        text: &str,
    ) -> io::Result<()> {
        write!(
            self.0,
            "{{\"format\":\"sidle-certificate\",\"version\":1,\"kind\":\"labelling\",\"text\":"
        )?;
        serde_json::to_writer(&mut self.0, text)?;
        write!(self.0, ",\n\"game\":\"{game}\",\"leaf\":{}", letters(leaf))?;
        self.list(
            "ends",
            given.map(|(v, values)| format!("[{v},{}]", letters(&values))),
        )?;
        self.list("vertices", graph.names.iter().map(serde_json::Value::from))?;
        let row = |v| {
            let options: Vec<String> = graph.graph.successors(v).iter().map(V::to_string).collect();
            format!("[{}]", options.join(","))
        };
        self.list("options", graph.graph.vertices().map(row))
    }

    fn list(&mut self, name: &str, items: impl Iterator<Item = impl Display>) -> io::Result<()> {
        write!(self.0, ",\n\"{name}\":[")?;
        self.items(items)?;
        write!(self.0, "]")
    }

    fn items(&mut self, items: impl Iterator<Item = impl Display>) -> io::Result<()> {
        for (place, item) in items.enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(self.0, "{comma}{item}")?;
        }
        Ok(())
    }

    fn values<const N: usize>(
        &mut self,
        movers: [impl Iterator<Item = Value>; N],
    ) -> io::Result<()> {
        write!(self.0, ",\n\"values\":[")?;
        for (place, values) in movers.into_iter().enumerate() {
            write!(self.0, "{}\"", if place > 0 { "," } else { "" })?;
            for value in values {
                write!(self.0, "{value}")?;
            }
            write!(self.0, "\"")?;
        }
        write!(self.0, "]")
    }

    fn numbers<const N: usize>(
        &mut self,
        name: &str,
        movers: [impl Iterator<Item = Option<impl Display>>; N],
    ) -> io::Result<()> {
        write!(self.0, ",\n\"{name}\":[")?;
        for (place, numbers) in movers.into_iter().enumerate() {
            write!(self.0, "{}[", if place > 0 { "," } else { "" })?;
            self.items(numbers.map(|number| match number {
                Some(number) => number.to_string(),
                None => "null".to_owned(),
            }))?;
            write!(self.0, "]")?;
        }
        write!(self.0, "]")
    }

    fn tail(&mut self) -> io::Result<()> {
        self.0.write_all(b"}\n")?;
        self.0.flush()
    }
}

fn letters(values: &[Value]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
    format!("[{}]", quoted.join(","))
}
