//! The kernel of all labellings: a level-synchronous retrograde pass with counters.
//!
//! Two arrays of words, `some` and `every` (they may be the same array). A vertex of `some` is
//! marked as soon as some successor is marked in `every`; a vertex of `every` as soon as all its
//! successors are marked in `some`, which a counter in its word tells. The number of the level in
//! which a vertex is marked is its distance, so the result depends neither on the order within a
//! level nor on the number of threads.
//!
//! Threads: within a level a vertex is marked in `some` by compare-and-swap; a counter of `every` is
//! decremented atomically and whoever brings it to 0 marks the vertex. With one thread, or a small
//! frontier, the same words are changed by plain loads and stores.

use sidle_core::{Meter, StopReason, Ticker};

use super::word::{Tag, is_open, pack};
use crate::{
    csr::{AtomicWord, Csr, VertexId},
    parallel::{Pieces, Threads},
};

/// Frontiers below this many vertices are not worth starting threads for.
const SMALL: usize = 1 << 13;
/// How many vertices a thread takes at a time.
const PIECE: usize = 1 << 10;

/// One pass.
pub(super) struct Retrograde<'a, V: VertexId> {
    pub(super) reverse: &'a Csr<V>,
    pub(super) some: &'a [V::Atomic],
    pub(super) every: &'a [V::Atomic],
    /// The tag that this pass sets in `some`.
    pub(super) some_tag: Tag,
    /// The tag that this pass sets in `every`.
    pub(super) every_tag: Tag,
    pub(super) threads: Threads,
    pub(super) meter: &'a Meter,
}

/// The vertices marked in one level.
#[derive(Debug, Default)]
pub(super) struct Frontier<V> {
    pub(super) some: Vec<V>,
    pub(super) every: Vec<V>,
}

impl<V: VertexId> Retrograde<'_, V> {
    /// Runs from the vertices marked at distance 0 until nothing new is marked.
    pub(super) fn run(&self, mut frontier: Frontier<V>) -> Result<(), StopReason> {
        let mut next = Frontier::default();
        let mut distance = 0;
        let mut ticker = self.meter.ticker();
        while !frontier.some.is_empty() || !frontier.every.is_empty() {
            self.meter
                .advance((frontier.some.len() + frontier.every.len()) as u64);
            distance += 1;
            let mark = pack(self.some_tag, distance);
            self.level(
                &frontier.every,
                &mut next.some,
                &mut ticker,
                MarkSome {
                    mark,
                    words: self.some,
                },
            )?;
            let mark = pack(self.every_tag, distance);
            self.level(
                &frontier.some,
                &mut next.every,
                &mut ticker,
                MarkEvery {
                    mark,
                    words: self.every,
                },
            )?;
            std::mem::swap(&mut frontier, &mut next);
            next.some.clear();
            next.every.clear();
        }
        Ok(())
    }

    /// Looks at all predecessors of `from` and appends the newly marked ones to `to`.
    fn level(
        &self,
        from: &[V],
        to: &mut Vec<V>,
        ticker: &mut Ticker<'_>,
        rule: impl Rule<V>,
    ) -> Result<(), StopReason> {
        if self.threads == Threads::ONE || from.len() < SMALL {
            return self.piece::<false, _>(from, to, ticker, &rule);
        }
        let pieces = Pieces::new(from, PIECE);
        let parts = self.threads.run(|_| {
            let mut part = Vec::new();
            let mut ticker = self.meter.ticker();
            while let Some(piece) = pieces.take() {
                self.piece::<true, _>(piece, &mut part, &mut ticker, &rule)?;
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
trait Rule<V: VertexId>: Sync {
    /// True if this marks `p`. `SHARED`: other threads are at work on the same words.
    fn visit<const SHARED: bool>(&self, p: V) -> bool;
}

struct MarkSome<'a, V: VertexId> {
    mark: V,
    words: &'a [V::Atomic],
}

impl<V: VertexId> Rule<V> for MarkSome<'_, V> {
    #[inline]
    fn visit<const SHARED: bool>(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        if !is_open(old) {
            return false;
        }
        // No counter changes during this phase, so the exchange fails only if another thread has
        // marked the vertex.
        if SHARED {
            return word.replace(old, self.mark);
        }
        word.store(self.mark);
        true
    }
}

struct MarkEvery<'a, V: VertexId> {
    mark: V,
    words: &'a [V::Atomic],
}

impl<V: VertexId> Rule<V> for MarkEvery<'_, V> {
    #[inline]
    fn visit<const SHARED: bool>(&self, p: V) -> bool {
        let word = &self.words[p.index()];
        let old = word.load();
        if !is_open(old) {
            return false;
        }
        // An open counter is as large as the number of edges that can still decrement it, this one
        // included, so it is at least 1 here and one thread alone brings it to 0.
        let old = if SHARED { word.decrement() } else { old };
        if old.index() == 1 {
            word.store(self.mark);
            return true;
        }
        if !SHARED {
            word.store(V::from_index(old.index() - 1));
        }
        false
    }
}
