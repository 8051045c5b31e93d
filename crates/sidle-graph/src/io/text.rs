//! The text digraph: one edge `u v` a line.

use std::io::{self, BufRead, Read, Write};

use sidle_core::Meter;

use super::{
    BINARY_MAGIC, LoadError,
    names::{bad_name, check_name},
};
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
    if let Some((place, character)) = control(text) {
        let (column, code) = (place + 1, u32::from(character));
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

/// The first control character that is no white space, and its byte.
fn control(text: &str) -> Option<(usize, char)> {
    let is_bad = |b: u8| (b < 0x20 && !(0x09..=0x0D).contains(&b)) || b == 0x7F;
    // Nearly every line is ASCII, and looking at bytes is much faster there.
    if text.is_ascii() && !text.bytes().any(is_bad) {
        return None;
    }
    text.char_indices()
        .find(|(_, c)| c.is_control() && !c.is_whitespace())
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
    if 2 * name.len() as u64 + 2 > LONGEST_LINE {
        return Err(bad_name(
            name,
            "it is too long for a text digraph (JSON and the binary form can hold it)",
        ));
    }
    Ok(())
}
