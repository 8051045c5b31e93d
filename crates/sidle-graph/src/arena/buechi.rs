//! Büchi and co-Büchi games.

use sidle_core::{Meter, Player, StopReason};

use super::{Arena, Solution, repair::Game};
use crate::{csr::VertexId, parallel::Threads};

/// Solves the Büchi game: `player` wins a play that visits `accepting` infinitely often, or in which
/// the opponent cannot move; the opponent wins the others.
///
/// The classical iteration (remove the opponent's attractor of what the player cannot force into
/// the accepting set, until nothing is left to remove; Emerson and Jutla 1991, Thomas 1995), with
/// the player's attractor repaired where the removal has torn it instead of computed afresh.
///
/// Cost: O(vertices · edges) at worst, close to two linear passes on graphs met in practice; three
/// words a vertex and the frontiers.
///
/// ```
/// use sidle_core::Player::{Left, Right};
/// use sidle_graph::{Digraph, arena::{Arena, buechi}};
/// // Left can return to 0 for ever; at 2 Right keeps the token away.
/// let graph = Digraph::<u32>::from_edges(3, &[(0, 1), (1, 0), (2, 0), (2, 2)])?;
/// let arena = Arena::new(&graph, &[Left, Left, Right]);
/// let solved = buechi(&arena, Left, &[0]);
/// assert_eq!(solved.winners(), [Left, Left, Right]);
/// assert_eq!(solved.winning_move(&arena, 2), Some(2));
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
///
/// # Panics
/// If `accepting` names a vertex that the graph does not have.
#[must_use]
pub fn buechi<V: VertexId>(arena: &Arena<'_, V>, player: Player, accepting: &[V]) -> Solution<V> {
    try_buechi(arena, player, accepting, Threads::ONE, &Meter::unlimited())
        .expect("an unlimited meter never stops")
}

/// The same with several threads and a meter.
///
/// # Panics
/// If `accepting` names a vertex that the graph does not have.
pub fn try_buechi<V: VertexId>(
    arena: &Arena<'_, V>,
    player: Player,
    accepting: &[V],
    threads: Threads,
    meter: &Meter,
) -> Result<Solution<V>, StopReason> {
    Game::new(arena, player, threads, meter).solve(accepting)
}

/// Solves the co-Büchi game: `player` wins a play that visits `avoided` only finitely often, unless
/// it ends at a vertex of his own; a play that ends at the opponent's vertex is his too. This is the
/// opponent's Büchi game.
///
/// # Panics
/// If `avoided` names a vertex that the graph does not have.
#[must_use]
pub fn co_buechi<V: VertexId>(arena: &Arena<'_, V>, player: Player, avoided: &[V]) -> Solution<V> {
    buechi(arena, -player, avoided)
}

/// The same with several threads and a meter.
///
/// # Panics
/// If `avoided` names a vertex that the graph does not have.
pub fn try_co_buechi<V: VertexId>(
    arena: &Arena<'_, V>,
    player: Player,
    avoided: &[V],
    threads: Threads,
    meter: &Meter,
) -> Result<Solution<V>, StopReason> {
    try_buechi(arena, -player, avoided, threads, meter)
}
