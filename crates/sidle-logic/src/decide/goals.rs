//! The configurations right after the target has been reversed, where they are few.
//!
//! The directions of the edges are chosen one after the other, those near the target first; a vertex that can no longer have its minimum inflow ends a
//! branch.

use sidle_core::{Meter, StopReason};

use super::packed::bit;
use crate::{
    graph::{ConstraintGraph, EdgeId},
    search::Key,
};

/// The most goals that are listed.
const MOST_GOALS: usize = 1 << 16;
/// The most choices that are made for them.
const MOST_CHOICES: usize = 1 << 22;

/// All legal configurations with the target reversed that are legal with the target turned back too; `None` if there are too many.
pub(super) fn list<K: Key>(
    graph: &ConstraintGraph,
    target: EdgeId,
    meter: &Meter,
) -> Result<Option<Vec<K>>, StopReason> {
    let order = order(graph, target);
    // What each vertex can still have above its minimum. The target counts for neither of its ends.
    let mut slack: Vec<i64> = (0..graph.vertices().len())
        .map(|v| {
            let possible = graph.incident(v).iter();
            let possible: u64 = possible.map(|&e| u64::from(graph.edges()[e].weight)).sum();
            possible as i64 - i64::from(graph.vertices()[v].minimum)
        })
        .collect();
    let lose = |slack: &mut [i64], edge: EdgeId, reversed: bool, sign: i64| {
        let edge = &graph.edges()[edge];
        if edge.tail != edge.head {
            let loser = if reversed { edge.head } else { edge.tail };
            slack[loser] -= sign * i64::from(edge.weight);
            return slack[loser] >= 0;
        }
        true
    };
    let both = lose(&mut slack, target, true, 1) & lose(&mut slack, target, false, 1);
    let mut found = Vec::new();
    if !both || slack.iter().any(|&spare| spare < 0) {
        return Ok(Some(found));
    }
    let mut key: K = bit(target);
    let mut ticker = meter.ticker();
    // For each edge of the order so far whether it is reversed; both ways are tried, first as in the file.
    let mut chosen: Vec<bool> = Vec::new();
    let mut choices = 0;
    let mut fits = true;
    loop {
        choices += 1;
        ticker.step()?;
        if choices > MOST_CHOICES || found.len() > MOST_GOALS {
            return Ok(None);
        }
        if fits && chosen.len() < order.len() {
            fits = lose(&mut slack, order[chosen.len()], false, 1);
            chosen.push(false);
            continue;
        }
        if fits {
            found.push(key);
        }
        // The last edge that is not yet reversed is tried the other way.
        loop {
            let Some(reversed) = chosen.pop() else {
                return Ok(Some(found));
            };
            let edge = order[chosen.len()];
            lose(&mut slack, edge, reversed, -1);
            if reversed {
                key = key.xor(bit(edge));
            } else {
                fits = lose(&mut slack, edge, true, 1);
                key = key.xor(bit(edge));
                chosen.push(true);
                break;
            }
        }
    }
}

/// The other edges, breadth first from the target.
fn order(graph: &ConstraintGraph, target: EdgeId) -> Vec<EdgeId> {
    let mut listed = vec![false; graph.edges().len()];
    listed[target] = true;
    let mut order = vec![target];
    for first in 0..graph.edges().len() {
        let mut next = order.len();
        if first == 0 {
            next = 0;
        } else if !std::mem::replace(&mut listed[first], true) {
            order.push(first);
        }
        while next < order.len() {
            let edge = &graph.edges()[order[next]];
            next += 1;
            for v in [edge.tail, edge.head] {
                for &near in graph.incident(v) {
                    if !std::mem::replace(&mut listed[near], true) {
                        order.push(near);
                    }
                }
            }
        }
    }
    if !listed[0] {
        order.push(0);
    }
    order.remove(0);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::legal_configurations;

    #[test]
    fn the_goals_are_those_of_the_definition() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let (vertices, edges) = (random.usize(1..6), random.usize(1..10));
            let mut graph = ConstraintGraph::from_edges((0..edges).map(|_| {
                (
                    random.usize(..vertices),
                    random.usize(..vertices),
                    random.u32(1..=2),
                )
            }));
            for v in 0..graph.vertices().len() {
                graph.set_minimum(v, random.u32(..4));
            }
            let target = random.usize(..edges);
            let mut found: Vec<u64> = list(&graph, target, &Meter::unlimited())
                .expect("no limit")
                .expect("few");
            found.sort_unstable();
            let legal: Vec<u64> = legal_configurations(&graph).collect();
            let goals: Vec<u64> = legal
                .iter()
                .copied()
                .filter(|mask| mask >> target & 1 == 1 && legal.contains(&(mask ^ 1 << target)))
                .collect();
            assert_eq!(found, goals, "{}", graph.to_text());
        }
    }
}
