//! The labels of an asymmetric game and both players' strategies.

use super::{Mover, Value};
use crate::{
    Csr,
    csr::VertexId,
    word::{Tag, number, tag},
};

/// Values and time stamps of all vertices of an asymmetric game, for both movers.
///
/// `value(v, Mover::Zero)` is what player 0 gets in the game that he starts at `v`;
/// `value(v, Mover::One)` is what player 1 gets in the *inverted* game, which she starts at `v`. Each
/// is seen by the mover.
///
/// # Equality
/// Equal exactly when all values and time stamps are.
#[derive(Clone, Debug)]
pub struct Bilabelling<V: VertexId = u32> {
    zero: Vec<V>,
    one: Vec<V>,
}

impl<V: VertexId> Bilabelling<V> {
    pub(super) fn new(zero: Vec<V>, one: Vec<V>) -> Bilabelling<V> {
        Bilabelling { zero, one }
    }

    /// The labels of a graph from those of its quotient: each vertex has the words of its class.
    pub(super) fn pull_back(&self, classes: &[V]) -> Bilabelling<V> {
        let all = |words: &[V]| classes.iter().map(|class| words[class.index()]).collect();
        Bilabelling::new(all(&self.zero), all(&self.one))
    }

    /// How many vertices are labelled: all.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.zero.len()
    }

    #[inline]
    #[track_caller]
    fn word(&self, v: V, mover: Mover) -> V {
        match mover {
            Mover::Zero => self.zero[v.index()],
            Mover::One => self.one[v.index()],
        }
    }

    /// What `mover` gets who is to move at `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn value(&self, v: V, mover: Mover) -> Value {
        let for_zero = match tag(self.word(v, mover)) {
            Tag::First => Value::Win,
            Tag::Second => Value::Draw,
            Tag::Open | Tag::Closed => Value::Loss,
        };
        match mover {
            Mover::Zero => for_zero,
            Mover::One => -for_zero,
        }
    }

    /// The time stamp: the number of moves until the end when player 0 hurries to the result due to
    /// him and player 1 delays it without giving away more. None where player 1 wins.
    ///
    /// It falls with every move of player 0's strategy and with every move of player 1 that keeps
    /// the result.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn stamp(&self, v: V, mover: Mover) -> Option<u64> {
        let word = self.word(v, mover);
        match tag(word) {
            Tag::First | Tag::Second => Some(number(word) as u64),
            Tag::Open | Tag::Closed => None,
        }
    }

    /// Does the play end at `v` when `mover` is to move?
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[must_use]
    #[track_caller]
    pub fn is_end(&self, v: V, mover: Mover) -> bool {
        tag(self.word(v, mover)) == Tag::Closed || self.stamp(v, mover) == Some(0)
    }

    /// An optimal move of `mover` from `v`, the least vertex among equals; none where the play has
    /// ended. Player 0 hurries, player 1 delays; where player 1 wins she goes on for ever.
    ///
    /// These are memoryless optimal strategies of both players (Löwe, Theorem 4.4, with the index
    /// condition for *some* successor of a drawn vertex of player 0, not for all).
    ///
    /// Cost: O(out-degree).
    ///
    /// # Panics
    /// If `graph` is not the graph that was labelled.
    #[must_use]
    #[track_caller]
    pub fn best_move(&self, graph: &Csr<V>, v: V, mover: Mover) -> Option<V> {
        if self.is_end(v, mover) {
            return None;
        }
        let wanted = -self.value(v, mover);
        let successors = graph.successors(v).iter().copied();
        let keeping = successors.filter(|&w| self.value(w, -mover) == wanted);
        match mover {
            Mover::Zero => keeping.min_by_key(|&w| (self.stamp(w, -mover), w)),
            // `max_by_key` takes the last of equals; reversed, that is the least vertex.
            Mover::One => keeping.rev().max_by_key(|&w| self.stamp(w, -mover)),
        }
    }

    /// [`best_move`](Bilabelling::best_move) of `mover` at every vertex.
    #[must_use]
    pub fn strategy(&self, graph: &Csr<V>, mover: Mover) -> Vec<Option<V>> {
        graph
            .vertices()
            .map(|v| self.best_move(graph, v, mover))
            .collect()
    }
}

impl<V: VertexId> PartialEq for Bilabelling<V> {
    fn eq(&self, other: &Bilabelling<V>) -> bool {
        let open = |word: V| matches!(tag(word), Tag::Open | Tag::Closed);
        let same = |(a, b): (&V, &V)| a == b || (open(*a) && open(*b));
        let all = |a: &[V], b: &[V]| a.len() == b.len() && a.iter().zip(b).all(same);
        all(&self.zero, &other.zero) && all(&self.one, &other.one)
    }
}

impl<V: VertexId> Eq for Bilabelling<V> {}
