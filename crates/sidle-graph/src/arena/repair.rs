//! The iteration behind Büchi games, with an attractor that is repaired.
//!
//! `stay` is what has not been removed (removed means won by the opponent). Within it, `reach` is the
//! player's attractor of the *targets*: the accepting vertices and the opponent's dead ends. Each
//! vertex of `reach` has a stamp, the time at which it joined; a vertex of the player that is no
//! target has a successor with a smaller stamp, and all successors of a vertex of the opponent are in
//! `reach`. So stamps order a walk to the targets.
//!
//! What is in `stay` but not in `reach` is won by the opponent, and so is his attractor of it.
//! Removing that takes successors only from vertices of the player (an opponent's vertex that lost
//! one would have been attracted). A vertex of the player that has no successor with a smaller stamp
//! left is torn out of `reach`; the vertices that relied on it follow. Then the torn vertices are
//! joined again, with new stamps, where the attractor still holds them. What remains torn is the next
//! thing to remove.
//!
//! A vertex looks for a successor with a smaller stamp from where it last found one: stamps are given
//! out in increasing order, so a successor that failed once fails as long as the vertex keeps its own
//! stamp.

use sidle_core::{Meter, Player, StopReason, Ticker};

use super::{Arena, Solution};
use crate::{Digraph, csr::VertexId};

const OWN: u8 = 1;
const TARGET: u8 = 2;
const REMOVED: u8 = 4;

/// What a vertex needs in one place, so that an edge costs one cache miss.
#[derive(Clone, Copy, Debug, Default)]
struct Cell<V> {
    /// Own vertices: how many successors are in `stay`. The opponent's: how many are not in `reach`.
    count: V,
    /// When the vertex joined `reach`; 0 outside.
    stamp: V,
}

/// A Büchi game being solved.
pub(super) struct Game<'a, V: VertexId> {
    arena: &'a Arena<'a, V>,
    graph: &'a Digraph<V>,
    player: Player,
    meter: &'a Meter,
    flags: Vec<u8>,
    cells: Vec<Cell<V>>,
    /// Own vertices of `reach`: the place of the witness in the row of successors. Removed vertices
    /// of the opponent: the place of the winning move.
    witness: Vec<V>,
    clock: usize,
    last_stamp: usize,
}

impl<'a, V: VertexId> Game<'a, V> {
    pub(super) fn new(
        arena: &'a Arena<'a, V>,
        player: Player,
        accepting: &[V],
        meter: &'a Meter,
    ) -> Game<'a, V> {
        let graph = arena.graph();
        let mut flags: Vec<u8> = graph
            .vertices()
            .map(
                |v| match (arena.owner(v) == player, graph.successors(v).is_empty()) {
                    (true, _) => OWN,
                    (false, true) => TARGET,
                    (false, false) => 0,
                },
            )
            .collect();
        for &v in accepting {
            flags[v.index()] |= TARGET;
        }
        Game {
            arena,
            graph,
            player,
            meter,
            flags,
            cells: Vec::new(),
            witness: vec![V::default(); graph.vertex_count()],
            clock: 0,
            last_stamp: (V::MAX_VERTICES - 1) as usize,
        }
    }

    /// Runs to the end.
    pub(super) fn solve(mut self) -> Result<Solution<V>, StopReason> {
        let mut ticker = self.meter.ticker();
        self.meter.announce(self.graph.vertex_count() as u64);
        self.reset_counts();
        let stuck = |v: &V| self.is(*v, OWN) && self.graph.successors(*v).is_empty();
        let stuck: Vec<V> = self.graph.vertices().filter(stuck).collect();
        self.remove(stuck, &mut ticker)?;
        let mut outside = self.reach_afresh(&mut ticker)?;
        while !outside.is_empty() {
            let torn = self.remove(outside, &mut ticker)?;
            outside = if self.clock + self.graph.vertex_count() > self.last_stamp {
                // The stamps run out: start again with small ones.
                self.reach_afresh(&mut ticker)?
            } else {
                let torn = self.tear(torn, &mut ticker)?;
                self.rejoin(torn, &mut ticker)?
            };
        }
        Ok(self.finish())
    }

    #[inline]
    fn is(&self, v: V, flag: u8) -> bool {
        self.flags[v.index()] & flag != 0
    }

    #[inline]
    fn stamp(&self, v: V) -> usize {
        self.cells[v.index()].stamp.index()
    }

    fn reset_counts(&mut self) {
        let degree = |v: V| V::from_index(self.graph.forward().out_degree(v));
        let cell = |v: V| Cell {
            count: degree(v),
            stamp: V::default(),
        };
        self.cells = self.graph.vertices().map(cell).collect();
    }

    /// Gives `v` the next stamp.
    fn join(&mut self, v: V) {
        self.clock += 1;
        self.cells[v.index()].stamp = V::from_index(self.clock);
    }

    /// Computes `reach` within `stay` from nothing; hands back what is outside.
    fn reach_afresh(&mut self, ticker: &mut Ticker<'_>) -> Result<Vec<V>, StopReason> {
        self.clock = 0;
        let mut queue = Vec::with_capacity(self.graph.vertex_count());
        for v in self.graph.vertices() {
            self.cells[v.index()].stamp = V::default();
            if self.is(v, REMOVED) {
                continue;
            }
            if !self.is(v, OWN) {
                let degree = self.graph.forward().out_degree(v);
                self.cells[v.index()].count = V::from_index(degree);
            }
            if self.is(v, TARGET) {
                self.join(v);
                queue.push(v);
            }
        }
        self.spread(&mut queue, ticker)?;
        let outside = |v: &V| !self.is(*v, REMOVED) && self.stamp(*v) == 0;
        Ok(self.graph.vertices().filter(outside).collect())
    }

    /// Lets everything join that is attracted by the vertices in the queue.
    fn spread(&mut self, queue: &mut Vec<V>, ticker: &mut Ticker<'_>) -> Result<(), StopReason> {
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            let predecessors = self.graph.predecessors(v);
            ticker.steps(predecessors.len() + 1)?;
            for &p in predecessors {
                let flags = self.flags[p.index()];
                if flags & REMOVED != 0 {
                    continue;
                }
                let cell = &mut self.cells[p.index()];
                if flags & OWN == 0 {
                    cell.count = V::from_index(cell.count.index() - 1);
                    if cell.count.index() != 0 {
                        continue;
                    }
                }
                if cell.stamp.index() == 0 {
                    self.clock += 1;
                    cell.stamp = V::from_index(self.clock);
                    self.witness[p.index()] = V::default();
                    queue.push(p);
                }
            }
        }
        Ok(())
    }

    /// Removes the opponent's attractor of `lost`, which has no way back into `reach` for him to
    /// fear. Hands back the player's vertices in `reach` that lost a successor.
    fn remove(&mut self, lost: Vec<V>, ticker: &mut Ticker<'_>) -> Result<Vec<V>, StopReason> {
        let mut queue = lost;
        for &v in &queue {
            self.flags[v.index()] |= REMOVED;
        }
        let staying: Vec<(V, usize)> = queue
            .iter()
            .filter_map(|&v| self.move_inside(v).map(|place| (v, place)))
            .collect();
        for (v, place) in staying {
            self.witness[v.index()] = V::from_index(place);
        }
        let mut torn = Vec::new();
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            self.meter.advance(1);
            let predecessors = self.graph.predecessors(v);
            ticker.steps(predecessors.len() + 1)?;
            for &p in predecessors {
                if self.is(p, REMOVED) {
                    self.lose_successor(p);
                } else if !self.is(p, OWN) {
                    self.flags[p.index()] |= REMOVED;
                    let place = self
                        .graph
                        .successors(p)
                        .binary_search(&v)
                        .unwrap_or_default();
                    self.witness[p.index()] = V::from_index(place);
                    queue.push(p);
                } else {
                    self.lose_successor(p);
                    if self.cells[p.index()].count.index() == 0 {
                        self.flags[p.index()] |= REMOVED;
                        queue.push(p);
                    } else if !self.is(p, TARGET) && self.stamp(p) != 0 {
                        torn.push(p);
                    }
                }
            }
        }
        // A vertex may have lost one successor first and the last one later.
        torn.retain(|&v| !self.is(v, REMOVED));
        Ok(torn)
    }

    fn lose_successor(&mut self, p: V) {
        if self.is(p, OWN) {
            let count = &mut self.cells[p.index()].count;
            *count = V::from_index(count.index().saturating_sub(1));
        }
    }

    /// Where the opponent's vertex `v`, just removed because it is outside `reach`, can go without
    /// leaving what was removed.
    fn move_inside(&self, v: V) -> Option<usize> {
        let inside = |&w: &V| self.is(w, REMOVED);
        let own = self.is(v, OWN);
        (!own)
            .then(|| self.graph.successors(v).iter().position(inside))
            .flatten()
    }

    /// Tears out of `reach` everything that has lost its hold; hands it back.
    fn tear(&mut self, mut loose: Vec<V>, ticker: &mut Ticker<'_>) -> Result<Vec<V>, StopReason> {
        let mut torn = Vec::new();
        while let Some(v) = loose.pop() {
            if self.stamp(v) == 0 || (self.is(v, OWN) && self.find_witness(v)) {
                continue;
            }
            self.cells[v.index()].stamp = V::default();
            torn.push(v);
            let predecessors = self.graph.predecessors(v);
            ticker.steps(predecessors.len() + 1)?;
            for &p in predecessors {
                if self.is(p, REMOVED) {
                    continue;
                }
                if !self.is(p, OWN) {
                    let count = &mut self.cells[p.index()].count;
                    *count = V::from_index(count.index() + 1);
                }
                if !self.is(p, TARGET) && self.stamp(p) != 0 {
                    loose.push(p);
                }
            }
        }
        Ok(torn)
    }

    /// Moves the witness of an own vertex of `reach` on to a successor with a smaller stamp.
    fn find_witness(&mut self, v: V) -> bool {
        let stamp = self.stamp(v);
        let successors = self.graph.successors(v);
        let mut place = self.witness[v.index()].index();
        while let Some(&w) = successors.get(place) {
            let good = !self.is(w, REMOVED) && self.stamp(w) != 0 && self.stamp(w) < stamp;
            if good {
                break;
            }
            place += 1;
        }
        self.witness[v.index()] = V::from_index(place);
        place < successors.len()
    }

    /// Lets the torn vertices join again where the attractor still holds them; hands back the others.
    fn rejoin(&mut self, torn: Vec<V>, ticker: &mut Ticker<'_>) -> Result<Vec<V>, StopReason> {
        let mut queue = Vec::new();
        for &v in &torn {
            let successors = self.graph.successors(v);
            ticker.steps(successors.len() + 1)?;
            let in_reach = |&w: &V| !self.is(w, REMOVED) && self.stamp(w) != 0;
            if self.is(v, OWN) && successors.iter().any(in_reach) {
                queue.push(v);
            }
        }
        // Stamps only after all have looked: a vertex must not find one that joins in this round.
        for &v in &queue {
            self.join(v);
            self.witness[v.index()] = V::default();
        }
        self.spread(&mut queue, ticker)?;
        Ok(torn.into_iter().filter(|&v| self.stamp(v) == 0).collect())
    }

    /// Winners and moves.
    fn finish(mut self) -> Solution<V> {
        let mut winners = Vec::with_capacity(self.flags.len());
        let mut moves = Vec::with_capacity(self.flags.len());
        for v in self.graph.vertices() {
            let winner = if self.is(v, REMOVED) {
                -self.player
            } else {
                self.player
            };
            winners.push(winner);
            let place = match (winner == self.arena.owner(v), winner == self.player) {
                (false, _) => None,
                (true, false) => Some(self.witness[v.index()].index()),
                (true, true) if self.is(v, TARGET) => self.first_staying(v),
                (true, true) => self
                    .find_witness(v)
                    .then(|| self.witness[v.index()].index()),
            };
            let to = place
                .and_then(|place| self.graph.successors(v).get(place))
                .copied();
            moves.push(to.unwrap_or_else(Solution::no_move));
        }
        Solution::new(winners, moves)
    }

    fn first_staying(&self, v: V) -> Option<usize> {
        self.graph
            .successors(v)
            .iter()
            .position(|&w| !self.is(w, REMOVED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stamps that run out at once make every round start afresh; the winners are the same.
    #[test]
    fn running_out_of_stamps_changes_nothing() {
        let mut state = 1u64;
        let mut below = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % n) as u32
        };
        for _ in 0..2000 {
            let n = 12;
            let edges: Vec<(u32, u32)> = (0..20).map(|_| (below(n), below(n))).collect();
            let graph = Digraph::from_edges(n as usize, &edges).expect("good edges");
            let owners: Vec<Player> = (0..n).map(|_| Player::BOTH[below(2) as usize]).collect();
            let accepting: Vec<u32> = (0..n as u32).filter(|_| below(4) == 0).collect();
            let arena = Arena::new(&graph, &owners);
            let meter = Meter::unlimited();
            let repaired = Game::new(&arena, Player::Left, &accepting, &meter).solve();
            let mut game = Game::new(&arena, Player::Left, &accepting, &meter);
            game.last_stamp = 0;
            let afresh = game.solve().expect("no limit");
            assert_eq!(repaired.expect("no limit").winners(), afresh.winners());
        }
    }
}
