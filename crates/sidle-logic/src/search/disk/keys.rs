//! Sorted files of keys: read one after the other, or searched. A file that does not hold what was written is an error, never an end.

use std::{
    cmp::Ordering,
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    marker::PhantomData,
    path::{Path, PathBuf},
};

use sidle_graph::io::Unfinished;

use super::{DiskError, damaged, io_error};
use crate::search::Key;

/// How many keys a file holds, and their sum.
pub(super) type Content = (u64, u64);

const SHORT: &str = "it has not as many states as were written";

/// Added word by word: what a file's keys should sum up to.
fn summed<K: Key>(sum: u64, key: K) -> u64 {
    (0..K::WORDS).fold(sum, |sum, place| {
        (sum.rotate_left(5) ^ key.word(place)).wrapping_mul(0x2545_F491_4F6C_DD1D)
    })
}

/// A sorted file of keys being written; it has its name only when it is whole.
pub(super) struct Writer<K> {
    path: PathBuf,
    part: Unfinished,
    file: BufWriter<File>,
    pub(super) count: u64,
    sum: u64,
    key: PhantomData<K>,
}

impl<K: Key> Writer<K> {
    pub(super) fn create(path: PathBuf) -> Result<Writer<K>, DiskError> {
        let part = path.with_extension("part");
        let (part, file) = Unfinished::create(part.clone()).map_err(io_error(&part))?;
        Ok(Writer {
            path,
            part,
            file: BufWriter::with_capacity(1 << 18, file),
            count: 0,
            sum: 0,
            key: PhantomData,
        })
    }

    pub(super) fn push(&mut self, key: K) -> Result<(), DiskError> {
        self.count += 1;
        self.sum = summed(self.sum, key);
        for place in 0..K::WORDS {
            let bytes = key.word(place).to_le_bytes();
            self.file.write_all(&bytes).map_err(io_error(&self.path))?;
        }
        Ok(())
    }

    /// The file is a level.
    pub(super) fn finish(mut self) -> Result<Content, DiskError> {
        self.file.flush().map_err(io_error(&self.path))?;
        self.part.finish(&self.path).map_err(io_error(&self.path))?;
        Ok((self.count, self.sum))
    }

    /// The file is a run: it stays open and goes away when it has been read.
    pub(super) fn close(self) -> Result<Written<K>, DiskError> {
        let file = self
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error);
        Ok(Written {
            file: file.map_err(io_error(&self.path))?,
            path: self.path,
            part: self.part,
            content: (self.count, self.sum),
            key: PhantomData,
        })
    }
}

/// A run that is written and not read yet.
pub(super) struct Written<K> {
    path: PathBuf,
    part: Unfinished,
    file: File,
    content: Content,
    key: PhantomData<K>,
}

impl<K: Key> Written<K> {
    pub(super) fn read(mut self) -> Result<Reader<K>, DiskError> {
        self.file.rewind().map_err(io_error(&self.path))?;
        Ok(Reader {
            _part: Some(self.part),
            ..Reader::new(self.path, self.file, self.content)
        })
    }
}

/// A file of keys being read to its end.
pub(super) struct Reader<K> {
    path: PathBuf,
    file: BufReader<File>,
    left: u64,
    sum: u64,
    expected: u64,
    /// A run, which goes away when it has been read.
    _part: Option<Unfinished>,
    key: PhantomData<K>,
}

impl<K: Key> Reader<K> {
    /// Opens a level.
    pub(super) fn open(path: PathBuf, content: Content) -> Result<Reader<K>, DiskError> {
        let file = open_level::<K>(&path, content.0)?;
        Ok(Reader::new(path, file, content))
    }

    fn new(path: PathBuf, file: File, (left, expected): Content) -> Reader<K> {
        Reader {
            path,
            file: BufReader::with_capacity(1 << 18, file),
            left,
            sum: 0,
            expected,
            _part: None,
            key: PhantomData,
        }
    }

    /// The next key; nothing only after all that were written, when they sum up to what they should.
    pub(super) fn next(&mut self) -> Result<Option<K>, DiskError> {
        if self.left == 0 {
            return match self.sum == self.expected {
                true => Ok(None),
                false => Err(damaged(&self.path, "its checksum does not fit")),
            };
        }
        let key = read_key(&mut self.file, &self.path)?;
        self.left -= 1;
        self.sum = summed(self.sum, key);
        Ok(Some(key))
    }

    /// Appends at most so many keys.
    pub(super) fn take(&mut self, count: usize, keys: &mut Vec<K>) -> Result<(), DiskError> {
        for _ in 0..count {
            match self.next()? {
                Some(key) => keys.push(key),
                None => break,
            }
        }
        Ok(())
    }
}

/// Opens a level that must hold so many keys. The search keeps no empty level, not even in the end.
fn open_level<K: Key>(path: &Path, count: u64) -> Result<File, DiskError> {
    let there = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(damaged(path, "it is not there"));
        }
        there => there.map_err(io_error(path))?,
    };
    if !there.is_file() {
        return Err(damaged(path, "it is not an ordinary file"));
    }
    match count.checked_mul(8 * K::WORDS as u64) {
        Some(0) => Err(damaged(path, "a level without states is none")),
        Some(bytes) if bytes == there.len() => File::open(path).map_err(io_error(path)),
        _ => Err(damaged(path, SHORT)),
    }
}

fn read_key<K: Key>(file: &mut impl Read, path: &Path) -> Result<K, DiskError> {
    let mut failure = None;
    let mut word = |_| {
        let mut bytes = [0; 8];
        if let Err(error) = file.read_exact(&mut bytes) {
            failure.get_or_insert(error);
        }
        u64::from_le_bytes(bytes)
    };
    let key = K::from_words(&mut word);
    match failure {
        None => Ok(key),
        Some(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(damaged(path, SHORT)),
        Some(error) => Err(io_error(path)(error)),
    }
}

/// A level that is searched and not read through.
pub(super) struct Lookup<K> {
    path: PathBuf,
    file: BufReader<File>,
    count: u64,
    key: PhantomData<K>,
}

impl<K: Key> Lookup<K> {
    pub(super) fn open(path: PathBuf, count: u64) -> Result<Lookup<K>, DiskError> {
        let file = open_level::<K>(&path, count)?;
        Ok(Lookup {
            path,
            file: BufReader::with_capacity(8 * K::WORDS, file),
            count,
            key: PhantomData,
        })
    }

    /// The key at a place before the end.
    pub(super) fn at(&mut self, place: u64) -> Result<K, DiskError> {
        let start = SeekFrom::Start(place * 8 * K::WORDS as u64);
        self.file.seek(start).map_err(io_error(&self.path))?;
        read_key(&mut self.file, &self.path)
    }

    /// Is the key in the file?
    pub(super) fn contains(&mut self, key: K) -> Result<bool, DiskError> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.at(middle)?.cmp(&key) {
                Ordering::Equal => return Ok(true),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        Ok(false)
    }
}
