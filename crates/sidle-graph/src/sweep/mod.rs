//! One level of a retrograde pass: look at all predecessors of a frontier.
//!
//! A level costs one random access to a row and one to a word for each edge, and a branch on that word
//! which nobody can predict. Done edge by edge, every wrong guess waits for memory alone. So a batch of
//! rows is gathered first, then all words of the batch are read without looking at them, which lets the
//! processor fetch many lines at once, and only then comes the branch, on words that have arrived.
//!
//! Threads: within a level a vertex is marked by compare-and-swap; a counter is decremented
//! atomically and whoever brings it to 0 marks the vertex. With one thread, or a small frontier,
//! the same words are changed by plain loads and stores.

mod pull;

use std::hint::black_box;

pub(crate) use pull::Candidates;

use sidle_core::{Meter, StopReason, Ticker};

use crate::{
    csr::{AtomicWord, Csr, VertexId},
    parallel::{Pieces, Threads},
    word::is_open,
};

/// Frontiers below this many vertices are not worth starting threads for.
const SMALL: usize = 1 << 13;
/// Frontiers below this many vertices are not worth gathering rows for; long thin graphs have nothing
/// else.
const FEW: usize = 16;
/// How many vertices a thread takes at a time.
const PIECE: usize = 1 << 10;
/// How many rows are gathered at a time.
const ROWS: usize = 128;
/// How many words are fetched at a time; they stay in the nearest cache until they are used.
const FETCH: usize = 256;
/// Rows from this length on are used in place.
const LONG: usize = 64;

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
                visit_all::<false, V, _>(row, to, rule);
            }
            return Ok(());
        }
        if self.threads == Threads::ONE || from.len() < SMALL {
            return self.piece::<false, _>(from, to, ticker, rule);
        }
        let pieces = Pieces::new(from, PIECE);
        let parts = self.threads.run(|_| {
            let mut part = Vec::new();
            let mut ticker = self.meter.ticker();
            while let Some(piece) = pieces.take() {
                self.piece::<true, _>(piece, &mut part, &mut ticker, rule)?;
            }
            Ok(part)
        });
        for part in parts {
            to.append(&mut part?);
        }
        Ok(())
    }

    fn piece<const SHARED: bool, R: Rule<V>>(
        &self,
        from: &[V],
        to: &mut Vec<V>,
        ticker: &mut Ticker<'_>,
        rule: &R,
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
                    visit_all::<SHARED, V, R>(&rows.targets[begin..end], to, rule);
                }
            }
            ticker.steps(gathered.len() + batch.len())?;
            visit_all::<SHARED, V, R>(&gathered, to, rule);
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

/// The same for the words of some vertices.
#[inline]
fn fetch_words<V: VertexId>(words: &[V::Atomic], vertices: &[V]) {
    let word = |v: &V| words[v.index()].load().index();
    black_box(vertices.iter().fold(0, |sum, v| sum ^ word(v)));
}

/// Applies the rule to a list of predecessors, fetching their words ahead.
#[inline]
fn visit_all<const SHARED: bool, V: VertexId, R: Rule<V>>(list: &[V], to: &mut Vec<V>, rule: &R) {
    for part in list.chunks(FETCH) {
        if SHARED {
            // An atomic change waits for its word alone, so they had better be here already.
            fetch_words(rule.words(), part);
        }
        // Whether a vertex gets marked is a toss-up: it is written down either way, and counted if so.
        let mut marked = [V::default(); FETCH];
        let mut count = 0;
        for &p in part {
            marked[count] = p;
            count += usize::from(rule.visit::<SHARED>(p));
        }
        to.extend_from_slice(&marked[..count]);
    }
}

/// What happens to a predecessor of a newly marked vertex.
pub(crate) trait Rule<V: VertexId>: Sync {
    /// The words that the rule looks at.
    fn words(&self) -> &[V::Atomic];

    /// True if this marks `p`. `SHARED`: other threads are at work on the same words.
    fn visit<const SHARED: bool>(&self, p: V) -> bool;
}

/// One marked successor is enough.
pub(crate) struct Mark<'a, V: VertexId> {
    pub(crate) mark: V,
    pub(crate) words: &'a [V::Atomic],
}

impl<V: VertexId> Rule<V> for Mark<'_, V> {
    #[inline]
    fn words(&self) -> &[V::Atomic] {
        self.words
    }

    #[inline]
    fn visit<const SHARED: bool>(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        let open = is_open(old);
        if SHARED {
            // No counter changes while this rule runs, so the exchange fails only if another thread
            // has marked the vertex.
            return open && word.replace(old, self.mark);
        }
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
    fn words(&self) -> &[V::Atomic] {
        self.words
    }

    #[inline]
    fn visit<const SHARED: bool>(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        if SHARED {
            return self.visit_shared(word, old);
        }
        // Without a branch: nobody can predict it.
        let last = old.index() == 1;
        let less = V::from_index(old.index() - usize::from(is_open(old)));
        word.store(if last { self.mark } else { less });
        last
    }
}

impl<V: VertexId> Count<'_, V> {
    #[inline]
    fn visit_shared(&self, word: &V::Atomic, old: V) -> bool {
        if !is_open(old) {
            return false;
        }
        if old.index() == 1 {
            return word.replace(old, self.mark);
        }
        // Above 1 the counter is exact, so no two threads can both see the 1 go.
        let last = word.decrement().index() == 1;
        if last {
            word.store(self.mark);
        }
        last
    }
}
