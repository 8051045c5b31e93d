//! Breadth-first search over packed states whose moves can be taken back.
//!
//! In sliding blocks and in nondeterministic constraint logic every move can be undone, so a state of
//! level d has neighbours in the levels d − 1, d and d + 1 only. A table therefore needs the states of two
//! levels and of the one being built; older levels are plain lists, from which a solution is read
//! backwards. Neither the levels' contents nor any answer depends on the number of threads.

mod both_ends;
mod disk;
mod index;
mod key;
mod level;
mod table;

pub use both_ends::{Meeting, between};
pub use disk::{DiskError, Folder, Found, OnDiskError, search_on_disk};
pub use index::{Indexed, Walk, search_indexed};
pub use key::{Fields, Key};
use level::Run;
use sidle_core::{Meter, StopReason};
use sidle_graph::Threads;

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
    /// Can these bits, read from a file, be a state at all?
    fn is_state(&self, key: Self::Key) -> bool;
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

/// Searches from the given states.
pub fn search<S: Space>(
    space: &S,
    starts: Vec<S::Key>,
    until: Until,
    threads: Threads,
    meter: &Meter,
) -> Levels<S::Key> {
    let mut run = Run::new(space, threads, meter);
    let stopped = all(&mut run, &starts, until).err();
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

fn all<S: Space>(run: &mut Run<'_, S>, starts: &[S::Key], until: Until) -> Result<(), StopReason> {
    run.begin(starts)?;
    loop {
        let Some(level) = run.levels.last() else {
            return Ok(());
        };
        if until == Until::Goal && level.iter().any(|&key| run.space.is_goal(key)) {
            return Ok(());
        }
        if !run.advance()? {
            return Ok(());
        }
    }
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
