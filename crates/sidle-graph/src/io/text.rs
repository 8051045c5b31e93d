//! The text digraph: one edge `u v` a line.

use std::io::{self, BufRead, Read, Write};

use sidle_core::Meter;

use super::LoadError;
use crate::csr::{Csr, NamedGraph, Names, VertexId};

/// The longest line we read. No sane name comes near it, and it keeps a gigabyte without a line
/// end from being read whole before the error.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads a text digraph: `u v` is an edge, `u` alone declares a vertex, a token that begins with
/// `#` starts a comment. Names are tokens without white space; vertices are numbered in the order
/// of their first appearance; duplicate edges count once. The whole format is in `docs/formats.md`.
///
/// Progress: advances the meter by the bytes read. Cost: O(bytes).
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
    mut reader: impl BufRead,
    meter: &Meter,
) -> Result<NamedGraph<V>, LoadError> {
    let mut names = Names::new();
    let mut edges: Vec<(V, V)> = Vec::new();
    let mut ticker = meter.ticker();
    let mut buffer = Vec::new();
    for line in 1.. {
        buffer.clear();
        let mut limited = reader.by_ref().take(LONGEST_LINE + 1);
        let size = limited.read_until(b'\n', &mut buffer)?;
        if size == 0 {
            break;
        }
        ticker.step()?;
        meter.advance(size as u64);
        let text = check_line(&buffer, line)?;
        let [from, to] = split_line(text, line)?;
        let Some(from) = from else { continue };
        let from = vertex::<V>(&mut names, from)?;
        if let Some(to) = to {
            edges.push((from, vertex(&mut names, to)?));
        }
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

/// The line as text without control characters.
fn check_line(bytes: &[u8], line: u64) -> Result<&str, LoadError> {
    if bytes.len() as u64 > LONGEST_LINE {
        let problem =
            format!("the line is longer than {LONGEST_LINE} bytes; this is no text digraph");
        return Err(LoadError::Text {
            line,
            column: 1,
            problem,
        });
    }
    let bytes = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] if line == 1 => rest,
        all => all,
    };
    let text = std::str::from_utf8(bytes).map_err(|error| LoadError::Text {
        line,
        column: error.valid_up_to() + 1,
        problem: "this is not UTF-8; a text digraph has one edge `u v` a line".to_owned(),
    })?;
    let is_bad = |b: u8| (b < 0x20 && !(0x09..=0x0D).contains(&b)) || b == 0x7F;
    if let Some(place) = bytes.iter().position(|&b| is_bad(b)) {
        let (column, code) = (place + 1, bytes[place]);
        let problem =
            format!("control character 0x{code:02X}; a text digraph has one edge `u v` a line");
        return Err(LoadError::Text {
            line,
            column,
            problem,
        });
    }
    Ok(text)
}

/// The one or two names on a line, none on an empty one.
fn split_line(text: &str, line: u64) -> Result<[Option<&str>; 2], LoadError> {
    let mut tokens = text
        .split_whitespace()
        .take_while(|token| !token.starts_with('#'));
    let names = [tokens.next(), tokens.next()];
    let Some(extra) = tokens.next() else {
        return Ok(names);
    };
    let column = extra.as_ptr().addr() - text.as_ptr().addr() + 1;
    let extra: String = extra.chars().take(40).collect();
    let problem =
        format!("a third name `{extra}`; a line is an edge `u v`, a vertex `u`, or a `# comment`");
    Err(LoadError::Text {
        line,
        column,
        problem,
    })
}

/// Writes a text digraph that [`read_text`] reads back as the same graph: the vertices in order,
/// one a line, then the edges.
///
/// # Errors
/// Those of the writer, and `InvalidInput` for a name that the format cannot hold (empty, with
/// white space, or beginning with `#`).
pub fn write_text<V: VertexId>(graph: &NamedGraph<V>, mut writer: impl Write) -> io::Result<()> {
    for name in graph.names.iter() {
        check_name(&name)?;
        writeln!(writer, "{name}")?;
    }
    for (from, to) in graph.graph.edges() {
        writeln!(writer, "{} {}", graph.name(from), graph.name(to))?;
    }
    writer.flush()
}

fn check_name(name: &str) -> io::Result<()> {
    let bad = name.is_empty()
        || name.starts_with('#')
        || name
            .chars()
            .any(|c| c.is_whitespace() || c.is_ascii_control());
    if bad {
        let problem = format!("the text digraph cannot hold the vertex name {name:?}");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    Ok(())
}
