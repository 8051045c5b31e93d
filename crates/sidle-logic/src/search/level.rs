//! One level of a search after the other, by one thread or by several.

use std::sync::{
    Mutex,
    atomic::{
        AtomicBool, AtomicUsize,
        Ordering::{AcqRel, Relaxed},
    },
};

use sidle_core::{Meter, StopReason};
use sidle_graph::Threads;

use super::{Space, table::Table};

/// States that a thread expands between two looks at the meter.
const CHUNK: usize = 128;
/// From this level size on several threads pay.
const WORTH: usize = 1 << 12;
/// Tables of this many bytes are purged of old levels rather than doubled.
const LARGE: usize = 1 << 21;

/// A search under way.
pub(super) struct Run<'s, S: Space> {
    pub(super) space: &'s S,
    meter: &'s Meter,
    threads: usize,
    /// The finished levels; after a stop the last one is not whole.
    pub(super) levels: Vec<Vec<S::Key>>,
    table: Table<S::Key>,
    scratch: S::Scratch,
    candidates: Vec<S::Key>,
}

impl<'s, S: Space> Run<'s, S> {
    pub(super) fn new(space: &'s S, threads: Threads, meter: &'s Meter) -> Run<'s, S> {
        Run {
            space,
            meter,
            threads: threads.count(),
            levels: Vec::new(),
            table: Table::for_keys(0),
            scratch: S::Scratch::default(),
            candidates: Vec::new(),
        }
    }

    /// Makes the given states the first level.
    pub(super) fn begin(&mut self, starts: &[S::Key]) -> Result<(), StopReason> {
        self.table = Table::for_keys(starts.len());
        let mut first = Vec::new();
        self.table.insert_all(starts, &mut first);
        charge(self.meter, &first)?;
        if !first.is_empty() {
            self.levels.push(first);
        }
        Ok(())
    }

    /// Finds the next level; is there one?
    pub(super) fn advance(&mut self) -> Result<bool, StopReason> {
        let Some(frontier) = self.levels.last() else {
            return Ok(false);
        };
        let mut next = Vec::new();
        let done = if self.threads > 1 && frontier.len() >= WORTH {
            self.together(&mut next)
        } else {
            self.alone(&mut next)
        };
        let found = !next.is_empty();
        if found {
            self.levels.push(next);
        }
        done.map(|()| found)
    }

    /// Is the key in the last level, or in another one that has not been purged?
    pub(super) fn contains(&self, key: S::Key) -> bool {
        self.table.contains(key)
    }

    fn alone(&mut self, next: &mut Vec<S::Key>) -> Result<(), StopReason> {
        let depth = self.levels.len() - 1;
        let mut begin = 0;
        while begin < self.levels[depth].len() {
            let end = (begin + CHUNK).min(self.levels[depth].len());
            self.candidates.clear();
            for &key in &self.levels[depth][begin..end] {
                self.space
                    .neighbours(key, &mut self.scratch, &mut self.candidates);
            }
            if self.table.room() < self.candidates.len() {
                self.grow(&[next.as_slice()], self.candidates.len(), 1)?;
            }
            let before = next.len();
            self.table.insert_all(&self.candidates, next);
            charge(self.meter, &next[before..])?;
            begin = end;
        }
        Ok(())
    }

    fn together(&mut self, next: &mut Vec<S::Key>) -> Result<(), StopReason> {
        let depth = self.levels.len() - 1;
        let cursor = AtomicUsize::new(0);
        let mut found: Vec<Vec<S::Key>> = vec![Vec::new(); self.threads];
        // Chunks whose keys did not fit.
        let mut left: Vec<usize> = Vec::new();
        let mut stopped = None;
        loop {
            let round = Round {
                space: self.space,
                meter: self.meter,
                frontier: &self.levels[depth],
                table: &self.table,
                cursor: &cursor,
                left: Mutex::new(std::mem::take(&mut left)),
                room: AtomicUsize::new(self.table.room()),
                short: AtomicUsize::new(0),
                halt: AtomicBool::new(false),
                stopped: Mutex::new(None),
            };
            let before: usize = found.iter().map(Vec::len).sum();
            std::thread::scope(|scope| {
                for mine in &mut found {
                    scope.spawn(|| round.work(mine));
                }
            });
            left = round.left.into_inner().unwrap_or_default();
            let short = round.short.into_inner();
            stopped = stopped.or(round.stopped.into_inner().unwrap_or_default());
            let after: usize = found.iter().map(Vec::len).sum();
            self.table.add_length(after - before);
            if stopped.is_some()
                || left.is_empty() && cursor.load(Relaxed) >= self.levels[depth].len()
            {
                break;
            }
            let parts: Vec<&[S::Key]> = found.iter().map(Vec::as_slice).collect();
            if let Err(stop) = self.grow(&parts, short, self.threads) {
                stopped = Some(stop);
                break;
            }
        }
        // The longest list grows by the others.
        found.sort_by_key(|part| std::cmp::Reverse(part.len()));
        let mut parts = found.into_iter();
        *next = parts.next().unwrap_or_default();
        parts.for_each(|part| next.extend(part));
        stopped.map_or(Ok(()), Err)
    }

    /// A larger table with the same keys; a large one gives up the levels that no new state can meet.
    fn grow(&mut self, next: &[&[S::Key]], more: usize, threads: usize) -> Result<(), StopReason> {
        let kept = if self.table.bytes() >= LARGE {
            2
        } else {
            self.levels.len()
        };
        let lists = self.levels.iter().rev().take(kept).map(Vec::as_slice);
        let lists: Vec<&[S::Key]> = lists.chain(next.iter().copied()).collect();
        let count: usize = lists.iter().map(|list| list.len()).sum();
        let fresh: usize = next.iter().map(|list| list.len()).sum();
        let all = count + more.max(if kept == 2 { fresh } else { count });
        let bytes = Table::<S::Key>::bytes_for(all).saturating_sub(self.table.bytes());
        self.meter.room(bytes as u64)?;
        // The old table goes first: both together may be too much.
        self.table = Table::for_keys(0);
        self.table = Table::for_keys(all);
        if threads == 1 || count < WORTH {
            for &key in lists.into_iter().flatten() {
                self.table.insert(key);
            }
            return Ok(());
        }
        let table = &self.table;
        std::thread::scope(|scope| {
            for worker in 0..threads {
                let lists = &lists;
                scope.spawn(move || {
                    for list in lists {
                        let share = list.len().div_ceil(threads);
                        let begin = (worker * share).min(list.len());
                        table.fill_together(&list[begin..(begin + share).min(list.len())]);
                    }
                });
            }
        });
        self.table.add_length(count);
        Ok(())
    }
}

/// Counts new states: each stands in a list and in the table.
fn charge<K>(meter: &Meter, fresh: &[K]) -> Result<(), StopReason> {
    let bytes = 2 * size_of_val(fresh);
    meter.ticker().nodes(fresh.len() as u64, bytes as u64)
}

/// What the threads share while they expand a level.
struct Round<'r, S: Space> {
    space: &'r S,
    meter: &'r Meter,
    frontier: &'r [S::Key],
    table: &'r Table<S::Key>,
    /// Where the next chunk begins.
    cursor: &'r AtomicUsize,
    /// The beginnings of chunks that must be expanded again.
    left: Mutex<Vec<usize>>,
    /// How many keys the table still takes.
    room: AtomicUsize,
    /// The most keys that did not fit together.
    short: AtomicUsize,
    halt: AtomicBool,
    stopped: Mutex<Option<StopReason>>,
}

impl<S: Space> Round<'_, S> {
    fn next_chunk(&self) -> Option<usize> {
        if let Ok(mut left) = self.left.lock()
            && let Some(begin) = left.pop()
        {
            return Some(begin);
        }
        let begin = self.cursor.fetch_add(CHUNK, Relaxed);
        (begin < self.frontier.len()).then_some(begin)
    }

    fn work(&self, fresh: &mut Vec<S::Key>) {
        let mut scratch = S::Scratch::default();
        let mut candidates = Vec::new();
        while !self.halt.load(Relaxed) {
            let Some(begin) = self.next_chunk() else {
                return;
            };
            let end = (begin + CHUNK).min(self.frontier.len());
            candidates.clear();
            for &key in &self.frontier[begin..end] {
                self.space.neighbours(key, &mut scratch, &mut candidates);
            }
            let wanted = candidates.len();
            let reserved = self
                .room
                .fetch_update(AcqRel, Relaxed, |room| room.checked_sub(wanted));
            if reserved.is_err() {
                self.halt.store(true, Relaxed);
                self.short.fetch_add(wanted, Relaxed);
                if let Ok(mut left) = self.left.lock() {
                    left.push(begin);
                }
                return;
            }
            let before = fresh.len();
            self.table.insert_all_together(&candidates, fresh);
            self.room
                .fetch_add(wanted - (fresh.len() - before), Relaxed);
            if let Err(stop) = charge(self.meter, &fresh[before..]) {
                self.halt.store(true, Relaxed);
                if let Ok(mut stopped) = self.stopped.lock() {
                    stopped.get_or_insert(stop);
                }
                return;
            }
        }
    }
}

/// What a thread has found.
pub(super) fn join<T>(worker: std::thread::ScopedJoinHandle<'_, T>) -> T {
    match worker.join() {
        Ok(value) => value,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
