//! Budgets, cancellation and progress for everything that can run long.
//!
//! A library call that may take long has a form that takes `&Meter`. Stopping early is an ordinary
//! result ([`StopReason`]), never a panic, and leaves every structure valid. The meter holds no
//! clock of its own: a front end that wants a time limit hands one in.

mod ticker;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use crossbeam_utils::CachePadded;

pub use ticker::Ticker;

/// Why a metered computation stopped before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The limit on new nodes was reached.
    #[error("stopped: the limit on nodes was reached")]
    Nodes,
    /// The limit on bytes of memory was reached.
    #[error("stopped: the limit on memory was reached")]
    Memory,
    /// The time limit was reached.
    #[error("stopped: the time limit was reached")]
    Time,
    /// Somebody asked the computation to stop.
    #[error("stopped: cancelled")]
    Cancelled,
    /// A store or an id type has no room left.
    #[error("stopped: the store is full")]
    StoreFull,
}

/// A snapshot of a meter's counters, for progress bars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Elementary steps done.
    pub steps: u64,
    /// Nodes (records, vertices, states) created.
    pub nodes: u64,
    /// Bytes accounted for those nodes.
    pub bytes: u64,
    /// Units of work finished, out of `total`.
    pub done: u64,
    /// Units of work announced by the computation; 0 when it cannot tell.
    pub total: u64,
    /// How many moves deep a search is; 0 for what is not a search.
    pub depth: u64,
}

type Clock = dyn Fn() -> Duration + Send + Sync;
type Gauge = dyn Fn() -> u64 + Send + Sync;
type Poll = dyn Fn(&Meter) -> bool + Send + Sync;

/// Limits, a cancel flag and counters, shared by `&` between threads.
///
/// ```
/// use sidle_core::{Meter, StopReason};
/// let meter = Meter::new().with_max_nodes(2);
/// let mut ticker = meter.ticker();
/// assert!(ticker.node(40).is_ok());
/// assert!(ticker.node(40).is_ok());
/// assert_eq!(ticker.node(40), Err(StopReason::Nodes));
/// ```
pub struct Meter {
    active: bool,
    max_nodes: u64,
    max_bytes: u64,
    deadline: Option<(Arc<Clock>, Duration)>,
    gauge: Option<(Arc<Gauge>, u64)>,
    cancel: Option<Arc<AtomicBool>>,
    poll: Option<Arc<Poll>>,
    alarm: Option<Arc<AtomicBool>>,
    /// The alarm where there is none.
    silent: AtomicBool,
    counts: [CachePadded<Counts>; STRIPES],
    total: AtomicU64,
    depth: AtomicU64,
}

/// Counters are kept once for each of so many groups of threads, each on cache lines of its own, so
/// that threads that only count do not wait for each other.
const STRIPES: usize = 8;

struct Counts {
    /// Steps since the last look at the limits: the next ticker goes on where the last one ended, so that many short ones
    /// are looked at as one long one is. Written without care, since a few steps more or less do not matter.
    unchecked: AtomicU32,
    steps: AtomicU64,
    nodes: AtomicU64,
    bytes: AtomicU64,
    done: AtomicU64,
}

impl Counts {
    const fn new() -> Counts {
        Counts {
            unchecked: AtomicU32::new(0),
            steps: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            done: AtomicU64::new(0),
        }
    }
}

/// The group of the running thread: threads are dealt out in turn.
fn stripe() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static STRIPE: usize = NEXT.fetch_add(1, Relaxed) % STRIPES;
    }
    STRIPE.with(|stripe| *stripe)
}

impl Meter {
    /// A meter that never stops anything and counts nothing.
    #[must_use]
    pub const fn unlimited() -> Meter {
        Meter {
            active: false,
            max_nodes: u64::MAX,
            max_bytes: u64::MAX,
            deadline: None,
            gauge: None,
            cancel: None,
            poll: None,
            alarm: None,
            silent: AtomicBool::new(false),
            counts: [const { CachePadded::new(Counts::new()) }; STRIPES],
            total: AtomicU64::new(0),
            depth: AtomicU64::new(0),
        }
    }

    /// The one meter that never stops anything, for calls without a meter: to make one takes as long as a look into a
    /// table.
    #[must_use]
    pub fn none() -> &'static Meter {
        static NONE: Meter = Meter::unlimited();
        &NONE
    }

    /// A meter that counts, with no limits yet.
    #[must_use]
    pub fn new() -> Meter {
        Meter {
            active: true,
            ..Meter::unlimited()
        }
    }

    /// Stop when more than `limit` nodes have been created.
    #[must_use]
    pub fn with_max_nodes(self, limit: u64) -> Meter {
        Meter {
            active: true,
            max_nodes: limit,
            ..self
        }
    }

    /// Stop when the created nodes take more than `limit` bytes.
    #[must_use]
    pub fn with_max_bytes(self, limit: u64) -> Meter {
        Meter {
            active: true,
            max_bytes: limit,
            ..self
        }
    }

    /// Stop when `clock` shows `limit` or more. The clock belongs to the caller, so that libraries
    /// read no time behind anybody's back.
    #[must_use]
    pub fn with_deadline(
        self,
        clock: impl Fn() -> Duration + Send + Sync + 'static,
        limit: Duration,
    ) -> Meter {
        Meter {
            active: true,
            deadline: Some((Arc::new(clock), limit)),
            ..self
        }
    }

    /// Stop when `gauge` shows more than `limit` bytes. A program that counts what its allocator hands
    /// out gives that count here, and the limit then holds for all it does, whoever allocates.
    ///
    /// ```
    /// use sidle_core::{Meter, StopReason};
    /// let meter = Meter::new().with_gauge(|| 900, 1000);
    /// assert_eq!(meter.check(), Ok(()));
    /// assert_eq!(meter.room(100), Ok(()));
    /// assert_eq!(meter.room(101), Err(StopReason::Memory));
    /// ```
    #[must_use]
    pub fn with_gauge(self, gauge: impl Fn() -> u64 + Send + Sync + 'static, limit: u64) -> Meter {
        Meter {
            active: true,
            gauge: Some((Arc::new(gauge), limit)),
            ..self
        }
    }

    /// Stop soon after `flag` becomes true (a Ctrl-C handler sets it).
    #[must_use]
    pub fn with_cancel(self, flag: Arc<AtomicBool>) -> Meter {
        Meter {
            active: true,
            cancel: Some(flag),
            ..self
        }
    }

    /// Calls `poll` at every check of the limits, and stops as if cancelled when it returns true. A host that has no
    /// signals or threads looks for a stop here, and reports progress from the counters.
    ///
    /// ```
    /// use sidle_core::{Meter, StopReason};
    /// let meter = Meter::new().with_poll(|meter| meter.snapshot().steps >= 5000);
    /// let mut ticker = meter.ticker();
    /// let stopped = (0..10_000).find_map(|_| ticker.step().err());
    /// assert_eq!(stopped, Some(StopReason::Cancelled));
    /// ```
    #[must_use]
    pub fn with_poll(self, poll: impl Fn(&Meter) -> bool + Send + Sync + 'static) -> Meter {
        Meter {
            active: true,
            poll: Some(Arc::new(poll)),
            ..self
        }
    }

    /// Checks the limits at the next step after `alarm` becomes true, not only after some thousand steps. A front end
    /// that knows when a deadline passes or memory runs short sets it, so that a few steps that take long each are
    /// stopped as soon as many short ones. A check that finds no limit reached resets it.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::{AtomicBool, Ordering::Relaxed}};
    /// use sidle_core::{Meter, StopReason};
    /// let alarm = Arc::new(AtomicBool::new(false));
    /// let meter = Meter::new().with_gauge(|| 2000, 1000).with_alarm(alarm.clone());
    /// let mut ticker = meter.ticker();
    /// assert_eq!(ticker.step(), Ok(()));
    /// alarm.store(true, Relaxed);
    /// assert_eq!(ticker.step(), Err(StopReason::Memory));
    /// ```
    #[must_use]
    pub fn with_alarm(self, alarm: Arc<AtomicBool>) -> Meter {
        Meter {
            active: true,
            alarm: Some(alarm),
            ..self
        }
    }

    /// A meter for one part of the work: its counters begin at 0, and it stops after `nodes` nodes, or when the
    /// clock, the gauge or the cancel flag of this one says so. What it has counted is handed back by
    /// [`take_over`](Meter::take_over).
    #[must_use]
    pub fn part(&self, nodes: u64) -> Meter {
        Meter {
            deadline: self.deadline.clone(),
            gauge: self.gauge.clone(),
            cancel: self.cancel.clone(),
            poll: self.poll.clone(),
            alarm: self.alarm.clone(),
            ..Meter::new().with_max_nodes(nodes)
        }
    }

    /// Adds what a part has counted.
    pub fn take_over(&self, part: &Meter) {
        if self.active {
            let (counts, progress) = (self.counts(), part.snapshot());
            counts.steps.fetch_add(progress.steps, Relaxed);
            counts.nodes.fetch_add(progress.nodes, Relaxed);
            counts.bytes.fetch_add(progress.bytes, Relaxed);
        }
    }

    /// The counters as they stand.
    #[must_use]
    pub fn snapshot(&self) -> Progress {
        Progress {
            steps: self.count(|counts| &counts.steps),
            nodes: self.count(|counts| &counts.nodes),
            bytes: self.count(|counts| &counts.bytes),
            done: self.count(|counts| &counts.done),
            total: self.total.load(Relaxed),
            depth: self.depth.load(Relaxed),
        }
    }

    /// One counter, over all groups of threads.
    fn count(&self, counter: impl Fn(&Counts) -> &AtomicU64) -> u64 {
        let sum = |sum: u64, counts: &CachePadded<Counts>| {
            sum.saturating_add(counter(counts).load(Relaxed))
        };
        self.counts.iter().fold(0, sum)
    }

    /// The counters of the running thread.
    fn counts(&self) -> &Counts {
        &self.counts[stripe()]
    }

    /// Announces how many units of work there are (0: unknown) and restarts the count of finished ones.
    pub fn announce(&self, total: u64) {
        if self.active {
            self.total.store(total, Relaxed);
            for counts in &self.counts {
                counts.done.store(0, Relaxed);
            }
        }
    }

    /// Adds finished units of work.
    pub fn advance(&self, units: u64) {
        if self.active {
            self.counts().done.fetch_add(units, Relaxed);
        }
    }

    /// Tells how many moves deep a search is now. Of several threads the one that spoke last is heard.
    #[inline]
    pub fn at_depth(&self, depth: usize) {
        if self.active {
            self.depth.store(depth as u64, Relaxed);
        }
    }

    /// A counter for one thread's use that touches the shared one rarely.
    #[inline]
    #[must_use]
    pub fn ticker(&self) -> Ticker<'_> {
        // To make a ticker is a step.
        let steps = match self.active {
            true => self.counts().unchecked.load(Relaxed) + 1,
            false => 0,
        };
        Ticker::new(self, steps)
    }

    /// Checks every limit now.
    pub fn check(&self) -> Result<(), StopReason> {
        if let Some(poll) = &self.poll
            && poll(self)
        {
            return Err(StopReason::Cancelled);
        }
        if let Some(flag) = &self.cancel
            && flag.load(Relaxed)
        {
            return Err(StopReason::Cancelled);
        }
        if let Some((clock, limit)) = &self.deadline
            && clock() >= *limit
        {
            return Err(StopReason::Time);
        }
        self.check_counts()?;
        self.room(0)
    }

    fn check_counts(&self) -> Result<(), StopReason> {
        if self.max_nodes < u64::MAX && self.count(|counts| &counts.nodes) > self.max_nodes {
            return Err(StopReason::Nodes);
        }
        if self.max_bytes < u64::MAX && self.count(|counts| &counts.bytes) > self.max_bytes {
            return Err(StopReason::Memory);
        }
        Ok(())
    }

    /// Whether `bytes` more can be allocated now, by the gauge. To be asked before anything large is
    /// reserved in one piece.
    pub fn room(&self, bytes: u64) -> Result<(), StopReason> {
        match &self.gauge {
            Some((gauge, limit)) if gauge().saturating_add(bytes) > *limit => {
                Err(StopReason::Memory)
            }
            _ => Ok(()),
        }
    }

    /// Asked before an entry is added to a table or a list: if that is full, there must be room for one that is twice as
    /// large beside it. So a limit on memory stops the work in good order, and not in the middle of an allocation.
    #[inline]
    pub fn room_to_grow<T>(&self, length: usize, capacity: usize) -> Result<(), StopReason> {
        if length < capacity {
            return Ok(());
        }
        self.room(2 * (capacity * (size_of::<T>() + 1)) as u64)
    }
}

impl Default for Meter {
    fn default() -> Meter {
        Meter::new()
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("max_nodes", &self.max_nodes)
            .field("max_bytes", &self.max_bytes)
            .field("deadline", &self.deadline.as_ref().map(|(_, limit)| limit))
            .field("progress", &self.snapshot())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancel_is_seen_within_a_batch() {
        let flag = Arc::new(AtomicBool::new(false));
        let meter = Meter::new().with_cancel(flag.clone());
        let mut ticker = meter.ticker();
        assert!((0..5000).all(|_| ticker.step().is_ok()));
        flag.store(true, Relaxed);
        assert_eq!(
            (0..1024).find_map(|_| ticker.step().err()),
            Some(StopReason::Cancelled)
        );
    }

    #[test]
    fn short_tickers_are_looked_at_as_a_long_one_is() {
        let flag = Arc::new(AtomicBool::new(true));
        let meter = Meter::new().with_cancel(flag);
        for steps in [1, 3, 1000] {
            let stopped = (0..2000).find_map(|_| {
                let mut ticker = meter.ticker();
                (0..steps).find_map(|_| ticker.step().err())
            });
            assert_eq!(stopped, Some(StopReason::Cancelled), "{steps}");
        }
        let before = meter.snapshot().steps;
        for _ in 0..10 {
            let mut ticker = meter.ticker();
            assert!((0..7).all(|_| ticker.step().is_ok()));
        }
        assert_eq!(meter.snapshot().steps, before + 70);
    }

    #[test]
    fn a_part_has_its_own_counters_and_the_clock_of_the_whole() {
        let flag = Arc::new(AtomicBool::new(false));
        let meter = Meter::new().with_cancel(flag.clone());
        for round in 1..=2 {
            let part = meter.part(3);
            let mut ticker = part.ticker();
            let stopped = (0..9).find_map(|_| ticker.node(10).err());
            assert_eq!(stopped, Some(StopReason::Nodes));
            drop(ticker);
            meter.take_over(&part);
            assert_eq!(meter.snapshot().nodes, 4 * round);
        }
        assert!(meter.check().is_ok());
        flag.store(true, Relaxed);
        assert_eq!(meter.part(3).check(), Err(StopReason::Cancelled));
    }

    #[test]
    fn the_callers_clock_decides_the_deadline() {
        let now = Arc::new(AtomicU64::new(0));
        let hand = now.clone();
        let clock = move || Duration::from_millis(hand.load(Relaxed));
        let meter = Meter::new().with_deadline(clock, Duration::from_millis(10));
        assert_eq!(meter.check(), Ok(()));
        now.store(10, Relaxed);
        assert_eq!(meter.check(), Err(StopReason::Time));
    }

    #[test]
    fn steps_are_counted_even_when_dropped_early() {
        let meter = Meter::new();
        let mut ticker = meter.ticker();
        for _ in 0..7 {
            ticker.step().expect("no limit");
        }
        drop(ticker);
        assert_eq!(meter.snapshot().steps, 7);
    }
}
