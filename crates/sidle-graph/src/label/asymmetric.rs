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
    let mut open = zero.len();
    for (tag, frontier) in [(Tag::First, start.won), (Tag::Second, start.drawn)] {
        open -= Retrograde {
            sweep,
            forward: graph.forward(),
            some: &zero,
            every: &one,
            open,
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
            let rows = offsets[first..].windows(2);
            for (v, (word, row)) in (first..).zip(part.iter_mut().zip(rows)) {
                let degree = row[1].index() - row[0].index();
                *word = V::from_index(degree);
                if degree == 0 {
                    leaves.push(V::from_index(v));
                }
            }
            leaves
        });
        let given = last_words(ends);
        let mut leaves = leaves.concat();
        if !given.is_empty() {
            leaves.retain(|v| given.binary_search_by_key(v, |&(w, _)| w).is_err());
        }
        start.end(&leaves, ends.leaf());
        for (v, values) in given {
            start.end(&[v], values);
        }
        start
    }

    /// Ends the play at these vertices.
    fn end(&mut self, vertices: &[V], values: [Value; 2]) {
        let [at_zero, at_one] = [values[Mover::Zero as usize], -values[Mover::One as usize]];
        let Start { won, drawn, .. } = self;
        place(
            vertices,
            at_zero,
            &mut self.zero,
            [&mut won.some, &mut drawn.some],
        );
        place(
            vertices,
            at_one,
            &mut self.one,
            [&mut won.every, &mut drawn.every],
        );
    }
}

/// Writes the value for player 0 into the words of these vertices and the vertices into the frontier
/// of that value: won or drawn.
fn place<V: VertexId>(vertices: &[V], value: Value, words: &mut [V], frontiers: [&mut Vec<V>; 2]) {
    let [won, drawn] = frontiers;
    let tag = match value {
        Value::Win => {
            won.extend_from_slice(vertices);
            Tag::First
        }
        Value::Draw => {
            drawn.extend_from_slice(vertices);
            Tag::Second
        }
        Value::Loss => Tag::Closed,
    };
    for v in vertices {
        words[v.index()] = pack(tag, 0);
    }
}

/// The given ends in order; of several words on a vertex the last.
fn last_words<V: VertexId>(ends: &AsymmetricEnds<V>) -> Vec<(V, [Value; 2])> {
    let mut given: Vec<_> = ends.given().iter().rev().copied().collect();
    // The sort is stable and the last word came first, so it is the one that is kept.
    given.sort_by_key(|&(v, _)| v);
    given.dedup_by_key(|&mut (v, _)| v);
    given
}
