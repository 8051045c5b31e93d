//! Building a bigraph edge by edge.

use sidle_core::Player;

use super::Bigraph;
use crate::Csr;

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
        let rows = |edges: Vec<(u32, u32)>| {
            Csr::from_edges(self.vertices as usize, &edges)
                .unwrap_or_else(|error| panic!("{error}"))
        };
        Bigraph {
            edges: self.edges.map(rows),
        }
    }
}
