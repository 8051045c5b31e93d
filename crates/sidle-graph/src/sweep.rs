//! One level of a retrograde pass: look at all predecessors of a frontier.
//!
//! Threads: within a level a vertex is marked by compare-and-swap; a counter is decremented
//! atomically and whoever brings it to 0 marks the vertex. With one thread, or a small frontier,
//! the same words are changed by plain loads and stores.

use sidle_core::{Meter, StopReason, Ticker};

use crate::{
    csr::{AtomicWord, Csr, VertexId},
    parallel::{Pieces, Threads},
    word::is_open,
};

/// Frontiers below this many vertices are not worth starting threads for.
const SMALL: usize = 1 << 13;
/// How many vertices a thread takes at a time.
const PIECE: usize = 1 << 10;

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

    #[inline]
    fn piece<const SHARED: bool, R: Rule<V>>(
        &self,
        from: &[V],
        to: &mut Vec<V>,
        ticker: &mut Ticker<'_>,
        rule: &R,
    ) -> Result<(), StopReason> {
        for &v in from {
            let predecessors = self.reverse.successors(v);
            ticker.steps(predecessors.len() + 1)?;
            for &p in predecessors {
                if rule.visit::<SHARED>(p) {
                    to.push(p);
                }
            }
        }
        Ok(())
    }
}

/// What happens to a predecessor of a newly marked vertex.
pub(crate) trait Rule<V: VertexId>: Sync {
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
    fn visit<const SHARED: bool>(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        if !is_open(old) {
            return false;
        }
        // No counter changes while this rule runs, so the exchange fails only if another thread
        // has marked the vertex.
        if SHARED {
            return word.replace(old, self.mark);
        }
        word.store(self.mark);
        true
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
    fn visit<const SHARED: bool>(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        if !is_open(old) {
            return false;
        }
        if old.index() == 1 {
            if SHARED {
                return word.replace(old, self.mark);
            }
            word.store(self.mark);
            return true;
        }
        if SHARED {
            // Above 1 the counter is exact, so no two threads can both see the 1 go.
            let last = word.decrement().index() == 1;
            if last {
                word.store(self.mark);
            }
            return last;
        }
        word.store(V::from_index(old.index() - 1));
        false
    }
}
