//! Certificates as streams of JSON: what all kinds about digraphs share.
//!
//! Lists are serialised item by item as they are computed, so a certificate takes no memory beside what it
//! certifies.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::{
    Csr, Names,
    csr::VertexId,
    gamma::{Gamma, LoopyNimber},
};

/// Writes a certificate: the fields that every one begins with, and those that `body` adds.
pub(crate) fn write<W: Write>(
    writer: W,
    kind: &str,
    text: &str,
    body: &impl Fields,
) -> io::Result<()> {
    let mut json = serde_json::Serializer::new(writer);
    let mut fields = json.serialize_map(None)?;
    fields.serialize_entry("format", "sidle-certificate")?;
    fields.serialize_entry("version", &1)?;
    fields.serialize_entry("kind", kind)?;
    fields.serialize_entry("text", text)?;
    body.add_to(&mut fields)?;
    fields.end()?;
    let mut writer = json.into_inner();
    writer.write_all(b"\n")?;
    writer.flush()
}

/// Some fields of an object.
pub(crate) trait Fields {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error>;
}

/// An object with these fields.
pub(crate) struct Object<F>(pub(crate) F);

impl<F: Fields> Serialize for Object<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        self.0.add_to(&mut fields)?;
        fields.end()
    }
}

/// A list whose items are made one after the other.
pub(crate) struct List<F>(pub(crate) F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Vertices by their numbers.
pub(crate) fn numbers<V: VertexId>(vertices: &[V]) -> impl Serialize {
    List(|| vertices.iter().map(|v| v.index()))
}

/// The fields `vertices` and `options`.
pub(crate) struct Graph<'a, V: VertexId>(pub(crate) &'a Csr<V>, pub(crate) &'a Names);

impl<V: VertexId> Fields for Graph<'_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let Graph(graph, names) = self;
        fields.serialize_entry("vertices", &List(|| names.iter()))?;
        let rows = || graph.vertices().map(|v| numbers(graph.successors(v)));
        fields.serialize_entry("options", &List(rows))
    }
}

/// The fields `gamma` and `counters`, from values and counters where γ is finite.
pub(crate) struct Measures<F>(pub(crate) F);

impl<I: Iterator<Item = Option<(u32, u64)>>, F: Fn() -> I> Fields for Measures<F> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let values =
            || (self.0)().map(|measure| OrInfinite::new(measure.map(|(value, _)| value.into())));
        fields.serialize_entry("gamma", &List(values))?;
        let counters = || (self.0)().map(|measure| measure.map(|(_, counter)| counter));
        fields.serialize_entry("counters", &List(counters))
    }
}

/// A digraph with its γ: `vertices`, `options`, `gamma`, `counters`.
pub(crate) struct Board<'a, V: VertexId> {
    pub(crate) graph: &'a Csr<V>,
    pub(crate) names: &'a Names,
    pub(crate) gamma: &'a Gamma<V>,
}

impl<V: VertexId> Fields for Board<'_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        Graph(self.graph, self.names).add_to(fields)?;
        let measures = || {
            let vertices = self.graph.vertices();
            vertices.map(|v| self.gamma.finite(v).zip(self.gamma.counter(v)))
        };
        Measures(measures).add_to(fields)
    }
}

/// A value of γ: a number, or `"inf"`.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum OrInfinite {
    Finite(u64),
    Infinite(&'static str),
}

impl OrInfinite {
    fn new(finite: Option<u64>) -> OrInfinite {
        finite.map_or(OrInfinite::Infinite("inf"), OrInfinite::Finite)
    }
}

/// The fields `value` and `finite_options`.
impl Fields for LoopyNimber {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let (finite, set) = match self {
            LoopyNimber::Finite(value) => (Some(*value), &[][..]),
            LoopyNimber::Infinite(set) => (None, set.as_slice()),
        };
        fields.serialize_entry("value", &OrInfinite::new(finite))?;
        fields.serialize_entry("finite_options", set)
    }
}
