//! Who wins an infinite game where, and how.

use sidle_core::Player;

use super::Arena;
use crate::{
    csr::VertexId,
    word::{Tag, number, tag},
};

/// The winner of every vertex of a Büchi or co-Büchi game and memoryless winning strategies for both
/// players.
///
/// # Equality
/// Equal exactly when the winners and the ranks that order the strategies are.
#[derive(Clone, Debug)]
pub struct Solution<V: VertexId = u32> {
    /// Who wants infinitely many visits.
    player: Player,
    /// `First`: won by the player, with the rank of the way to the accepting set.
    reach: Vec<V>,
    /// `First`: won by the opponent, with the round in which that was seen.
    lost: Vec<V>,
}

impl<V: VertexId> Solution<V> {
    pub(super) fn new(player: Player, reach: Vec<V>, lost: Vec<V>) -> Solution<V> {
        Solution {
            player,
            reach,
            lost,
        }
    }

    fn rank(&self, v: V) -> Option<usize> {
        let word = self.reach[v.index()];
        (tag(word) == Tag::First).then(|| number(word))
    }

    fn round(&self, v: V) -> Option<usize> {
        let word = self.lost[v.index()];
        (tag(word) == Tag::First).then(|| number(word))
    }

    /// Who wins from `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn winner(&self, v: V) -> Player {
        if self.rank(v).is_some() {
            self.player
        } else {
            -self.player
        }
    }

    /// The winners of all vertices in order.
    #[must_use]
    pub fn winners(&self) -> Vec<Player> {
        (0..self.reach.len())
            .map(|v| self.winner(V::from_index(v)))
            .collect()
    }

    /// The winning move at `v` if its owner wins there; none at dead ends and for losers.
    ///
    /// The player goes one step down the ranks, from the accepting set anywhere inside his region; the
    /// opponent goes to something lost in an earlier round, or stays with what was lost together.
    ///
    /// Cost: O(out-degree).
    ///
    /// # Panics
    /// If `arena` is not the one that was solved.
    #[must_use]
    #[track_caller]
    pub fn winning_move(&self, arena: &Arena<'_, V>, v: V) -> Option<V> {
        if arena.owner(v) != self.winner(v) {
            return None;
        }
        let mut successors = arena.graph().successors(v).iter().copied();
        match (self.rank(v), self.round(v)) {
            (Some(0), _) => successors.find(|&w| self.rank(w).is_some()),
            (Some(rank), _) => successors.find(|&w| self.rank(w).is_some_and(|r| r < rank)),
            (None, Some(round)) => {
                let earlier = |&w: &V| self.round(w).is_some_and(|r| r < round);
                let together = |&w: &V| self.round(w) == Some(round);
                successors
                    .clone()
                    .find(earlier)
                    .or_else(|| successors.find(together))
            }
            (None, None) => None,
        }
    }
}

impl<V: VertexId> PartialEq for Solution<V> {
    fn eq(&self, other: &Solution<V>) -> bool {
        let same = |v: usize| {
            let v = V::from_index(v);
            self.rank(v) == other.rank(v) && self.round(v) == other.round(v)
        };
        self.player == other.player
            && self.reach.len() == other.reach.len()
            && (0..self.reach.len()).all(same)
    }
}

impl<V: VertexId> Eq for Solution<V> {}
