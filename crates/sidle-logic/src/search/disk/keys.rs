//! Sorted files of keys: one after the other, or searched.

use std::{
    fs,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    marker::PhantomData,
    path::PathBuf,
};

use sidle_graph::io::Unfinished;

use super::{DiskError, io_error};
use crate::search::Key;

/// Added word by word: what a level's keys should sum up to.
pub(super) fn summed<K: Key>(sum: u64, key: K) -> u64 {
    (0..K::WORDS).fold(sum, |sum, place| {
        (sum.rotate_left(5) ^ key.word(place)).wrapping_mul(0x2545_F491_4F6C_DD1D)
    })
}

/// A sorted file of keys being written; it has its name only when it is whole.
pub(super) struct Writer<K> {
    path: PathBuf,
    part: Unfinished,
    file: BufWriter<fs::File>,
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
    pub(super) fn finish(mut self) -> Result<(u64, u64), DiskError> {
        self.file.flush().map_err(io_error(&self.path))?;
        self.part.finish(&self.path).map_err(io_error(&self.path))?;
        Ok((self.count, self.sum))
    }

    /// The file will be read and then go away.
    pub(super) fn close(mut self) -> Result<Unfinished, DiskError> {
        self.file.flush().map_err(io_error(&self.path))?;
        Ok(self.part)
    }
}

/// A file of keys being read.
pub(super) struct Reader<K> {
    path: PathBuf,
    file: BufReader<fs::File>,
    key: PhantomData<K>,
}

impl<K: Key> Reader<K> {
    pub(super) fn open(path: PathBuf) -> Result<Reader<K>, DiskError> {
        Reader::with_buffer(path, 1 << 18)
    }

    fn with_buffer(path: PathBuf, bytes: usize) -> Result<Reader<K>, DiskError> {
        let file = fs::File::open(&path).map_err(io_error(&path))?;
        Ok(Reader {
            path,
            file: BufReader::with_capacity(bytes, file),
            key: PhantomData,
        })
    }

    pub(super) fn next(&mut self) -> Result<Option<K>, DiskError> {
        let mut failure = None;
        let mut word = |_| {
            let mut bytes = [0; 8];
            if let Err(error) = self.file.read_exact(&mut bytes) {
                failure.get_or_insert(error);
            }
            u64::from_le_bytes(bytes)
        };
        let key = K::from_words(&mut word);
        match failure {
            None => Ok(Some(key)),
            Some(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Some(error) => Err(io_error(&self.path)(error)),
        }
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

/// A sorted file of keys that is searched and not read through.
pub(super) struct Lookup<K> {
    reader: Reader<K>,
    count: u64,
}

impl<K: Key> Lookup<K> {
    /// The file has `count` keys.
    pub(super) fn open(path: PathBuf, count: u64) -> Result<Lookup<K>, DiskError> {
        let reader = Reader::with_buffer(path, 8 * K::WORDS)?;
        Ok(Lookup { reader, count })
    }

    /// The key at a place, if the file is that long.
    pub(super) fn at(&mut self, place: u64) -> Result<Option<K>, DiskError> {
        let start = SeekFrom::Start(place * 8 * K::WORDS as u64);
        let file = &mut self.reader.file;
        file.seek(start).map_err(io_error(&self.reader.path))?;
        self.reader.next()
    }

    /// Is the key in the file?
    pub(super) fn contains(&mut self, key: K) -> Result<bool, DiskError> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.at(middle)? {
                Some(found) if found == key => return Ok(true),
                Some(found) if found < key => low = middle + 1,
                _ => high = middle,
            }
        }
        Ok(false)
    }
}
