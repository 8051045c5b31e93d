//! From a ruleset to rows: all positions that can be reached.

use std::{
    fmt,
    hash::{BuildHasher, Hash},
    ops::ControlFlow,
};

use hashbrown::{DefaultHashBuilder, HashTable};
use sidle_core::{Flow, Meter, Player, Rules, StopReason, Visit};

use super::{id::VertexId, rows::Csr};

/// All positions that can be reached from some starts, as a graph.
///
/// Vertices are numbered in the order in which a breadth-first search meets them, the starts first.
#[derive(Clone)]
pub struct Explored<P, V: VertexId = u32> {
    graph: Csr<V>,
    positions: Vec<P>,
    index: Index<V>,
}

impl<P: Eq + Hash, V: VertexId> Explored<P, V> {
    /// The graph of the options.
    #[must_use]
    pub fn graph(&self) -> &Csr<V> {
        &self.graph
    }

    /// The position of each vertex.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The vertex of a position, if it was reached.
    #[must_use]
    pub fn vertex(&self, position: &P) -> Option<V> {
        self.index.find(position, &self.positions)
    }

    /// The graph and the positions by themselves.
    #[must_use]
    pub fn into_parts(self) -> (Csr<V>, Vec<P>) {
        (self.graph, self.positions)
    }
}

impl<P: fmt::Debug, V: VertexId> fmt::Debug for Explored<P, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explored")
            .field("graph", &self.graph)
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

/// Explores everything that can be reached from `starts` along the options of `player`. For an
/// impartial game the player does not matter; for a partizan one in which the players take turns,
/// wrap the rules in [`Alternating`].
///
/// Cost: one call of `options` for each position; positions are kept once. Each new position counts as
/// a node of the meter.
///
/// ```
/// use sidle_core::{Flow, Meter, Player, Rules, Visit};
/// use sidle_graph::{Digraph, explore, label::label_symmetric};
///
/// /// Take one, two or three from a heap.
/// struct Scoring;
/// impl Rules for Scoring {
///     type Position = u32;
///     fn options(&self, at: &u32, _: Player, visit: Visit<'_, u32>) -> Flow {
///         (at.saturating_sub(3)..*at).try_for_each(visit)
///     }
/// }
/// let explored = explore::<_, u32>(&Scoring, [8], Player::Left, &Meter::unlimited())?;
/// let labels = label_symmetric(&Digraph::new(explored.graph().clone()));
/// let lost = |heap| labels.distance(explored.vertex(&heap).unwrap()).unwrap() % 2 == 0;
/// assert!(lost(0) && lost(4) && lost(8) && !lost(7));
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
pub fn explore<G: Rules, V: VertexId>(
    rules: &G,
    starts: impl IntoIterator<Item = G::Position>,
    player: Player,
    meter: &Meter,
) -> Result<Explored<G::Position, V>, StopReason> {
    let mut ticker = meter.ticker();
    let mut positions: Vec<G::Position> = Vec::new();
    let mut index = Index::<V>::default();
    let bytes = size_of::<G::Position>() + 4 * size_of::<V>();
    for start in starts {
        if index.intern(start, &mut positions)?.1 {
            ticker.node(bytes)?;
        }
    }
    let mut offsets = vec![V::default()];
    let mut targets: Vec<V> = Vec::new();
    let mut options = Vec::new();
    let mut next = 0;
    while next < positions.len() {
        let _ = rules.options(&positions[next], player, &mut |option| {
            options.push(option);
            ControlFlow::Continue(())
        });
        ticker.steps(options.len() + 1)?;
        let begin = targets.len();
        for option in options.drain(..) {
            let (v, new) = index.intern(option, &mut positions)?;
            if new {
                ticker.node(bytes)?;
            }
            targets.push(v);
        }
        targets[begin..].sort_unstable();
        dedup_from(&mut targets, begin);
        if targets.len() as u64 > V::MAX_EDGES {
            return Err(StopReason::StoreFull);
        }
        offsets.push(V::from_index(targets.len()));
        next += 1;
    }
    let graph = Csr::from_trusted(offsets, targets);
    Ok(Explored {
        graph,
        positions,
        index,
    })
}

/// Drops repetitions from the sorted list behind `begin`.
fn dedup_from<V: VertexId>(list: &mut Vec<V>, begin: usize) {
    let mut kept = begin;
    for place in begin..list.len() {
        if kept == begin || list[kept - 1] != list[place] {
            list[kept] = list[place];
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Positions by hash; the table holds vertices, the positions lie in their list.
#[derive(Clone, Default)]
struct Index<V> {
    table: HashTable<V>,
    hasher: DefaultHashBuilder,
}

impl<V: VertexId> Index<V> {
    fn find<P: Eq + Hash>(&self, position: &P, positions: &[P]) -> Option<V> {
        let hash = self.hasher.hash_one(position);
        self.table
            .find(hash, |v| positions[v.index()] == *position)
            .copied()
    }

    /// The vertex of a position, and whether it is new.
    fn intern<P: Eq + Hash>(
        &mut self,
        position: P,
        positions: &mut Vec<P>,
    ) -> Result<(V, bool), StopReason> {
        if let Some(v) = self.find(&position, positions) {
            return Ok((v, false));
        }
        if positions.len() as u64 >= V::MAX_VERTICES {
            return Err(StopReason::StoreFull);
        }
        let v = V::from_index(positions.len());
        let hash = self.hasher.hash_one(&position);
        positions.push(position);
        let hasher = &self.hasher;
        self.table
            .insert_unique(hash, v, |w| hasher.hash_one(&positions[w.index()]));
        Ok((v, true))
    }
}

/// A game in which the players take turns: a position together with the player who is to move. Its
/// options are the mover's, with the other player to move.
///
/// ```
/// use std::ops::ControlFlow;
/// use sidle_core::{Flow, Meter, Player, Rules, Visit};
/// use sidle_graph::{Alternating, explore};
///
/// /// Left may only subtract 1, Right only 2.
/// struct Steps;
/// impl Rules for Steps {
///     type Position = u32;
///     fn options(&self, at: &u32, player: Player, visit: Visit<'_, u32>) -> Flow {
///         let step = if player == Player::Left { 1 } else { 2 };
///         at.checked_sub(step).map_or(ControlFlow::Continue(()), visit)
///     }
/// }
/// let game = Alternating(&Steps);
/// let explored = explore::<_, u32>(&game, [(4, Player::Left)], Player::Left, &Meter::unlimited())?;
/// assert_eq!(explored.positions(), [(4, Player::Left), (3, Player::Right), (1, Player::Left), (0, Player::Right)]);
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Alternating<'g, G>(pub &'g G);

impl<G: Rules> Rules for Alternating<'_, G> {
    type Position = (G::Position, Player);

    fn options(
        &self,
        (at, mover): &Self::Position,
        _: Player,
        visit: Visit<'_, Self::Position>,
    ) -> Flow {
        self.0
            .options(at, *mover, &mut |option| visit((option, -*mover)))
    }
}
