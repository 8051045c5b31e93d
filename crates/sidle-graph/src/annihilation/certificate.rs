//! Certificates of outcomes, the kind `annihilation` of `docs/formats.md`.

use std::io::{self, Write};

use serde::{Serialize, ser::SerializeMap};
use sidle_core::{Meter, Ticker};

use super::{
    Annihilation, AnnihilationError, Winner,
    light::{Light, MOST, binomial, subsets},
    strategy::Strategy,
};
use crate::{
    Names, VertexId,
    certificate::{self, Fields, Graph, List, Measures, Object, numbers},
    gamma::TokenMove,
    label::Label,
};

/// The most moves between light positions that the checker takes on.
const MOST_MOVES: u64 = 1 << 28;

/// A proof of who wins a position, with a move that keeps the outcome, for a checker that knows nothing of
/// the solver.
///
/// That a position is lost for the mover is shown by light positions with values and ranks and an answer to
/// each of their moves, of which the position is a sum: what [`Winner`] plays. That it is a draw is shown by γ
/// and its counter on the light positions of the components concerned.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::{Digraph, Names, annihilation::{Annihilation, Certificate}};
/// let cycle = Digraph::<u32>::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
/// let game = Annihilation::of(&cycle)?;
/// let certificate = Certificate::try_of(&game, &[0, 2], &Meter::unlimited())?;
/// let mut bytes = Vec::new();
/// certificate.write(&Names::numbers(4), "a comment", &mut bytes)?;
/// assert!(sidle_check::check_bytes(&bytes)?.is_valid());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Certificate<'a, V: VertexId = u32> {
    game: &'a Annihilation<'a, V>,
    position: Vec<V>,
    outcome: Label,
    chosen: Option<TokenMove<V>>,
    proof: Proof,
}

#[derive(Debug)]
enum Proof {
    /// The position, or the one after the move, is lost for the mover.
    Strategy(Strategy),
    /// γ of light positions.
    Values(Vec<Reached>),
}

/// The part of a component that the tokens can reach.
#[derive(Debug)]
struct Reached {
    component: u32,
    /// Numbers within the component, increasing.
    members: Vec<u32>,
    weight: usize,
}

impl<'a, V: VertexId> Certificate<'a, V> {
    /// Proves who wins `position`, which is given by the occupied vertices, strictly increasing.
    ///
    /// Cost: for P and N at most the light positions and their moves, usually far fewer; for D all light
    /// positions on the vertices that can be reached.
    ///
    /// # Panics
    /// If a token is not on a vertex of the graph.
    pub fn try_of(
        game: &'a Annihilation<'a, V>,
        position: &[V],
        meter: &Meter,
    ) -> Result<Certificate<'a, V>, AnnihilationError> {
        let outcome = game.outcome(position);
        let mut moves = game.moves(position).into_iter();
        let chosen = match outcome {
            Label::P => None,
            Label::N => game.winning_moves(position).first().copied(),
            Label::D => moves.find(|&chosen| game.outcome_after(position, chosen) == Label::D),
        };
        let proof = match (outcome, chosen) {
            (Label::D, _) => Proof::Values(reached(game, position, meter)?),
            (_, None) => Proof::Strategy(strategy(game, position, meter)?),
            (_, Some(chosen)) => {
                let next = game.after(position, chosen);
                Proof::Strategy(strategy(game, &next, meter)?)
            }
        };
        Ok(Certificate {
            game,
            position: position.to_vec(),
            outcome,
            chosen,
            proof,
        })
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(&self) -> Label {
        self.outcome
    }

    /// Writes the certificate. `names` are those of the graph; `text` is a comment for people.
    pub fn write(&self, names: &Names, text: &str, writer: impl Write) -> io::Result<()> {
        certificate::write(writer, "annihilation", text, &Named(self, names))
    }

    /// The vertices of a light position.
    fn vertices(&self, component: u32, light: &Light) -> Vec<V> {
        let places = light.places().iter();
        places.map(|&v| self.game.vertex(component, v)).collect()
    }

    /// The parts with their answers, as the format has them.
    fn parts<'s>(&'s self, strategy: &'s Strategy) -> impl Iterator<Item = impl Serialize> + 's {
        strategy.parts.iter().map(|part| {
            let vertex = |v| self.game.vertex(part.component, v).index();
            let answers = part.answers.iter();
            let tokens = self.vertices(part.component, &part.light);
            PartFields {
                tokens: tokens.iter().map(|v| v.index()).collect(),
                value: part.value,
                answers: answers
                    .map(|answer| answer.map(|(k, l)| (vertex(k), vertex(l))))
                    .collect(),
            }
        })
    }
}

#[derive(Serialize)]
struct PartFields {
    tokens: Vec<usize>,
    value: u32,
    answers: Vec<Option<(usize, usize)>>,
}

/// The fields of the kind `annihilation`.
struct Named<'a, 'g, V: VertexId>(&'a Certificate<'g, V>, &'a Names);

impl<V: VertexId> Fields for Named<'_, '_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let Named(certificate, names) = self;
        Graph(certificate.game.graph().forward(), names).add_to(fields)?;
        fields.serialize_entry("tokens", &numbers(&certificate.position))?;
        fields.serialize_entry("outcome", &certificate.outcome.to_string())?;
        let chosen = certificate.chosen;
        let chosen = chosen.map(|m| (m.from.index(), m.to.index()));
        fields.serialize_entry("move", &chosen)?;
        fields.serialize_entry("proof", &Object(Shown(certificate)))
    }
}

/// The one field of the proof.
struct Shown<'a, 'g, V: VertexId>(&'a Certificate<'g, V>);

impl<V: VertexId> Fields for Shown<'_, '_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        match &self.0.proof {
            Proof::Strategy(strategy) => {
                fields.serialize_entry("strategy", &Object(Parts(self.0, strategy)))
            }
            Proof::Values(components) => {
                fields.serialize_entry("values", &Object(Components(self.0, components)))
            }
        }
    }
}

struct Parts<'a, 'g, V: VertexId>(&'a Certificate<'g, V>, &'a Strategy);

impl<V: VertexId> Fields for Parts<'_, '_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        fields.serialize_entry("parts", &List(|| self.0.parts(self.1)))?;
        fields.serialize_entry("sum", &self.1.sum)
    }
}

struct Components<'a, 'g, V: VertexId>(&'a Certificate<'g, V>, &'a [Reached]);

impl<V: VertexId> Fields for Components<'_, '_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let components = || self.1.iter().map(|reached| Object(Listed(self.0, reached)));
        fields.serialize_entry("components", &List(components))
    }
}

struct Listed<'a, 'g, V: VertexId>(&'a Certificate<'g, V>, &'a Reached);

impl<V: VertexId> Fields for Listed<'_, '_, V> {
    fn add_to<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let Listed(certificate, reached) = self;
        let game = certificate.game;
        let Reached {
            component,
            members,
            weight,
        } = reached;
        let vertices = || members.iter().map(|&v| game.vertex(*component, v).index());
        fields.serialize_entry("members", &List(vertices))?;
        fields.serialize_entry("weight", weight)?;
        let measures = || {
            let sets = (0..=*weight).flat_map(|size| subsets(members.len() as u32, size));
            sets.map(|set| {
                let places = set.places().iter();
                let places: Vec<u32> = places.map(|&v| members[v as usize]).collect();
                let light = &game.component(*component).light;
                light.measure(&Light::new(&places))
            })
        };
        Measures(measures).add_to(fields)
    }
}

fn strategy<V: VertexId>(
    game: &Annihilation<'_, V>,
    lost: &[V],
    meter: &Meter,
) -> Result<Strategy, AnnihilationError> {
    let parts = Winner::new(game, lost).map(|winner| winner.lights().collect());
    Strategy::of(game, parts.unwrap_or_default(), meter)
}

/// What the tokens can reach, component by component.
fn reached<V: VertexId>(
    game: &Annihilation<'_, V>,
    position: &[V],
    meter: &Meter,
) -> Result<Vec<Reached>, AnnihilationError> {
    let mut tokens: Vec<(u32, u32)> = position.iter().map(|&v| game.place(v)).collect();
    tokens.sort_unstable();
    let mut ticker = meter.ticker();
    let mut all = Vec::new();
    for tokens in tokens.chunk_by(|a, b| a.0 == b.0) {
        let component = tokens[0].0;
        let places = tokens.iter().map(|token| token.1).collect();
        let members = reachable(&game.component(component).rows, places);
        let light = &game.component(component).light;
        let finite = |&v: &u32| light.finite(&Light::new(&[v])).is_some();
        // γ is linear: if every single token is finite, these values decide everything.
        let weight = if members.iter().all(finite) {
            1
        } else {
            MOST.min(members.len())
        };
        let reached = Reached {
            component,
            members,
            weight,
        };
        reached.count(&game.component(component).rows, &mut ticker)?;
        all.push(reached);
    }
    Ok(all)
}

/// The vertices that can be reached from some, these included, increasing.
fn reachable(rows: &[Vec<u32>], from: Vec<u32>) -> Vec<u32> {
    let mut seen = vec![false; rows.len()];
    let mut waiting = from;
    while let Some(v) = waiting.pop() {
        if !std::mem::replace(&mut seen[v as usize], true) {
            waiting.extend_from_slice(&rows[v as usize]);
        }
    }
    let members = (0u32..).zip(&seen);
    members.filter_map(|(v, &seen)| seen.then_some(v)).collect()
}

impl Reached {
    /// Counts the positions that will be listed.
    fn count(&self, rows: &[Vec<u32>], ticker: &mut Ticker<'_>) -> Result<(), AnnihilationError> {
        let n = self.members.len() as u64;
        let edges = self.members.iter().map(|&v| rows[v as usize].len() as u64);
        let with_a_vertex = (0..self.weight).map(|size| binomial(n.saturating_sub(1), size));
        let with_a_vertex = with_a_vertex.fold(0, u64::saturating_add);
        let moves = with_a_vertex.saturating_mul(edges.sum());
        if moves > MOST_MOVES {
            return Err(AnnihilationError::CertificateTooLarge {
                vertices: self.members.len(),
                moves,
            });
        }
        let positions: u64 = (0..=self.weight).map(|size| binomial(n, size)).sum();
        for _ in 0..positions {
            ticker.step()?;
            ticker.node(16)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_on_large_components_are_refused() {
        let rows = |n: u32| -> Vec<Vec<u32>> { (0..n).map(|v| vec![(v + 1) % n, v]).collect() };
        let count = |n: u32, weight| {
            let members = (0..n).collect();
            let reached = Reached {
                component: 0,
                members,
                weight,
            };
            reached.count(&rows(n), &mut Meter::unlimited().ticker())
        };
        assert_eq!(count(60, MOST), Ok(()));
        assert_eq!(count(100_000, 1), Ok(()));
        let error = count(2000, MOST).expect_err("too many");
        assert!(matches!(
            error,
            AnnihilationError::CertificateTooLarge { vertices: 2000, .. }
        ));
    }
}
