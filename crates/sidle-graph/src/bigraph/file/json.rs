//! The JSON bigraph, read as a stream so that every mistake has a place.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    io::{BufRead, BufReader},
};

use serde::{
    Deserialize,
    de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use sidle_core::Meter;

use super::{BigraphFile, Collector, Target, player};
use crate::io::{LoadError, Metered, VertexCount, is_name};

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a target is the name of a vertex, or {\"value\": \"…\"} with a value in notation"
)]
enum JsonTarget {
    Vertex(String),
    Exit { value: String },
}

/// Edges of sets, by name.
type Sets = BTreeMap<String, Vec<(String, String, String)>>;

/// Reads a JSON bigraph: `{"vertices": ["u"], "edges": [["u", "L", "v"], ["u", "R", {"value": "1/2"}]],
/// "start": "u", "sets": {"name": [["u", "L", "v"]]}}`. When `vertices` is there, every name must be in
/// it.
pub fn read_bigraph_json(input: impl BufRead, meter: &Meter) -> Result<BigraphFile, LoadError> {
    read_from_line(input, 0, meter)
}

/// The same when some lines have been passed over.
pub(super) fn read_from_line(
    input: impl BufRead,
    passed: u64,
    meter: &Meter,
) -> Result<BigraphFile, LoadError> {
    let blocks = BufReader::with_capacity(
        1 << 16,
        Metered {
            reader: input,
            meter,
        },
    );
    let mut json = serde_json::Deserializer::from_reader(blocks);
    let mut draft = Draft::new(meter);
    let read = json
        .deserialize_map(GraphVisitor(&mut draft))
        .and_then(|()| json.end());
    // A stop reaches us as an error of the parser; the meter tells it from the others.
    meter.check()?;
    read.map_err(|error| match LoadError::from_json(error) {
        LoadError::Place {
            line,
            column,
            problem,
        } => LoadError::Place {
            line: line + passed,
            column,
            problem,
        },
        other => other,
    })?;
    draft.collector.finish(draft.start)
}

struct Draft<'m> {
    count: VertexCount<'m>,
    collector: Collector,
    start: u32,
    /// How many names `vertices` listed.
    declared: Option<usize>,
    edges: bool,
}

impl<'m> Draft<'m> {
    fn new(meter: &'m Meter) -> Draft<'m> {
        Draft {
            count: VertexCount::new(meter),
            collector: Collector::default(),
            start: 0,
            declared: None,
            edges: false,
        }
    }

    /// Counts what is new.
    fn counted(&mut self) -> Result<(), String> {
        let names = self.collector.names.len();
        let counted = self.count.up_to(names);
        counted.map_err(|reason| reason.to_string())
    }

    fn declare(&mut self, number: usize, name: &str) -> Result<(), String> {
        let place = |problem: String| format!("vertices[{number}]: {problem}");
        check_name(name).map_err(place)?;
        if self.collector.find(name).is_some() {
            return Err(place(format!("the vertex `{name}` is listed twice")));
        }
        self.collector.vertex(name).map_err(place)?;
        self.counted()
    }

    fn vertex(&mut self, name: &str) -> Result<u32, String> {
        check_name(name)?;
        if self.declared.is_some() && self.collector.find(name).is_none() {
            return Err(format!("`{name}` is not a vertex of the graph"));
        }
        self.collector.vertex(name)
    }

    fn edge(&mut self, from: &str, colour: &str, to: &JsonTarget) -> Result<(), String> {
        let number = self.collector.edges.len();
        let place = |problem: String| format!("edges[{number}]: {problem}");
        let player = player(colour).map_err(place)?;
        let from = self.vertex(from).map_err(place)?;
        let to = match to {
            JsonTarget::Vertex(name) => Target::Vertex(self.vertex(name).map_err(place)?),
            JsonTarget::Exit { value } => self.collector.exit(value, 0).map_err(place)?,
        };
        self.collector.edges.push((from, player, to));
        self.counted()
    }

    fn sets(&mut self, sets: &Sets) -> Result<(), String> {
        let edges = self.collector.edges.iter();
        let known: HashSet<(u32, usize, u32)> = edges
            .filter_map(|&(from, player, to)| match to {
                Target::Vertex(to) => Some((from, player.index(), to)),
                Target::Exit(_) => None,
            })
            .collect();
        for (name, edges) in sets {
            for (i, (from, colour, to)) in edges.iter().enumerate() {
                let place = |problem: String| format!("sets.{name}[{i}]: {problem}");
                let player = player(colour).map_err(place)?;
                let vertex = |name: &String| self.collector.find(name);
                let edge = vertex(from).zip(vertex(to));
                let edge = edge.filter(|&(from, to)| known.contains(&(from, player.index(), to)));
                let Some((from, to)) = edge else {
                    return Err(place(format!(
                        "the graph has no edge `{from} {colour} {to}`"
                    )));
                };
                self.collector.mark(name, (from, player, to));
            }
        }
        Ok(())
    }
}

fn check_name(name: &str) -> Result<(), String> {
    if is_name(name) {
        return Ok(());
    }
    Err(format!(
        "`{name}` is not a name: names have no white space and are not empty"
    ))
}

struct GraphVisitor<'d, 'm>(&'d mut Draft<'m>);

impl<'de> Visitor<'de> for GraphVisitor<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an object with the key \"edges\" and, if wanted, \"vertices\", \"start\", \"sets\"",
        )
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let draft = self.0;
        let mut start: Option<Option<String>> = None;
        let mut sets: Option<Sets> = None;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "vertices" if draft.declared.is_some() => {
                    return Err(de::Error::duplicate_field("vertices"));
                }
                "edges" if draft.edges => return Err(de::Error::duplicate_field("edges")),
                "start" if start.is_some() => return Err(de::Error::duplicate_field("start")),
                "sets" if sets.is_some() => return Err(de::Error::duplicate_field("sets")),
                "vertices" => map.next_value_seed(Vertices(draft))?,
                "edges" => map.next_value_seed(Edges(draft))?,
                "start" => start = Some(map.next_value()?),
                "sets" => sets = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if !draft.edges {
            return Err(de::Error::missing_field("edges"));
        }
        if let Some(sets) = &sets {
            draft.sets(sets).map_err(de::Error::custom)?;
        }
        if let Some(name) = start.flatten() {
            draft.start = draft.collector.find(&name).ok_or_else(|| {
                de::Error::custom(format!("start: `{name}` is not a vertex of the graph"))
            })?;
        }
        Ok(())
    }
}

struct Vertices<'d, 'm>(&'d mut Draft<'m>);

impl<'de> DeserializeSeed<'de> for Vertices<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for Vertices<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertex names")
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        // With the edges first, the names are put in order and looked at again.
        let earlier = std::mem::take(&mut self.0.collector);
        let mut count = 0;
        while let Some(name) = list.next_element::<String>()? {
            self.0.declare(count, &name).map_err(de::Error::custom)?;
            count += 1;
        }
        self.0.declared = Some(count);
        earlier
            .replayed_on(&mut self.0.collector)
            .map_err(de::Error::custom)
    }
}

struct Edges<'d, 'm>(&'d mut Draft<'m>);

impl<'de> DeserializeSeed<'de> for Edges<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Edges<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of edges `[\"u\", \"L\", \"v\"]`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.edges = true;
        while let Some((from, colour, to)) = list.next_element::<(String, String, JsonTarget)>()? {
            self.0
                .edge(&from, &colour, &to)
                .map_err(de::Error::custom)?;
        }
        Ok(())
    }
}
