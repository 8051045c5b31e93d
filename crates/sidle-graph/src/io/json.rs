//! Graphs in JSON: `{"vertices": ["a", "b"], "edges": [["a", "b"]]}`.

use std::{
    fmt,
    io::{self, BufRead, BufReader, Read, Write},
};

use serde::{
    Serialize, Serializer,
    de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor},
    ser::SerializeMap,
};
use sidle_core::{Meter, StopReason};

use super::{
    LoadError,
    file::BYTE_ORDER_MARK,
    lines::Metered,
    names::{VertexCount, check_name, is_name},
};
use crate::{
    GraphError,
    csr::{Csr, NamedGraph, Names, VertexId, check_size},
};

/// Reads a graph in JSON. `vertices` is a list of names or a number *n* (the vertices 0 … *n*−1);
/// `edges` a list of pairs. A name is a string or a non-negative integer (7 and "7" are the same
/// vertex). With `vertices` present, an edge to a vertex that is not in it is an error, and so is
/// a name listed twice; without, edges declare their ends. Other keys are passed over.
///
/// Cost: O(bytes), and O(*n*) for a number of vertices; the meter counts vertices as nodes; edges are not
/// kept as JSON values.
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
    let mut draft = Draft::<V>::new(meter);
    // The parser asks for single bytes; only whole blocks reach the meter.
    let mut blocks = BufReader::with_capacity(1 << 16, Metered { reader, meter });
    if blocks.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
        blocks.consume(BYTE_ORDER_MARK.len());
    }
    let mut json = serde_json::Deserializer::from_reader(blocks);
    let read = json.deserialize_map(GraphVisitor(&mut draft));
    // A stop reaches us as an error of the parser; the meter tells it from the others.
    meter.check()?;
    if let Some(reason) = draft.stopped {
        return Err(reason.into());
    }
    if let Some(error) = draft.too_large {
        return Err(error.into());
    }
    read.map_err(LoadError::from_json)?;
    json.end().map_err(LoadError::from_json)?;
    draft.finish()
}

/// Writes a graph in JSON that [`read_json`] reads back as the same graph.
///
/// # Errors
/// Those of the writer, and `InvalidInput` for a name that is empty or has white space or control
/// characters.
pub fn write_json<V: VertexId>(graph: &NamedGraph<V>, mut writer: impl Write) -> io::Result<()> {
    graph.names.iter().try_for_each(|name| check_name(&name))?;
    serde_json::to_writer(&mut writer, &JsonGraph(graph))?;
    writer.write_all(b"\n")?;
    writer.flush()
}

/// A graph as the members `vertices` and `edges` of a JSON object, written as a stream; it can be flattened
/// into an object that says more.
#[derive(Clone, Copy, Debug)]
pub struct JsonGraph<'g, V: VertexId>(pub &'g NamedGraph<V>);

impl<V: VertexId> Serialize for JsonGraph<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("vertices", &Listed(|| self.0.names.iter()))?;
        let name = |v: V| self.0.name(v);
        let edges = || self.0.graph.edges();
        object.serialize_entry(
            "edges",
            &Listed(|| edges().map(|(from, to)| [name(from), name(to)])),
        )?;
        object.end()
    }
}

/// A list that is made while it is written.
struct Listed<F>(F);

impl<T: Serialize, I: Iterator<Item = T>, F: Fn() -> I> Serialize for Listed<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// What has been read so far.
struct Draft<'m, V> {
    meter: &'m Meter,
    count: VertexCount<'m>,
    /// Why there may be no more vertices, if that is so.
    stopped: Option<StopReason>,
    /// Why the ids do not suffice, if they do not.
    too_large: Option<GraphError>,
    names: Names,
    /// Which names the key `vertices` gave; edges may come before it.
    declared: Option<usize>,
    undeclared: Option<(usize, String)>,
    edges: Vec<(V, V)>,
    seen_edges: bool,
}

impl<'m, V: VertexId> Draft<'m, V> {
    fn new(meter: &'m Meter) -> Draft<'m, V> {
        Draft {
            meter,
            count: VertexCount::new(meter),
            stopped: None,
            too_large: None,
            names: Names::new(),
            declared: None,
            undeclared: None,
            edges: Vec::new(),
            seen_edges: false,
        }
    }

    fn vertex<E: de::Error>(&mut self, name: &str) -> Result<V, E> {
        let index = self.names.intern(name);
        self.check_size(index + 1).map_err(E::custom)?;
        let counted = self.count.up_to(index + 1);
        self.stop_if(counted).map_err(E::custom)?;
        Ok(V::from_index(index))
    }

    /// Remembers why the reading stops.
    fn stop_if(&mut self, checked: Result<(), StopReason>) -> Result<(), StopReason> {
        self.stopped = self.stopped.or(checked.err());
        checked
    }

    /// An end of an edge: must be declared if the declarations came first.
    fn end<E: de::Error>(&mut self, name: &str) -> Result<V, E> {
        if self.declared.is_some() && self.names.find(name).is_none() {
            let edge = self.edges.len();
            return Err(E::custom(missing(edge, name)));
        }
        self.vertex(name)
    }

    /// Do the ids suffice for so many vertices?
    fn check_size(&mut self, vertices: usize) -> Result<(), String> {
        check_size::<V>(vertices, 0).map_err(|error| {
            let text = error.to_string();
            self.too_large = Some(error);
            text
        })
    }

    /// Is there room for so many vertices, which a file of a few bytes can ask for?
    fn reserve(&mut self, count: usize) -> Result<(), String> {
        self.check_size(count)?;
        let bytes = (count as u64).saturating_mul(2 * size_of::<V>() as u64);
        let room = self.count.announced(count, bytes);
        self.stop_if(room).map_err(|reason| reason.to_string())?;
        Vec::<V>::new()
            .try_reserve_exact(count.saturating_mul(2))
            .map_err(|_| format!("there is no memory for {count} vertices"))
    }

    fn finish(self) -> Result<NamedGraph<V>, LoadError> {
        if let Some((edge, name)) = &self.undeclared {
            return Err(LoadError::from_json(de::Error::custom(missing(
                *edge, name,
            ))));
        }
        let graph = Csr::from_edges(self.names.len(), &self.edges)?;
        Ok(NamedGraph {
            graph,
            names: self.names,
        })
    }

    /// The list of vertices came after the edges: was every end declared?
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

struct GraphVisitor<'d, 'm, V>(&'d mut Draft<'m, V>);

impl<'de, V: VertexId> Visitor<'de> for GraphVisitor<'_, '_, V> {
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

struct Vertices<'d, 'm, V>(&'d mut Draft<'m, V>);

impl<'de, V: VertexId> DeserializeSeed<'de> for Vertices<'_, '_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, V: VertexId> Visitor<'de> for Vertices<'_, '_, V> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertex names or the number of vertices")
    }

    fn visit_u64<E: de::Error>(self, count: u64) -> Result<(), E> {
        let count = usize::try_from(count).map_err(E::custom)?;
        self.0.reserve(count).map_err(E::custom)?;
        if self.0.names.is_empty() {
            self.0.names = Names::numbers(count);
        } else {
            let mut declared = Vec::new();
            let mut ticker = self.0.meter.ticker();
            for number in 0..count {
                ticker.step().map_err(E::custom)?;
                mark(&mut declared, self.0.vertex::<E>(&number.to_string())?);
            }
            self.0.check_earlier_edges(&declared);
        }
        self.0.declared = Some(count);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut declared = Vec::new();
        let mut place = 0;
        while let Some(Name(name)) = list.next_element()? {
            if !mark(&mut declared, self.0.vertex::<A::Error>(&name)?) {
                let name: String = name.chars().take(60).collect();
                return Err(de::Error::custom(format!(
                    "vertices[{place}]: the vertex `{name}` is listed twice"
                )));
            }
            place += 1;
        }
        self.0.check_earlier_edges(&declared);
        self.0.declared = Some(self.0.names.len());
        Ok(())
    }
}

/// Is this the first time that the vertex is declared?
fn mark<V: VertexId>(declared: &mut Vec<bool>, v: V) -> bool {
    if declared.len() <= v.index() {
        declared.resize(v.index() + 1, false);
    }
    !std::mem::replace(&mut declared[v.index()], true)
}

struct Edges<'d, 'm, V>(&'d mut Draft<'m, V>);

impl<'de, V: VertexId> DeserializeSeed<'de> for Edges<'_, '_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, V: VertexId> Visitor<'de> for Edges<'_, '_, V> {
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
        if !is_name(name) {
            return Err(E::invalid_value(de::Unexpected::Str(name), &self));
        }
        Ok(Name(name.to_owned()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Name, E> {
        Ok(Name(number.to_string()))
    }
}
