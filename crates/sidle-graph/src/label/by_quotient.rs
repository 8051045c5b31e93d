//! Labelling by way of the quotient: bisimilar vertices are labelled once.
//!
//! The map onto the quotient is a bounded epimorphism, which preserves labels and distances (Löwe), as long
//! as it keeps ends with different values apart. This pays where many positions look alike, as in graphs
//! that were made from a game without regard to its symmetries; refining the partition costs more than
//! labelling does.

use std::collections::HashMap;

use sidle_core::{Meter, StopReason};

use super::{
    AsymmetricEnds, Bilabelling, Ends, Labelling, Value, try_label_asymmetric, try_label_symmetric,
};
use crate::{
    Digraph, Threads,
    bisimulation::{Quotient, try_bisimulation},
    csr::VertexId,
};

/// The same labels as [`try_label_symmetric`], computed on the quotient by bisimulation.
///
/// Cost: O(edges · log vertices).
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::{Digraph, Threads};
/// use sidle_graph::label::{Ends, label_symmetric, label_symmetric_by_quotient};
/// let graph = Digraph::<u32>::from_edges(5, &[(0, 2), (1, 2), (1, 3), (4, 4)])?;
/// let meter = Meter::unlimited();
/// let labels = label_symmetric_by_quotient(&graph, &Ends::normal(), Threads::ONE, &meter);
/// assert_eq!(labels, Ok(label_symmetric(&graph)));
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
///
/// # Panics
/// If `ends` names a vertex that the graph does not have.
pub fn label_symmetric_by_quotient<V: VertexId>(
    graph: &Digraph<V>,
    ends: &Ends<V>,
    threads: Threads,
    meter: &Meter,
) -> Result<Labelling<V>, StopReason> {
    let colour = |value: Value| 1 + number(value);
    let quotient = coloured(graph, ends.given(), colour, meter)?;
    let mut small_ends = Ends::with_leaf(ends.leaf());
    for &(v, value) in ends.given() {
        small_ends = small_ends.with_end(quotient.class(v), value);
    }
    let small = Digraph::new_with(quotient.graph().clone(), threads);
    let labels = try_label_symmetric(&small, &small_ends, threads, meter)?;
    Ok(labels.pull_back(quotient.classes()))
}

/// The same labels as [`try_label_asymmetric`], computed on the quotient by bisimulation.
///
/// Cost: O(edges · log vertices).
///
/// # Panics
/// If `ends` names a vertex that the graph does not have.
pub fn label_asymmetric_by_quotient<V: VertexId>(
    graph: &Digraph<V>,
    ends: &AsymmetricEnds<V>,
    threads: Threads,
    meter: &Meter,
) -> Result<Bilabelling<V>, StopReason> {
    let colour = |[zero, one]: [Value; 2]| 1 + 3 * number(zero) + number(one);
    let quotient = coloured(graph, ends.given(), colour, meter)?;
    let mut small_ends = AsymmetricEnds::with_leaf(ends.leaf());
    for &(v, values) in ends.given() {
        small_ends = small_ends.with_end(quotient.class(v), values);
    }
    let small = Digraph::new_with(quotient.graph().clone(), threads);
    let labels = try_label_asymmetric(&small, &small_ends, threads, meter)?;
    Ok(labels.pull_back(quotient.classes()))
}

/// The quotient that keeps the given ends of different values apart from each other and from other
/// vertices. The last word on a vertex counts, as in the labelling.
fn coloured<V: VertexId, T: Copy>(
    graph: &Digraph<V>,
    given: &[(V, T)],
    colour: impl Fn(T) -> usize,
    meter: &Meter,
) -> Result<Quotient<V>, StopReason> {
    let colours: HashMap<V, usize> = given.iter().map(|&(v, end)| (v, colour(end))).collect();
    let of = |v: V| V::from_index(colours.get(&v).copied().unwrap_or(0));
    try_bisimulation(graph, of, meter)
}

fn number(value: Value) -> usize {
    match value {
        Value::Loss => 0,
        Value::Draw => 1,
        Value::Win => 2,
    }
}
