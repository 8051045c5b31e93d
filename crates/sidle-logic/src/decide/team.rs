//! Team private-information games, exactly and for tiny instances, by enumeration of strategies.
//!
//! The players take turns in the order of the file. Each sees the directions of some edges, always his own, and
//! remembers what he saw at every turn of the game; on his turn he is told which of his moves are legal.
//! He must move if he can, and passes if he cannot. A team wins when a player of it reverses his target.
//!
//! A team can force a win if its players have strategies, functions of what each has seen, that win against
//! every play of the opponents. The search plays all opponents' moves and branches on a choice only where a player of
//! the team has not yet decided what to do after what he has seen. If neither team can force a win, the answer is a
//! draw. The unbounded game is undecidable; it is played to a horizon, and the answer says so.

use std::collections::BTreeMap;

use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{Answer, Options, Solution};
use crate::{
    Error,
    graph::{Configuration, ConstraintGraph, EdgeId, Owner, TeamPlayer},
};

/// What a player has seen: for every turn so far the directions of his edges, and now his legal moves.
type Seen = Vec<u8>;

/// A team's decisions: for each player and what he has seen, the edges he reverses.
type Strategy = BTreeMap<(usize, Seen), Vec<EdgeId>>;

#[derive(Clone)]
struct Play {
    at: Configuration,
    used: Configuration,
    turn: u64,
    passes: usize,
    memories: Vec<Seen>,
    /// What was chosen at every turn.
    past: Vec<Vec<EdgeId>>,
}

struct Game<'g> {
    graph: &'g ConstraintGraph,
    players: Vec<TeamPlayer>,
    bounded: bool,
    horizon: u64,
    reversals: usize,
    states: u64,
    meter: &'g Meter,
}

/// One decision of a strategy that wins: after what a player has seen, the edges reversed among those he sees at every turn, and with these choices, he
/// reverses these edges.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Decision {
    player: usize,
    seen: Vec<Vec<EdgeId>>,
    choices: Vec<Vec<EdgeId>>,
    choice: Vec<EdgeId>,
}

/// A vertex of the tree that refutes all strategies of a team, from the root on, each branch whole before the next.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Refutation {
    /// After these choices a player of the team decides among others; so many branches follow.
    Decide {
        after: Vec<Vec<EdgeId>>,
        choices: Vec<Vec<EdgeId>>,
    },
    /// This play, in which the team chooses as decided, is not won.
    Fails(Vec<Vec<EdgeId>>),
}

/// Why an answer is right.
pub(super) enum Reason {
    /// The decisions of the winning team.
    Decisions(Vec<Decision>),
    /// For a draw, all strategies of both teams refuted.
    Refutations(Vec<Vec<Refutation>>),
    /// The search was stopped.
    None,
}

/// The answer, and why.
pub(super) fn solve(
    graph: &ConstraintGraph,
    bounded: bool,
    options: Options,
    meter: &Meter,
) -> Result<(Solution, Reason), Error> {
    let players = graph.players();
    if players.iter().all(|player| player.target.is_none()) {
        return Err(Error::whole("no player has a target")
            .help("add `target W EDGE` and `target B EDGE`, or players with targets in JSON"));
    }
    let mut game = Game {
        graph,
        players,
        bounded,
        horizon: if bounded { u64::MAX } else { options.horizon },
        reversals: if bounded { 1 } else { options.reversals.max(1) },
        states: 0,
        meter,
    };
    let horizon = (!bounded).then_some(options.horizon);
    let mut refutations = Vec::new();
    for team in [Owner::White, Owner::Black] {
        match game.forces(team) {
            Ok(Ok(strategy)) => {
                let solution = Solution {
                    horizon,
                    ..Solution::new(team.into(), game.states)
                };
                let decisions = game.decisions(team, &strategy);
                return Ok((solution, Reason::Decisions(decisions)));
            }
            Ok(Err(refutation)) => refutations.push(refutation),
            Err(stop) => {
                let states = game.states;
                let far = format!("{states} turns of plays were looked at");
                return Ok((Solution::stopped(stop, states, far), Reason::None));
            }
        }
    }
    let draw = Solution {
        horizon,
        ..Solution::new(Answer::Draw, game.states)
    };
    Ok((draw, Reason::Refutations(refutations)))
}

/// What a player goes by: what he has seen, and his choices now.
fn known(play: &Play, player: usize, choices: &[Vec<EdgeId>]) -> (usize, Seen) {
    let mut seen = play.memories[player].clone();
    for edges in choices {
        seen.push(0xFE);
        edges.iter().for_each(|&edge| {
            seen.extend((edge as u32).to_le_bytes());
        });
    }
    (player, seen)
}

impl Game<'_> {
    fn start(&self) -> Play {
        Play {
            at: self.graph.start(),
            used: self.graph.start(),
            turn: 0,
            passes: 0,
            memories: vec![Seen::new(); self.players.len()],
            past: Vec::new(),
        }
    }

    /// The decisions that a strategy makes in the plays that it allows, each once.
    fn decisions(&self, team: Owner, strategy: &Strategy) -> Vec<Decision> {
        let mut decisions = BTreeMap::new();
        let mut plays = vec![(self.start(), Vec::new())];
        while let Some((mut play, mut past)) = plays.pop() {
            self.look(&mut play);
            past.push(play.at.clone());
            let player = (play.turn % self.players.len() as u64) as usize;
            let choices = self.choices(&play, player);
            let known = known(&play, player, &choices);
            let chosen = match strategy.get(&known) {
                Some(choice) if self.players[player].team == team => {
                    let sees = &self.players[player].sees;
                    let reversed = |at: &Configuration| {
                        let sees = sees.iter().copied();
                        sees.filter(|&edge| at.is_reversed(edge)).collect()
                    };
                    let decision = Decision {
                        player,
                        seen: past.iter().map(reversed).collect(),
                        choices: choices.clone(),
                        choice: choice.clone(),
                    };
                    decisions.insert(known, decision);
                    vec![choice.clone()]
                }
                _ => choices,
            };
            for edges in chosen {
                if let (next, None) = self.after(&play, player, &edges) {
                    plays.push((next, past.clone()));
                }
            }
        }
        decisions.into_values().collect()
    }

    /// Strategies of a team that win against every play, or why there are none.
    fn forces(&mut self, team: Owner) -> Result<Result<Strategy, Vec<Refutation>>, StopReason> {
        let mut tree = Vec::new();
        // Plays that still have to be won, with the decisions made so far. A branch of the search is a pair;
        // the stack of branches makes the search depth-first without recursion.
        let mut branches = vec![(vec![self.start()], Strategy::new())];
        let mut ticker = self.meter.ticker();
        'branch: while let Some((mut plays, mut strategy)) = branches.pop() {
            while let Some(mut play) = plays.pop() {
                self.states += 1;
                ticker.node(64 * (plays.len() + 1) + 32 * play.past.len())?;
                ticker.steps(self.graph.edges().len() + 64)?;
                if play.turn >= self.horizon || play.passes >= self.players.len() {
                    tree.push(Refutation::Fails(play.past));
                    continue 'branch;
                }
                let player = (play.turn % self.players.len() as u64) as usize;
                self.look(&mut play);
                let choices = self.choices(&play, player);
                if self.players[player].team != team {
                    for edges in choices {
                        match self.after(&play, player, &edges) {
                            (lost, Some(_)) => {
                                tree.push(Refutation::Fails(lost.past));
                                continue 'branch;
                            }
                            (next, None) => plays.push(next),
                        }
                    }
                    continue;
                }
                let known = known(&play, player, &choices);
                if let Some(edges) = strategy.get(&known) {
                    if let (next, None) = self.after(&play, player, edges) {
                        plays.push(next);
                    }
                    continue;
                }
                // Decide now: the first choice here, the others as branches for later.
                tree.push(Refutation::Decide {
                    after: play.past.clone(),
                    choices: choices.clone(),
                });
                for edges in choices.iter().skip(1).rev() {
                    let mut other = strategy.clone();
                    other.insert(known.clone(), edges.clone());
                    let mut plays = plays.clone();
                    if let (next, None) = self.after(&play, player, edges) {
                        plays.push(next);
                    }
                    branches.push((plays, other));
                }
                if let (next, None) = self.after(&play, player, &choices[0]) {
                    plays.push(next);
                }
                strategy.insert(known, choices[0].clone());
            }
            return Ok(Ok(strategy));
        }
        Ok(Err(tree))
    }

    /// Everybody remembers what he sees now.
    fn look(&self, play: &mut Play) {
        for (player, memory) in self.players.iter().zip(&mut play.memories) {
            let mut byte = 0;
            for (place, &edge) in player.sees.iter().enumerate() {
                byte |= u8::from(play.at.is_reversed(edge)) << (place % 7);
                if place % 7 == 6 {
                    memory.push(byte);
                    byte = 0;
                }
            }
            memory.push(byte);
        }
    }

    /// What the player can do: sets of edges reversed one after the other, or nothing if there is no move.
    fn choices(&self, play: &Play, player: usize) -> Vec<Vec<EdgeId>> {
        let mut all: Vec<Vec<EdgeId>> = Vec::new();
        let mut open = vec![(Vec::new(), play.at.clone())];
        for _ in 0..self.reversals {
            let mut next = Vec::new();
            for (edges, at) in open {
                for &edge in &self.players[player].reverses {
                    if (self.bounded && play.used.is_reversed(edge))
                        || !self.graph.can_reverse(edge, &at)
                    {
                        continue;
                    }
                    let mut at = at.clone();
                    at.reverse(edge);
                    let mut edges: Vec<EdgeId> = edges.clone();
                    edges.push(edge);
                    next.push((edges, at));
                }
            }
            all.extend(next.iter().map(|(edges, _)| edges.clone()));
            open = next;
        }
        if all.is_empty() {
            all.push(Vec::new());
        }
        all
    }

    /// The play after a turn, and the winner if that ends it.
    fn after(&self, play: &Play, player: usize, edges: &[EdgeId]) -> (Play, Option<Owner>) {
        let mut next = play.clone();
        next.turn += 1;
        next.past.push(edges.to_vec());
        next.passes = if edges.is_empty() { play.passes + 1 } else { 0 };
        for &edge in edges {
            next.at.reverse(edge);
            if self.bounded {
                next.used.reverse(edge);
            }
        }
        let target = self.players[player].target;
        let won = target.is_some_and(|target| edges.contains(&target));
        (next, won.then_some(self.players[player].team))
    }
}
