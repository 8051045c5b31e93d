//! A level seen from the other end: every open vertex looks for a successor in the frontier.
//!
//! When most of the graph is in the frontier or behind it, few open vertices are left and most edges
//! into the frontier start at vertices that are marked already. Then it is cheaper to ask the open
//! vertices, in order, whether one of their successors is in the frontier than to look at all
//! predecessors of the frontier (S. Beamer, K. Asanović and D. Patterson, *Direction-optimizing
//! breadth-first search*, 2012). The frontier is a set of bits here, small enough for the cache.
//!
//! Only a level in which one marked successor is enough can be turned round: the counters of the
//! other rule would miss the edges that nobody looked at.

use sidle_core::{StopReason, Ticker};

use super::{Mark, SMALL, Sweep, fetch};
use crate::{
    Csr,
    csr::{AtomicWord, Rows, VertexId},
    word::is_open,
};

/// A frontier of fewer than one vertex in so many is never worth a look at all words.
const SPARSE: usize = 16;
/// Looking at an open vertex costs less than looking at the predecessors of a vertex of the frontier
/// by about this factor: rows come in order, and bits are near.
const CHEAPER: usize = 2;
/// How many vertices are asked at a time.
const GROUP: usize = 256;
/// Rows from this length on are left at the first successor found.
const LONG: usize = 16;

/// The vertices that may still be open, in order: all that are, and some that were. Until somebody asks
/// for them, only how many they are at most.
pub(crate) struct Candidates<V> {
    most: usize,
    list: Option<Vec<V>>,
}

impl<V: VertexId> Candidates<V> {
    /// At most `most` vertices are open.
    pub(crate) fn new(most: usize) -> Candidates<V> {
        Candidates { most, list: None }
    }

    /// So many more are no longer open.
    pub(crate) fn reduce(&mut self, marked: usize) {
        self.most = self.most.saturating_sub(marked);
    }

    /// Is [`Sweep::pull`] likely to be cheaper than [`Sweep::level`] for this frontier?
    pub(crate) fn are_few(&self, frontier: &[V], words: &[V::Atomic]) -> bool {
        frontier.len() >= SMALL
            && frontier.len() >= words.len() / SPARSE
            && self.most < CHEAPER * frontier.len()
    }

    fn take_list(&mut self, words: &[V::Atomic]) -> Vec<V> {
        let most = self.most;
        self.list
            .take()
            .unwrap_or_else(|| open_vertices(words, most))
    }
}

/// The vertices with open words, at most `most`.
fn open_vertices<V: VertexId>(words: &[V::Atomic], most: usize) -> Vec<V> {
    // What is open is hard to predict: every vertex is written down, and counted if it is. The last
    // place takes those behind the last open one.
    let mut open = vec![V::default(); most + 1];
    let mut found = 0;
    for (place, word) in words.iter().enumerate() {
        open[found] = V::from_index(place);
        found += usize::from(is_open(word.load()));
    }
    open.truncate(found);
    open
}

impl<V: VertexId> Sweep<'_, V> {
    /// Marks every open vertex that has a successor in `from`, appends it to `to` and takes it off the
    /// candidates. Does the same as [`level`](Sweep::level) with the rule [`Mark`], but for the order
    /// of `to`.
    pub(crate) fn pull(
        &self,
        forward: &Csr<V>,
        from: &[V],
        candidates: &mut Candidates<V>,
        to: &mut Vec<V>,
        rule: &Mark<'_, V>,
    ) -> Result<(), StopReason> {
        let mut frontier = Bits::new(rule.words.len());
        from.iter().for_each(|v| frontier.insert(v.index()));
        let pull = Pull {
            forward: forward.rows(),
            frontier,
            rule,
        };
        let mut open = candidates.take_list(rule.words);
        let threads = self.threads.worth(open.len());
        let parts = threads.split_mut(&mut open, |first, part| {
            let mut marked = Vec::new();
            let left = pull.part(part, &mut marked, &mut self.meter.ticker())?;
            Ok((first..first + left, marked))
        });
        let mut left = 0;
        for part in parts {
            let (kept, mut marked) = part?;
            to.append(&mut marked);
            let count = kept.len();
            open.copy_within(kept, left);
            left += count;
        }
        open.truncate(left);
        *candidates = Candidates {
            most: left,
            list: Some(open),
        };
        Ok(())
    }
}

/// What the threads of a turned level share.
struct Pull<'a, V: VertexId> {
    forward: Rows<'a, V>,
    frontier: Bits,
    rule: &'a Mark<'a, V>,
}

impl<V: VertexId> Pull<'_, V> {
    /// Marks what must be marked; moves what stays open to the front and tells how many they are.
    fn part(
        &self,
        open: &mut [V],
        marked: &mut Vec<V>,
        ticker: &mut Ticker<'_>,
    ) -> Result<usize, StopReason> {
        let (mut next, mut left) = (0, 0);
        while next < open.len() {
            let end = (next + GROUP).min(open.len());
            ticker.steps(end - next)?;
            let firsts = open[next..end].iter().map(|&v| self.forward.place(v).0);
            fetch(self.forward.targets, firsts);
            let mut hits = [V::default(); GROUP];
            let mut count = 0;
            for place in next..end {
                // Both lists get the vertex, and one of them counts it: no branch to predict.
                let v = open[place];
                let word = &self.rule.words[v.index()];
                let old = word.load();
                let was_open = usize::from(is_open(old));
                let marks = self.hits(v) & was_open;
                hits[count] = v;
                count += marks;
                open[left] = v;
                left += marks ^ was_open;
                // A vertex is in one part only, so nobody else changes its word.
                word.store([old, self.rule.mark][marks]);
            }
            marked.extend_from_slice(&hits[..count]);
            next = end;
        }
        Ok(left)
    }

    /// 1 if `v` has a successor in the frontier, else 0. Short rows are read to the end: where to
    /// stop is as hard to predict as the answer.
    #[inline]
    fn hits(&self, v: V) -> usize {
        let (begin, end) = self.forward.place(v);
        let row = &self.forward.targets[begin..end];
        let inside = |w: &V| self.frontier.bit(w.index());
        if row.len() < LONG {
            row.iter().fold(0, |hit, w| hit | inside(w))
        } else {
            usize::from(row.iter().any(|w| inside(w) == 1))
        }
    }
}

/// A set of vertices, a bit each.
struct Bits(Vec<u64>);

impl Bits {
    fn new(vertices: usize) -> Bits {
        Bits(vec![0; vertices.div_ceil(64)])
    }

    #[inline]
    fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn bit(&self, place: usize) -> usize {
        (self.0[place / 64] >> (place % 64) & 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::Meter;

    use super::*;
    use crate::{
        Digraph, Threads,
        word::{Tag, pack},
    };

    /// Some words open and some not, some vertices in the frontier, rows of length 0 to 19.
    fn random_level(n: usize) -> (Digraph, Vec<u32>, Vec<u32>) {
        let mut random_bits = fastrand::Rng::with_seed(5);
        let mut below = |n: usize| random_bits.usize(..n);
        let mut edges = Vec::new();
        for v in 0..n {
            edges.extend((0..below(20)).map(|_| (v as u32, below(n) as u32)));
        }
        let graph = Digraph::from_edges(n, &edges).expect("good edges");
        let words = (0..n).map(|_| below(3)).map(|word| match word {
            0 => pack(Tag::First, 1),
            1 => pack(Tag::Second, 0),
            counter => counter as u32,
        });
        (
            graph,
            words.collect(),
            (0..n as u32).filter(|_| below(12) == 0).collect(),
        )
    }

    #[test]
    fn a_turned_level_marks_what_a_level_marks() {
        let meter = Meter::unlimited();
        let mark = pack(Tag::First, 2);
        for n in [1, 2, 100, 1000, 20_000] {
            let (graph, words, frontier) = random_level(n);
            for threads in [1, 2, 3].map(Threads::new) {
                let sweep = Sweep {
                    reverse: graph.reverse(),
                    threads,
                    meter: &meter,
                };
                let atomic = || {
                    words
                        .iter()
                        .copied()
                        .map(AtomicWord::new)
                        .collect::<Vec<_>>()
                };
                let (pushed, pulled) = (atomic(), atomic());
                let (mut by_push, mut by_pull) = (Vec::new(), Vec::new());
                let rule = Mark {
                    mark,
                    words: &pushed,
                };
                let mut ticker = meter.ticker();
                sweep
                    .level(&frontier, &mut by_push, &mut ticker, &rule)
                    .expect("no limit");
                let rule = Mark {
                    mark,
                    words: &pulled,
                };
                let mut open = Candidates::new(n);
                let forward = graph.forward();
                sweep
                    .pull(forward, &frontier, &mut open, &mut by_pull, &rule)
                    .expect("no limit");
                by_push.sort_unstable();
                assert_eq!(by_push, by_pull);
                let loads = |words: &[<u32 as VertexId>::Atomic]| -> Vec<u32> {
                    words.iter().map(AtomicWord::load).collect()
                };
                assert_eq!(loads(&pushed), loads(&pulled));
                let after = loads(&pulled);
                let is_left = |&v: &u32| is_open(after[v as usize]);
                let left: Vec<u32> = (0..n as u32).filter(is_left).collect();
                assert_eq!(open.take_list(&pulled), left);
            }
        }
    }
}
