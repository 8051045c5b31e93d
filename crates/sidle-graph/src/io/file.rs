//! Files on disk: telling the formats apart, and writing without leaving half a file.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read, Write},
    path::Path,
};

use sidle_core::Meter;

use super::{BINARY_MAGIC, LoadError, binary, json, map::Mapping, text, whole::write_whole};
use crate::csr::{NamedGraph, VertexId};

/// What some programs put at the beginning of a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The three forms of a graph file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// One edge `u v` a line.
    Text,
    /// `{"vertices": […], "edges": […]}`.
    Json,
    /// The rows as they lie in memory.
    Binary,
}

impl FileFormat {
    /// The form of a file that begins with these bytes: binary by its mark, JSON by its brace,
    /// text otherwise.
    #[must_use]
    pub fn of(beginning: &[u8]) -> FileFormat {
        if beginning.starts_with(&BINARY_MAGIC) {
            return FileFormat::Binary;
        }
        let behind = beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(beginning);
        match behind.iter().find(|b| !b.is_ascii_whitespace()) {
            Some(b'{') => FileFormat::Json,
            _ => FileFormat::Text,
        }
    }

    /// The form that a file name asks for: `.json`, `.csr` (binary), text otherwise.
    #[must_use]
    pub fn from_name(path: &Path) -> FileFormat {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => FileFormat::Json,
            Some("csr") => FileFormat::Binary,
            _ => FileFormat::Text,
        }
    }
}

/// Reads a graph file of any form, told apart by its first bytes. A binary one is mapped, not
/// copied, and counts in [`mapped_bytes`](super::mapped_bytes). Announces the bytes to read to the meter and advances it.
pub fn open<V: VertexId>(path: &Path, meter: &Meter) -> Result<NamedGraph<V>, LoadError> {
    let mut file = File::open(path)?;
    let beginning = beginning(&mut file)?;
    let format = FileFormat::of(&beginning);
    if format == FileFormat::Binary {
        let map = Mapping::new(&file)?;
        // Nothing of it has been touched yet.
        meter.check()?;
        return binary::from_map(map);
    }
    if FileFormat::from_name(path) == FileFormat::Binary {
        // A few letters of the mark would pass for a vertex of a text.
        let problem = "no binary graph begins like this; is the file cut short?".to_owned();
        return Err(LoadError::Binary { offset: 0, problem });
    }
    // A pipe cannot go back; what was read is put before the rest instead.
    let whole = io::Cursor::new(beginning).chain(&file);
    meter.announce(file.metadata()?.len());
    let reader = BufReader::with_capacity(1 << 16, whole);
    match format {
        FileFormat::Json => json::read_json(reader, meter),
        _ => text::read_text(reader, meter),
    }
}

/// The width of the ids in a binary file; none if the file is of another form, a pipe for one.
pub(super) fn binary_width(path: &Path) -> Result<Option<u32>, LoadError> {
    // Looking into a pipe would take from it.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut header = Vec::new();
    Read::by_ref(&mut file).take(64).read_to_end(&mut header)?;
    match FileFormat::of(&header) {
        FileFormat::Binary => Ok(Some(binary::Layout::read(&header)?.bits)),
        _ => Ok(None),
    }
}

/// Reads as far as it takes to tell the form: after the white space, if that ends within a mebibyte.
fn beginning(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while bytes.len() < 1 << 20 && bytes.trim_ascii_start().is_empty() {
        if Read::by_ref(file).take(256).read_to_end(&mut bytes)? == 0 {
            break;
        }
    }
    Ok(bytes)
}

/// Writes a graph file of the given form, whole or not at all: see [`write_whole`].
pub fn write_file<V: VertexId>(
    graph: &NamedGraph<V>,
    path: &Path,
    format: FileFormat,
) -> io::Result<()> {
    write_whole(path, |out| write_graph(graph, format, out))
}

/// Writes a graph in the given form.
pub fn write_graph<V: VertexId>(
    graph: &NamedGraph<V>,
    format: FileFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        FileFormat::Text => text::write_text(graph, out),
        FileFormat::Json => json::write_json(graph, out),
        FileFormat::Binary => binary::write_binary(graph, out),
    }
}
