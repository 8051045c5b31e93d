//! Walks through a digraph: what can be reached, and whose turn it is.

use sidle_core::{Meter, StopReason};

use super::{Csr, NamedGraph, Names, VertexId};
use crate::GraphError;

impl<V: VertexId> NamedGraph<V> {
    /// The alternating graph: a vertex `0:v` and a vertex `1:v` for each vertex `v`, and for each edge `v w` the edges
    /// `0:v 1:w` and `1:v 0:w`. The number in front is the player who moves (Löwe, section 2.2).
    ///
    /// # Errors
    /// If the graph is too large for the ids.
    pub fn alternating(&self) -> Result<NamedGraph<V>, GraphError> {
        let count = self.graph.vertex_count();
        let mut edges = Vec::with_capacity(2 * self.graph.edge_count());
        let id = |player: usize, v: V| V::from_index(player * count + v.index());
        super::rows::check_size::<V>(2 * count, 2 * self.graph.edge_count())?;
        for (from, to) in self.graph.edges() {
            edges.push((id(0, from), id(1, to)));
            edges.push((id(1, from), id(0, to)));
        }
        let mut names = Names::new();
        for player in 0..2 {
            for v in self.graph.vertices() {
                names.intern(&format!("{player}:{}", self.name(v)));
            }
        }
        let graph = Csr::from_edges(2 * count, &edges)?;
        Ok(NamedGraph { graph, names })
    }

    /// The connected component of `start`: the vertices that can be reached from it, in the order of the graph.
    ///
    /// # Errors
    /// If a limit of the meter is reached.
    ///
    /// # Panics
    /// If `start` is not a vertex.
    pub fn component(&self, start: V, meter: &Meter) -> Result<NamedGraph<V>, StopReason> {
        let mut seen = vec![false; self.graph.vertex_count()];
        let mut stack = vec![start];
        seen[start.index()] = true;
        let mut ticker = meter.ticker();
        while let Some(v) = stack.pop() {
            ticker.step()?;
            for &w in self.graph.successors(v) {
                if !std::mem::replace(&mut seen[w.index()], true) {
                    stack.push(w);
                }
            }
        }
        let mut names = Names::new();
        let mut number = vec![0; seen.len()];
        for v in self.graph.vertices().filter(|v| seen[v.index()]) {
            number[v.index()] = names.intern(&self.name(v));
        }
        let of = |v: V| V::from_index(number[v.index()]);
        let inside = self.graph.edges().filter(|(from, _)| seen[from.index()]);
        let edges: Vec<_> = inside.map(|(from, to)| (of(from), of(to))).collect();
        // A part of a graph that has room for its ids.
        let graph = Csr::from_edges(names.len(), &edges).expect("a part of the graph");
        Ok(NamedGraph { graph, names })
    }
}
