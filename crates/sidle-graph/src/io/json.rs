//! Graphs in JSON: `{"vertices": ["a", "b"], "edges": [["a", "b"]]}`.

use std::{
    fmt,
    io::{self, Read, Write},
};

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use sidle_core::Meter;

use super::LoadError;
use crate::csr::{Csr, NamedGraph, Names, VertexId, check_size};

/// Reads a graph in JSON. `vertices` is a list of names or a number *n* (the vertices 0 … *n*−1);
/// `edges` a list of pairs. A name is a string or a non-negative integer (7 and "7" are the same
/// vertex). With `vertices` present, an edge to a vertex that is not in it is an error; without,
/// edges declare their ends. Other keys are passed over.
///
/// Cost: O(bytes); edges are not kept as JSON values.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::io::read_json;
/// let meter = Meter::unlimited();
/// let read = read_json::<u32>(&br#"{"vertices": 3, "edges": [[0, 1], ["1", 2]]}"#[..], &meter)?;
/// assert_eq!(read.graph.edge_count(), 2);
/// assert!(read_json::<u32>(&br#"{"vertices": 3, "edges": [[0, 3]]}"#[..], &meter).is_err());
/// # Ok::<(), sidle_graph::io::LoadError>(())
/// ```
pub fn read_json<V: VertexId>(
    reader: impl Read,
    meter: &Meter,
) -> Result<NamedGraph<V>, LoadError> {
    let mut draft = Draft::<V>::new();
    let mut json = serde_json::Deserializer::from_reader(Counted { reader, meter });
    json.deserialize_map(GraphVisitor(&mut draft))?;
    json.end()?;
    meter.check()?;
    draft.finish()
}

/// Writes a graph in JSON that [`read_json`] reads back as the same graph.
pub fn write_json<V: VertexId>(graph: &NamedGraph<V>, mut writer: impl Write) -> io::Result<()> {
    writer.write_all(b"{\"vertices\":[")?;
    for (index, name) in graph.names.iter().enumerate() {
        if index > 0 {
            writer.write_all(b",")?;
        }
        serde_json::to_writer(&mut writer, &name)?;
    }
    writer.write_all(b"],\"edges\":[")?;
    for (index, (from, to)) in graph.graph.edges().enumerate() {
        writer.write_all(if index > 0 { b",\n" } else { b"\n" })?;
        serde_json::to_writer(&mut writer, &(graph.name(from), graph.name(to)))?;
    }
    writer.write_all(b"]}\n")?;
    writer.flush()
}

/// Counts bytes for the progress bar and stops when the meter does.
struct Counted<'m, R> {
    reader: R,
    meter: &'m Meter,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.reader.read(buffer)?;
        self.meter.advance(size as u64);
        Ok(size)
    }
}

/// What has been read so far.
struct Draft<V> {
    names: Names,
    /// Which names the key `vertices` gave; edges may come before it.
    declared: Option<usize>,
    undeclared: Option<(usize, String)>,
    edges: Vec<(V, V)>,
    seen_edges: bool,
}

impl<V: VertexId> Draft<V> {
    fn new() -> Draft<V> {
        Draft {
            names: Names::new(),
            declared: None,
            undeclared: None,
            edges: Vec::new(),
            seen_edges: false,
        }
    }

    fn vertex<E: de::Error>(&mut self, name: &str) -> Result<V, E> {
        let index = self.names.intern(name);
        check_size::<V>(index + 1, 0).map_err(E::custom)?;
        Ok(V::from_index(index))
    }

    /// An end of an edge: must be declared if the declarations came first.
    fn end<E: de::Error>(&mut self, name: &str) -> Result<V, E> {
        if self.declared.is_some() && self.names.find(name).is_none() {
            let edge = self.edges.len();
            return Err(E::custom(missing(edge, name)));
        }
        self.vertex(name)
    }

    fn finish(self) -> Result<NamedGraph<V>, LoadError> {
        if let Some((edge, name)) = &self.undeclared {
            return Err(LoadError::Json(de::Error::custom(missing(*edge, name))));
        }
        let graph = Csr::from_edges(self.names.len(), &self.edges)?;
        Ok(NamedGraph {
            graph,
            names: self.names,
        })
    }

    /// After `vertices` was read behind `edges`: was every end declared?
    fn check_earlier_edges(&mut self, declared: &[bool]) {
        let is_missing = |v: &V| !declared.get(v.index()).copied().unwrap_or(false);
        let found = self
            .edges
            .iter()
            .enumerate()
            .find_map(|(edge, (from, to))| {
                [from, to]
                    .into_iter()
                    .find(|v| is_missing(v))
                    .map(|v| (edge, *v))
            });
        self.undeclared = found.map(|(edge, v)| (edge, self.names.name(v.index()).into_owned()));
    }
}

fn missing(edge: usize, name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    format!("edge {edge} (from 0) names the vertex `{name}`, which \"vertices\" does not list")
}

struct GraphVisitor<'d, V>(&'d mut Draft<V>);

impl<'de, V: VertexId> Visitor<'de> for GraphVisitor<'_, V> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the keys \"edges\" and, if wanted, \"vertices\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "vertices" if self.0.declared.is_some() => {
                    return Err(de::Error::duplicate_field("vertices"));
                }
                "edges" if self.0.seen_edges => return Err(de::Error::duplicate_field("edges")),
                "vertices" => map.next_value_seed(Vertices(self.0))?,
                "edges" => {
                    self.0.seen_edges = true;
                    map.next_value_seed(Edges(self.0))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if self.0.seen_edges {
            Ok(())
        } else {
            Err(de::Error::missing_field("edges"))
        }
    }
}

struct Vertices<'d, V>(&'d mut Draft<V>);

impl<'de, V: VertexId> DeserializeSeed<'de> for Vertices<'_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, V: VertexId> Visitor<'de> for Vertices<'_, V> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertex names or the number of vertices")
    }

    fn visit_u64<E: de::Error>(self, count: u64) -> Result<(), E> {
        let count = usize::try_from(count).map_err(E::custom)?;
        check_size::<V>(count, 0).map_err(E::custom)?;
        if self.0.names.is_empty() {
            self.0.names = Names::numbers(count);
        } else {
            let mut declared = Vec::new();
            for number in 0..count {
                mark(&mut declared, self.0.vertex::<E>(&number.to_string())?);
            }
            self.0.check_earlier_edges(&declared);
        }
        self.0.declared = Some(count);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut declared = Vec::new();
        while let Some(Name(name)) = list.next_element()? {
            mark(&mut declared, self.0.vertex::<A::Error>(&name)?);
        }
        self.0.check_earlier_edges(&declared);
        self.0.declared = Some(self.0.names.len());
        Ok(())
    }
}

fn mark<V: VertexId>(declared: &mut Vec<bool>, v: V) {
    if declared.len() <= v.index() {
        declared.resize(v.index() + 1, false);
    }
    declared[v.index()] = true;
}

struct Edges<'d, V>(&'d mut Draft<V>);

impl<'de, V: VertexId> DeserializeSeed<'de> for Edges<'_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, V: VertexId> Visitor<'de> for Edges<'_, V> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of edges, each a pair of vertex names")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some((Name(from), Name(to))) = list.next_element()? {
            let edge = (self.0.end::<A::Error>(&from)?, self.0.end::<A::Error>(&to)?);
            self.0.edges.push(edge);
        }
        Ok(())
    }
}

/// A vertex name: a string without white space or a non-negative integer.
struct Name(String);

impl<'de> de::Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_any(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a vertex name: a string without white space or a non-negative integer")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Name, E> {
        if name.is_empty()
            || name
                .chars()
                .any(|c| c.is_whitespace() || c.is_ascii_control())
        {
            return Err(E::invalid_value(de::Unexpected::Str(name), &self));
        }
        Ok(Name(name.to_owned()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Name, E> {
        Ok(Name(number.to_string()))
    }
}
