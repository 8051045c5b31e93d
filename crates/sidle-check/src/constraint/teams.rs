//! A win of a team: its decisions played against everything the opponents can do. A draw: for each team a tree that
//! refutes all its strategies.
//!
//! The players take turns in their order. On his turn a player knows the directions of the edges he sees, at this and every earlier turn of
//! the game, and which choices he has: sequences of edges of his own, each reversal legal, up to the allowed number. He must choose one
//! if there is one. A decision goes by nothing else, so equal knowledge leads to equal decisions.
//!
//! A vertex of the tree is a play after which a player of the team must decide, with a branch for each of his choices; a leaf is a
//! play that the team does not win, in which all its choices are those decided on the way from the root. Every strategy follows some way
//! from the root to a leaf, and does not win that play.

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

/// A vertex of a tree that refutes all strategies of a team; the tree is listed from the root, each branch whole before the
/// next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Refutation {
    /// After this play, a choice for each turn, a player of the team decides among these choices: so many branches follow.
    Decide {
        /// What was chosen at every turn.
        after: Vec<Vec<usize>>,
        /// In the order of the branches.
        choices: Vec<Vec<usize>>,
    },
    /// This play is not won.
    Fails(Vec<Vec<usize>>),
}

#[derive(Clone)]
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

/// Most turns of a play, and most reversals on a turn.
type Limits = (u64, usize);

pub(super) fn verify(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let limits = limits(certificate)?;
    match (
        certificate.answer.as_str(),
        certificate.refutations.as_slice(),
    ) {
        ("white", []) => win(certificate, 'W', limits, meter),
        ("black", []) => win(certificate, 'B', limits, meter),
        ("draw", [white, black]) if certificate.decisions.is_empty() => {
            let first = refuted(certificate, 'W', white, limits, meter)?;
            Ok(first + refuted(certificate, 'B', black, limits, meter)?)
        }
        _ => Err(wrong(
            "answer",
            "it is white or black with decisions, or draw with two trees",
        )),
    }
}

/// Are the players sound? Then the limits of plays.
fn limits(certificate: &Certificate) -> Result<Limits, Failure> {
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
    match (bounded, certificate.horizon, certificate.reversals) {
        (true, None, None) => Ok((u64::MAX, 1)),
        (false, Some(horizon), Some(reversals)) => Ok((horizon, reversals)),
        _ => Err(wrong(
            "horizon",
            "tpcl has a horizon and reversals, bounded-tpcl has none",
        )),
    }
}

/// What a player knows on his turn, and his choices; the play so far is remembered.
fn look(
    certificate: &Certificate,
    play: &mut Play,
    limits: Limits,
) -> Result<(Knowledge, BTreeSet<Vec<usize>>), Failure> {
    let players = &certificate.players;
    let number = (play.turn % players.len() as u64) as usize;
    let player = &players[number];
    let bounded = certificate.game == "bounded-tpcl";
    let choices = choices(certificate, player, play, bounded, limits.1).ok_or_else(|| {
        wrong(
            format!("play {:?}", play.past),
            "there are too many choices to look at",
        )
    })?;
    play.past.push(play.reversed.clone());
    let seen = |at: &BTreeSet<usize>| {
        let sees = at.iter().copied();
        sees.filter(|edge| player.sees.contains(edge)).collect()
    };
    let seen = play.past.iter().map(seen).collect();
    Ok(((number, seen, choices.clone()), choices))
}

/// The play after a turn that has been looked at.
fn after(play: &Play, choice: &[usize]) -> Play {
    let mut next = play.clone();
    next.turn += 1;
    next.passes = if choice.is_empty() {
        play.passes + 1
    } else {
        0
    };
    for &edge in choice {
        next.used.insert(edge);
        if !next.reversed.remove(&edge) {
            next.reversed.insert(edge);
        }
    }
    next
}

const START: Play = Play {
    reversed: BTreeSet::new(),
    used: BTreeSet::new(),
    turn: 0,
    passes: 0,
    past: Vec::new(),
};

/// Checks a tree; how many turns of plays were looked at.
fn refuted(
    certificate: &Certificate,
    team: char,
    tree: &[Refutation],
    limits: Limits,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let edges = certificate.graph.edges.len();
    let mut looked_at = 0;
    // The decisions on the way from the root, and for each vertex on the way the choices whose branches are to come.
    let mut decided: HashMap<Knowledge, Vec<usize>> = HashMap::new();
    let mut way: Vec<(Knowledge, Vec<Vec<usize>>)> = Vec::new();
    let mut done = false;
    for (number, vertex) in tree.iter().enumerate() {
        let step = format!("refutation of {team}, vertex {number}");
        if done {
            return Err(wrong(step, "the tree has ended before"));
        }
        let moves = match vertex {
            Refutation::Decide { after, .. } => after,
            Refutation::Fails(play) => play,
        };
        let mut play = START;
        let mut lost = false;
        for choice in moves {
            looked_at += 1;
            ticker.steps(64 + edges * edges)?;
            if lost || play.turn >= limits.0 || play.passes >= certificate.players.len() {
                return Err(wrong(step, "the play goes on after its end"));
            }
            let (knowledge, choices) = look(certificate, &mut play, limits)?;
            let player = &certificate.players[knowledge.0];
            if !choices.contains(choice) {
                return Err(wrong(step, "a choice is not legal"));
            }
            let own = player.team == team;
            if own && decided.get(&knowledge) != Some(choice) {
                return Err(wrong(step, "a choice of the team has not been decided"));
            }
            if player.target.is_some_and(|target| choice.contains(&target)) {
                if own {
                    return Err(wrong(step, "the team wins"));
                }
                lost = true;
            }
            play = after(&play, choice);
        }
        let over = lost || play.turn >= limits.0 || play.passes >= certificate.players.len();
        match vertex {
            Refutation::Fails(_) => {
                if !over {
                    return Err(wrong(step, "the play has not ended"));
                }
                // The next branch of the last vertex that has one.
                while let Some((knowledge, open)) = way.last_mut() {
                    if let Some(next) = open.pop() {
                        decided.insert(knowledge.clone(), next);
                        break;
                    }
                    decided.remove(knowledge);
                    way.pop();
                }
                done = way.is_empty();
            }
            Refutation::Decide { choices, .. } => {
                if over {
                    return Err(wrong(step, "the play has ended"));
                }
                ticker.steps(64 + edges * edges)?;
                let (knowledge, all) = look(certificate, &mut play, limits)?;
                let listed: BTreeSet<Vec<usize>> = choices.iter().cloned().collect();
                if listed != all || listed.len() != choices.len() {
                    return Err(wrong(step, "these are not the choices of the player"));
                }
                if certificate.players[knowledge.0].team != team || decided.contains_key(&knowledge)
                {
                    return Err(wrong(step, "there is nothing to decide for the team"));
                }
                let mut open: Vec<Vec<usize>> = choices.iter().rev().cloned().collect();
                if let Some(first) = open.pop() {
                    decided.insert(knowledge.clone(), first);
                }
                way.push((knowledge, open));
            }
        }
    }
    if !done {
        return Err(wrong(
            format!("refutation of {team}"),
            "the tree is not whole",
        ));
    }
    Ok(looked_at)
}

fn win(
    certificate: &Certificate,
    team: char,
    limits: Limits,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let players = &certificate.players;
    let edges = certificate.graph.edges.len();
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
    let mut plays = vec![START];
    let mut looked_at = 0;
    while let Some(mut play) = plays.pop() {
        looked_at += 1;
        ticker.steps(64 + edges * edges)?;
        if play.turn >= limits.0 || play.passes >= players.len() {
            return Err(wrong(
                format!("play {:?}", play.past),
                "this play is not won",
            ));
        }
        let (knowledge, choices) = look(certificate, &mut play, limits)?;
        let player = &players[knowledge.0];
        let step = || format!("play {:?}", play.past);
        let chosen: Vec<Vec<usize>> = if player.team == team {
            let choice = decisions
                .get(&knowledge)
                .ok_or_else(|| wrong(step(), "there is no decision for this"))?;
            if !choices.contains(*choice) {
                return Err(wrong(step(), "the decision is not legal"));
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
                return Err(wrong(step(), "the opponents win"));
            }
            plays.push(after(&play, &choice));
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
