//! The annihilation game on a whole digraph.

use std::borrow::Cow;

use sidle_core::{Meter, StopReason};

use super::{component::Component, sigma::Sigma};
use crate::{
    Digraph, GraphError, VertexId,
    gamma::{LoopyNimber, TokenMove},
    label::Label,
};

/// Why an annihilation game could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnnihilationError {
    /// A component with cycles has more positions of up to four tokens than fit.
    #[error(
        "a component with cycles has {vertices} vertices and so {positions} positions of up to four tokens; the most is 2^30"
    )]
    TooLarge {
        /// Vertices of the component.
        vertices: usize,
        /// Its positions of at most four tokens.
        positions: u64,
    },
    /// The certificate of a draw would list more than a checker reads.
    #[error(
        "the certificate of this draw lists the positions of up to four tokens on {vertices} vertices with {moves} moves between them; the most is 2^28"
    )]
    CertificateTooLarge {
        /// Vertices that the tokens of one component can reach.
        vertices: usize,
        /// Moves between the light positions there.
        moves: u64,
    },
    /// The positions of up to four tokens make no graph.
    #[error(transparent)]
    Graph(GraphError),
    /// The caller's limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// An annihilation game, solved: σ of every position, and from it γ, outcome and moves.
///
/// The positions of finite γ are a subspace V_f of GF(2)ⁿ on which γ is linear with values 0..2^t; its
/// kernel V_0 is the set of P-positions (Fraenkel and Yesha). V_0 is spanned by its vectors of at most
/// four tokens: if u ∈ V_0 and the opponent moves, the reply leads to a u' ∈ V_0 with a smaller counter,
/// u + u' has at most four tokens, and so on by induction. Likewise V_f is spanned by V_0 and finite
/// vectors of at most two tokens. So γ on the positions of at most four tokens decides everything.
///
/// A position is given by the vertices that hold a token, strictly increasing.
#[derive(Clone, Debug)]
pub struct Annihilation<'g, V: VertexId = u32> {
    graph: Cow<'g, Digraph<V>>,
    components: Vec<Component>,
    /// Component and number within it of each vertex.
    places: Vec<(u32, u32)>,
    /// The vertices of each component, increasing.
    members: Vec<Vec<V>>,
    sigma: Vec<Sigma>,
    t: u32,
}

impl<'g, V: VertexId> Annihilation<'g, V> {
    /// Solves the annihilation game on `graph`; see [`try_of`](Annihilation::try_of).
    pub fn of(graph: &'g Digraph<V>) -> Result<Annihilation<'g, V>, AnnihilationError> {
        Annihilation::try_of(graph, &Meter::unlimited())
    }

    /// Solves the annihilation game on `graph`, as far as the meter allows.
    ///
    /// Cost: for each weakly connected component of v vertices with a cycle, γ on O(v⁴) positions and
    /// one Gaussian elimination of as many vectors, O(v⁶/64) words; linear for acyclic components.
    pub fn try_of(
        graph: &'g Digraph<V>,
        meter: &Meter,
    ) -> Result<Annihilation<'g, V>, AnnihilationError> {
        Annihilation::solved(Cow::Borrowed(graph), meter)
    }

    /// The same with a graph of its own, so that the solved game borrows nothing.
    pub fn try_owned(
        graph: Digraph<V>,
        meter: &Meter,
    ) -> Result<Annihilation<'static, V>, AnnihilationError> {
        Annihilation::solved(Cow::Owned(graph), meter)
    }

    fn solved(
        graph: Cow<'g, Digraph<V>>,
        meter: &Meter,
    ) -> Result<Annihilation<'g, V>, AnnihilationError> {
        let members = weak_components(&graph);
        let mut places = vec![(0, 0); graph.vertex_count()];
        for (component, vertices) in members.iter().enumerate() {
            for (number, v) in vertices.iter().enumerate() {
                places[v.index()] = (component as u32, number as u32);
            }
        }
        let local = |vertices: &Vec<V>| -> Vec<Vec<u32>> {
            let row = |&v: &V| {
                let options = graph.successors(v).iter();
                options.map(|w| places[w.index()].1).collect()
            };
            vertices.iter().map(row).collect()
        };
        let solve = |vertices| Component::new(local(vertices), meter);
        let components = members.iter().map(solve).collect::<Result<Vec<_>, _>>()?;
        let t = components
            .iter()
            .map(|component| component.t)
            .max()
            .unwrap_or(0);
        let sigma = all_sigma(&components, &members, &places, t);
        Ok(Annihilation {
            graph,
            components,
            places,
            members,
            sigma,
            t,
        })
    }

    /// The graph the game is played on.
    #[must_use]
    pub fn graph(&self) -> &Digraph<V> {
        &self.graph
    }

    /// The t for which the finite values of γ are exactly 0..2^t, and γ(u) = ∞ if and only if
    /// σ(u) ≥ 2^t.
    #[must_use]
    pub fn t(&self) -> u32 {
        self.t
    }

    /// σ of a position: the sum over GF(2) of the values of its tokens.
    ///
    /// # Panics
    /// If a token is not on a vertex of the graph.
    #[must_use]
    #[track_caller]
    pub fn sigma(&self, position: &[V]) -> Sigma {
        let mut sum = Sigma::default();
        for v in position {
            sum.add(&self.sigma[v.index()]);
        }
        sum
    }

    /// γ of a position. An infinite value carries the finite values of the options.
    ///
    /// Cost: O(moves) additions of σ.
    #[must_use]
    pub fn value(&self, position: &[V]) -> LoopyNimber {
        let sigma = self.sigma(position);
        if sigma.is_finite() {
            return LoopyNimber::Finite(sigma.finite);
        }
        let moves = self.moves(position);
        let after = moves.iter().map(|chosen| self.sigma_after(&sigma, chosen));
        let finite = after.filter(Sigma::is_finite).map(|sigma| sigma.finite);
        LoopyNimber::infinite(finite)
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(&self, position: &[V]) -> Label {
        self.value(position).outcome()
    }

    /// Every move, ordered by source and target. The digraph's number in the moves is 0.
    #[must_use]
    pub fn moves(&self, position: &[V]) -> Vec<TokenMove<V>> {
        let moves_of = |&from: &V| {
            let options = self.graph.successors(from).iter();
            options.map(move |&to| TokenMove { board: 0, from, to })
        };
        position.iter().flat_map(moves_of).collect()
    }

    /// The position after a move: the token leaves its vertex and vanishes together with the one it
    /// meets, if any.
    #[must_use]
    pub fn after(&self, position: &[V], chosen: TokenMove<V>) -> Vec<V> {
        let mut next = position.to_vec();
        for vertex in [chosen.from, chosen.to] {
            match next.binary_search(&vertex) {
                Ok(place) => drop(next.remove(place)),
                Err(place) => next.insert(place, vertex),
            }
        }
        next
    }

    /// Who wins after a move, with P meaning that the player who made it does.
    #[must_use]
    pub fn outcome_after(&self, position: &[V], chosen: TokenMove<V>) -> Label {
        self.outcome(&self.after(position, chosen))
    }

    /// All moves that win, ordered as in [`moves`](Annihilation::moves). Each of them can be brought to
    /// an end: see [`Winner`](super::Winner).
    #[must_use]
    pub fn winning_moves(&self, position: &[V]) -> Vec<TokenMove<V>> {
        let sigma = self.sigma(position);
        let mut moves = self.moves(position);
        moves.retain(|chosen| self.sigma_after(&sigma, chosen) == Sigma::default());
        moves
    }

    /// All moves after which the position is a draw.
    #[must_use]
    pub fn drawing_moves(&self, position: &[V]) -> Vec<TokenMove<V>> {
        let mut moves = self.moves(position);
        moves.retain(|&chosen| self.outcome_after(position, chosen) == Label::D);
        moves
    }

    /// A move that keeps the outcome: to a P-position if there is one, else to a D-position, else one that
    /// leaves the fewest winning replies. Nothing when there is no move.
    #[must_use]
    pub fn best_move(&self, position: &[V]) -> Option<TokenMove<V>> {
        if let Some(&winning) = self.winning_moves(position).first() {
            return Some(winning);
        }
        if let Some(&drawing) = self.drawing_moves(position).first() {
            return Some(drawing);
        }
        let replies = |&chosen: &TokenMove<V>| {
            let next = self.after(position, chosen);
            self.winning_moves(&next).len()
        };
        self.moves(position).into_iter().min_by_key(replies)
    }

    fn sigma_after(&self, before: &Sigma, chosen: &TokenMove<V>) -> Sigma {
        let mut sigma = before.clone();
        sigma.add(&self.sigma[chosen.from.index()]);
        sigma.add(&self.sigma[chosen.to.index()]);
        sigma
    }

    pub(super) fn component(&self, number: u32) -> &Component {
        &self.components[number as usize]
    }

    /// Component and number within it of a vertex.
    pub(super) fn place(&self, vertex: V) -> (u32, u32) {
        self.places[vertex.index()]
    }

    /// The vertex with a number in a component.
    pub(super) fn vertex(&self, component: u32, number: u32) -> V {
        self.members[component as usize][number as usize]
    }
}

/// σ of every single token. The fresh tokens of all components get their bits in the order of the
/// vertices of the whole graph, as if it had been treated in one piece.
fn all_sigma<V: VertexId>(
    components: &[Component],
    members: &[Vec<V>],
    places: &[(u32, u32)],
    t: u32,
) -> Vec<Sigma> {
    let fresh_of = |number: usize| -> Vec<V> {
        let fresh = components[number].fresh_tokens().into_iter();
        fresh.map(|v| members[number][v as usize]).collect()
    };
    let fresh: Vec<Vec<V>> = (0..components.len()).map(fresh_of).collect();
    let mut ordered: Vec<V> = fresh.iter().flatten().copied().collect();
    ordered.sort_unstable();
    let bit = |v: &V| {
        let place = ordered.binary_search(v);
        t + place.expect("the list holds every fresh token") as u32
    };
    let bits: Vec<Vec<u32>> = fresh
        .iter()
        .map(|list| list.iter().map(bit).collect())
        .collect();
    let sigma_of = |&(component, number): &(u32, u32)| {
        let (finite, fresh) = components[component as usize].sigma_of(number);
        let bits = &bits[component as usize];
        let fresh = fresh.iter().map(|&fresh| bits[fresh as usize]).collect();
        Sigma { finite, fresh }
    };
    places.iter().map(sigma_of).collect()
}

/// The vertex sets of the weakly connected components, each increasing, ordered by first vertex.
fn weak_components<V: VertexId>(graph: &Digraph<V>) -> Vec<Vec<V>> {
    let mut seen = vec![false; graph.vertex_count()];
    let mut components = Vec::new();
    for root in graph.vertices() {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        let mut component = vec![root];
        let mut next = 0;
        while let Some(&v) = component.get(next) {
            next += 1;
            for &w in graph.successors(v).iter().chain(graph.predecessors(v)) {
                if !std::mem::replace(&mut seen[w.index()], true) {
                    component.push(w);
                }
            }
        }
        component.sort_unstable();
        components.push(component);
    }
    components
}
