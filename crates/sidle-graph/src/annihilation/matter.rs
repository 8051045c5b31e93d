//! Matter and antimatter: particles of two kinds, solved position by position.

use sidle_core::{Flow, Player, Rules, Visit};

use crate::{Csr, VertexId};

/// Electrons and positrons on a digraph. A move takes a particle along an edge to a vertex that holds
/// none of its kind; if the vertex holds one of the other kind, both vanish. Who cannot move loses; an
/// endless play is a draw. A loop is a pass.
///
/// With particles of one kind only this is Welter's game on any digraph. No polynomial theory is known, so
/// positions are explored: at most 3ⁿ of them for n vertices.
///
/// ```
/// use sidle_core::{Rules, Player};
/// use sidle_graph::{Csr, annihilation::{MatterAntimatter, Particles}};
/// let path = Csr::<u32>::from_edges(3, &[(2, 1), (1, 0)])?;
/// let game = MatterAntimatter::new(&path);
/// let start = Particles::new([1], [2]);
/// let options = game.collect_options(&start, Player::Left);
/// assert_eq!(options, [Particles::new([0], [2]), Particles::new([], [])]);
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MatterAntimatter<'g, V: VertexId = u32> {
    graph: &'g Csr<V>,
}

/// Where the particles are: the vertices of each kind, strictly increasing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Particles<V: VertexId = u32> {
    /// Vertices with an electron.
    pub electrons: Vec<V>,
    /// Vertices with a positron.
    pub positrons: Vec<V>,
}

impl<V: VertexId> Particles<V> {
    /// Particles at the given vertices, in any order.
    #[must_use]
    pub fn new(
        electrons: impl IntoIterator<Item = V>,
        positrons: impl IntoIterator<Item = V>,
    ) -> Particles<V> {
        let sorted = |vertices: Vec<V>| {
            let mut vertices = vertices;
            vertices.sort_unstable();
            vertices
        };
        Particles {
            electrons: sorted(electrons.into_iter().collect()),
            positrons: sorted(positrons.into_iter().collect()),
        }
    }

    /// The same position with the kinds exchanged.
    #[must_use]
    pub fn exchanged(self) -> Particles<V> {
        Particles {
            electrons: self.positrons,
            positrons: self.electrons,
        }
    }

    /// The position after the electron at `from` has gone to `to`, if it may.
    fn moved_electron(&self, from: V, to: V) -> Option<Particles<V>> {
        if from == to {
            return Some(self.clone());
        }
        if self.electrons.binary_search(&to).is_ok() {
            return None;
        }
        let mut next = self.clone();
        next.electrons.retain(|&v| v != from);
        match next.positrons.binary_search(&to) {
            Ok(place) => drop(next.positrons.remove(place)),
            Err(_) => {
                let place = next.electrons.partition_point(|&v| v < to);
                next.electrons.insert(place, to);
            }
        }
        Some(next)
    }
}

impl<'g, V: VertexId> MatterAntimatter<'g, V> {
    /// The game on a digraph.
    #[must_use]
    pub fn new(graph: &'g Csr<V>) -> MatterAntimatter<'g, V> {
        MatterAntimatter { graph }
    }

    /// Every move as (source, target, result), electrons first, ordered by source and target.
    #[must_use]
    pub fn moves(&self, at: &Particles<V>) -> Vec<(V, V, Particles<V>)> {
        let mut moves = self.electron_moves(at);
        let positrons = self.electron_moves(&at.clone().exchanged()).into_iter();
        moves.extend(positrons.map(|(from, to, result)| (from, to, result.exchanged())));
        moves
    }

    fn electron_moves(&self, at: &Particles<V>) -> Vec<(V, V, Particles<V>)> {
        let mut moves = Vec::new();
        for &from in &at.electrons {
            for &to in self.graph.successors(from) {
                let result = at.moved_electron(from, to);
                moves.extend(result.map(|result| (from, to, result)));
            }
        }
        moves
    }
}

/// The game is impartial: both players move both kinds.
impl<V: VertexId> Rules for MatterAntimatter<'_, V> {
    type Position = Particles<V>;

    fn options(&self, at: &Particles<V>, _: Player, visit: Visit<'_, Particles<V>>) -> Flow {
        let moves = self.moves(at).into_iter();
        moves.map(|(_, _, result)| result).try_for_each(visit)
    }
}
