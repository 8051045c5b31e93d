//! The text digraph: one edge `u v` a line.

use std::io::{self, BufRead, Write};

use sidle_core::Meter;

use super::{
    BINARY_MAGIC, LoadError,
    lines::{LONGEST_LINE, Line, Lines},
    names::{VertexCount, bad_name, check_name},
};
use crate::csr::{Csr, NamedGraph, Names, VertexId};

/// Reads a text digraph: `u v` is an edge, `u` alone declares a vertex, a token that begins with
/// `#` starts a comment. Names are tokens without white space; vertices are numbered in the order
/// of their first appearance; duplicate edges count once. The whole format is in `docs/formats.md`.
///
/// Progress: advances the meter by the bytes read and counts the vertices as nodes. Cost: O(bytes).
///
/// ```
/// use sidle_graph::io::read_text;
/// let file = "a b  # from a to b\nb a\nb b\nalone\n";
/// let read = read_text::<u32>(file.as_bytes(), &sidle_core::Meter::unlimited())?;
/// assert_eq!(read.graph.vertex_count(), 3);
/// assert_eq!(read.name(read.graph.successors(0)[0]), "b");
/// # Ok::<(), sidle_graph::io::LoadError>(())
/// ```
pub fn read_text<V: VertexId>(
    reader: impl BufRead,
    meter: &Meter,
) -> Result<NamedGraph<V>, LoadError> {
    let mut names = Names::new();
    let mut edges: Vec<(V, V)> = Vec::new();
    let form = "a text digraph has one edge `u v` a line";
    let mut lines = Lines::new(reader, 0, form, meter);
    let mut count = VertexCount::new(meter);
    while let Some(line) = lines.next()? {
        let [from, to] = split_line(line)?;
        let Some(from) = from else { continue };
        let from = vertex::<V>(&mut names, from)?;
        if let Some(to) = to {
            edges.push((from, vertex(&mut names, to)?));
        }
        count.up_to(names.len())?;
    }
    let graph = Csr::from_edges(names.len(), &edges)?;
    Ok(NamedGraph { graph, names })
}

/// The id of a name, new or known.
pub(super) fn vertex<V: VertexId>(names: &mut Names, name: &str) -> Result<V, LoadError> {
    let index = names.intern(name);
    crate::csr::check_size::<V>(index + 1, 0)?;
    Ok(V::from_index(index))
}

/// The one or two names on a line, none on an empty one.
fn split_line(line: Line<'_>) -> Result<[Option<&str>; 2], LoadError> {
    let mut tokens = line
        .text
        .split_whitespace()
        .take_while(|token| !token.starts_with('#'));
    let names = [tokens.next(), tokens.next()];
    let Some(extra) = tokens.next() else {
        return Ok(names);
    };
    let shown: String = extra.chars().take(40).collect();
    let problem =
        format!("a third name `{shown}`; a line is an edge `u v`, a vertex `u`, or a `# comment`");
    Err(line.wrong(extra, problem))
}

/// Writes a text digraph that [`read_text`] reads back as the same graph: the vertices in order,
/// one a line, then the edges.
///
/// # Errors
/// Those of the writer, and `InvalidInput` for a name that the format cannot hold (empty, with
/// white space or control characters, beginning with `#`, or longer than half a line can be).
pub fn write_text<V: VertexId>(graph: &NamedGraph<V>, mut writer: impl Write) -> io::Result<()> {
    for (index, name) in graph.names.iter().enumerate() {
        check_text_name(&name)?;
        if index == 0 && looks_like_another_form(&name) {
            writeln!(writer, "# a text digraph")?;
        }
        writeln!(writer, "{name}")?;
    }
    for (from, to) in graph.graph.edges() {
        writeln!(writer, "{} {}", graph.name(from), graph.name(to))?;
    }
    writer.flush()
}

/// Would a file that begins with this name be taken for something else?
fn looks_like_another_form(name: &str) -> bool {
    name.starts_with(['{', '\u{feff}']) || name.as_bytes().starts_with(&BINARY_MAGIC)
}

fn check_text_name(name: &str) -> io::Result<()> {
    check_name(name)?;
    if name.starts_with('#') {
        return Err(bad_name(
            name,
            "in a text digraph it would be a comment (JSON and the binary form can hold it)",
        ));
    }
    if 2 * name.len() + 2 > LONGEST_LINE {
        return Err(bad_name(
            name,
            "it is too long for a text digraph (JSON and the binary form can hold it)",
        ));
    }
    Ok(())
}
