//! The bilabelling of Löwe's asymmetric game.

use sidle_core::{Meter, StopReason};

use super::{
    AsymmetricEnds, Bilabelling, Mover, Value,
    retrograde::{Frontier, Retrograde},
};
use crate::{
    Digraph,
    csr::{AtomicWord, VertexId},
    parallel::Threads,
    sweep::Sweep,
    word::{Tag, pack},
};

/// Labels every vertex of Löwe's asymmetric game for both movers: player 0 wins by moving into a
/// leaf, player 1 moving into a leaf makes a draw, infinite play is won by player 1.
///
/// This is the non-monotone Fraenkel–Lévy labelling (B. Löwe, *Non-monotone Fraenkel–Lévy
/// labelling*) as two retrograde passes in place of one with labels that change: first everything
/// that player 0 can force to a win; then, with the counters that the first pass left behind
/// (successors of player 1 that are not yet won for 0), everything that he can force to an end. What
/// remains is won by player 1. Each vertex is marked at most once for each mover, so an edge is
/// looked at twice at most.
///
/// Cost: O(vertices + edges), two words a vertex and the frontiers.
///
/// ```
/// use sidle_graph::{Digraph, label::{Mover, Value, label_asymmetric}};
/// // Whoever is to move at 1 must go into the leaf 2: a win for player 0, a draw for player 1.
/// let graph = Digraph::<u32>::from_edges(3, &[(0, 1), (1, 2)])?;
/// let labels = label_asymmetric(&graph);
/// assert_eq!(labels.value(1, Mover::Zero), Value::Win);
/// assert_eq!(labels.value(1, Mover::One), Value::Draw);
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[must_use]
pub fn label_asymmetric<V: VertexId>(graph: &Digraph<V>) -> Bilabelling<V> {
    label_asymmetric_with(
        graph,
        &AsymmetricEnds::default(),
        Threads::ONE,
        &Meter::unlimited(),
    )
    .expect("an unlimited meter never stops")
}

/// The same with any ends, several threads and a meter.
///
/// Progress: advances the meter by one for each of the two labels of a vertex.
///
/// # Panics
/// If `ends` names a vertex that the graph does not have.
pub fn label_asymmetric_with<V: VertexId>(
    graph: &Digraph<V>,
    ends: &AsymmetricEnds<V>,
    threads: Threads,
    meter: &Meter,
) -> Result<Bilabelling<V>, StopReason> {
    meter.announce(2 * graph.vertex_count() as u64);
    let start = Start::new(graph, ends, threads);
    let zero: Vec<V::Atomic> = start.zero.into_iter().map(V::Atomic::new).collect();
    let one: Vec<V::Atomic> = start.one.into_iter().map(V::Atomic::new).collect();
    let reverse = graph.reverse();
    let sweep = Sweep {
        reverse,
        threads,
        meter,
    };
    for (tag, frontier) in [(Tag::First, start.won), (Tag::Second, start.drawn)] {
        Retrograde {
            sweep,
            some: &zero,
            every: &one,
            some_tag: tag,
            every_tag: tag,
        }
        .run(frontier)?;
    }
    let inner = |words: Vec<V::Atomic>| words.into_iter().map(AtomicWord::into_inner).collect();
    Ok(Bilabelling::new(inner(zero), inner(one)))
}

/// The words before the first pass and the ends that start each pass.
struct Start<V> {
    zero: Vec<V>,
    one: Vec<V>,
    won: Frontier<V>,
    drawn: Frontier<V>,
}

impl<V: VertexId> Start<V> {
    fn new(graph: &Digraph<V>, ends: &AsymmetricEnds<V>, threads: Threads) -> Start<V> {
        let vertices = graph.vertex_count();
        let mut start = Start {
            zero: vec![V::default(); vertices],
            one: vec![V::default(); vertices],
            won: Frontier::default(),
            drawn: Frontier::default(),
        };
        let offsets = graph.forward().offsets();
        let leaves = threads.split_mut(&mut start.one, |first, part| {
            let mut leaves = Vec::new();
            for (index, word) in part.iter_mut().enumerate() {
                let v = first + index;
                let degree = offsets[v + 1].index() - offsets[v].index();
                *word = V::from_index(degree);
                if degree == 0 {
                    leaves.push(V::from_index(v));
                }
            }
            leaves
        });
        let mut given: Vec<(V, [Value; 2])> = Vec::new();
        for &(v, values) in ends.given().iter().rev() {
            given.push((v, values));
        }
        // The sort is stable and the last word came first, so it is the one that is kept.
        given.sort_by_key(|&(v, _)| v);
        given.dedup_by_key(|&mut (v, _)| v);
        for v in leaves.into_iter().flatten() {
            if given.binary_search_by_key(&v, |&(w, _)| w).is_err() {
                start.end(v, ends.leaf());
            }
        }
        for (v, values) in given {
            start.end(v, values);
        }
        start
    }

    fn end(&mut self, v: V, values: [Value; 2]) {
        let at_zero = &mut self.zero[v.index()];
        match values[Mover::Zero as usize] {
            Value::Win => {
                *at_zero = pack(Tag::First, 0);
                self.won.some.push(v);
            }
            Value::Draw => {
                *at_zero = pack(Tag::Second, 0);
                self.drawn.some.push(v);
            }
            Value::Loss => *at_zero = pack(Tag::Closed, 0),
        }
        let at_one = &mut self.one[v.index()];
        match values[Mover::One as usize] {
            Value::Loss => {
                *at_one = pack(Tag::First, 0);
                self.won.every.push(v);
            }
            Value::Draw => {
                *at_one = pack(Tag::Second, 0);
                self.drawn.every.push(v);
            }
            Value::Win => *at_one = pack(Tag::Closed, 0),
        }
    }
}
