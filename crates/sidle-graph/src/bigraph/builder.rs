//! Building a bigraph edge by edge.

use sidle_core::Player;

use super::{Bigraph, Edges};

/// Collects vertices and edges in any order; [`build`](BigraphBuilder::build) sorts them into rows
/// and drops repeated edges.
#[derive(Clone, Debug, Default)]
pub struct BigraphBuilder {
    vertices: u32,
    edges: [Vec<(u32, u32)>; 2],
}

impl BigraphBuilder {
    /// A graph with `vertices` vertices and no edges.
    ///
    /// # Panics
    /// If there are 2^32 - 1 vertices or more.
    #[must_use]
    pub fn new(vertices: usize) -> BigraphBuilder {
        assert!(vertices < u32::MAX as usize, "too many vertices");
        BigraphBuilder {
            vertices: vertices as u32,
            edges: [Vec::new(), Vec::new()],
        }
    }

    /// Adds a vertex and returns it.
    pub fn vertex(&mut self) -> u32 {
        assert!(self.vertices < u32::MAX - 1, "too many vertices");
        self.vertices += 1;
        self.vertices - 1
    }

    /// How many vertices there are so far.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices as usize
    }

    /// Adds an edge of `player`'s colour. Repeated edges count once. The ends may be vertices that
    /// are added later.
    pub fn edge(&mut self, from: u32, player: Player, to: u32) -> &mut BigraphBuilder {
        self.edges[player.index()].push((from, to));
        self
    }

    /// The graph. Cost: linear in vertices and edges, plus sorting each row.
    ///
    /// # Panics
    /// If an edge has an end that is not a vertex, or there are 2^32 edges of one colour.
    #[must_use]
    pub fn build(self) -> Bigraph {
        let n = self.vertices as usize;
        let [left, right] = self.edges;
        Bigraph {
            edges: [rows(n, left), rows(n, right)],
        }
    }
}

/// Counting sort by source, then each row sorted and stripped of repetitions.
fn rows(n: usize, edges: Vec<(u32, u32)>) -> Edges {
    assert!(u32::try_from(edges.len()).is_ok(), "too many edges");
    let mut starts = vec![0u32; n + 1];
    for &(from, to) in &edges {
        assert!(
            (from as usize) < n && (to as usize) < n,
            "an edge has an end that is not a vertex"
        );
        starts[from as usize + 1] += 1;
    }
    for v in 0..n {
        starts[v + 1] += starts[v];
    }
    let mut next = starts.clone();
    let mut targets = vec![0u32; edges.len()];
    for (from, to) in edges {
        let slot = &mut next[from as usize];
        targets[*slot as usize] = to;
        *slot += 1;
    }
    let mut offsets = Vec::with_capacity(n + 1);
    offsets.push(0);
    let mut kept = 0usize;
    for v in 0..n {
        let row = starts[v] as usize..starts[v + 1] as usize;
        targets[row.clone()].sort_unstable();
        let first = kept;
        for i in row {
            let target = targets[i];
            if kept == first || targets[kept - 1] != target {
                targets[kept] = target;
                kept += 1;
            }
        }
        offsets.push(kept as u32);
    }
    targets.truncate(kept);
    Edges { offsets, targets }
}
