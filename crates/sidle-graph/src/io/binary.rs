//! The binary graph: a header and the arrays of the rows, ready to be mapped.
//!
//! All numbers are little-endian. Every section begins at a multiple of 64 bytes, so that the
//! mapped arrays are aligned. A checksum guards against flipped bits, which the structural checks
//! alone would not see.

use std::{
    io::{self, Write},
    sync::Arc,
};

use super::{
    LoadError,
    map::{Mapping, Words},
    names::{check_name, is_name},
};
use crate::csr::{Csr, NamedGraph, Names, VertexId, check_size};

/// The first eight bytes of a binary graph.
pub const BINARY_MAGIC: [u8; 8] = *b"SIDLECSR";
const VERSION: u32 = 1;
const HEADER: usize = 64;
const ALIGN: usize = 64;
const CHECKSUM_PLACE: usize = 48;
const RESERVED: usize = 56;

/// The header's fields and the places of the sections that follow from them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) bits: u32,
    vertices: usize,
    edges: usize,
    named: bool,
    text: usize,
    checksum: u64,
}

struct Sections {
    offsets: (usize, usize),
    targets: (usize, usize),
    name_ends: (usize, usize),
    name_text: (usize, usize),
    end: usize,
}

fn problem(offset: usize, problem: impl Into<String>) -> LoadError {
    let (offset, problem) = (offset as u64, problem.into());
    LoadError::Binary { offset, problem }
}

impl Layout {
    /// Reads and checks the header.
    pub(super) fn read(bytes: &[u8]) -> Result<Layout, LoadError> {
        if bytes.len() < HEADER || bytes[..8] != BINARY_MAGIC {
            return Err(problem(
                0,
                "this is not a binary graph (no 64-byte header with the mark SIDLECSR)",
            ));
        }
        let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let u64_at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        let size_at = |at: usize| {
            usize::try_from(u64_at(at))
                .ok()
                .filter(|&size| size as u64 >> 48 == 0)
                .ok_or_else(|| problem(at, format!("{} is not a possible size", u64_at(at))))
        };
        let (version, bits, flags) = (u32_at(8), u32_at(12), u64_at(32));
        if version != VERSION {
            return Err(problem(
                8,
                format!("version {version} of the format; this program reads version {VERSION}"),
            ));
        }
        if bits != 32 && bits != 64 {
            return Err(problem(
                12,
                format!("vertex ids of {bits} bits; 32 and 64 are possible"),
            ));
        }
        if flags > 1 {
            return Err(problem(32, format!("unknown flags {flags:#x}")));
        }
        let (vertices, edges, text) = (size_at(16)?, size_at(24)?, size_at(40)?);
        let (named, checksum) = (flags & 1 == 1, u64_at(CHECKSUM_PLACE));
        if !named && text > 0 {
            return Err(problem(
                40,
                "a text of names, but the flag says there is none",
            ));
        }
        if u64_at(RESERVED) != 0 {
            return Err(problem(
                RESERVED,
                "the last bytes of the header are not zeros",
            ));
        }
        Ok(Layout {
            bits,
            vertices,
            edges,
            named,
            text,
            checksum,
        })
    }

    fn sections(&self) -> Sections {
        let width = self.bits as usize / 8;
        let mut place = HEADER;
        let mut next = |size: usize| {
            let begin = place.next_multiple_of(ALIGN);
            place = begin + size;
            (begin, place)
        };
        let offsets = next((self.vertices + 1) * width);
        let targets = next(self.edges * width);
        let ends = if self.named { self.vertices * 8 } else { 0 };
        let name_ends = next(ends);
        let name_text = next(self.text);
        Sections {
            offsets,
            targets,
            name_ends,
            name_text,
            end: place,
        }
    }

    /// Is the file as long as its header says?
    fn check_length(&self, length: usize) -> Result<Sections, LoadError> {
        let sections = self.sections();
        if length < sections.end {
            return Err(problem(
                length,
                format!(
                    "the file is cut off: {} vertices and {} edges take {} bytes",
                    self.vertices, self.edges, sections.end
                ),
            ));
        }
        if length > sections.end {
            return Err(problem(
                sections.end,
                format!("{} bytes too many after the graph", length - sections.end),
            ));
        }
        Ok(sections)
    }
}

/// Reads a binary graph from memory; the rows are copied.
///
/// # Errors
/// If the bytes are cut off, damaged, made for other ids than `V`, or no graph.
pub fn read_binary<V: VertexId>(bytes: &[u8]) -> Result<NamedGraph<V>, LoadError> {
    let layout = Layout::read(bytes)?;
    let sections = checked_sections::<V>(&layout, bytes)?;
    let words = |(begin, end): (usize, usize)| {
        let words = bytes[begin..end].chunks_exact(size_of::<V>());
        Words::Owned(words.map(V::from_le_bytes).collect())
    };
    let graph = Csr::from_words(words(sections.offsets), words(sections.targets))?;
    let names = read_names(&layout, &sections, bytes)?;
    Ok(NamedGraph { graph, names })
}

/// Takes a mapped file as a graph; the rows stay in the mapping.
pub(super) fn from_map<V: VertexId>(map: Mapping) -> Result<NamedGraph<V>, LoadError> {
    if cfg!(target_endian = "big") {
        return read_binary(&map);
    }
    let layout = Layout::read(&map)?;
    let sections = checked_sections::<V>(&layout, &map)?;
    let names = read_names(&layout, &sections, &map)?;
    let map = Arc::new(map);
    let words = |(begin, end): (usize, usize)| Words::Mapped {
        map: map.clone(),
        begin,
        end,
    };
    let graph = Csr::from_words(words(sections.offsets), words(sections.targets))?;
    Ok(NamedGraph { graph, names })
}

fn checked_sections<V: VertexId>(layout: &Layout, bytes: &[u8]) -> Result<Sections, LoadError> {
    if layout.bits != V::BITS {
        return Err(problem(
            12,
            format!(
                "vertex ids of {} bits, but {}-bit ids were asked for",
                layout.bits,
                V::BITS
            ),
        ));
    }
    check_size::<V>(layout.vertices, layout.edges)?;
    let sections = layout.check_length(bytes.len())?;
    let mut checksum = Checksum::default();
    checksum.add(&bytes[HEADER..]);
    if checksum.finish() != layout.checksum {
        return Err(problem(
            CHECKSUM_PLACE,
            "the checksum does not fit the contents: the file is damaged",
        ));
    }
    sections.check_gaps(bytes)?;
    Ok(sections)
}

impl Sections {
    /// Are there zeros between the sections, so that a graph has one file only?
    fn check_gaps(&self, bytes: &[u8]) -> Result<(), LoadError> {
        let ends = [self.offsets.1, self.targets.1, self.name_ends.1];
        let begins = [self.targets.0, self.name_ends.0, self.name_text.0];
        for (end, begin) in ends.into_iter().zip(begins) {
            if let Some(place) = (end..begin).find(|&place| bytes[place] != 0) {
                return Err(problem(place, "there are zeros only between the sections"));
            }
        }
        Ok(())
    }
}

fn read_names(layout: &Layout, sections: &Sections, bytes: &[u8]) -> Result<Names, LoadError> {
    if !layout.named {
        return Ok(Names::numbers(layout.vertices));
    }
    let (begin, end) = sections.name_text;
    let text = std::str::from_utf8(&bytes[begin..end])
        .map_err(|error| problem(begin + error.valid_up_to(), "a vertex name is not UTF-8"))?;
    let mut names = Names::new();
    let mut from = 0;
    let (ends_begin, ends_end) = sections.name_ends;
    for (index, word) in bytes[ends_begin..ends_end].chunks_exact(8).enumerate() {
        let place = ends_begin + 8 * index;
        let to = u64::from_le_bytes(word.try_into().expect("8 bytes"));
        let name = usize::try_from(to).ok().and_then(|to| text.get(from..to));
        let name =
            name.ok_or_else(|| problem(place, "the end of a vertex name is out of place"))?;
        if !is_name(name) {
            let shown: String = name.chars().take(60).collect();
            let rule = "a name is not empty and has no white space or control character";
            return Err(problem(
                place,
                format!("a vertex is named {shown:?}; {rule}"),
            ));
        }
        if names.intern(name) != index {
            return Err(problem(place, format!("two vertices are named `{name}`")));
        }
        from += name.len();
    }
    if from != text.len() {
        return Err(problem(begin + from, "there is text after the last name"));
    }
    Ok(names)
}

/// Writes a binary graph: the only file that [`read_binary`] reads as this graph, but for one that stores the
/// numbers of the vertices as their names.
///
/// # Errors
/// Those of the writer, and `InvalidInput` for a name that is empty or has white space or control
/// characters.
pub fn write_binary<V: VertexId>(graph: &NamedGraph<V>, mut writer: impl Write) -> io::Result<()> {
    let named = !graph.names.are_numbers();
    graph
        .names
        .iter()
        .filter(|_| named)
        .try_for_each(|name| check_name(&name))?;
    let text = if named {
        graph.names.iter().map(|name| name.len()).sum()
    } else {
        0
    };
    let (vertices, edges) = (graph.graph.vertex_count(), graph.graph.edge_count());
    let mut checksum = Checksum::default();
    write_sections(graph, named, |bytes| {
        checksum.add(bytes);
        Ok(())
    })?;
    let mut header = Vec::with_capacity(HEADER);
    header.extend(BINARY_MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend(V::BITS.to_le_bytes());
    for number in [vertices, edges, usize::from(named), text] {
        header.extend((number as u64).to_le_bytes());
    }
    header.extend(checksum.finish().to_le_bytes());
    header.resize(HEADER, 0);
    writer.write_all(&header)?;
    write_sections(graph, named, |bytes| writer.write_all(bytes))?;
    writer.flush()
}

/// Hands everything behind the header to `put`, in order.
fn write_sections<V: VertexId>(
    graph: &NamedGraph<V>,
    named: bool,
    mut put: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut size = put_words(graph.graph.offsets(), &mut put)?;
    put(&vec![0; size.next_multiple_of(ALIGN) - size])?;
    size = put_words(graph.graph.targets(), &mut put)?;
    put(&vec![0; size.next_multiple_of(ALIGN) - size])?;
    if !named {
        return Ok(());
    }
    let mut end = 0u64;
    for name in graph.names.iter() {
        end += name.len() as u64;
        put(&end.to_le_bytes())?;
    }
    size = graph.names.len() * 8;
    put(&vec![0; size.next_multiple_of(ALIGN) - size])?;
    graph.names.iter().try_for_each(|name| put(name.as_bytes()))
}

fn put_words<V: VertexId>(
    words: &[V],
    put: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<usize> {
    if cfg!(target_endian = "little") {
        put(bytemuck::cast_slice(words))?;
    } else {
        for word in words {
            put(&word.as_u64().to_le_bytes()[..size_of::<V>()])?;
        }
    }
    Ok(size_of_val(words))
}

/// The checksum of the format: over the contents as little-endian 64-bit words `w` (the last one
/// filled with zeros), `h = rotate_left((h ^ w) * 0x9E3779B97F4A7C15, 29)` from `h = 0`, and at the
/// end `h ^ length in bytes`.
#[derive(Default)]
struct Checksum {
    hash: u64,
    length: u64,
    rest: [u8; 8],
    filled: usize,
}

impl Checksum {
    #[inline]
    fn word(hash: u64, word: u64) -> u64 {
        (hash ^ word)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
    }

    fn add(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        while self.filled > 0 && !bytes.is_empty() {
            self.rest[self.filled] = bytes[0];
            self.filled = (self.filled + 1) % 8;
            bytes = &bytes[1..];
            if self.filled == 0 {
                self.hash = Checksum::word(self.hash, u64::from_le_bytes(self.rest));
            }
        }
        let words = bytes.chunks_exact(8);
        let rest = words.remainder();
        let mut hash = self.hash;
        for word in words {
            hash = Checksum::word(hash, u64::from_le_bytes(word.try_into().expect("8 bytes")));
        }
        self.hash = hash;
        if !rest.is_empty() {
            self.rest[..rest.len()].copy_from_slice(rest);
            self.filled = rest.len();
        }
    }

    fn finish(mut self) -> u64 {
        if self.filled > 0 {
            self.rest[self.filled..].fill(0);
            self.hash = Checksum::word(self.hash, u64::from_le_bytes(self.rest));
        }
        self.hash ^ self.length
    }
}
