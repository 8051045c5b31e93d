//! Search beyond memory: every level is a sorted file, and a killed search goes on where it was.
//!
//! The neighbours of a level are collected in memory, sorted, and written as runs. The merged runs without the states of the last two
//! levels are the next level (delayed detection of duplicates: Korf 2003, for undirected graphs Munagala and Ranade 1999). The memory is that of the
//! buffers, whatever the number of states. A small file says which levels are whole; it is replaced only when a level is. One
//! process at a time works in a folder, which is locked by that file.

mod keys;
mod names;
mod verify;

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use serde::{Deserialize, Serialize};
use sidle_core::{Envelope, EnvelopeError, Meter, StopReason};
use sidle_graph::{
    Threads,
    io::{FileLock, write_whole},
};

use self::keys::{Content, Lookup, Reader, Writer, Written};
use super::{Key, Space};
use crate::Error;

/// Why a search on disk failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// The file system.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// The list of levels is not a saved state of this version as it was written.
    #[error("{0}: {1}")]
    Envelope(String, EnvelopeError),
    /// The folder belongs to something else.
    #[error("{0} belongs to another search; name another folder or remove it")]
    Other(String),
    /// A file does not fit the others, and why.
    #[error("{0} is damaged: {1}; remove the folder and start again")]
    Damaged(String, &'static str),
    /// The folder holds a file that no search writes.
    #[error("{0} holds {1}, which is not a file of a search; move it away or name another folder")]
    Foreign(String, String),
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
    /// How many states each whole level has; nothing if the search stopped before the folder was verified.
    pub levels: Vec<u64>,
    /// So many levels were read from the folder and tested at some of their states only.
    pub believed: u64,
    /// Why the search stopped early, if it did.
    pub stopped: Option<StopReason>,
}

const ENVELOPE: Envelope = Envelope::new("search", 2);

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    task: String,
    words: usize,
    /// The number of states of each whole level and the sum of its words.
    levels: Vec<Content>,
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

fn damaged(path: &Path, why: &'static str) -> DiskError {
    DiskError::Damaged(path.display().to_string(), why)
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> DiskError + '_ {
    move |error| DiskError::Io(path.display().to_string(), error)
}

/// Searches from `start` until a goal is found or everything that can be reached is, with the levels in a folder. A folder in which
/// another process searches is refused.
pub fn search_on_disk<S: Space>(
    space: &S,
    start: S::Key,
    folder: &Folder,
    threads: Threads,
    meter: &Meter,
) -> Result<Found<S::Key>, DiskError> {
    let mut run = Run::open(space, start, folder, threads, meter)?;
    let verified = run.verify(start);
    let is_verified = verified.is_ok();
    let believed = verified.as_ref().copied().unwrap_or_default();
    let result = verified.and_then(|_| run.all());
    // What was not verified is not told either.
    let whole = run.manifest.levels.iter().filter(|_| is_verified);
    let levels: Vec<u64> = whole.map(|&(count, _)| count).collect();
    match result {
        Ok(goal) => Ok(Found {
            way: goal.map(|goal| run.way(goal)).transpose()?,
            levels,
            believed,
            stopped: None,
        }),
        Err(Trouble::Stop(stop)) => Ok(Found {
            way: None,
            levels,
            believed,
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
    _lock: FileLock,
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
        let path = folder.path.join(names::MANIFEST);
        let lock = FileLock::acquire(&path).map_err(io_error(&folder.path))?;
        let mut run = Run {
            space,
            folder,
            threads: threads.count(),
            meter,
            manifest: Manifest {
                task: folder.task.clone(),
                words: <S::Key as Key>::WORDS,
                levels: Vec::new(),
            },
            _lock: lock,
        };
        match fs::read(&path) {
            Ok(bytes) => run.go_on(&bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => run.begin(start)?,
            Err(error) => return Err(io_error(&path)(error)),
        }
        Ok(run)
    }

    /// Takes over what a folder says about its search.
    fn go_on(&mut self, manifest: &[u8]) -> Result<(), DiskError> {
        let path = self.folder.path.join(names::MANIFEST);
        let body = ENVELOPE
            .open(manifest)
            .map_err(|error| DiskError::Envelope(path.display().to_string(), error))?;
        let found: Manifest = serde_json::from_slice(body)
            .map_err(|_| damaged(&path, "it does not describe a search"))?;
        let own = &self.manifest;
        if (&found.task, found.words) != (&own.task, own.words) {
            return Err(DiskError::Other(self.folder.path.display().to_string()));
        }
        if found.levels.is_empty() {
            return Err(damaged(&path, "it names no level"));
        }
        names::refuse_foreign(&self.folder.path)?;
        self.manifest = found;
        Ok(())
    }

    /// Writes level 0. A folder is taken if it is empty, or holds no more than a search that failed here left behind.
    fn begin(&mut self, start: S::Key) -> Result<(), DiskError> {
        names::clear_beginning(&self.folder.path, 8 * <S::Key as Key>::WORDS as u64)?;
        let level = self.level_path(0);
        let mut writer = Writer::create(level.clone())?;
        writer.push(start)?;
        self.finish(writer).inspect_err(|_| {
            let _ = fs::remove_file(&level);
        })
    }

    fn level_path(&self, depth: usize) -> PathBuf {
        self.folder.path.join(format!("level-{depth:05}"))
    }

    /// A level to be read through.
    fn reader(&self, depth: usize) -> Result<Reader<S::Key>, DiskError> {
        Reader::open(self.level_path(depth), self.manifest.levels[depth])
    }

    /// A level to be searched for states.
    fn lookup(&self, depth: usize) -> Result<Lookup<S::Key>, DiskError> {
        Lookup::open(self.level_path(depth), self.manifest.levels[depth].0)
    }

    /// A written level becomes one of the search.
    fn finish(&mut self, writer: Writer<S::Key>) -> Result<(), DiskError> {
        self.manifest.levels.push(writer.finish()?);
        let path = self.folder.path.join(names::MANIFEST);
        let text = serde_json::to_string(&self.manifest).unwrap_or_default() + "\n";
        let bytes = ENVELOPE.seal(text.as_bytes());
        write_whole(&path, |out| out.write_all(&bytes)).map_err(io_error(&path))
    }

    /// The least goal of the last level, or none in all that can be reached.
    fn all(&mut self) -> Result<Option<S::Key>, Trouble> {
        loop {
            let depth = self.manifest.levels.len() - 1;
            let mut reader = self.reader(depth)?;
            let mut ticker = self.meter.ticker();
            while let Some(key) = reader.next()? {
                ticker.step()?;
                if self.space.is_goal(key) {
                    return Ok(Some(key));
                }
            }
            let writer = self.after(depth)?;
            if writer.count == 0 {
                return Ok(None);
            }
            self.finish(writer)?;
        }
    }

    /// Writes the level after one of the search.
    fn after(&self, depth: usize) -> Result<Writer<S::Key>, Trouble> {
        let runs = self.expand(depth)?;
        let mut writer = Writer::create(self.level_path(depth + 1))?;
        let mut ticker = self.meter.ticker();
        self.merge(depth, runs, |key| {
            ticker.node(0)?;
            Ok(writer.push(key)?)
        })?;
        Ok(writer)
    }

    /// Writes the neighbours of a level as sorted runs, files that go away when they are dropped.
    fn expand(&self, depth: usize) -> Result<Vec<Written<S::Key>>, Trouble> {
        let reader = Mutex::new(self.reader(depth)?);
        let made = AtomicU64::new(0);
        let bytes = size_of::<S::Key>() * self.threads;
        let mut capacity = (self.folder.buffer / bytes).max(1 << 10);
        while capacity > 1 << 16 && self.meter.room((capacity * bytes) as u64).is_err() {
            capacity /= 2;
        }
        let share = || -> Result<Vec<Written<S::Key>>, Trouble> {
            let mut scratch = S::Scratch::default();
            let mut found: Vec<S::Key> = Vec::new();
            let mut runs = Vec::new();
            let mut keys = Vec::new();
            let mut flush = |found: &mut Vec<S::Key>| -> Result<(), DiskError> {
                let number = made.fetch_add(1, Relaxed);
                let name = format!("run-{}-{number}", std::process::id());
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
        let shares: Vec<Result<Vec<Written<S::Key>>, Trouble>> = if self.threads == 1 {
            vec![share()]
        } else {
            std::thread::scope(|scope| {
                let share = &share;
                let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(share)).collect();
                workers.into_iter().map(super::level::join).collect()
            })
        };
        let mut runs = Vec::new();
        for share in shares {
            runs.extend(share?);
        }
        Ok(runs)
    }

    /// Hands out the runs together without the states of the level they come from and of the one before, in order.
    fn merge(
        &self,
        depth: usize,
        runs: Vec<Written<S::Key>>,
        mut each: impl FnMut(S::Key) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut known = Vec::new();
        for level in depth.saturating_sub(1)..=depth {
            let mut reader = self.reader(level)?;
            let head = reader.next()?;
            known.push((head, reader));
        }
        let mut readers = Vec::new();
        let mut heap = BinaryHeap::new();
        for (number, run) in runs.into_iter().enumerate() {
            let mut reader = run.read()?;
            if let Some(key) = reader.next()? {
                heap.push(Reverse((key, number)));
            }
            readers.push(reader);
        }
        let mut before = None;
        let mut ticker = self.meter.ticker();
        while let Some(Reverse((key, number))) = heap.pop() {
            if let Some(next) = readers[number].next()? {
                heap.push(Reverse((next, number)));
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
                each(key)?;
            }
        }
        // The checksum of a level is verified at its end.
        for (mut head, mut reader) in known {
            while head.is_some() {
                ticker.step()?;
                head = reader.next()?;
            }
        }
        Ok(())
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
            let mut level = self.lookup(depth)?;
            let mut before = None;
            for key in neighbours {
                if level.contains(key)? {
                    before = Some(key);
                    break;
                }
            }
            let why = "a state of the next level does not follow from it";
            at = before.ok_or_else(|| damaged(&self.level_path(depth), why))?;
            way.push(at);
        }
        way.reverse();
        Ok(way)
    }
}
