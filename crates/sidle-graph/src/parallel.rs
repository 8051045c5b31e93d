//! Sharing work between threads.
//!
//! The kernels are level-synchronous: within a level the threads take pieces of the frontier, and
//! they are joined before the next. Threads are started for a level only when it is large enough
//! to pay for them, so long thin graphs run as if there were one.

use std::{
    num::NonZeroUsize,
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

/// A thread takes as long to start as a few thousand items take to be handled.
const WORTH: usize = 1 << 15;

/// How many threads an algorithm may use. No answer depends on it.
///
/// ```
/// use sidle_graph::Threads;
/// assert_eq!(Threads::new(0), Threads::ONE);
/// assert_eq!(Threads::new(2).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// The calling thread alone.
    pub const ONE: Threads = Threads(NonZeroUsize::MIN);

    /// So many threads, at least one.
    #[must_use]
    pub fn new(count: usize) -> Threads {
        NonZeroUsize::new(count).map_or(Threads::ONE, Threads)
    }

    /// As many threads as the machine runs at once.
    #[must_use]
    pub fn available() -> Threads {
        thread::available_parallelism().map_or(Threads::ONE, Threads)
    }

    /// How many they are.
    #[must_use]
    pub fn count(self) -> usize {
        self.0.get()
    }

    /// As many of these threads as are worth starting for so many items.
    pub(crate) fn worth(self, items: usize) -> Threads {
        Threads::new(self.count().min(items / WORTH))
    }

    /// The share of one thread in a list of so many items.
    pub(crate) fn share(self, length: usize, number: usize) -> Range<usize> {
        let size = length.div_ceil(self.count());
        let begin = (number * size).min(length);
        begin..(begin + size).min(length)
    }

    /// Runs `work` once in every thread with the thread's number and hands the results back in order.
    pub(crate) fn run<R: Send>(self, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
        let work = &work;
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.count())
                .map(|number| scope.spawn(move || work(number)))
                .collect();
            let mut results = vec![work(0)];
            for other in others {
                match other.join() {
                    Ok(result) => results.push(result),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            results
        })
    }

    /// Cuts `data` into one part a thread (of equal length, a short last one) and runs `work` on
    /// each with the place of its first item.
    pub(crate) fn split_mut<T: Send, R: Send>(
        self,
        data: &mut [T],
        work: impl Fn(usize, &mut [T]) -> R + Sync,
    ) -> Vec<R> {
        if self == Threads::ONE || data.is_empty() {
            return vec![work(0, data)];
        }
        let work = &work;
        let size = data.len().div_ceil(self.count());
        thread::scope(|scope| {
            let parts = data.chunks_mut(size).enumerate();
            let all: Vec<_> = parts
                .map(|(number, part)| scope.spawn(move || work(number * size, part)))
                .collect();
            all.into_iter()
                .map(|one| {
                    one.join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        })
    }
}

/// Hands out consecutive pieces of a list to whoever asks.
pub(crate) struct Pieces<'a, T> {
    items: &'a [T],
    size: usize,
    next: AtomicUsize,
}

impl<'a, T> Pieces<'a, T> {
    pub(crate) fn new(items: &'a [T], size: usize) -> Pieces<'a, T> {
        Pieces {
            items,
            size,
            next: AtomicUsize::new(0),
        }
    }

    /// The next piece nobody has taken yet.
    pub(crate) fn take(&self) -> Option<&'a [T]> {
        let begin = self.next.fetch_add(self.size, Relaxed);
        let end = begin.saturating_add(self.size).min(self.items.len());
        self.items.get(begin..end).filter(|piece| !piece.is_empty())
    }
}
