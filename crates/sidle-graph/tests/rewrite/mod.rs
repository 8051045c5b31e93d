//! What every reader of graph files promises: what was read, written in any form and read again, is the
//! same graph with the same names. The fuzz targets use this file too.
#![allow(dead_code, reason = "every user has its own part of this")]

use std::collections::{BTreeMap, BTreeSet};

use sidle_core::Meter;
use sidle_graph::{
    NamedGraph, VertexId,
    bigraph::{
        BigraphFile, read_bigraph, read_bigraph_json, read_bigraph_text, write_bigraph_json,
        write_bigraph_text,
    },
    io::{FileFormat, read_binary, read_json, read_text, write_binary, write_json, write_text},
};

/// Enough for every graph that the tests feed, and little enough that a file of a few bytes that asks for a
/// million vertices is stopped.
pub(crate) fn small_meter() -> Meter {
    Meter::new().with_max_nodes(10_000)
}

/// Writes a digraph in every form and reads it again.
pub(crate) fn digraph<V: VertexId>(graph: &NamedGraph<V>) {
    assert_eq!(graph.names.len(), graph.graph.vertex_count());
    for (v, name) in graph.names.iter().enumerate() {
        assert_eq!(graph.find(&name).map(V::index), Some(v), "{name:?}");
    }
    let meter = Meter::unlimited();
    let mut bytes = Vec::new();
    write_json(graph, &mut bytes).expect("every graph can be written as JSON");
    assert_eq!(FileFormat::of(&bytes), FileFormat::Json);
    assert_eq!(
        &read_json::<V>(&bytes[..], &meter).expect("own JSON"),
        graph
    );
    bytes.clear();
    write_binary(graph, &mut bytes).expect("every graph can be written in binary");
    assert_eq!(FileFormat::of(&bytes), FileFormat::Binary);
    assert_eq!(&read_binary::<V>(&bytes).expect("own binary"), graph);
    bytes.clear();
    let comment = graph.names.iter().any(|name| name.starts_with('#'));
    match write_text(graph, &mut bytes) {
        Ok(()) => {
            assert!(!comment);
            assert_eq!(FileFormat::of(&bytes), FileFormat::Text);
            assert_eq!(
                &read_text::<V>(&bytes[..], &meter).expect("own text"),
                graph
            );
        }
        Err(error) => assert!(comment, "{error}"),
    }
}

/// Reads a binary graph. If it is one, the bytes are the only ones for it, but for names that are just the
/// numbers of the vertices: a file may have them, and we write none.
pub(crate) fn binary<V: VertexId>(bytes: &[u8]) {
    if let Ok(graph) = read_binary::<V>(bytes) {
        digraph(&graph);
        let mut again = Vec::new();
        write_binary(&graph, &mut again).expect("memory");
        if graph.names.are_numbers() && bytes[32] == 1 {
            let read = read_binary::<V>(&again).expect("own binary");
            assert!(read == graph && again[32] == 0);
        } else {
            assert!(again == bytes, "a graph has one binary file only");
        }
    }
}

/// The checksum as docs/formats.md describes it, put where it belongs.
pub(crate) fn mend_checksum(bytes: &mut [u8]) {
    if bytes.len() < 64 {
        return;
    }
    let mut hash = 0u64;
    for chunk in bytes[64..].chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29);
    }
    let checksum = hash ^ (bytes.len() as u64 - 64);
    bytes[48..56].copy_from_slice(&checksum.to_le_bytes());
}

/// A bigraph by names: vertices in order, start, edges, sets. The numbers of exits are free.
#[derive(Debug, PartialEq, Eq)]
struct ByName<'f> {
    names: &'f [String],
    start: u32,
    edges: BTreeSet<(u32, usize, Target<'f>)>,
    sets: BTreeMap<&'f str, BTreeSet<(u32, usize, u32)>>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target<'f> {
    Vertex(u32),
    Exit(&'f str),
}

fn by_name(file: &BigraphFile) -> ByName<'_> {
    let named = file.names.len() as u32;
    let target = |v: u32| match v.checked_sub(named) {
        Some(exit) => Target::Exit(&file.exits[exit as usize].text),
        None => Target::Vertex(v),
    };
    let sets = file.sets.iter().map(|set| {
        let edges = set.edges.iter();
        let edges = edges.map(|&(u, player, v)| (u, player.index(), v));
        (&set.name[..], edges.collect())
    });
    ByName {
        names: &file.names,
        start: file.start,
        edges: file
            .graph
            .edges()
            .map(|(u, player, v)| (u, player.index(), target(v)))
            .collect(),
        sets: sets.collect(),
    }
}

/// Writes a bigraph in both forms and reads it again.
pub(crate) fn bigraph(file: &BigraphFile) {
    assert_eq!(
        file.graph.vertex_count(),
        file.names.len() + file.exits.len()
    );
    let wanted = by_name(file);
    assert_eq!(wanted.edges.len(), file.graph.edge_count());
    let mut bytes = Vec::new();
    write_bigraph_json(file, &mut bytes).expect("memory");
    for read in [
        read_bigraph(&bytes[..], &Meter::unlimited()),
        read_bigraph_json(&bytes[..], &Meter::unlimited()),
    ] {
        assert_eq!(by_name(&read.expect("own JSON")), wanted);
    }
    bytes.clear();
    if write_bigraph_text(file, &mut bytes).is_ok() {
        for read in [
            read_bigraph(&bytes[..], &Meter::unlimited()),
            read_bigraph_text(&bytes[..], &Meter::unlimited()),
        ] {
            assert_eq!(by_name(&read.expect("own text")), wanted);
        }
    } else {
        let odd_vertex = file.names.iter().any(|name| name.starts_with(['#', '"']));
        let odd = |c: char| c == '"' || c == '\n' || c.is_control() && !c.is_whitespace();
        let odd_value = |text: &str| text.contains(odd);
        let odd_value = file.exits.iter().any(|exit| odd_value(&exit.text));
        let odd = |c: char| c.is_whitespace() || c.is_control();
        let odd_set = |name: &str| name.is_empty() || name.contains(odd);
        let odd_set = file.sets.iter().any(|set| odd_set(&set.name));
        assert!(odd_vertex || odd_value || odd_set, "text can hold this");
    }
}
