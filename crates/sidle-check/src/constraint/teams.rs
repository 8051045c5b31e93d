//! A win of a team: its decisions played against everything the opponents can do.
//!
//! The players take turns in their order. On his turn a player knows the directions of the edges he sees, at this and every earlier turn of
//! the game, and which choices he has: sequences of edges of his own, each reversal legal, up to the allowed number. He must choose one
//! if there is one. A decision goes by nothing else, so equal knowledge leads to equal decisions.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use sidle_core::Meter;

use super::{Certificate, wrong};
use crate::Failure;

/// A player of a team game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// `W` or `B`.
    pub team: char,
    /// The edges he may reverse.
    pub reverses: Vec<usize>,
    /// The edges whose direction he sees; his own are among them.
    pub sees: Vec<usize>,
    /// The edge he wants to reverse.
    pub target: Option<usize>,
}

/// What a player does after what he has seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The number of the player.
    pub player: usize,
    /// For every turn up to now the edges he saw reversed, ascending.
    pub seen: Vec<Vec<usize>>,
    /// What he can do now.
    pub choices: Vec<Vec<usize>>,
    /// What he does.
    pub choice: Vec<usize>,
}

struct Play {
    reversed: BTreeSet<usize>,
    /// In the bounded game, the edges that have been reversed.
    used: BTreeSet<usize>,
    turn: u64,
    passes: usize,
    /// What was reversed at every turn.
    past: Vec<BTreeSet<usize>>,
}

type Knowledge = (usize, Vec<Vec<usize>>, BTreeSet<Vec<usize>>);

pub(super) fn win(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let team = match certificate.answer.as_str() {
        "white" => 'W',
        "black" => 'B',
        _ => return Err(wrong("answer", "a certificate shows that a team wins")),
    };
    let bounded = certificate.game == "bounded-tpcl";
    let players = &certificate.players;
    let edges = certificate.graph.edges.len();
    for (number, player) in players.iter().enumerate() {
        let step = format!("player {number}");
        let named = player
            .reverses
            .iter()
            .chain(&player.sees)
            .chain(&player.target);
        if named.clone().any(|&edge| edge >= edges) {
            return Err(wrong(step, "there is no such edge"));
        }
        if !player
            .reverses
            .iter()
            .all(|edge| player.sees.contains(edge))
        {
            return Err(wrong(step, "a player sees the edges he may reverse"));
        }
        if !matches!(player.team, 'W' | 'B') {
            return Err(wrong(step, "a team is W or B"));
        }
    }
    if players.is_empty() || certificate.length.is_some() {
        return Err(wrong("players", "a team game has players and no length"));
    }
    let limits = match (bounded, certificate.horizon, certificate.reversals) {
        (true, None, None) => (u64::MAX, 1),
        (false, Some(horizon), Some(reversals)) => (horizon, reversals),
        _ => {
            return Err(wrong(
                "horizon",
                "tpcl has a horizon and reversals, bounded-tpcl has none",
            ));
        }
    };
    let mut decisions: HashMap<Knowledge, &Vec<usize>> = HashMap::new();
    for (number, decision) in certificate.decisions.iter().enumerate() {
        let choices: BTreeSet<Vec<usize>> = decision.choices.iter().cloned().collect();
        let knowledge = (decision.player, decision.seen.clone(), choices);
        if decisions.insert(knowledge, &decision.choice).is_some() {
            return Err(wrong(
                format!("decision {number}"),
                "there are two decisions for the same knowledge",
            ));
        }
    }
    let mut plays = vec![Play {
        reversed: BTreeSet::new(),
        used: BTreeSet::new(),
        turn: 0,
        passes: 0,
        past: Vec::new(),
    }];
    let mut looked_at = 0;
    while let Some(mut play) = plays.pop() {
        looked_at += 1;
        ticker.steps(64 + edges * edges)?;
        let step = || format!("play {:?}", play.past);
        if play.turn >= limits.0 || play.passes >= players.len() {
            return Err(wrong(step(), "this play is not won"));
        }
        let number = (play.turn % players.len() as u64) as usize;
        let player = &players[number];
        let choices = choices(certificate, player, &play, bounded, limits.1)
            .ok_or_else(|| wrong(step(), "there are too many choices to look at"))?;
        play.past.push(play.reversed.clone());
        let chosen: Vec<Vec<usize>> = if player.team == team {
            let seen = |at: &BTreeSet<usize>| {
                let sees = at.iter().copied();
                sees.filter(|edge| player.sees.contains(edge)).collect()
            };
            let knowledge = (
                number,
                play.past.iter().map(seen).collect(),
                choices.clone(),
            );
            let choice = decisions.get(&knowledge).ok_or_else(|| {
                wrong(
                    format!("play {:?}", play.past),
                    "there is no decision for this",
                )
            })?;
            if !choices.contains(*choice) {
                return Err(wrong(
                    format!("play {:?}", play.past),
                    "the decision is not legal",
                ));
            }
            vec![(*choice).clone()]
        } else {
            choices.into_iter().collect()
        };
        for choice in chosen {
            if player.target.is_some_and(|target| choice.contains(&target)) {
                if player.team == team {
                    continue;
                }
                return Err(wrong(format!("play {:?}", play.past), "the opponents win"));
            }
            let mut next = Play {
                reversed: play.reversed.clone(),
                used: play.used.clone(),
                turn: play.turn + 1,
                passes: if choice.is_empty() {
                    play.passes + 1
                } else {
                    0
                },
                past: play.past.clone(),
            };
            for edge in choice {
                next.used.insert(edge);
                if !next.reversed.remove(&edge) {
                    next.reversed.insert(edge);
                }
            }
            plays.push(next);
        }
    }
    Ok(looked_at)
}

/// The sequences of edges that the player can reverse; the empty one alone if there is none. `None` if there are too many.
fn choices(
    certificate: &Certificate,
    player: &Player,
    play: &Play,
    bounded: bool,
    reversals: usize,
) -> Option<BTreeSet<Vec<usize>>> {
    let mut all = BTreeSet::new();
    let mut open = vec![(Vec::new(), play.reversed.clone())];
    while let Some((sequence, reversed)) = open.pop() {
        if all.len() > 100_000 {
            return None;
        }
        if !sequence.is_empty() {
            all.insert(sequence.clone());
        }
        if sequence.len() == reversals {
            continue;
        }
        for &edge in &player.reverses {
            if bounded && play.used.contains(&edge) {
                continue;
            }
            let mut after = reversed.clone();
            if !after.remove(&edge) {
                after.insert(edge);
            }
            if certificate.graph.is_legal(|edge| after.contains(&edge)) {
                let mut sequence: Vec<usize> = sequence.clone();
                sequence.push(edge);
                open.push((sequence, after));
            }
        }
    }
    if all.is_empty() {
        all.insert(Vec::new());
    }
    Some(all)
}
