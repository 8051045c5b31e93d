//! Who wins an infinite game where, and how.

use sidle_core::Player;

use crate::csr::VertexId;

/// The winner of every vertex of a determined game and memoryless winning strategies for both
/// players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<V: VertexId = u32> {
    winners: Vec<Player>,
    moves: Vec<V>,
}

impl<V: VertexId> Solution<V> {
    /// A move to the vertex itself that is no edge cannot be told from a loop, so "no move" is a
    /// number that no vertex has.
    pub(super) fn no_move() -> V {
        V::from_index(V::MAX_VERTICES as usize)
    }

    pub(super) fn new(winners: Vec<Player>, moves: Vec<V>) -> Solution<V> {
        Solution { winners, moves }
    }

    /// Who wins from `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn winner(&self, v: V) -> Player {
        self.winners[v.index()]
    }

    /// The winners of all vertices in order.
    #[must_use]
    pub fn winners(&self) -> &[Player] {
        &self.winners
    }

    /// The winning move at `v` if its owner wins there; none at dead ends and for losers.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[must_use]
    #[track_caller]
    pub fn winning_move(&self, v: V) -> Option<V> {
        Some(self.moves[v.index()]).filter(|&w| w != Solution::no_move())
    }
}
