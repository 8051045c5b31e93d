//! Bigraphs: directed graphs with separate Left and Right edges, the shape of every loopy game.
//!
//! A vertex of a bigraph is a (free) loopy game: its options are the ends of its Left and Right
//! edges, and infinite play is a draw. Everything here works on the graph alone: strongly connected
//! components, the stopper test, the order of stoppers, and the order of the two sides `γ⁺`, `γ⁻` of
//! arbitrary games (A. N. Siegel, *New results in loopy games*).
//!
//! ```
//! use sidle_core::{Meter, Player};
//! use sidle_graph::bigraph::{BigraphBuilder, survival_matrix};
//!
//! // 0: zero, 1: over = {0|over}.
//! let mut builder = BigraphBuilder::new(2);
//! builder.edge(1, Player::Left, 0).edge(1, Player::Right, 1);
//! let graph = builder.build();
//! assert!(graph.is_stopper_graph());
//! let order = survival_matrix(&graph, &graph, &Meter::unlimited())?;
//! assert!(order.le(0, 1) && !order.le(1, 0));
//! # Ok::<(), sidle_core::StopReason>(())
//! ```

mod builder;
mod components;
mod cycles;
mod file;
mod forced;
mod matrix;
mod proof;
mod search;
mod side_search;
mod sides;
mod simplify;
mod state_graph;
mod survival;
mod sweeps;

use std::ops::Neg;

use sidle_core::{Flow, Meter, Player, Rules, StopReason, Visit};

pub use builder::BigraphBuilder;
pub use components::Components;
pub use cycles::{Cycles, alternating_cycles, simple_cycles};
pub use file::{
    BigraphFile, EdgeSet, ExitText, read_bigraph, read_bigraph_json, read_bigraph_text,
    write_bigraph_json, write_bigraph_text,
};
pub use forced::{Edge, ForcedCycle, forced_cycle};
pub use matrix::OrderMatrix;
pub use proof::{OrderProof, order_proof};
pub use search::{KnownOrder, NothingKnown, SearchMemory, SurvivalSearch};
pub use side_search::SideSearch;
pub use sides::side_matrix;
pub use simplify::{Keeps, Simplified, Step, simplify};
pub use state_graph::{AlternatingReach, State};
pub use survival::survival_matrix;

use crate::{Csr, bisimulation::canonical_classes};

/// The classes of bisimilar vertices that refine `colours`, in a canonical numbering: see
/// [`canonical_classes`].
///
/// Bisimilar vertices are the same game in play, loops or not, so a class can be fused into one vertex.
///
/// ```
/// use sidle_core::{Meter, Player};
/// use sidle_graph::bigraph::{BigraphBuilder, bisimulation_classes};
/// // A ring of three Right moves, each vertex with a Left move to 3 = 0: three copies of over.
/// let mut ring = BigraphBuilder::new(4);
/// for v in 0..3 {
///     ring.edge(v, Player::Left, 3).edge(v, Player::Right, (v + 1) % 3);
/// }
/// let classes = bisimulation_classes(&ring.build(), &[0; 4], &Meter::unlimited())?;
/// assert_eq!(classes[..3], [classes[0]; 3]);
/// assert_ne!(classes[0], classes[3]);
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
///
/// # Panics
/// If there are not as many colours as vertices.
pub fn bisimulation_classes(
    graph: &Bigraph,
    colours: &[u32],
    meter: &Meter,
) -> Result<Vec<u32>, StopReason> {
    canonical_classes(graph.edges.each_ref(), colours, meter)
}

/// The two sides of a loopy game: infinite play won by Left (`γ⁺`) or by Right (`γ⁻`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `γ⁺`: infinite play is a win for Left.
    Onside = 0,
    /// `γ⁻`: infinite play is a win for Right.
    Offside = 1,
}

impl Side {
    /// Both sides, the onside first.
    pub const BOTH: [Side; 2] = [Side::Onside, Side::Offside];

    /// `onside` or `offside`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Onside => "onside",
            Side::Offside => "offside",
        }
    }
}

/// The other side: the onside of `-γ` is the negative of the offside of `γ`.
impl Neg for Side {
    type Output = Side;

    fn neg(self) -> Side {
        match self {
            Side::Onside => Side::Offside,
            Side::Offside => Side::Onside,
        }
    }
}

/// A finite bigraph with vertices `0..vertex_count()`, in compressed rows.
///
/// # Equality
/// Of labelled graphs: same vertices, same edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bigraph {
    /// Left edges and Right edges.
    edges: [Csr; 2],
}

impl Bigraph {
    /// The graph whose vertex `v` has the Left options `rows[v].0` and the Right options `rows[v].1`.
    ///
    /// # Panics
    /// If a target is not a vertex.
    #[must_use]
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = (&'a [u32], &'a [u32])>) -> Bigraph {
        let mut builder = BigraphBuilder::new(0);
        let mut all = Vec::new();
        for (left, right) in rows {
            let v = builder.vertex();
            all.extend(left.iter().map(|&w| (v, Player::Left, w)));
            all.extend(right.iter().map(|&w| (v, Player::Right, w)));
        }
        for (v, player, w) in all {
            builder.edge(v, player, w);
        }
        builder.build()
    }

    /// How many vertices there are.
    #[inline]
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.edges[0].vertex_count()
    }

    /// How many edges there are, of both colours together.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges[0].edge_count() + self.edges[1].edge_count()
    }

    /// All vertices, ascending.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.vertex_count() as u32
    }

    /// What `player` can move to from `v`, ascending.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    #[inline]
    #[must_use]
    pub fn options(&self, v: u32, player: Player) -> &[u32] {
        self.edges[player.index()].successors(v)
    }

    /// The edges of `player`'s colour as a digraph.
    #[inline]
    #[must_use]
    pub fn rows(&self, player: Player) -> &Csr {
        &self.edges[player.index()]
    }

    /// Is there an edge of `player`'s colour from `v` to `w`?
    #[must_use]
    pub fn has_edge(&self, v: u32, player: Player, w: u32) -> bool {
        self.options(v, player).binary_search(&w).is_ok()
    }

    /// All edges: by vertex, Left edges first, targets ascending.
    pub fn edges(&self) -> impl Iterator<Item = (u32, Player, u32)> + '_ {
        self.vertices().flat_map(move |v| {
            Player::BOTH.into_iter().flat_map(move |player| {
                self.options(v, player).iter().map(move |&w| (v, player, w))
            })
        })
    }

    /// The graph with every edge turned round, colours kept. Cost: linear.
    #[must_use]
    pub fn reversed(&self) -> Bigraph {
        Bigraph {
            edges: self.edges.each_ref().map(Csr::reverse),
        }
    }

    /// The graph of the negatives: Left and Right edges change places.
    #[must_use]
    pub fn negative(&self) -> Bigraph {
        let [left, right] = self.edges.clone();
        Bigraph {
            edges: [right, left],
        }
    }

    /// Both graphs side by side; the vertices of `other` are shifted by `self.vertex_count()`.
    ///
    /// # Panics
    /// If there are 2^32 - 1 vertices or more.
    #[must_use]
    pub fn disjoint_union(&self, other: &Bigraph) -> Bigraph {
        let join = |player: Player| {
            let (ours, theirs) = (self.rows(player), other.rows(player));
            ours.disjoint_union(theirs)
                .unwrap_or_else(|error| panic!("{error}"))
        };
        Bigraph {
            edges: Player::BOTH.map(join),
        }
    }

    /// The vertices that can be reached from `starts` by moves of both players in any order, in
    /// breadth-first order. Cost: linear in what is reached, plus one bit a vertex.
    #[must_use]
    pub fn reachable(&self, starts: &[u32]) -> Vec<u32> {
        let mut seen = vec![false; self.vertex_count()];
        let mut order = Vec::new();
        for &start in starts {
            if !std::mem::replace(&mut seen[start as usize], true) {
                order.push(start);
            }
        }
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            for player in Player::BOTH {
                for &w in self.options(v, player) {
                    if !std::mem::replace(&mut seen[w as usize], true) {
                        order.push(w);
                    }
                }
            }
        }
        order
    }

    /// The part that can be reached from `start`, which becomes vertex 0, and the old name of each
    /// new vertex.
    #[must_use]
    pub fn trimmed(&self, start: u32) -> (Bigraph, Vec<u32>) {
        let kept = self.reachable(&[start]);
        (self.induced(&kept), kept)
    }

    /// The subgraph on `kept` (distinct vertices); `kept[i]` becomes vertex `i`.
    #[must_use]
    pub fn induced(&self, kept: &[u32]) -> Bigraph {
        let mut new_name = vec![u32::MAX; self.vertex_count()];
        for (new, &old) in kept.iter().enumerate() {
            new_name[old as usize] = new as u32;
        }
        let mut builder = BigraphBuilder::new(kept.len());
        for (new, &old) in kept.iter().enumerate() {
            for player in Player::BOTH {
                for &w in self.options(old, player) {
                    let w = new_name[w as usize];
                    if w != u32::MAX {
                        builder.edge(new as u32, player, w);
                    }
                }
            }
        }
        builder.build()
    }
}

/// A bigraph is a graph of positions like any other.
impl Rules for Bigraph {
    type Position = u32;

    fn options(&self, at: &u32, player: Player, visit: Visit<'_, u32>) -> Flow {
        Bigraph::options(self, *at, player)
            .iter()
            .try_for_each(|&w| visit(w))
    }
}
