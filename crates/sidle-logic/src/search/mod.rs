//! Breadth-first search over packed states whose moves can be taken back.
//!
//! In sliding blocks and in nondeterministic constraint logic every move can be undone, so a state of
//! level d has neighbours in the levels d − 1, d and d + 1 only. A table therefore needs the states of two
//! levels and of the one being built; older levels are plain lists, from which a solution is read
//! backwards. Neither the levels' contents nor any answer depends on the number of threads.

mod key;
mod table;

pub use key::{Fields, Key};
use sidle_core::{Meter, StopReason};
use sidle_graph::Threads;
use table::Table;

/// An undirected graph of packed states.
pub trait Space: Sync {
    /// How a state is packed.
    type Key: Key;
    /// Room for one thread's work.
    type Scratch: Default + Send;
    /// Appends the neighbours of a state; repetitions are allowed.
    fn neighbours(&self, key: Self::Key, scratch: &mut Self::Scratch, out: &mut Vec<Self::Key>);
    /// Is this what we look for?
    fn is_goal(&self, key: Self::Key) -> bool;
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// At the end of the first level with a goal.
    Goal,
    /// When every reachable state is found.
    Exhausted,
}

/// The states of a search by their distance from the start.
#[derive(Clone, Debug)]
pub struct Levels<K> {
    /// The states of each distance, in no meaningful order.
    pub levels: Vec<Vec<K>>,
    /// The goal at the least distance with the least key, if one was found.
    pub goal: Option<K>,
    /// Why the search stopped early, if it did.
    pub stopped: Option<StopReason>,
}

impl<K> Levels<K> {
    /// How many states were found.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }
}

/// States that one thread expands between two looks at the meter.
const CHUNK: usize = 128;
/// States that the threads expand before their findings are merged.
const BLOCK: usize = 1 << 15;
/// From this level size on several threads pay.
const WORTH: usize = 1 << 12;
/// Tables of this many bytes are purged of old levels rather than doubled.
const LARGE: usize = 1 << 21;

/// Searches from the given states.
pub fn search<S: Space>(
    space: &S,
    starts: Vec<S::Key>,
    until: Until,
    threads: Threads,
    meter: &Meter,
) -> Levels<S::Key> {
    let mut run = Run {
        space,
        meter,
        levels: Vec::new(),
        tables: vec![Table::new()],
        scratch: S::Scratch::default(),
        candidates: Vec::new(),
    };
    let stopped = run.all(starts, until, threads).err();
    let goal = run
        .levels
        .last()
        .filter(|_| until == Until::Goal && stopped.is_none())
        .and_then(|level| {
            level
                .iter()
                .copied()
                .filter(|&key| space.is_goal(key))
                .min()
        });
    Levels {
        levels: run.levels,
        goal,
        stopped,
    }
}

struct Run<'s, S: Space> {
    space: &'s S,
    meter: &'s Meter,
    levels: Vec<Vec<S::Key>>,
    /// One table a thread; a key belongs to the table that the low bits of its hash name.
    tables: Vec<Table<S::Key>>,
    scratch: S::Scratch,
    candidates: Vec<S::Key>,
}

impl<S: Space> Run<'_, S> {
    fn all(
        &mut self,
        starts: Vec<S::Key>,
        until: Until,
        threads: Threads,
    ) -> Result<(), StopReason> {
        let mut first = Vec::new();
        let more = starts.len() + 1;
        self.tables = vec![Table::rebuilt([].into_iter(), more)];
        self.tables[0].insert_all(&starts, &mut first);
        self.charge(first.len(), first.len())?;
        loop {
            let done = first.is_empty()
                || until == Until::Goal && first.iter().any(|&key| self.space.is_goal(key));
            if first.is_empty() {
                return Ok(());
            }
            self.levels.push(first);
            if done {
                return Ok(());
            }
            let frontier = self.levels.len() - 1;
            first = if threads.count() > 1 && self.levels[frontier].len() >= WORTH {
                self.level_together(threads.count())?
            } else {
                self.level_alone()?
            };
        }
    }

    /// Counts new states.
    fn charge(&self, states: usize, slots: usize) -> Result<(), StopReason> {
        let bytes = (states + slots) * size_of::<S::Key>();
        self.meter.ticker().nodes(states as u64, bytes as u64)
    }

    fn level_alone(&mut self) -> Result<Vec<S::Key>, StopReason> {
        if self.tables.len() > 1 {
            self.tables = vec![Table::rebuilt(recent(&self.levels, &[]), 1 << 10)];
        }
        let mut next = Vec::new();
        let depth = self.levels.len() - 1;
        let mut begin = 0;
        while begin < self.levels[depth].len() {
            let end = (begin + CHUNK).min(self.levels[depth].len());
            self.candidates.clear();
            for &key in &self.levels[depth][begin..end] {
                self.space
                    .neighbours(key, &mut self.scratch, &mut self.candidates);
            }
            let table = &mut self.tables[0];
            if !table.has_room(self.candidates.len()) {
                *table = grown(table, &self.levels, &next, self.candidates.len());
            }
            let before = next.len();
            table.insert_all(&self.candidates, &mut next);
            if let Err(stop) = self.charge(next.len() - before, next.len() - before) {
                self.levels.push(next);
                return Err(stop);
            }
            begin = end;
        }
        Ok(next)
    }

    fn level_together(&mut self, threads: usize) -> Result<Vec<S::Key>, StopReason> {
        let depth = self.levels.len() - 1;
        if self.tables.len() != threads {
            self.tables = sharded(&self.levels, threads);
        }
        let mut nexts: Vec<Vec<S::Key>> = vec![Vec::new(); threads];
        let mut begin = 0;
        while begin < self.levels[depth].len() {
            let end = (begin + BLOCK * threads).min(self.levels[depth].len());
            let block = &self.levels[depth][begin..end];
            let size = block.len().div_ceil(threads);
            let space = self.space;
            // Each thread expands a share and sorts what it finds by owner …
            let found: Vec<Vec<Vec<S::Key>>> = std::thread::scope(|scope| {
                let workers: Vec<_> = block
                    .chunks(size)
                    .map(|share| scope.spawn(move || expand_share(space, share, threads)))
                    .collect();
                workers.into_iter().map(join).collect()
            });
            // … and each owner keeps what is new to his table.
            let levels = &self.levels;
            let found = &found;
            std::thread::scope(|scope| {
                for (owner, (table, next)) in self.tables.iter_mut().zip(&mut nexts).enumerate() {
                    scope.spawn(move || {
                        for bins in found {
                            if !table.has_room(bins[owner].len()) {
                                let mine = Table::rebuilt(
                                    [].into_iter(),
                                    table.bytes() / size_of::<S::Key>() + bins[owner].len(),
                                );
                                *table = owned(mine, levels, next, owner, threads);
                            }
                            table.insert_all(&bins[owner], next);
                        }
                    });
                }
            });
            let states: usize = nexts.iter().map(Vec::len).sum();
            if let Err(stop) = self.charge(0, 0).and_then(|()| {
                if states > 0 {
                    self.meter.check()
                } else {
                    Ok(())
                }
            }) {
                self.levels.push(nexts.concat());
                return Err(stop);
            }
            begin = end;
        }
        let next = nexts.concat();
        self.charge(next.len(), next.len())?;
        Ok(next)
    }
}

fn join<T>(worker: std::thread::ScopedJoinHandle<'_, T>) -> T {
    match worker.join() {
        Ok(value) => value,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

fn expand_share<S: Space>(space: &S, share: &[S::Key], owners: usize) -> Vec<Vec<S::Key>> {
    let mut scratch = S::Scratch::default();
    let mut candidates = Vec::new();
    let mut bins = vec![Vec::new(); owners];
    for chunk in share.chunks(CHUNK) {
        candidates.clear();
        for &key in chunk {
            space.neighbours(key, &mut scratch, &mut candidates);
        }
        for &key in &candidates {
            bins[owner_of(key, owners)].push(key);
        }
    }
    bins
}

/// The low bits: the tables use the high ones.
#[inline]
fn owner_of<K: Key>(key: K, owners: usize) -> usize {
    ((key.hash() & 0xFFFF) as usize * owners) >> 16
}

/// The two last finished levels and what has been found of the next.
fn recent<'l, K: Key>(
    levels: &'l [Vec<K>],
    next: &'l [K],
) -> impl Iterator<Item = &'l [K]> + Clone {
    levels
        .iter()
        .rev()
        .take(2)
        .map(Vec::as_slice)
        .chain(std::iter::once(next))
}

/// A larger table with the same keys; a large one gives up the levels that no new state can meet.
fn grown<K: Key>(table: &Table<K>, levels: &[Vec<K>], next: &[K], more: usize) -> Table<K> {
    if table.bytes() >= LARGE {
        return Table::rebuilt(recent(levels, next), more.max(next.len()));
    }
    let all = levels
        .iter()
        .map(Vec::as_slice)
        .chain(std::iter::once(next));
    let count: usize = all.clone().map(<[K]>::len).sum();
    Table::rebuilt(all, more.max(count))
}

fn sharded<K: Key>(levels: &[Vec<K>], threads: usize) -> Vec<Table<K>> {
    let count: usize = recent(levels, &[]).map(<[K]>::len).sum();
    let empty = || Table::rebuilt([].into_iter(), 2 * count / threads + (1 << 10));
    (0..threads)
        .map(|owner| owned(empty(), levels, &[], owner, threads))
        .collect()
}

/// Fills a table with the recent keys of its owner.
fn owned<K: Key>(
    mut table: Table<K>,
    levels: &[Vec<K>],
    next: &[K],
    owner: usize,
    threads: usize,
) -> Table<K> {
    for &key in recent(levels, next).flatten() {
        if owner_of(key, threads) == owner {
            table.insert(key);
        }
    }
    table
}

/// A shortest way from the first level to `goal` in the last one: at each step back the neighbour with the
/// least key.
pub fn way<S: Space>(space: &S, levels: &[Vec<S::Key>], goal: S::Key) -> Vec<S::Key> {
    let mut scratch = S::Scratch::default();
    let mut way = vec![goal];
    let mut at = goal;
    for level in levels.iter().rev().skip(1) {
        let mut neighbours = Vec::new();
        space.neighbours(at, &mut scratch, &mut neighbours);
        neighbours.sort_unstable();
        let before = level.iter().copied();
        let before = before.filter(|key| neighbours.binary_search(key).is_ok());
        // The levels are complete and every move can be taken back, so there is such a neighbour.
        let Some(before) = before.min() else { break };
        way.push(before);
        at = before;
    }
    way.reverse();
    way
}
