//! Constraint graphs with a configuration in one packed key: a bit an edge.

use crate::{graph::ConstraintGraph, search::Key};

/// What a vertex needs, as masks over the edges.
#[derive(Clone, Debug)]
struct Need<K> {
    /// The edges at the vertex that point to it at the start.
    inward: K,
    /// The red and the blue edges at the vertex, without loops.
    red: K,
    blue: K,
    /// The weight of its loops, which always count.
    loops: u32,
    minimum: u32,
}

/// The graph.
#[derive(Clone, Debug)]
pub(super) struct Packed<K> {
    needs: Vec<Need<K>>,
    /// For each edge its weight and where it points to: at the start and reversed. Loops have no weight here.
    edges: Vec<(u32, [usize; 2])>,
}

pub(super) fn bit<K: Key>(edge: usize) -> K {
    K::ZERO.with_field(edge as u32, 1, 1)
}

impl<K: Key> Packed<K> {
    pub(super) fn new(graph: &ConstraintGraph) -> Packed<K> {
        let mut needs: Vec<Need<K>> = graph
            .vertices()
            .iter()
            .map(|vertex| Need {
                inward: K::ZERO,
                red: K::ZERO,
                blue: K::ZERO,
                loops: 0,
                minimum: vertex.minimum,
            })
            .collect();
        let mut edges = Vec::new();
        for (e, edge) in graph.edges().iter().enumerate() {
            if edge.tail == edge.head {
                needs[edge.head].loops = needs[edge.head].loops.saturating_add(edge.weight);
                edges.push((0, [edge.head; 2]));
                continue;
            }
            for v in [edge.tail, edge.head] {
                let colour = if edge.weight == 1 {
                    &mut needs[v].red
                } else {
                    &mut needs[v].blue
                };
                *colour = colour.xor(bit(e));
            }
            needs[edge.head].inward = needs[edge.head].inward.xor(bit(e));
            edges.push((edge.weight, [edge.head, edge.tail]));
        }
        Packed { needs, edges }
    }

    pub(super) fn edges(&self) -> usize {
        self.edges.len()
    }

    /// What each vertex has above its minimum; negative when it lacks some.
    #[inline]
    pub(super) fn slack(&self, at: K, slack: &mut Vec<i64>) {
        slack.clear();
        slack.extend(self.needs.iter().map(|need| {
            let inward = at.xor(need.inward);
            let inflow =
                inward.and(need.red).ones() + 2 * inward.and(need.blue).ones() + need.loops;
            i64::from(inflow) - i64::from(need.minimum)
        }));
    }

    /// May the edge be reversed, given what the vertices have to spare?
    #[inline]
    pub(super) fn can_reverse(&self, at: K, edge: usize, slack: &[i64]) -> bool {
        let (weight, heads) = self.edges[edge];
        slack[heads[at.field(edge as u32, 1) as usize]] >= i64::from(weight)
    }
}
