//! The quotient of a digraph by bisimulation.
//!
//! Two vertices are bisimilar if each option of one has a bisimilar option of the other. The map onto the
//! quotient is what Löwe calls a bounded epimorphism: it preserves every label, every distance and the
//! generalised Sprague–Grundy function, so a game can be solved on the quotient and the answer carried
//! back.
//!
//! The algorithm is partition refinement by the smaller half (Paige and Tarjan, *Three partition
//! refinement algorithms*, 1987). A partition *X* starts as one block, a finer one *Q* as leaves and the
//! rest (and the given colours). While some block *S* of *X* holds several blocks of *Q*, one of them, *B*, at
//! most half of *S*, is cut off; every block of *Q* is split into the vertices with successors in *B* only,
//! in both *B* and the rest of *S*, and in *S* without *B* only. Counters of the edges from a vertex into a
//! block of *X* tell these apart by looking at edges into *B* alone.

use sidle_core::{Meter, StopReason};

use crate::{Csr, Digraph, csr::VertexId};

/// A quotient graph and the map onto it.
///
/// Classes are numbered by their least vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient<V: VertexId = u32> {
    graph: Csr<V>,
    class: Vec<V>,
    representative: Vec<V>,
}

impl<V: VertexId> Quotient<V> {
    /// The graph of the classes: an edge where some members have one.
    #[must_use]
    pub fn graph(&self) -> &Csr<V> {
        &self.graph
    }

    /// The class of a vertex of the whole graph.
    ///
    /// # Panics
    /// If `v` is not a vertex of the whole graph.
    #[must_use]
    #[track_caller]
    pub fn class(&self, v: V) -> V {
        self.class[v.index()]
    }

    /// The class of each vertex of the whole graph, in order.
    #[must_use]
    pub fn classes(&self) -> &[V] {
        &self.class
    }

    /// The least member of a class.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    #[track_caller]
    pub fn representative(&self, class: V) -> V {
        self.representative[class.index()]
    }

    /// Carries a move in the quotient back: from `v`, whose class has the edge to `class`, the least
    /// successor of `v` in that class.
    ///
    /// # Panics
    /// If `v` is not a vertex of `graph`, or `graph` is not the whole graph.
    #[must_use]
    #[track_caller]
    pub fn lift(&self, graph: &Csr<V>, v: V, class: V) -> Option<V> {
        graph
            .successors(v)
            .iter()
            .copied()
            .find(|&w| self.class(w) == class)
    }
}

/// The coarsest bisimulation of a graph.
///
/// Cost: O(edges · log vertices); two words an edge and six a vertex.
///
/// ```
/// use sidle_graph::{Digraph, bisimulation::bisimulation};
/// // Two leaves, two vertices that lead to leaves only, and a loop.
/// let graph = Digraph::<u32>::from_edges(5, &[(0, 2), (1, 2), (1, 3), (4, 4)])?;
/// let quotient = bisimulation(&graph);
/// assert_eq!(quotient.graph().vertex_count(), 3);
/// assert_eq!(quotient.class(0), quotient.class(1));
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[must_use]
pub fn bisimulation<V: VertexId>(graph: &Digraph<V>) -> Quotient<V> {
    try_bisimulation(graph, |_| V::default(), &Meter::unlimited())
        .expect("an unlimited meter never stops")
}

/// The coarsest bisimulation that keeps vertices of different colours apart (ends with given outcomes,
/// owners), with a meter.
pub fn try_bisimulation<V: VertexId>(
    graph: &Digraph<V>,
    colour: impl Fn(V) -> V,
    meter: &Meter,
) -> Result<Quotient<V>, StopReason> {
    // How many rounds it takes shows only in the end.
    meter.announce(0);
    meter.check()?;
    let mut refinement = Refinement::new(graph, colour);
    refinement.run(meter)?;
    Ok(refinement.quotient())
}

/// A range of places in the list of members.
#[derive(Clone, Copy, Debug)]
struct Block {
    begin: usize,
    end: usize,
    /// How many members, moved to the front, are marked for splitting.
    marked: usize,
    /// The block of *X* that holds this block of *Q*.
    coarse: usize,
}

/// A block of *X*: a range of places too, and how many blocks of *Q* it holds.
#[derive(Clone, Copy, Debug)]
struct Coarse {
    begin: usize,
    end: usize,
    blocks: usize,
}

struct Refinement<'g, V: VertexId> {
    graph: &'g Digraph<V>,
    members: Vec<V>,
    place: Vec<V>,
    block_of: Vec<V>,
    blocks: Vec<Block>,
    coarse: Vec<Coarse>,
    /// Blocks of *X* with several blocks of *Q*.
    work: Vec<usize>,
    /// How many edges lead from one vertex into one block of *X*.
    counters: Vec<V>,
    free: Vec<V>,
    /// The counter of each edge, in the order of the reverse rows.
    counter_of: Vec<V>,
    /// The counter into the block just cut off; `none()` for vertices without edges into it.
    fresh: Vec<V>,
}

impl<'g, V: VertexId> Refinement<'g, V> {
    /// All bits set: no counter has this number, since there are fewer live ones than edges.
    fn none() -> V {
        V::from_index(usize::MAX)
    }

    fn new(graph: &'g Digraph<V>, colour: impl Fn(V) -> V) -> Refinement<'g, V> {
        let n = graph.vertex_count();
        let key = |&v: &V| (graph.successors(v).is_empty(), colour(v));
        let mut members: Vec<V> = graph.vertices().collect();
        members.sort_by_key(key);
        let mut new = Refinement {
            graph,
            place: vec![V::default(); n],
            block_of: vec![V::default(); n],
            blocks: Vec::new(),
            coarse: vec![Coarse {
                begin: 0,
                end: n,
                blocks: 0,
            }],
            work: Vec::new(),
            counters: graph
                .vertices()
                .map(|v| V::from_index(graph.successors(v).len()))
                .collect(),
            free: Vec::new(),
            counter_of: graph.reverse().targets().to_vec(),
            fresh: vec![Self::none(); n],
            members,
        };
        let mut begin = 0;
        while begin < n {
            let first = key(&new.members[begin]);
            let same = new.members[begin..]
                .iter()
                .take_while(|v| key(v) == first)
                .count();
            let end = begin + same;
            for place in begin..end {
                let v = new.members[place].index();
                new.place[v] = V::from_index(place);
                new.block_of[v] = V::from_index(new.blocks.len());
            }
            new.blocks.push(Block {
                begin,
                end,
                marked: 0,
                coarse: 0,
            });
            begin = end;
        }
        new.coarse[0].blocks = new.blocks.len();
        if new.blocks.len() > 1 {
            new.work.push(0);
        }
        new
    }

    fn run(&mut self, meter: &Meter) -> Result<(), StopReason> {
        let mut ticker = meter.ticker();
        let mut cut = Vec::new();
        // The vertices with edges into the cut, each with its counter into the whole block.
        let mut before: Vec<V> = Vec::new();
        let mut whole: Vec<V> = Vec::new();
        while let Some(from) = self.work.pop() {
            self.cut_off(from, &mut cut);
            let edges = self.count_edges(&cut, &mut before, &mut whole);
            ticker.steps(cut.len() + edges)?;
            self.split(&before);
            let all_into_cut = |&(u, old): &(&V, &V)| {
                let fresh = self.fresh[u.index()];
                self.counters[fresh.index()] == self.counters[old.index()]
            };
            let only: Vec<V> = before
                .iter()
                .zip(&whole)
                .filter(all_into_cut)
                .map(|(&u, _)| u)
                .collect();
            self.split(&only);
            self.hand_over(&cut);
            for u in &before {
                self.fresh[u.index()] = Self::none();
            }
        }
        Ok(())
    }

    /// Makes the smaller of the outer blocks of *Q* in `from` a block of *X* of its own and lists its
    /// members. Being at an end of the range, it leaves the rest a range.
    fn cut_off(&mut self, from: usize, cut: &mut Vec<V>) {
        let Coarse { begin, end, blocks } = self.coarse[from];
        let at = |place: usize| self.block_of[self.members[place].index()].index();
        let (first, last) = (at(begin), at(end - 1));
        let size = |block: usize| self.blocks[block].end - self.blocks[block].begin;
        let chosen = if size(first) <= size(last) {
            first
        } else {
            last
        };
        let Block {
            begin: b, end: e, ..
        } = self.blocks[chosen];
        cut.clear();
        cut.extend_from_slice(&self.members[b..e]);
        self.blocks[chosen].coarse = self.coarse.len();
        self.coarse.push(Coarse {
            begin: b,
            end: e,
            blocks: 1,
        });
        let rest = if chosen == first {
            (e, end)
        } else {
            (begin, b)
        };
        self.coarse[from] = Coarse {
            begin: rest.0,
            end: rest.1,
            blocks: blocks - 1,
        };
        if blocks > 2 {
            self.work.push(from);
        }
    }

    /// Counts the edges from each vertex into the cut; lists the vertices that have some, and their
    /// counters into the whole block.
    fn count_edges(&mut self, cut: &[V], before: &mut Vec<V>, whole: &mut Vec<V>) -> usize {
        before.clear();
        whole.clear();
        let mut edges = 0;
        let reverse = self.graph.reverse();
        for &v in cut {
            let row =
                reverse.offsets()[v.index()].index()..reverse.offsets()[v.index() + 1].index();
            edges += row.len();
            for edge in row {
                let u = reverse.targets()[edge];
                if self.fresh[u.index()] == Self::none() {
                    self.fresh[u.index()] = self.new_counter();
                    before.push(u);
                    whole.push(self.counter_of[edge]);
                }
                let counter = &mut self.counters[self.fresh[u.index()].index()];
                *counter = V::from_index(counter.index() + 1);
            }
        }
        edges
    }

    fn new_counter(&mut self) -> V {
        self.free.pop().unwrap_or_else(|| {
            self.counters.push(V::default());
            V::from_index(self.counters.len() - 1)
        })
    }

    /// Moves the edges into the cut from the old counters to the fresh ones.
    fn hand_over(&mut self, cut: &[V]) {
        let offsets = self.graph.reverse().offsets();
        for &v in cut {
            let row = offsets[v.index()].index()..offsets[v.index() + 1].index();
            for edge in row {
                let u = self.graph.reverse().targets()[edge];
                let old = self.counter_of[edge];
                let count = &mut self.counters[old.index()];
                *count = V::from_index(count.index() - 1);
                if count.index() == 0 {
                    self.free.push(old);
                }
                self.counter_of[edge] = self.fresh[u.index()];
            }
        }
    }

    /// Splits every block of *Q* into the listed vertices and the others.
    fn split(&mut self, listed: &[V]) {
        let mut touched = Vec::new();
        for &u in listed {
            let number = self.block_of[u.index()].index();
            let block = &mut self.blocks[number];
            if block.marked == 0 {
                touched.push(number);
            }
            let (from, to) = (self.place[u.index()].index(), block.begin + block.marked);
            block.marked += 1;
            let other = self.members[to];
            self.members.swap(from, to);
            self.place[u.index()] = V::from_index(to);
            self.place[other.index()] = V::from_index(from);
        }
        for number in touched {
            self.split_block(number);
        }
    }

    fn split_block(&mut self, number: usize) {
        let block = &mut self.blocks[number];
        let marked = std::mem::take(&mut block.marked);
        if marked == block.end - block.begin {
            return;
        }
        let (begin, end, coarse) = (block.begin, block.begin + marked, block.coarse);
        block.begin = end;
        let new = V::from_index(self.blocks.len());
        self.blocks.push(Block {
            begin,
            end,
            marked: 0,
            coarse,
        });
        for v in &self.members[begin..end] {
            self.block_of[v.index()] = new;
        }
        let holder = &mut self.coarse[coarse];
        holder.blocks += 1;
        if holder.blocks == 2 {
            self.work.push(coarse);
        }
    }

    /// The classes, numbered by their least members, and the graph of the classes.
    fn quotient(self) -> Quotient<V> {
        let mut number = vec![Self::none(); self.blocks.len()];
        let mut class = Vec::with_capacity(self.block_of.len());
        let mut representative = Vec::new();
        for (v, block) in self.block_of.iter().enumerate() {
            let number = &mut number[block.index()];
            if *number == Self::none() {
                *number = V::from_index(representative.len());
                representative.push(V::from_index(v));
            }
            class.push(*number);
        }
        // Bisimilar vertices have options in the same classes, so one of them shows all edges.
        let mut offsets = vec![V::default()];
        let mut targets: Vec<V> = Vec::new();
        for &v in &representative {
            let mut row: Vec<V> = self
                .graph
                .successors(v)
                .iter()
                .map(|w| class[w.index()])
                .collect();
            row.sort_unstable();
            row.dedup();
            targets.append(&mut row);
            offsets.push(V::from_index(targets.len()));
        }
        let graph = Csr::from_trusted(offsets, targets);
        Quotient {
            graph,
            class,
            representative,
        }
    }
}
