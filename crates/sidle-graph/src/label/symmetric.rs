//! The labelling of the symmetric game (Fraenkel and Lévy).

use sidle_core::{Meter, StopReason};

use super::{
    Ends, Labelling, Value,
    retrograde::{Frontier, Retrograde},
};
use crate::{
    Digraph,
    csr::{AtomicWord, VertexId},
    parallel::Threads,
    sweep::Sweep,
    word::{Tag, pack},
};

/// Labels every vertex P, N or D under normal play: who cannot move loses, infinite play is a draw.
///
/// A leaf is P at distance 0; a vertex with a P-option is N, one more than the nearest P-option; a
/// vertex all whose options are N is P, one more than the farthest; the others are D. (Fraenkel,
/// Hearn and Siegel, *Theory of combinatorial games*, Definition 2; Smith 1966.)
///
/// Cost: O(vertices + edges), one word a vertex and the frontiers.
///
/// ```
/// use sidle_graph::{Digraph, label::{Label, label_symmetric}};
/// // 0 and 1 chase each other, 1 can also leave for 2.
/// let graph = Digraph::<u32>::from_edges(3, &[(0, 1), (1, 0), (1, 2)])?;
/// let labels = label_symmetric(&graph);
/// assert_eq!((labels.label(1), labels.distance(1)), (Label::N, Some(1)));
/// assert_eq!((labels.label(0), labels.distance(0)), (Label::P, Some(2)));
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[must_use]
pub fn label_symmetric<V: VertexId>(graph: &Digraph<V>) -> Labelling<V> {
    try_label_symmetric(graph, &Ends::normal(), Threads::ONE, &Meter::unlimited())
        .expect("an unlimited meter never stops")
}

/// The same with any ends (misère play, given terminal sets), several threads and a meter.
///
/// With mixed ends the distance of a vertex is the number of moves to an end under optimal play:
/// the winner hurries, the loser delays.
///
/// Progress: advances the meter by one for each vertex that gets its label.
///
/// # Panics
/// If `ends` names a vertex that the graph does not have.
pub fn try_label_symmetric<V: VertexId>(
    graph: &Digraph<V>,
    ends: &Ends<V>,
    threads: Threads,
    meter: &Meter,
) -> Result<Labelling<V>, StopReason> {
    meter.announce(graph.vertex_count() as u64);
    let (words, frontier) = start(graph, ends, threads);
    let words: Vec<V::Atomic> = words.into_iter().map(V::Atomic::new).collect();
    let reverse = graph.reverse();
    let sweep = Sweep {
        reverse,
        threads,
        meter,
    };
    Retrograde {
        sweep,
        forward: graph.forward(),
        some: &words,
        every: &words,
        open: words.len() - frontier.some.len() - frontier.every.len(),
        some_tag: Tag::Second,
        every_tag: Tag::First,
    }
    .run(frontier)?;
    Ok(Labelling::new(
        words.into_iter().map(AtomicWord::into_inner).collect(),
    ))
}

/// Counters everywhere, marks on the ends, and the ends as the first frontier.
fn start<V: VertexId>(
    graph: &Digraph<V>,
    ends: &Ends<V>,
    threads: Threads,
) -> (Vec<V>, Frontier<V>) {
    let mut words = vec![V::default(); graph.vertex_count()];
    let offsets = graph.forward().offsets();
    let leaf: V = end_word(ends.leaf());
    let leaves = threads
        .worth(graph.vertex_count())
        .split_mut(&mut words, |first, part| {
            let mut leaves = Vec::new();
            for (index, word) in part.iter_mut().enumerate() {
                let v = first + index;
                let degree = offsets[v + 1].index() - offsets[v].index();
                *word = if degree == 0 {
                    leaf
                } else {
                    V::from_index(degree)
                };
                if degree == 0 {
                    leaves.push(V::from_index(v));
                }
            }
            leaves
        });
    for &(v, value) in ends.given() {
        words[v.index()] = end_word(value);
    }
    let mut frontier = Frontier::default();
    let mut given: Vec<V> = ends.given().iter().map(|&(v, _)| v).collect();
    given.sort_unstable();
    given.dedup();
    let leaves = leaves
        .into_iter()
        .flatten()
        .filter(|v| given.binary_search(v).is_err());
    let place = |frontier: &mut Frontier<V>, v: V, value: Value| match value {
        Value::Loss => frontier.every.push(v),
        Value::Win => frontier.some.push(v),
        Value::Draw => {}
    };
    if ends.leaf() != Value::Draw {
        leaves.for_each(|v| place(&mut frontier, v, ends.leaf()));
    }
    for &v in &given {
        place(&mut frontier, v, super::labelling::value(words[v.index()]));
    }
    (words, frontier)
}

fn end_word<V: VertexId>(value: Value) -> V {
    match value {
        Value::Loss => pack(Tag::First, 0),
        Value::Win => pack(Tag::Second, 0),
        Value::Draw => pack(Tag::Closed, 0),
    }
}
