//! A comparison with its reason: the set that the winner need not leave.

use std::collections::HashMap;

use sidle_core::{Meter, Player, StopReason, Ticker};

use super::{Bigraph, Side};

/// Why `g <= h` holds or does not.
///
/// If it holds, `states` is a set that Left need not leave and every move of his strategy that does not
/// count (see [`Side`]) lowers the number; if not, a set that Right need not leave, in which no move
/// raises the number and every move that counts lowers it. The start is the first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderProof {
    /// Does `g <= h` hold?
    pub le: bool,
    /// Vertex of `g`, vertex of `h`, who is to move, number.
    pub states: Vec<(u32, u32, Player, u32)>,
}

/// Compares two vertices of a graph and says why: among stoppers (`side` is `None`), or on one side.
///
/// Cost: as the comparison, on the part of the product that can be reached.
pub fn order_proof(
    graph: &Bigraph,
    (g, h): (u32, u32),
    side: Option<Side>,
    meter: &Meter,
) -> Result<OrderProof, StopReason> {
    let arena = Arena::explore(graph, (g, h), side, meter)?;
    let solution = arena.solve(meter)?;
    arena.proof(&solution, meter)
}

type Position = (u32, u32, Player);

/// The part of the product that the start leads to.
struct Arena {
    positions: Vec<Position>,
    /// Target and whether the move counts.
    moves: Vec<Vec<(u32, bool)>>,
}

/// The states where Left survives with their rank, and the others with their level.
struct Solution {
    survives: Vec<bool>,
    number: Vec<u32>,
}

impl Arena {
    fn explore(
        graph: &Bigraph,
        (g, h): (u32, u32),
        side: Option<Side>,
        meter: &Meter,
    ) -> Result<Arena, StopReason> {
        let start = (g, h, Player::Right);
        let mut arena = Arena {
            positions: vec![start],
            moves: Vec::new(),
        };
        let mut place: HashMap<Position, u32> = [(start, 0)].into_iter().collect();
        let mut ticker = meter.ticker();
        while let Some(&(g, h, mover)) = arena.positions.get(arena.moves.len()) {
            ticker.node(size_of::<Position>())?;
            let in_h = graph
                .options(h, mover)
                .iter()
                .map(|&to| ((g, to, -mover), side != Some(Side::Offside)));
            let in_g = graph
                .options(g, -mover)
                .iter()
                .map(|&to| ((to, h, -mover), side != Some(Side::Onside)));
            let mut moves = Vec::new();
            for (to, counts) in in_h.chain(in_g) {
                let new = arena.positions.len() as u32;
                let at = *place.entry(to).or_insert_with(|| {
                    arena.positions.push(to);
                    new
                });
                moves.push((at, counts));
            }
            ticker.nodes(0, (moves.len() * size_of::<(u32, bool)>()) as u64)?;
            arena.moves.push(moves);
        }
        Ok(arena)
    }

    fn is_left(&self, state: usize) -> bool {
        self.positions[state].2 == Player::Left
    }

    /// Round after round the states are removed from which Left cannot force a move that counts into
    /// what is left, nor the end of the game. The round is the level of a removed state; within the
    /// last round the order of arrival is the rank of the others.
    fn solve(&self, meter: &Meter) -> Result<Solution, StopReason> {
        let size = self.positions.len();
        let mut ticker = meter.ticker();
        let mut survives = vec![true; size];
        let mut number = vec![0; size];
        for round in 0.. {
            let rank = self.ranks(&survives, &mut ticker)?;
            let mut changed = false;
            for state in 0..size {
                if survives[state] && rank[state].is_none() {
                    changed = true;
                    survives[state] = false;
                    number[state] = round;
                }
            }
            if !changed {
                for state in 0..size {
                    if let Some(rank) = rank[state] {
                        number[state] = rank;
                    }
                }
                break;
            }
        }
        Ok(Solution { survives, number })
    }

    /// Breadth-first: the number of moves that do not count until one does or the game ends.
    fn ranks(
        &self,
        survives: &[bool],
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<Option<u32>>, StopReason> {
        let size = self.positions.len();
        let mut rank: Vec<Option<u32>> = vec![None; size];
        let mut back = vec![Vec::new(); size];
        let mut open = vec![0u32; size];
        let mut layer = Vec::new();
        for state in 0..size {
            ticker.steps(self.moves[state].len() + 1)?;
            if !survives[state] {
                continue;
            }
            let fine = |&(to, counts): &(u32, bool)| counts && survives[to as usize];
            let lost = |&(to, counts): &(u32, bool)| counts && !survives[to as usize];
            let quiet = self.moves[state].iter().filter(|(_, counts)| !counts);
            open[state] = quiet.clone().count() as u32;
            for &(to, _) in quiet {
                back[to as usize].push(state);
            }
            let enters = if self.is_left(state) {
                self.moves[state].iter().any(fine)
            } else if self.moves[state].iter().any(lost) {
                open[state] = u32::MAX;
                false
            } else {
                open[state] == 0
            };
            if enters {
                rank[state] = Some(0);
                layer.push(state);
            }
        }
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for state in layer {
                ticker.steps(back[state].len() + 1)?;
                for &before in &back[state] {
                    if rank[before].is_some() || open[before] == u32::MAX {
                        continue;
                    }
                    if !self.is_left(before) {
                        open[before] -= 1;
                        if open[before] > 0 {
                            continue;
                        }
                    }
                    rank[before] = Some(depth);
                    next.push(before);
                }
            }
            layer = next;
        }
        Ok(rank)
    }

    /// The states that the winner's strategy meets from the start.
    fn proof(&self, solution: &Solution, meter: &Meter) -> Result<OrderProof, StopReason> {
        let mut ticker = meter.ticker();
        let le = solution.survives[0];
        let winner = if le { Player::Left } else { Player::Right };
        let allowed = |from: usize, &(to, counts): &(u32, bool)| {
            let to = to as usize;
            let (now, next) = (solution.number[from], solution.number[to]);
            solution.survives[to] == le
                && if le {
                    counts || next < now
                } else if counts {
                    next < now
                } else {
                    next <= now
                }
        };
        let mut listed = vec![false; self.positions.len()];
        listed[0] = true;
        let mut order = vec![0usize];
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            next += 1;
            let moves = &self.moves[state];
            ticker.steps(moves.len() + 1)?;
            let mut follow = |to: u32| {
                if !std::mem::replace(&mut listed[to as usize], true) {
                    order.push(to as usize);
                }
            };
            if self.positions[state].2 == winner {
                if let Some(&(to, _)) = moves.iter().find(|to| allowed(state, to)) {
                    follow(to);
                }
            } else {
                moves.iter().for_each(|&(to, _)| follow(to));
            }
        }
        let state = |state: usize| {
            let (g, h, mover) = self.positions[state];
            (g, h, mover, solution.number[state])
        };
        Ok(OrderProof {
            le,
            states: order.into_iter().map(state).collect(),
        })
    }
}
