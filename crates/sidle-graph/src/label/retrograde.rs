//! The pass behind all labellings: level by level, with counters.
//!
//! Two arrays of words, `some` and `every` (they may be the same array). A vertex of `some` is
//! marked as soon as some successor is marked in `every`; a vertex of `every` as soon as all its
//! successors are marked in `some`, which a counter in its word tells. The number of the level in
//! which a vertex is marked is its distance, so the result depends neither on the order within a
//! level nor on the number of threads.

use sidle_core::StopReason;

use crate::{
    csr::{Csr, VertexId},
    sweep::{Candidates, Count, Mark, Sweep},
    word::{Tag, pack},
};

/// One pass.
pub(super) struct Retrograde<'a, V: VertexId> {
    pub(super) sweep: Sweep<'a, V>,
    pub(super) forward: &'a Csr<V>,
    pub(super) some: &'a [V::Atomic],
    pub(super) every: &'a [V::Atomic],
    /// At most so many words of `some` are open.
    pub(super) open: usize,
    /// The tag that this pass sets in `some`.
    pub(super) some_tag: Tag,
    /// The tag that this pass sets in `every`.
    pub(super) every_tag: Tag,
}

/// The vertices marked in one level.
#[derive(Debug, Default)]
pub(super) struct Frontier<V> {
    pub(super) some: Vec<V>,
    pub(super) every: Vec<V>,
}

impl<V: VertexId> Retrograde<'_, V> {
    /// Runs from the vertices marked at distance 0 until nothing new is marked; tells how many vertices
    /// of `some` were marked.
    pub(super) fn run(&self, mut now: Frontier<V>) -> Result<usize, StopReason> {
        let (sweep, meter) = (self.sweep, self.sweep.meter);
        let mut ticker = meter.ticker();
        let mut next = Frontier::default();
        let mut open = Candidates::new(self.open);
        let (mut distance, mut marked) = (0, 0);
        while !now.some.is_empty() || !now.every.is_empty() {
            meter.advance((now.some.len() + now.every.len()) as u64);
            distance += 1;
            let (mark, words) = (pack(self.some_tag, distance), self.some);
            let rule = Mark { mark, words };
            if open.are_few(&now.every, words) {
                sweep.pull(self.forward, &now.every, &mut open, &mut next.some, &rule)?;
            } else {
                sweep.level(&now.every, &mut next.some, &mut ticker, &rule)?;
                open.reduce(next.some.len());
            }
            marked += next.some.len();
            let (mark, words) = (pack(self.every_tag, distance), self.every);
            let rule = Count { mark, words };
            sweep.level(&now.some, &mut next.every, &mut ticker, &rule)?;
            std::mem::swap(&mut now, &mut next);
            next.some.clear();
            next.every.clear();
        }
        Ok(marked)
    }
}
