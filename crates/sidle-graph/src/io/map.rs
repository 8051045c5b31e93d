//! Arrays of words that are owned or lie in a memory-mapped file.

use std::{
    fmt,
    fs::File,
    io,
    ops::Deref,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use memmap2::Mmap;

use crate::csr::VertexId;

/// The bytes of all mappings of the process.
static MAPPED: AtomicU64 = AtomicU64::new(0);

/// How many bytes of files are mapped at this moment. They lie in no allocation; a program that limits its memory adds them
/// to what its allocator has handed out ([`Meter::with_gauge`](sidle_core::Meter::with_gauge)).
#[must_use]
pub fn mapped_bytes() -> u64 {
    MAPPED.load(Relaxed)
}

/// A mapped file, counted in [`mapped_bytes`] as long as it is there.
#[derive(Debug)]
pub(crate) struct Mapping(Mmap);

impl Mapping {
    pub(super) fn new(file: &File) -> io::Result<Mapping> {
        let map = map_file(file)?;
        MAPPED.fetch_add(map.len() as u64, Relaxed);
        Ok(Mapping(map))
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        MAPPED.fetch_sub(self.0.len() as u64, Relaxed);
    }
}

impl Deref for Mapping {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Maps a file into memory, read-only.
///
/// The one `unsafe` call of this crate. Its invariant: nobody shortens or rewrites the file while
/// it is mapped. We never do (writers replace a file by renaming a complete new one over it, which
/// leaves the mapped one alone), and `docs/formats.md` asks the same of everybody else. Every word
/// read from the mapping is bounds-checked where it is used, so a file that is changed all the
/// same can give wrong numbers or a crash of this process, and touches no other memory.
#[allow(unsafe_code)]
fn map_file(file: &File) -> io::Result<Mmap> {
    // SAFETY: the invariant above.
    unsafe { Mmap::map(file) }
}

/// The bytes of a whole file, mapped into memory, read-only. What is not looked at is not read, but all of it counts in
/// [`mapped_bytes`]. Nobody may shorten or rewrite the file meanwhile; replacing it by another one is fine.
///
/// ```
/// use sidle_graph::io::MappedFile;
/// let path = std::env::temp_dir().join(format!("sidle-mapped-{}", std::process::id()));
/// std::fs::write(&path, b"bytes")?;
/// assert_eq!(&*MappedFile::open(&path)?, b"bytes");
/// std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct MappedFile(Option<Mapping>);

impl MappedFile {
    /// Maps a file.
    ///
    /// # Errors
    /// If the file cannot be opened or mapped.
    pub fn open(path: &Path) -> io::Result<MappedFile> {
        let file = File::open(path)?;
        // There is no mapping of no bytes.
        match file.metadata()?.len() {
            0 => Ok(MappedFile(None)),
            _ => Mapping::new(&file).map(|map| MappedFile(Some(map))),
        }
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

/// An array of words, owned or mapped.
#[derive(Clone)]
pub(crate) enum Words<V: VertexId> {
    Owned(Vec<V>),
    /// The bytes `begin..end` of the mapping; aligned and a whole number of words, checked when
    /// this is made.
    Mapped {
        map: Arc<Mapping>,
        begin: usize,
        end: usize,
    },
}

impl<V: VertexId> Deref for Words<V> {
    type Target = [V];

    #[inline]
    fn deref(&self) -> &[V] {
        match self {
            Words::Owned(words) => words,
            Words::Mapped { map, begin, end } => bytemuck::cast_slice(&map[*begin..*end]),
        }
    }
}

impl<V: VertexId> From<Vec<V>> for Words<V> {
    fn from(words: Vec<V>) -> Words<V> {
        Words::Owned(words)
    }
}

impl<V: VertexId> PartialEq for Words<V> {
    fn eq(&self, other: &Words<V>) -> bool {
        **self == **other
    }
}

impl<V: VertexId> Eq for Words<V> {}

impl<V: VertexId> fmt::Debug for Words<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
