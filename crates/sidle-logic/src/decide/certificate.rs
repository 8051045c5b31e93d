//! Certificates of the answers, for `sidle check`. The format is described in docs/formats.md.

use serde_json::{Value, json};
use sidle_core::{Meter, StopReason};

use super::{
    Answer, Game, Options, Solution, Step, bounded, decide, ncl, satisfy, target, targets, team,
    two_player,
};
use crate::{
    Error,
    graph::{ConstraintGraph, Owner, TeamPlayer},
    sat::ProofStep,
};

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The graph or the game does not allow one.
    #[error(transparent)]
    Refused(#[from] Error),
    /// A limit stopped the work.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

fn refused(reason: &str) -> NoCertificate {
    NoCertificate::Refused(Error::whole(reason))
}

/// The answer with a certificate of it, as JSON.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::{decide::{certificate, Game, Options}, graph::ConstraintGraph};
/// let graph = ConstraintGraph::parse("0 1 2\n0 1 2\n1 0 2\ntarget 2\n")?;
/// let (_, proof) = certificate(&graph, Game::Ncl, Options::default(), "two moves", &Meter::unlimited()).expect("small");
/// assert!(sidle_check::check_bytes(proof.as_bytes()).expect("a certificate").is_valid());
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn certificate(
    graph: &ConstraintGraph,
    game: Game,
    options: Options,
    text: &str,
    meter: &Meter,
) -> Result<(Solution, String), NoCertificate> {
    let solution = decide(graph, game, options, meter)?;
    if let Some(stop) = solution.stop {
        return Err(stop.into());
    }
    let mut proof = json!({
        "format": "sidle-certificate",
        "version": 1,
        "kind": "constraint-logic",
        "text": text,
        "game": game.to_string(),
        "graph": described(graph),
        "targets": [],
        "answer": solution.answer,
        "length": solution.length,
    });
    match game {
        Game::Satisfy => {
            if let Some(reversed) = &solution.reversed {
                proof["reversed"] = json!(reversed);
            } else {
                if !satisfy::is_listed(graph) {
                    return Err(refused("a vertex has too many edges for a certificate"));
                }
                let (_, steps) = satisfy::solve(graph, meter);
                let clauses = steps.into_iter().map(|step| match step {
                    ProofStep::Given(clause) | ProofStep::Learnt(clause) => clause,
                });
                proof["refutation"] = json!(clauses.collect::<Vec<_>>());
            }
        }
        Game::Ncl | Game::BoundedNcl => {
            small(graph)?;
            let target = target(graph)?;
            proof["targets"] = json!([target]);
            proof["moves"] = json!(solution.moves.clone().unwrap_or_default());
            let mut levels = if game == Game::Ncl {
                ncl::levels(graph, target, options, meter)?
            } else {
                bounded::list::<u64>(graph, target, usize::MAX, meter).0
            };
            // The last level of a solution is not needed.
            if let Some(length) = solution.length {
                levels.truncate(length.max(1) as usize);
            }
            levels.iter_mut().for_each(|level| level.sort_unstable());
            proof["levels"] = json!(levels);
        }
        Game::Two | Game::BoundedTwo => {
            small(graph)?;
            let targets = targets(graph)?;
            proof["targets"] = json!(targets);
            proof["moves"] = json!(solution.moves.clone().unwrap_or_default());
            let bounded = game == Game::BoundedTwo;
            let all = two_player::label::<u64>(graph, targets, bounded, meter)
                .map_err(|(stop, _)| stop)?;
            let states = (0..all.states.len() as u32).map(|number| {
                let (mask, player) = all.states[number as usize];
                let value = all.value(number);
                let winner = value.map(|(winner, _)| winner.letter());
                json!([
                    mask,
                    player.letter(),
                    winner,
                    value.map_or(0, |(_, distance)| distance)
                ])
            });
            proof["states"] = states.collect();
        }
        Game::Deterministic | Game::BoundedDeterministic => {
            proof["targets"] = json!([target(graph)?]);
            if solution.answer == Answer::No {
                let bounded = game == Game::BoundedDeterministic;
                proof["cycle"] = json!(cycle(graph, bounded, meter)?);
            }
        }
        Game::BoundedTeam | Game::Team => {
            let bounded = game == Game::BoundedTeam;
            let (_, reason) = team::solve(graph, bounded, options, meter)?;
            let players: Vec<Value> = graph.players().iter().map(player).collect();
            proof["players"] = json!(players);
            match reason {
                team::Reason::Decisions(decisions) => proof["decisions"] = json!(decisions),
                team::Reason::Refutations(trees) => proof["refutations"] = json!(trees),
                team::Reason::None => return Err(refused("the game was not solved")),
            }
            if !bounded {
                proof["horizon"] = json!(options.horizon);
                proof["reversals"] = json!(options.reversals.max(1));
            }
        }
    }
    Ok((solution, proof.to_string()))
}

fn player(player: &TeamPlayer) -> Value {
    json!({
        "team": player.team.letter(),
        "reverses": player.reverses,
        "sees": player.sees,
        "target": player.target,
    })
}

fn small(graph: &ConstraintGraph) -> Result<(), NoCertificate> {
    if graph.edges().len() > 63 {
        return Err(refused(
            "certificates list configurations of at most 63 edges",
        ));
    }
    Ok(())
}

fn described(graph: &ConstraintGraph) -> Value {
    let minimums: Vec<u32> = graph
        .vertices()
        .iter()
        .map(|vertex| vertex.minimum)
        .collect();
    let edges: Vec<(usize, usize, u32)> = graph
        .edges()
        .iter()
        .map(|edge| (edge.tail, edge.head, edge.weight))
        .collect();
    let owners: Vec<Option<&str>> = graph
        .edges()
        .iter()
        .map(|edge| edge.owner.map(Owner::letter))
        .collect();
    json!({"minimums": minimums, "edges": edges, "owners": owners, "last": graph.last()})
}

/// Two steps after which a run is in the same state (Brent 1980).
fn cycle(graph: &ConstraintGraph, bounded: bool, meter: &Meter) -> Result<(u64, u64), StopReason> {
    let mut ticker = meter.ticker();
    let mut state = Step::start(graph, bounded);
    let (mut mark, mut marked, mut power, mut step) = (state.clone(), 0, 1, 0u64);
    loop {
        ticker.steps(graph.edges().len() + 16)?;
        state.advance(graph);
        step += 1;
        if state == mark {
            return Ok((marked, step));
        }
        if step - marked == power {
            mark = state.clone();
            marked = step;
            power *= 2;
        }
    }
}
