//! Search beyond memory: every level is a sorted file, and a killed search goes on where it was.
//!
//! The neighbours of a level are collected in memory, sorted, and written as runs. The merged runs without the states of the last two
//! levels are the next level (delayed detection of duplicates: Korf 2003, for undirected graphs Munagala and Ranade 1999). The memory is that of the
//! buffers, whatever the number of states. A small file says which levels are whole; it is replaced only when a level is.

use std::{
    collections::BinaryHeap,
    fs,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    marker::PhantomData,
    path::{Path, PathBuf},
    sync::Mutex,
};

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};
use sidle_graph::{
    Threads,
    io::{Unfinished, write_whole},
};

use super::{Key, Space};
use crate::Error;

/// Why a search on disk failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// The file system.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// The folder belongs to something else.
    #[error("{0} belongs to another search; name another folder or remove it")]
    Other(String),
    /// The files do not fit each other.
    #[error("{0} is damaged; remove the folder and start again")]
    Damaged(String),
}

/// Why something was not searched on disk.
#[derive(Debug, thiserror::Error)]
pub enum OnDiskError {
    /// The puzzle or the graph.
    #[error(transparent)]
    Puzzle(#[from] Error),
    /// The folder.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// Where the levels of a search are kept.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The directory; it is made if it is not there.
    pub path: PathBuf,
    /// What is searched. A folder with another task is refused.
    pub task: String,
    /// The bytes of all buffers together.
    pub buffer: usize,
}

/// What a search on disk found.
#[derive(Clone, Debug)]
pub struct Found<K> {
    /// A shortest way from the start to a goal, if there is one.
    pub way: Option<Vec<K>>,
    /// How many states each whole level has.
    pub levels: Vec<u64>,
    /// Why the search stopped early, if it did.
    pub stopped: Option<StopReason>,
}

const FORMAT: &str = "sidle-search";

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    version: u64,
    task: String,
    words: usize,
    /// The number of states of each whole level and the sum of its words.
    levels: Vec<(u64, u64)>,
}

enum Trouble {
    Disk(DiskError),
    Stop(StopReason),
}

impl From<DiskError> for Trouble {
    fn from(error: DiskError) -> Trouble {
        Trouble::Disk(error)
    }
}

impl From<StopReason> for Trouble {
    fn from(stop: StopReason) -> Trouble {
        Trouble::Stop(stop)
    }
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> DiskError + '_ {
    move |error| DiskError::Io(path.display().to_string(), error)
}

/// Searches from `start` until a goal is found or everything that can be reached is, with the levels in a folder.
pub fn search_on_disk<S: Space>(
    space: &S,
    start: S::Key,
    folder: &Folder,
    threads: Threads,
    meter: &Meter,
) -> Result<Found<S::Key>, DiskError> {
    let mut run = Run::open(space, start, folder, threads, meter)?;
    let result = run.verify(start).and_then(|()| run.all());
    let levels: Vec<u64> = run
        .manifest
        .levels
        .iter()
        .map(|&(count, _)| count)
        .collect();
    match result {
        Ok(goal) => Ok(Found {
            way: goal.map(|goal| run.way(goal)).transpose()?,
            levels,
            stopped: None,
        }),
        Err(Trouble::Stop(stop)) => Ok(Found {
            way: None,
            levels,
            stopped: Some(stop),
        }),
        Err(Trouble::Disk(error)) => Err(error),
    }
}

struct Run<'s, S: Space> {
    space: &'s S,
    folder: &'s Folder,
    threads: usize,
    meter: &'s Meter,
    manifest: Manifest,
}

/// Added word by word: what a level's keys should sum up to.
fn summed<K: Key>(sum: u64, key: K) -> u64 {
    (0..K::WORDS).fold(sum, |sum, place| {
        (sum.rotate_left(5) ^ key.word(place)).wrapping_mul(0x2545_F491_4F6C_DD1D)
    })
}

impl<'s, S: Space> Run<'s, S> {
    fn open(
        space: &'s S,
        start: S::Key,
        folder: &'s Folder,
        threads: Threads,
        meter: &'s Meter,
    ) -> Result<Run<'s, S>, DiskError> {
        fs::create_dir_all(&folder.path).map_err(io_error(&folder.path))?;
        let path = folder.path.join("search.json");
        let mut run = Run {
            space,
            folder,
            threads: threads.count(),
            meter,
            manifest: Manifest {
                format: FORMAT.to_owned(),
                version: 1,
                task: folder.task.clone(),
                words: <S::Key as Key>::WORDS,
                levels: Vec::new(),
            },
        };
        match fs::read(&path) {
            Ok(bytes) => {
                let name = path.display().to_string();
                let found: Manifest =
                    serde_json::from_slice(&bytes).map_err(|_| DiskError::Damaged(name.clone()))?;
                if (&found.format, found.version, &found.task, found.words)
                    != (
                        &run.manifest.format,
                        1,
                        &run.manifest.task,
                        run.manifest.words,
                    )
                {
                    return Err(DiskError::Other(folder.path.display().to_string()));
                }
                run.manifest = found;
                if run.manifest.levels.is_empty() {
                    return Err(DiskError::Damaged(name));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Nothing of another's is overwritten.
                let mut entries = fs::read_dir(&folder.path).map_err(io_error(&folder.path))?;
                if entries.next().is_some() {
                    return Err(DiskError::Other(folder.path.display().to_string()));
                }
                let mut writer = Writer::create(run.level_path(0))?;
                writer.push(start)?;
                run.finish(writer)?;
            }
            Err(error) => return Err(io_error(&path)(error)),
        }
        Ok(run)
    }

    /// Removes what a killed search left half done.
    fn sweep(&self) -> Result<(), DiskError> {
        let path = &self.folder.path;
        for entry in fs::read_dir(path).map_err(io_error(path))? {
            let entry = entry.map_err(io_error(path))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("run-") || name.ends_with(".part") {
                fs::remove_file(entry.path()).map_err(io_error(&entry.path()))?;
            }
        }
        Ok(())
    }

    fn level_path(&self, depth: usize) -> PathBuf {
        self.folder.path.join(format!("level-{depth:05}"))
    }

    /// Is what the folder holds a search from this state? Of the levels before the last two no more is needed
    /// than a way back, which is verified when it is found.
    fn verify(&self, start: S::Key) -> Result<(), Trouble> {
        let mut reader = Reader::<S::Key>::open(self.level_path(0))?;
        if reader.next()? != Some(start) || reader.next()?.is_some() {
            return Err(DiskError::Damaged(self.level_path(0).display().to_string()).into());
        }
        let count = self.manifest.levels.len();
        for depth in count.saturating_sub(2)..count {
            self.verify_level(depth)?;
        }
        Ok(self.sweep()?)
    }

    /// Are the keys of a level what they were, sorted, and states at all?
    fn verify_level(&self, depth: usize) -> Result<(), Trouble> {
        let (count, sum) = self.manifest.levels[depth];
        let path = self.level_path(depth);
        let damaged = || DiskError::Damaged(path.display().to_string());
        let mut reader = Reader::<S::Key>::open(path.clone())?;
        let (mut seen, mut found, mut before) = (0, 0, None);
        let mut ticker = self.meter.ticker();
        while let Some(key) = reader.next()? {
            ticker.step()?;
            if before.is_some_and(|before| before >= key) || !self.space.is_state(key) {
                return Err(damaged().into());
            }
            before = Some(key);
            seen += 1;
            found = summed(found, key);
        }
        if (seen, found) == (count, sum) {
            Ok(())
        } else {
            Err(damaged().into())
        }
    }

    /// A written level becomes one of the search.
    fn finish(&mut self, writer: Writer<S::Key>) -> Result<(), DiskError> {
        self.manifest.levels.push(writer.finish()?);
        let path = self.folder.path.join("search.json");
        let text = serde_json::to_string(&self.manifest).unwrap_or_default();
        write_whole(&path, |out| writeln!(out, "{text}")).map_err(io_error(&path))
    }

    /// The least goal of the last level, or none in all that can be reached.
    fn all(&mut self) -> Result<Option<S::Key>, Trouble> {
        loop {
            let depth = self.manifest.levels.len() - 1;
            let mut reader = Reader::<S::Key>::open(self.level_path(depth))?;
            let mut ticker = self.meter.ticker();
            while let Some(key) = reader.next()? {
                ticker.step()?;
                if self.space.is_goal(key) {
                    return Ok(Some(key));
                }
            }
            let runs = self.expand(depth)?;
            let writer = self.merge(depth, &runs)?;
            if writer.count == 0 {
                return Ok(None);
            }
            self.finish(writer)?;
        }
    }

    /// Writes the neighbours of a level as sorted runs, files that go away when they are dropped.
    fn expand(&self, depth: usize) -> Result<Vec<Unfinished>, Trouble> {
        let reader = Mutex::new(Reader::<S::Key>::open(self.level_path(depth))?);
        let bytes = size_of::<S::Key>() * self.threads;
        let mut capacity = (self.folder.buffer / bytes).max(1 << 10);
        while capacity > 1 << 16 && self.meter.room((capacity * bytes) as u64).is_err() {
            capacity /= 2;
        }
        let share = |worker: usize| -> Result<Vec<Unfinished>, Trouble> {
            let mut scratch = S::Scratch::default();
            let mut found: Vec<S::Key> = Vec::new();
            let mut runs = Vec::new();
            let mut keys = Vec::new();
            let mut flush = |found: &mut Vec<S::Key>| -> Result<(), DiskError> {
                let name = format!("run-{worker}-{}", runs.len());
                let mut writer = Writer::create(self.folder.path.join(name))?;
                found.iter().try_for_each(|&key| writer.push(key))?;
                runs.push(writer.close()?);
                found.clear();
                Ok(())
            };
            loop {
                keys.clear();
                match reader.lock() {
                    Ok(mut reader) => reader.take(256, &mut keys)?,
                    Err(_) => return Ok(runs),
                }
                if keys.is_empty() {
                    break;
                }
                self.meter.check()?;
                for &key in &keys {
                    self.space.neighbours(key, &mut scratch, &mut found);
                }
                if found.len() >= capacity {
                    found.sort_unstable();
                    found.dedup();
                    // After many repetitions there is room for more.
                    if found.len() >= capacity / 2 {
                        flush(&mut found)?;
                    }
                }
            }
            if !found.is_empty() {
                found.sort_unstable();
                found.dedup();
                flush(&mut found)?;
            }
            Ok(runs)
        };
        let shares: Vec<Result<Vec<Unfinished>, Trouble>> = if self.threads == 1 {
            vec![share(0)]
        } else {
            std::thread::scope(|scope| {
                let share = &share;
                let workers: Vec<_> = (0..self.threads)
                    .map(|worker| scope.spawn(move || share(worker)))
                    .collect();
                workers.into_iter().map(super::level::join).collect()
            })
        };
        let mut runs = Vec::new();
        for share in shares {
            runs.extend(share?);
        }
        Ok(runs)
    }

    /// The runs together without the states of the last two levels.
    fn merge(&self, depth: usize, runs: &[Unfinished]) -> Result<Writer<S::Key>, Trouble> {
        let mut known = Vec::new();
        for level in depth.saturating_sub(1)..=depth {
            let mut reader = Reader::<S::Key>::open(self.level_path(level))?;
            let head = reader.next()?;
            known.push((head, reader));
        }
        let mut readers = Vec::new();
        let mut heap = BinaryHeap::new();
        for (number, run) in runs.iter().enumerate() {
            let mut reader = Reader::<S::Key>::open(run.path().to_path_buf())?;
            if let Some(key) = reader.next()? {
                heap.push(std::cmp::Reverse((key, number)));
            }
            readers.push(reader);
        }
        let mut writer = Writer::create(self.level_path(depth + 1))?;
        let mut before = None;
        let mut ticker = self.meter.ticker();
        while let Some(std::cmp::Reverse((key, number))) = heap.pop() {
            if let Some(next) = readers[number].next()? {
                heap.push(std::cmp::Reverse((next, number)));
            }
            ticker.step()?;
            if before == Some(key) {
                continue;
            }
            before = Some(key);
            let mut is_known = false;
            for (head, reader) in &mut known {
                while head.is_some_and(|head| head < key) {
                    *head = reader.next()?;
                }
                is_known |= *head == Some(key);
            }
            if !is_known {
                ticker.node(0)?;
                writer.push(key)?;
            }
        }
        Ok(writer)
    }

    /// A shortest way back, by binary search in the files of the levels.
    fn way(&self, goal: S::Key) -> Result<Vec<S::Key>, DiskError> {
        let mut scratch = S::Scratch::default();
        let mut way = vec![goal];
        let mut at = goal;
        for depth in (0..self.manifest.levels.len() - 1).rev() {
            let mut neighbours = Vec::new();
            self.space.neighbours(at, &mut scratch, &mut neighbours);
            neighbours.sort_unstable();
            let path = self.level_path(depth);
            let mut reader = Reader::<S::Key>::open(path.clone())?;
            let mut before = None;
            for key in neighbours {
                if reader.contains(key, self.manifest.levels[depth].0)? {
                    before = Some(key);
                    break;
                }
            }
            at = before.ok_or_else(|| DiskError::Damaged(path.display().to_string()))?;
            way.push(at);
        }
        way.reverse();
        Ok(way)
    }
}

/// A sorted file of keys being written; it has its name only when it is whole.
struct Writer<K> {
    path: PathBuf,
    part: Unfinished,
    file: BufWriter<fs::File>,
    count: u64,
    sum: u64,
    key: PhantomData<K>,
}

impl<K: Key> Writer<K> {
    fn create(path: PathBuf) -> Result<Writer<K>, DiskError> {
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

    fn push(&mut self, key: K) -> Result<(), DiskError> {
        self.count += 1;
        self.sum = summed(self.sum, key);
        for place in 0..K::WORDS {
            let bytes = key.word(place).to_le_bytes();
            self.file.write_all(&bytes).map_err(io_error(&self.path))?;
        }
        Ok(())
    }

    /// The file is a level.
    fn finish(mut self) -> Result<(u64, u64), DiskError> {
        self.file.flush().map_err(io_error(&self.path))?;
        self.part.finish(&self.path).map_err(io_error(&self.path))?;
        Ok((self.count, self.sum))
    }

    /// The file will be read and then go away.
    fn close(mut self) -> Result<Unfinished, DiskError> {
        self.file.flush().map_err(io_error(&self.path))?;
        Ok(self.part)
    }
}

/// A file of keys being read.
struct Reader<K> {
    path: PathBuf,
    file: BufReader<fs::File>,
    key: PhantomData<K>,
}

impl<K: Key> Reader<K> {
    fn open(path: PathBuf) -> Result<Reader<K>, DiskError> {
        let file = fs::File::open(&path).map_err(io_error(&path))?;
        Ok(Reader {
            path,
            file: BufReader::with_capacity(1 << 18, file),
            key: PhantomData,
        })
    }

    fn next(&mut self) -> Result<Option<K>, DiskError> {
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
    fn take(&mut self, count: usize, keys: &mut Vec<K>) -> Result<(), DiskError> {
        for _ in 0..count {
            match self.next()? {
                Some(key) => keys.push(key),
                None => break,
            }
        }
        Ok(())
    }

    /// Is the key among the `count` ones of this sorted file?
    fn contains(&mut self, key: K, count: u64) -> Result<bool, DiskError> {
        let bytes = 8 * K::WORDS as u64;
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            self.file
                .seek(SeekFrom::Start(middle * bytes))
                .map_err(io_error(&self.path))?;
            match self.next()? {
                Some(found) if found == key => return Ok(true),
                Some(found) if found < key => low = middle + 1,
                _ => high = middle,
            }
        }
        Ok(false)
    }
}
