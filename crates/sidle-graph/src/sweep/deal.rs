//! A level that is shared between threads, or too large for the caches.
//!
//! The predecessors of a large frontier are first *dealt* into bins of neighbouring vertices, each
//! thread dealing those of its part of the frontier; then every bin is looked at by one thread. So no two
//! threads ever change the same word, and no word needs an atomic change; and the words of a bin are few
//! enough to stay near (S. Beamer, K. Asanović and D. Patterson, *Reducing Pagerank communication via
//! propagation blocking*, 2017).

use sidle_core::StopReason;

use super::{Rule, Sweep, visit_all};
use crate::{
    csr::VertexId,
    parallel::{Pieces, Threads},
};

/// How many vertices of the frontier are dealt with at a time: bins take memory.
const BLOCK: usize = 1 << 20;
/// How many vertices of the frontier a thread takes at a time.
const PIECE: usize = 1 << 10;
/// About as many words as stay near.
const NEAR: usize = 1 << 18;
/// The most bins: dealing keeps one cache line for each at hand.
const MOST_BINS: usize = 1 << 8;
/// Bins for each thread, so that they end about together.
const EACH: usize = 8;

/// Ranges of 2^`shift` vertices.
#[derive(Clone, Copy)]
struct Bins {
    shift: u32,
    count: usize,
}

impl Bins {
    fn new(vertices: usize, threads: Threads) -> Bins {
        let least = EACH * threads.count();
        let wanted = vertices.div_ceil(NEAR).clamp(least, least.max(MOST_BINS));
        let size = vertices.div_ceil(wanted).max(1).next_power_of_two();
        Bins {
            shift: size.trailing_zeros(),
            count: vertices.div_ceil(size).max(1),
        }
    }

    #[inline]
    fn deal<V: VertexId>(self, list: &[V], bins: &mut [Vec<V>]) {
        for &p in list {
            bins[p.index() >> self.shift].push(p);
        }
    }
}

impl<V: VertexId> Sweep<'_, V> {
    /// The same as looking at all predecessors of `from` one after the other, but for the order of `to`.
    pub(super) fn dealt_level<R: Rule<V>>(
        &self,
        from: &[V],
        to: &mut Vec<V>,
        rule: &R,
    ) -> Result<(), StopReason> {
        let bins = Bins::new(self.reverse.vertex_count(), self.threads);
        for block in from.chunks(BLOCK) {
            let pieces = Pieces::new(block, PIECE);
            let hands = self.threads.run(|_| {
                let mut hand = vec![Vec::new(); bins.count];
                let mut ticker = self.meter.ticker();
                while let Some(piece) = pieces.take() {
                    self.predecessors(piece, &mut ticker, |list| bins.deal(list, &mut hand))?;
                }
                Ok(hand)
            });
            let hands = hands.into_iter().collect::<Result<Vec<_>, _>>()?;
            let numbers: Vec<usize> = (0..bins.count).collect();
            let numbers = Pieces::new(&numbers, 1);
            let parts = self.threads.run(|_| {
                let mut part = Vec::new();
                while let Some(&[bin]) = numbers.take() {
                    for hand in &hands {
                        visit_all(&hand[bin], &mut part, rule);
                    }
                }
                part
            });
            parts.into_iter().for_each(|mut part| to.append(&mut part));
        }
        Ok(())
    }
}
