//! Attractors: where a player can force the play into a target.

use sidle_core::{Meter, Player, StopReason};

use super::Arena;
use crate::{
    csr::{AtomicWord, VertexId},
    parallel::Threads,
    sweep::{Count, Sweep},
    word::{Tag, number, pack, tag},
};

/// The vertices from which a player can force the token into a target, with the number of moves
/// that takes.
///
/// # Equality
/// Equal exactly when player, vertices and ranks are.
#[derive(Clone, Debug)]
pub struct Attractor<V: VertexId = u32> {
    player: Player,
    words: Vec<V>,
}

/// The attractor of `target` for `player`: the least set that holds the target, each vertex of the
/// player with some successor in the set, and each vertex of the opponent that has successors, all
/// of them in the set.
///
/// A vertex without successors is in the attractor only if it is in the target; where a player who
/// cannot move loses, add the opponent's dead ends to the target.
///
/// Cost: O(vertices + edges), one word a vertex and the frontiers.
///
/// ```
/// use sidle_core::Player::{Left, Right};
/// use sidle_graph::{Digraph, arena::{Arena, attractor}};
/// let graph = Digraph::<u32>::from_edges(4, &[(0, 1), (1, 0), (1, 2), (2, 3), (2, 1)])?;
/// let arena = Arena::new(&graph, &[Right, Left, Left, Right]);
/// let forced = attractor(&arena, Left, &[3]);
/// assert_eq!((forced.rank(0), forced.rank(3)), (Some(3), Some(0)));
/// assert_eq!(forced.best_move(&arena, 1), Some(2));
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
///
/// # Panics
/// If the target names a vertex that the graph does not have.
#[must_use]
pub fn attractor<V: VertexId>(arena: &Arena<'_, V>, player: Player, target: &[V]) -> Attractor<V> {
    try_attractor(arena, player, target, Threads::ONE, &Meter::unlimited())
        .expect("an unlimited meter never stops")
}

/// The same with several threads and a meter.
///
/// # Panics
/// If the target names a vertex that the graph does not have.
pub fn try_attractor<V: VertexId>(
    arena: &Arena<'_, V>,
    player: Player,
    target: &[V],
    threads: Threads,
    meter: &Meter,
) -> Result<Attractor<V>, StopReason> {
    let graph = arena.graph();
    meter.announce(graph.vertex_count() as u64);
    let words: Vec<V::Atomic> = start_words(arena, player);
    let mut now = Vec::new();
    for &v in target {
        let word = &words[v.index()];
        if tag(word.load()) != Tag::First {
            word.store(pack(Tag::First, 0));
            now.push(v);
        }
    }
    let reverse = graph.reverse();
    let sweep = Sweep {
        reverse,
        threads,
        meter,
    };
    let mut ticker = meter.ticker();
    let mut next = Vec::new();
    for rank in 1.. {
        if now.is_empty() {
            break;
        }
        meter.advance(now.len() as u64);
        let mark = pack(Tag::First, rank);
        sweep.level(
            &now,
            &mut next,
            &mut ticker,
            &Count {
                mark,
                words: &words,
            },
        )?;
        std::mem::swap(&mut now, &mut next);
        next.clear();
    }
    let words = words.into_iter().map(AtomicWord::into_inner).collect();
    Ok(Attractor { player, words })
}

/// How many successors must be in the set before the vertex is: one for the player's own vertices,
/// all for the others.
fn start_words<V: VertexId>(arena: &Arena<'_, V>, player: Player) -> Vec<V::Atomic> {
    let forward = arena.graph().forward();
    let needed = |v: V| {
        let degree = forward.out_degree(v);
        if arena.owner(v) == player {
            degree.min(1)
        } else {
            degree
        }
    };
    forward
        .vertices()
        .map(|v| V::Atomic::new(V::from_index(needed(v))))
        .collect()
}

impl<V: VertexId> Attractor<V> {
    /// Whose attractor this is.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// Can the player force the token from `v` into the target?
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn contains(&self, v: V) -> bool {
        tag(self.words[v.index()]) == Tag::First
    }

    /// How many moves it takes when the opponent delays; 0 on the target, none outside.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[must_use]
    #[track_caller]
    pub fn rank(&self, v: V) -> Option<u64> {
        let word = self.words[v.index()];
        (tag(word) == Tag::First).then(|| number(word) as u64)
    }

    /// A good move of the owner of `v`, the least among equals: for the player, inside the
    /// attractor, the one that comes nearest to the target; for the opponent, outside, one that
    /// stays outside. None in the target, at dead ends, and where the owner has nothing to choose
    /// well.
    ///
    /// # Panics
    /// If `arena` is not the one this was computed for.
    #[must_use]
    #[track_caller]
    pub fn best_move(&self, arena: &Arena<'_, V>, v: V) -> Option<V> {
        let successors = arena.graph().successors(v).iter().copied();
        let own = arena.owner(v) == self.player;
        match self.rank(v) {
            Some(0) => None,
            Some(_) if own => successors
                .filter(|&w| self.contains(w))
                .min_by_key(|&w| (self.rank(w), w)),
            None if !own => successors.clone().find(|&w| !self.contains(w)),
            _ => None,
        }
    }

    /// How many vertices are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .filter(|&&word| tag(word) == Tag::First)
            .count()
    }

    /// Is no vertex in it?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<V: VertexId> PartialEq for Attractor<V> {
    fn eq(&self, other: &Attractor<V>) -> bool {
        let rank = |word: &V| (tag(*word) == Tag::First).then(|| number(*word));
        self.player == other.player && self.words.iter().map(rank).eq(other.words.iter().map(rank))
    }
}

impl<V: VertexId> Eq for Attractor<V> {}
