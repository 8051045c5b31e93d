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
    try_label_asymmetric(
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
pub fn try_label_asymmetric<V: VertexId>(
    graph: &Digraph<V>,
    ends: &AsymmetricEnds<V>,
    threads: Threads,
    meter: &Meter,
) -> Result<Bilabelling<V>, StopReason> {
    meter.announce(2 * graph.vertex_count() as u64);
    let [zero, one] = start(graph, ends, threads).map(atomic::<V>);
    let sweep = Sweep {
        reverse: graph.reverse(),
        threads,
        meter,
    };
    let mut open = zero.len();
    for tag in [Tag::First, Tag::Second] {
        let frontier = Frontier {
            some: ended(&zero, tag, threads),
            every: ended(&one, tag, threads),
        };
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

/// The words of both movers before the first pass: nothing known of player 0, the number of successors
/// for player 1, and the results at the ends.
fn start<V: VertexId>(
    graph: &Digraph<V>,
    ends: &AsymmetricEnds<V>,
    threads: Threads,
) -> [Vec<V>; 2] {
    let offsets = graph.forward().offsets();
    let words = |leaf: V, inner: fn(usize) -> V| {
        let mut words = vec![V::default(); graph.vertex_count()];
        threads
            .worth(graph.vertex_count())
            .split_mut(&mut words, |first, part| {
                for (word, row) in part.iter_mut().zip(offsets[first..].windows(2)) {
                    let degree = row[1].index() - row[0].index();
                    *word = if degree == 0 { leaf } else { inner(degree) };
                }
            });
        words
    };
    let [zero_leaf, one_leaf] = end_words(ends.leaf());
    let mut zero = words(zero_leaf, |_| V::default());
    let mut one = words(one_leaf, V::from_index);
    for &(v, values) in ends.given() {
        [zero[v.index()], one[v.index()]] = end_words(values);
    }
    [zero, one]
}

fn atomic<V: VertexId>(words: Vec<V>) -> Vec<V::Atomic> {
    words.into_iter().map(V::Atomic::new).collect()
}

/// The words of an end: what player 0 gets there, whoever is to move.
fn end_words<V: VertexId>(values: [Value; 2]) -> [V; 2] {
    let word = |value: Value| match value {
        Value::Win => pack(Tag::First, 0),
        Value::Draw => pack(Tag::Second, 0),
        Value::Loss => pack(Tag::Closed, 0),
    };
    [
        word(values[Mover::Zero as usize]),
        word(-values[Mover::One as usize]),
    ]
}

/// The vertices where the play has ended with this tag.
fn ended<V: VertexId>(words: &[V::Atomic], tag: Tag, threads: Threads) -> Vec<V> {
    let end = pack(tag, 0);
    let is_end = |&v: &usize| words[v].load() == end;
    let threads = threads.worth(words.len());
    let parts = threads.run(|number| {
        let part = threads.share(words.len(), number);
        part.filter(is_end).map(V::from_index).collect()
    });
    parts.into_iter().reduce(join).unwrap_or_default()
}

fn join<T>(mut list: Vec<T>, mut other: Vec<T>) -> Vec<T> {
    list.append(&mut other);
    list
}
