//! One level of a retrograde pass: look at all predecessors of a frontier.
//!
//! A level costs one random access to a row and one to a word for each edge, and what is found there
//! nobody can predict. Done edge by edge with a branch on every word, each wrong guess waits for memory
//! alone. So the rows of a batch of vertices are gathered first, and their words are changed without a
//! branch, which lets the processor fetch many lines at once.
//!
//! `deal` shares a level between threads; `pull` turns it round.

mod deal;
mod pull;

use std::hint::black_box;

pub(crate) use pull::Candidates;
use sidle_core::{Meter, StopReason, Ticker};

use crate::{
    csr::{AtomicWord, Csr, VertexId},
    parallel::Threads,
    word::is_open,
};

/// Frontiers below this many vertices are not worth starting threads for.
const SMALL: usize = 1 << 13;
/// Starting a thread, twice a level, costs as much as looking at the predecessors of so many vertices.
const THREAD: usize = 1 << 12;
/// Frontiers below this many vertices are not worth gathering rows for; long thin graphs have nothing
/// else.
const FEW: usize = 16;
/// How many rows are gathered at a time.
const ROWS: usize = 128;
/// Rows from this length on are used in place.
const LONG: usize = 64;
/// How many predecessors are looked at before the marked ones are written down.
const CHUNK: usize = 256;

/// What a level needs to know besides its frontier and its rule.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'a, V: VertexId> {
    pub(crate) reverse: &'a Csr<V>,
    pub(crate) threads: Threads,
    pub(crate) meter: &'a Meter,
}

impl<V: VertexId> Sweep<'_, V> {
    /// Looks at all predecessors of `from` and appends the newly marked ones to `to`.
    pub(crate) fn level(
        &self,
        from: &[V],
        to: &mut Vec<V>,
        ticker: &mut Ticker<'_>,
        rule: &impl Rule<V>,
    ) -> Result<(), StopReason> {
        if from.len() < FEW {
            for &v in from {
                let row = self.reverse.successors(v);
                ticker.steps(row.len() + 1)?;
                if row.len() < FEW {
                    to.extend(row.iter().filter(|&&p| rule.visit(p)));
                } else {
                    visit_all(row, to, rule);
                }
            }
            return Ok(());
        }
        let threads = Threads::new(self.threads.count().min(from.len() / THREAD));
        if from.len() >= SMALL && threads != Threads::ONE {
            return Sweep { threads, ..*self }.dealt_level(from, to, rule);
        }
        self.predecessors(from, ticker, |list| visit_all(list, to, rule))
    }

    /// Hands the predecessors of `from` over in lists.
    fn predecessors(
        &self,
        from: &[V],
        ticker: &mut Ticker<'_>,
        mut take: impl FnMut(&[V]),
    ) -> Result<(), StopReason> {
        let rows = self.reverse.rows();
        let mut gathered = Vec::with_capacity(ROWS * 8);
        for batch in from.chunks(ROWS) {
            // Offsets first, then the beginnings of rows: two trips to memory for the whole batch.
            fetch(rows.targets, batch.iter().map(|&v| rows.place(v).0));
            gathered.clear();
            for &v in batch {
                let (begin, end) = rows.place(v);
                if end - begin < LONG {
                    rows.append(v, &mut gathered);
                } else {
                    ticker.steps(end - begin)?;
                    take(&rows.targets[begin..end]);
                }
            }
            ticker.steps(gathered.len() + batch.len())?;
            take(&gathered);
        }
        Ok(())
    }
}

/// Reads some places of a list without looking at them, which lets the processor fetch many lines at
/// once; a place behind the end (of an empty row) stands for the last.
#[inline]
pub(crate) fn fetch<V: VertexId>(list: &[V], places: impl Iterator<Item = usize>) {
    let Some(last) = list.len().checked_sub(1) else {
        return;
    };
    // The sum is good for nothing but that the loads must be done.
    black_box(places.fold(0, |sum, place| sum ^ list[place.min(last)].index()));
}

/// Applies the rule to a list of predecessors.
///
/// Whether a vertex gets marked is a toss-up: it is written down either way, and counted if so. Without a
/// branch that waits for a word, the processor fetches the words of many vertices at once.
#[inline]
fn visit_all<V: VertexId, R: Rule<V>>(list: &[V], to: &mut Vec<V>, rule: &R) {
    for part in list.chunks(CHUNK) {
        let mut marked = [V::default(); CHUNK];
        let mut count = 0;
        for &p in part {
            marked[count] = p;
            count += usize::from(rule.visit(p));
        }
        to.extend_from_slice(&marked[..count]);
    }
}

/// What happens to a predecessor of a newly marked vertex.
pub(crate) trait Rule<V: VertexId>: Sync {
    /// True if this marks `p`. No other thread changes the word of `p` meanwhile.
    fn visit(&self, p: V) -> bool;
}

/// One marked successor is enough.
pub(crate) struct Mark<'a, V: VertexId> {
    pub(crate) mark: V,
    pub(crate) words: &'a [V::Atomic],
}

impl<V: VertexId> Rule<V> for Mark<'_, V> {
    #[inline]
    fn visit(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        let open = is_open(old);
        word.store(if open { self.mark } else { old });
        open
    }
}

/// As many marked successors are needed as the open word counts.
///
/// A counter either is at most the number of edges that can still decrement it (all successors are
/// needed), or is 1 (one successor is needed, however many there are).
pub(crate) struct Count<'a, V: VertexId> {
    pub(crate) mark: V,
    pub(crate) words: &'a [V::Atomic],
}

impl<V: VertexId> Rule<V> for Count<'_, V> {
    #[inline]
    fn visit(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        let last = old.index() == 1;
        let less = V::from_index(old.index() - usize::from(is_open(old)));
        word.store(if last { self.mark } else { less });
        last
    }
}
