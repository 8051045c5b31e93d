//! The iteration behind Büchi games, with an attractor that is repaired.
//!
//! What has been removed is won by the opponent; the rest *stays*. Within it, the player's attractor of
//! the *targets* (the accepting vertices and the opponent's dead ends) is kept in the words `reach`: a
//! vertex that has joined it carries a rank, 0 for targets. A vertex of the player with a greater rank
//! has a successor with a smaller one, and all successors of a vertex of the opponent have joined. So
//! ranks order a walk to the targets.
//!
//! What stays but has not joined is won by the opponent, and so is his attractor of it. Removing that
//! takes successors only from vertices of the player (an opponent's vertex that lost one would have been
//! attracted). A vertex of the player that has no successor with a smaller rank left is torn out; the
//! vertices that relied on it follow. Then the torn vertices join again, with ranks above all ranks so
//! far, where the attractor still holds them. What remains torn is the next thing to remove.
//!
//! A vertex looks for a successor with a smaller rank from where it last found one: new ranks are above
//! all old ones, so a successor that failed once fails as long as the vertex keeps its own rank.

use sidle_core::{Meter, Player, StopReason, Ticker};

use super::{Arena, Solution};
use crate::{
    Digraph,
    csr::{AtomicWord, VertexId},
    parallel::Threads,
    sweep::{Count, Sweep},
    word::{Tag, number, pack, tag},
};

/// When more than this part of what stays has been removed, a new attractor, level by level, is faster
/// than repairing the old one vertex by vertex. It happens at most logarithmically often.
const REPAIRABLE: usize = 8;

/// A Büchi game being solved.
pub(super) struct Game<'a, V: VertexId> {
    arena: &'a Arena<'a, V>,
    graph: &'a Digraph<V>,
    player: Player,
    sweep: Sweep<'a, V>,
    /// `First`: joined, with its rank. `Open`: not joined, with the number of successors that must
    /// join first (one for the player's vertices). `Closed`: removed.
    reach: Vec<V::Atomic>,
    /// `First`: removed, with the round of the removal. `Open`: stays, with the number of successors
    /// that must be removed first (one for the opponent's vertices).
    lost: Vec<V::Atomic>,
    /// The player's vertices: the place in the row of successors up to which none has a smaller rank.
    witness: Vec<V>,
    rank: usize,
    last_rank: usize,
    round: usize,
    repairable: usize,
}

impl<'a, V: VertexId> Game<'a, V> {
    pub(super) fn new(
        arena: &'a Arena<'a, V>,
        player: Player,
        threads: Threads,
        meter: &'a Meter,
    ) -> Game<'a, V> {
        let graph = arena.graph();
        let needed = |v: V| {
            let degree = graph.forward().out_degree(v);
            if arena.owner(v) == player {
                degree
            } else {
                degree.min(1)
            }
        };
        let lost = graph
            .vertices()
            .map(|v| V::Atomic::new(V::from_index(needed(v))))
            .collect();
        Game {
            arena,
            graph,
            player,
            sweep: Sweep {
                reverse: graph.reverse(),
                threads,
                meter,
            },
            reach: Vec::new(),
            lost,
            witness: vec![V::default(); graph.vertex_count()],
            rank: 0,
            last_rank: (V::MAX_VERTICES - 1) as usize,
            round: 0,
            repairable: REPAIRABLE,
        }
    }

    /// Runs to the end.
    pub(super) fn solve(mut self, accepting: &[V]) -> Result<Solution<V>, StopReason> {
        let meter = self.sweep.meter;
        meter.announce(self.graph.vertex_count() as u64);
        let mut ticker = meter.ticker();
        let is_dead_end = |v: &V| self.graph.successors(*v).is_empty();
        let (stuck, won): (Vec<V>, Vec<V>) = self
            .graph
            .vertices()
            .filter(is_dead_end)
            .partition(|&v| self.is_own(v));
        let targets: Vec<V> = accepting.iter().copied().chain(won).collect();
        let mut staying = self.graph.vertex_count() - self.remove(stuck, &mut ticker)?.len();
        let mut outside = self.reach_afresh(&targets, &mut ticker)?;
        while !outside.is_empty() {
            let removed = self.remove(outside, &mut ticker)?;
            staying -= removed.len();
            let ranks_run_out = self.rank + self.graph.vertex_count() > self.last_rank;
            outside = if ranks_run_out || removed.len() * self.repairable > staying {
                self.reach_afresh(&targets, &mut ticker)?
            } else {
                let torn = self.tear(&removed, &mut ticker)?;
                self.rejoin(torn, &mut ticker)?
            };
        }
        let words = |words: Vec<V::Atomic>| words.into_iter().map(AtomicWord::into_inner).collect();
        Ok(Solution::new(
            self.player,
            words(self.reach),
            words(self.lost),
        ))
    }

    #[inline]
    fn is_own(&self, v: V) -> bool {
        self.arena.owner(v) == self.player
    }

    /// The rank of a vertex that has joined.
    #[inline]
    fn joined(&self, v: V) -> Option<usize> {
        let word = self.reach[v.index()].load();
        (tag(word) == Tag::First).then(|| number(word))
    }

    #[inline]
    fn is_removed(&self, v: V) -> bool {
        tag(self.lost[v.index()].load()) == Tag::First
    }

    /// Computes the attractor of the targets that stay from nothing; hands back what is outside.
    fn reach_afresh(
        &mut self,
        targets: &[V],
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<V>, StopReason> {
        let start = |v: V| {
            let degree = self.graph.forward().out_degree(v);
            match (self.is_removed(v), self.is_own(v)) {
                (true, _) => pack(Tag::Closed, 0),
                (false, true) => V::from_index(degree.min(1)),
                (false, false) => V::from_index(degree),
            }
        };
        self.reach = self
            .graph
            .vertices()
            .map(|v| V::Atomic::new(start(v)))
            .collect();
        self.witness.fill(V::default());
        let mut queue = Vec::with_capacity(targets.len());
        for &v in targets {
            let word = &self.reach[v.index()];
            if tag(word.load()) == Tag::Open {
                word.store(pack(Tag::First, 0));
                queue.push(v);
            }
        }
        self.rank = 0;
        self.spread(queue, ticker)?;
        let outside = |v: &V| tag(self.reach[v.index()].load()) == Tag::Open;
        Ok(self.graph.vertices().filter(outside).collect())
    }

    /// Lets everything join that is attracted by the vertices in the queue.
    fn spread(&mut self, mut now: Vec<V>, ticker: &mut Ticker<'_>) -> Result<(), StopReason> {
        let mut next = Vec::new();
        while !now.is_empty() {
            self.rank += 1;
            let (mark, words) = (pack(Tag::First, self.rank), self.reach.as_slice());
            self.sweep
                .level(&now, &mut next, ticker, &Count { mark, words })?;
            std::mem::swap(&mut now, &mut next);
            next.clear();
        }
        Ok(())
    }

    /// Removes `outside` and the opponent's attractor of it; hands back all that was removed.
    fn remove(&mut self, outside: Vec<V>, ticker: &mut Ticker<'_>) -> Result<Vec<V>, StopReason> {
        let mut removed = outside;
        self.round += 1;
        for &v in &removed {
            self.lost[v.index()].store(pack(Tag::First, self.round));
        }
        let mut begin = 0;
        while begin < removed.len() {
            self.round += 1;
            let (mark, words) = (pack(Tag::First, self.round), self.lost.as_slice());
            let mut next = Vec::new();
            self.sweep
                .level(&removed[begin..], &mut next, ticker, &Count { mark, words })?;
            begin = removed.len();
            removed.append(&mut next);
        }
        if !self.reach.is_empty() {
            for &v in &removed {
                self.reach[v.index()].store(pack(Tag::Closed, 0));
            }
        }
        self.sweep.meter.advance(removed.len() as u64);
        Ok(removed)
    }

    /// Tears out everything that has lost its hold because of what was removed; hands it back.
    fn tear(&mut self, removed: &[V], ticker: &mut Ticker<'_>) -> Result<Vec<V>, StopReason> {
        let mut torn = Vec::new();
        let mut loose = Vec::new();
        for &v in removed {
            self.loosen(v, &mut loose, ticker)?;
            while let Some(v) = loose.pop() {
                if self.joined(v).is_none() || (self.is_own(v) && self.find_witness(v)) {
                    continue;
                }
                self.reach[v.index()].store(pack(Tag::Open, 0));
                self.witness[v.index()] = V::default();
                torn.push(v);
                self.loosen(v, &mut loose, ticker)?;
            }
        }
        Ok(torn)
    }

    /// Lists the predecessors of `v` that have joined and are no targets.
    fn loosen(&self, v: V, loose: &mut Vec<V>, ticker: &mut Ticker<'_>) -> Result<(), StopReason> {
        let predecessors = self.graph.predecessors(v);
        ticker.steps(predecessors.len() + 1)?;
        loose.extend(
            predecessors
                .iter()
                .filter(|&&p| self.joined(p).is_some_and(|rank| rank > 0)),
        );
        Ok(())
    }

    /// Moves the witness of a vertex of the player on to a successor with a smaller rank.
    fn find_witness(&mut self, v: V) -> bool {
        let Some(rank) = self.joined(v) else {
            return false;
        };
        let successors = self.graph.successors(v);
        let from = self.witness[v.index()].index();
        let holds = |&w: &V| self.joined(w).is_some_and(|its_rank| its_rank < rank);
        let found = successors[from..].iter().position(holds);
        self.witness[v.index()] = V::from_index(found.map_or(successors.len(), |at| from + at));
        found.is_some()
    }

    /// Lets the torn vertices join again where the attractor still holds them; hands back the others.
    fn rejoin(&mut self, torn: Vec<V>, ticker: &mut Ticker<'_>) -> Result<Vec<V>, StopReason> {
        let mut queue = Vec::new();
        for &v in &torn {
            let successors = self.graph.successors(v);
            ticker.steps(successors.len() + 1)?;
            let held = if self.is_own(v) {
                let held = successors.iter().any(|&w| self.joined(w).is_some());
                self.reach[v.index()].store(V::from_index(1));
                held
            } else {
                let missing = successors
                    .iter()
                    .filter(|&&w| self.joined(w).is_none())
                    .count();
                self.reach[v.index()].store(V::from_index(missing));
                missing == 0
            };
            if held {
                queue.push(v);
            }
        }
        // Ranks only after all have looked: nobody may count on one who joins in this round.
        self.rank += 1;
        for &v in &queue {
            self.reach[v.index()].store(pack(Tag::First, self.rank));
        }
        self.spread(queue, ticker)?;
        Ok(torn
            .into_iter()
            .filter(|&v| self.joined(v).is_none())
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rank above 0 leads down, and the opponent cannot leave the player's region.
    fn check_ranks(arena: &Arena<'_>, solved: &Solution) {
        for v in arena
            .graph()
            .vertices()
            .filter(|&v| solved.winner(v) == Player::Left)
        {
            let successors = arena.graph().successors(v);
            if arena.owner(v) == Player::Left {
                assert!(solved.winning_move(arena, v).is_some());
            } else {
                assert!(successors.iter().all(|&w| solved.winner(w) == Player::Left));
            }
        }
    }

    /// Repairing always, starting afresh always, and choosing by size give the same winners.
    #[test]
    fn repairing_and_starting_afresh_agree() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut repaired_more_than_once = 0;
        for round in 0..4000 {
            let n = if round % 10 == 0 { 300 } else { 12 };
            let edges: Vec<(u32, u32)> = (0..2 * n)
                .map(|_| (random.u32(..n as u32), random.u32(..n as u32)))
                .collect();
            let graph = Digraph::from_edges(n as usize, &edges).expect("good edges");
            let owners: Vec<Player> = (0..n).map(|_| Player::BOTH[random.usize(..2)]).collect();
            let accepting: Vec<u32> = (0..n as u32).filter(|_| random.u32(..4) == 0).collect();
            let arena = Arena::new(&graph, &owners);
            let meter = Meter::unlimited();
            let game = || Game::new(&arena, Player::Left, Threads::ONE, &meter);
            let chosen = game().solve(&accepting).expect("no limit");
            let mut afresh = game();
            afresh.last_rank = 0;
            let afresh = afresh.solve(&accepting).expect("no limit");
            let mut repaired = game();
            repaired.repairable = 0;
            let repaired = repaired.solve(&accepting).expect("no limit");
            assert_eq!(chosen.winners(), afresh.winners());
            assert_eq!(repaired.winners(), afresh.winners());
            check_ranks(&arena, &chosen);
            check_ranks(&arena, &repaired);
            repaired_more_than_once += usize::from(repaired != afresh);
        }
        assert!(
            repaired_more_than_once > 50,
            "repairs happen: {repaired_more_than_once}"
        );
    }
}
