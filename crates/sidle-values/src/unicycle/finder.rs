//! Searching on several threads: one pattern cut into subtrees, or many patterns.

use std::{
    num::NonZeroUsize,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use sidle_core::{Meter, StopReason};

use super::{
    ExitTable, Pattern,
    automaton::Automaton,
    canonical, order,
    search::{Effort, Search},
};

/// A search that gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A strictly alternating cycle is not a stopper, whatever its exits.
    #[error("the pattern alternates strictly: a game with such a cycle is not a stopper")]
    Alternating,
    /// The pattern is longer than the search can handle.
    #[error("the pattern has {0} edges; the search handles at most 64")]
    TooLong(usize),
    /// The meter stopped it.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// The parts of one pattern's search tree that are known to hold no unicycle. It can be kept and
/// handed in again: the search goes on where it stopped.
///
/// The tree is cut by the exits of the last [`Exhausted::depth`] vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhausted {
    subtrees: Vec<bool>,
    depth: usize,
}

impl Exhausted {
    /// How many exits are fixed in each subtree.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// For each subtree, in the order of the search, whether it is exhausted.
    #[must_use]
    pub fn subtrees(&self) -> &[bool] {
        &self.subtrees
    }

    /// The state written down earlier.
    #[must_use]
    pub fn from_parts(depth: usize, subtrees: Vec<bool>) -> Exhausted {
        Exhausted { subtrees, depth }
    }
}

/// Searches for unicycles with exits from one table.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_values::unicycle::{ExitTable, Finder, Pattern};
/// let finder = Finder::new(ExitTable::nimbers(4), &Meter::unlimited()).unwrap();
/// let pattern: Pattern = "LLRLLRLLR".parse().unwrap();
/// let exits = finder.first(&pattern, &Meter::unlimited()).unwrap();
/// assert_eq!(exits, Some(vec![3, 3, 0, 2, 2, 0, 1, 1, 0]));
/// ```
#[derive(Debug)]
pub struct Finder {
    table: ExitTable,
    automaton: Automaton,
}

impl Finder {
    /// Prepares the search over a table.
    ///
    /// Cost: the number of different ways in which a cycle vertex can compare with the table's
    /// games, times the candidates, times the options in the table.
    pub fn new(table: ExitTable, meter: &Meter) -> Result<Finder, StopReason> {
        let automaton = Automaton::new(&table, meter)?;
        Ok(Finder { table, automaton })
    }

    /// The table of exits.
    #[must_use]
    pub fn table(&self) -> &ExitTable {
        &self.table
    }

    /// The first unicycle with this pattern, as the table's numbers of its exits in cycle order;
    /// `None` if there is none with candidate exits.
    ///
    /// The order: exits are compared from the last vertex of the cycle back to vertex 0, each by
    /// the candidates' order in the table.
    pub fn first(&self, pattern: &Pattern, meter: &Meter) -> Result<Option<Vec<u32>>, SearchError> {
        self.first_counted(pattern, &mut Effort::default(), meter)
    }

    /// [`Finder::first`], adding what it took to `effort`.
    pub fn first_counted(
        &self,
        pattern: &Pattern,
        effort: &mut Effort,
        meter: &Meter,
    ) -> Result<Option<Vec<u32>>, SearchError> {
        self.accepts(pattern)?;
        let search = Search::new(&self.automaton, pattern);
        let found = search.first(&[], effort, &|| false, meter)?;
        Ok(found.map(|choices| self.exits(pattern, &choices)))
    }

    /// [`Finder::first`] on several threads, starting from what is `exhausted` already and keeping
    /// that up to date, also when the meter stops it. `keep` sees it after each finished subtree, so
    /// that it can be written down. The answer does not depend on the number of threads. The meter
    /// is told the number of subtrees and counts them.
    pub fn first_on_threads(
        &self,
        pattern: &Pattern,
        threads: NonZeroUsize,
        exhausted: &mut Exhausted,
        keep: &mut (dyn FnMut(&Exhausted) + Send),
        meter: &Meter,
    ) -> Result<Option<Vec<u32>>, SearchError> {
        self.accepts(pattern)?;
        self.cut(pattern, exhausted);
        let search = Search::new(&self.automaton, pattern);
        let open: Vec<usize> = (0..exhausted.subtrees.len())
            .filter(|&i| !exhausted.subtrees[i])
            .collect();
        meter.announce(exhausted.subtrees.len() as u64);
        meter.advance((exhausted.subtrees.len() - open.len()) as u64);
        let depth = exhausted.depth;
        let done = Mutex::new((exhausted, keep));
        // The least subtree with a solution so far: later ones need not be looked at any more.
        let best = AtomicUsize::new(usize::MAX);
        let solution = Mutex::new(None);
        in_order(open.len(), threads, |task| {
            // A small subtree never asks the meter itself.
            meter.check()?;
            let subtree = open[task];
            let late = || best.load(Relaxed) < subtree;
            if late() {
                return Ok(());
            }
            let prefix = self.prefix(subtree, depth);
            let effort = &mut Effort::default();
            match search.first(&prefix, effort, &late, meter)? {
                Some(choices) => {
                    let mut solution = lock(&solution);
                    if best.fetch_min(subtree, Relaxed) > subtree {
                        *solution = Some(choices);
                    }
                }
                None if late() => {}
                None => {
                    let mut done = lock(&done);
                    let (exhausted, keep) = &mut *done;
                    exhausted.subtrees[subtree] = true;
                    keep(exhausted);
                    meter.advance(1);
                }
            }
            Ok(())
        })?;
        let solution = solution
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(solution.map(|choices| self.exits(pattern, &choices)))
    }

    /// Whether the search can handle the pattern.
    pub fn accepts(&self, pattern: &Pattern) -> Result<(), SearchError> {
        if pattern.is_alternating() {
            return Err(SearchError::Alternating);
        }
        Finder::accepts_length(pattern.len())
    }

    /// Can patterns of this length be searched at all?
    pub fn accepts_length(length: usize) -> Result<(), SearchError> {
        if length > order::LONGEST {
            return Err(SearchError::TooLong(length));
        }
        Ok(())
    }

    /// How many subtrees a search has that fixes so many exits; `None` if there are too many to count.
    #[must_use]
    pub fn subtrees(&self, depth: usize) -> Option<usize> {
        self.automaton
            .choices()
            .checked_pow(u32::try_from(depth).ok()?)
    }

    /// Cuts the tree into some hundreds of subtrees unless a cut is given.
    fn cut(&self, pattern: &Pattern, exhausted: &mut Exhausted) {
        let choices = self.automaton.choices();
        let size = |depth: usize| choices.saturating_pow(depth as u32);
        let fits =
            exhausted.depth <= pattern.len() && exhausted.subtrees.len() == size(exhausted.depth);
        if fits && exhausted.depth > 0 {
            return;
        }
        let depth = (0..pattern.len())
            .find(|&depth| choices < 2 || size(depth) >= 256)
            .unwrap_or(pattern.len());
        *exhausted = Exhausted {
            subtrees: vec![false; size(depth)],
            depth,
        };
    }

    /// The choices, from the last vertex backwards, that lead to a subtree.
    fn prefix(&self, subtree: usize, depth: usize) -> Vec<u32> {
        let choices = self.automaton.choices().max(1);
        let mut rest = subtree;
        let mut prefix = vec![0; depth];
        for choice in prefix.iter_mut().rev() {
            *choice = (rest % choices) as u32;
            rest /= choices;
        }
        prefix
    }

    /// The games behind the choices. Every answer passes the direct test before it is given.
    fn exits(&self, pattern: &Pattern, choices: &[u32]) -> Vec<u32> {
        let candidates = self.table.candidates();
        let exits: Vec<u32> = choices.iter().map(|&c| candidates[c as usize]).collect();
        if let Err(flaw) = canonical::test(&self.table, pattern, &exits) {
            unreachable!("the search found {pattern} with exits {exits:?}, but {flaw}");
        }
        exits
    }
}

/// What is known about one pattern after a run over several tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A unicycle: the number of the table and the exits' numbers in it, in cycle order.
    Realized {
        /// Which of the tables, counted from 0.
        stage: usize,
        /// The exits.
        exits: Vec<u32>,
    },
    /// None of the tables has exits for the pattern.
    Exhausted,
}

/// Settles many patterns on several threads: each is tried with the first table, then the second,
/// and so on. `report` is called with the index of the pattern as soon as one is settled, from
/// whichever thread did it, one call at a time; the answers do not depend on the number of threads,
/// the order of the calls does. The meter is told the number of patterns and counts them.
pub fn settle(
    stages: &[&Finder],
    patterns: &[Pattern],
    threads: NonZeroUsize,
    report: &mut (dyn FnMut(usize, Settled) + Send),
    meter: &Meter,
) -> Result<(), SearchError> {
    meter.announce(patterns.len() as u64);
    let report = Mutex::new(report);
    in_order(patterns.len(), threads, |task| {
        meter.check()?;
        let settled = settle_one(stages, &patterns[task], meter)?;
        lock(&report)(task, settled);
        meter.advance(1);
        Ok(())
    })
}

fn settle_one(
    stages: &[&Finder],
    pattern: &Pattern,
    meter: &Meter,
) -> Result<Settled, SearchError> {
    for (stage, finder) in stages.iter().enumerate() {
        if let Some(exits) = finder.first(pattern, meter)? {
            return Ok(Settled::Realized { stage, exits });
        }
    }
    Ok(Settled::Exhausted)
}

/// Runs the tasks `0..count` on several threads, each thread taking the least one not yet taken.
/// The first error stops the taking of further tasks and is returned.
fn in_order(
    count: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize) -> Result<(), SearchError> + Sync,
) -> Result<(), SearchError> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let run = || {
        loop {
            let task = next.fetch_add(1, Relaxed);
            if task >= count {
                return;
            }
            if let Err(error) = work(task) {
                lock(&failure).get_or_insert(error);
                next.store(count, Relaxed);
                return;
            }
        }
    };
    if threads.get() == 1 || count <= 1 {
        run();
    } else {
        thread::scope(|scope| {
            for _ in 0..threads.get().min(count) {
                scope.spawn(run);
            }
        });
    }
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
