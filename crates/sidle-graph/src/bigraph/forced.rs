//! A proof that a side of a game equals no stopper.
//!
//! Write `v` for the onside of a vertex (the offside is the same with its order). A Left edge `v → w` is
//! *forced* if
//!
//! 1. it is not reversible: no Right option `x` of `w` has `x <= v`;
//! 2. it is not dominated: every Left option `u` of `v` with `w <= u` has `u = w`;
//!
//! and a Right edge if the mirror image holds. Suppose that a vertex `v` equals a follower `s` of a canonical
//! stopper. Then `s` has a Left option that equals `w`. Since `v <= s`, Left survives when Right opens on `s - v`
//! by moving to `s - w`. His answer is not a move to `s - x`, since then `x <= s = v`, against (1); so `s` has a Left option
//! `t` with `w <= t`. Since `s <= v`, Left survives when Right opens on `v - s` by moving to `v - t`. His answer is not
//! in `-s`, which has no reversible options; so `v` has a Left option `u` with `t <= u`. Now `w <= t <= u`, and by (2)
//! all three are equal.
//!
//! So a stopper that equals `v` follows every forced edge. If forced edges lead from `v` to a closed walk of moves that
//! alternate, the stopper has an infinite alternating walk, which is a contradiction. Between two edges a vertex may be exchanged for
//! an equal one.

use sidle_core::{Meter, Player, StopReason};

use super::{Bigraph, OrderMatrix, Side, State, side_matrix};

/// An edge: a vertex, the player who moves, and where to.
pub type Edge = (u32, Player, u32);

/// Forced edges from a vertex to a closed alternating walk of forced edges.
///
/// Each edge begins at a vertex that equals, on the side in question, the end of the edge before; the first one at a vertex
/// that equals the start, and the first of the cycle also at one that equals the end of the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedCycle {
    /// The edges that lead to the cycle.
    pub path: Vec<Edge>,
    /// The edges of the cycle. The players alternate, also from the last edge to the first.
    pub cycle: Vec<Edge>,
}

/// Looks for a forced cycle, which proves that the side of `start` equals no stopper. Returns `None` if there is no such
/// cycle, and then nothing is proved.
///
/// Cost: all comparisons of what can be reached from `start`, and linear in the edges times the degree.
pub fn forced_cycle(
    graph: &Bigraph,
    start: u32,
    side: Side,
    meter: &Meter,
) -> Result<Option<ForcedCycle>, StopReason> {
    let order = side_matrix(graph, graph, side, meter)?;
    Forced::new(graph, &order, meter)?.cycle_from(start, meter)
}

/// The forced edges between classes of equal vertices. A class is named by its least vertex.
struct Forced {
    class: Vec<u32>,
    /// For each class and player the edges, one for each class they lead to.
    edges: Vec<[Vec<Edge>; 2]>,
}

impl Forced {
    fn new(graph: &Bigraph, order: &OrderMatrix, meter: &Meter) -> Result<Forced, StopReason> {
        let mut ticker = meter.ticker();
        let count = graph.vertex_count();
        let mut class: Vec<u32> = Vec::with_capacity(count);
        for v in graph.vertices() {
            ticker.steps(v as usize + 1)?;
            let equal = (0..v).find(|&u| class[u as usize] == u && order.eq(u, v));
            class.push(equal.unwrap_or(v));
        }
        let mut edges = vec![[Vec::new(), Vec::new()]; count];
        for (v, player, w) in graph.edges() {
            ticker.steps(1 + graph.options(w, -player).len() + graph.options(v, player).len())?;
            if is_forced(graph, order, (v, player, w)) {
                let kept: &mut Vec<Edge> = &mut edges[class[v as usize] as usize][player.index()];
                let to = class[w as usize];
                if kept.iter().all(|&(_, _, old)| class[old as usize] != to) {
                    kept.push((v, player, w));
                }
            }
        }
        Ok(Forced { class, edges })
    }

    fn class(&self, v: u32) -> u32 {
        self.class[v as usize]
    }

    /// The forced edges of a player from the class of `v`.
    fn of(&self, v: u32, player: Player) -> &[Edge] {
        &self.edges[self.class(v) as usize][player.index()]
    }

    fn cycle_from(&self, start: u32, meter: &Meter) -> Result<Option<ForcedCycle>, StopReason> {
        let mut ticker = meter.ticker();
        // The edge by which a class was reached first.
        let mut reached: Vec<Option<Edge>> = vec![None; self.class.len()];
        let mut order = vec![self.class(start)];
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            ticker.step()?;
            for edge in Player::BOTH
                .into_iter()
                .flat_map(|p| self.of(v, p))
                .copied()
            {
                let to = self.class(edge.2);
                if to != self.class(start) && reached[to as usize].is_none() {
                    reached[to as usize] = Some(edge);
                    order.push(to);
                }
            }
        }
        let Some(cycle) = self.alternating_cycle(&order, meter)? else {
            return Ok(None);
        };
        let mut path = Vec::new();
        let mut at = self.class(cycle[0].0);
        while let Some(edge) = reached[at as usize] {
            path.push(edge);
            at = self.class(edge.0);
        }
        path.reverse();
        Ok(Some(ForcedCycle { path, cycle }))
    }

    /// Depth-first search for a cycle of states whose vertices are among `roots`.
    fn alternating_cycle(
        &self,
        roots: &[u32],
        meter: &Meter,
    ) -> Result<Option<Vec<Edge>>, StopReason> {
        let mut ticker = meter.ticker();
        // Where the state stands on the path, or `DONE`.
        const DONE: usize = usize::MAX;
        let index = |state: State| 2 * state.vertex as usize + state.mover.index();
        let mut mark: Vec<Option<usize>> = vec![None; 2 * self.class.len()];
        for &root in roots {
            for mover in Player::BOTH {
                let first = State::new(root, mover);
                if mark[index(first)].is_some() {
                    continue;
                }
                mark[index(first)] = Some(0);
                let mut path = vec![(first, 0)];
                while let Some((state, next)) = path.last_mut() {
                    ticker.step()?;
                    let state = *state;
                    let Some(&edge) = self.of(state.vertex, state.mover).get(*next) else {
                        mark[index(state)] = Some(DONE);
                        path.pop();
                        continue;
                    };
                    *next += 1;
                    let to = State::new(self.class(edge.2), -state.mover);
                    match mark[index(to)] {
                        Some(DONE) => {}
                        Some(place) => {
                            let taken = |&(at, next): &(State, usize)| {
                                self.of(at.vertex, at.mover)[next - 1]
                            };
                            return Ok(Some(path[place..].iter().map(taken).collect()));
                        }
                        None => {
                            mark[index(to)] = Some(path.len());
                            path.push((to, 0));
                        }
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Conditions (1) and (2).
fn is_forced(graph: &Bigraph, order: &OrderMatrix, (v, player, w): Edge) -> bool {
    // `below(a, b)`: is a no better than b for the player?
    let below = |a: u32, b: u32| match player {
        Player::Left => order.le(a, b),
        Player::Right => order.le(b, a),
    };
    let reversible = graph.options(w, -player).iter().any(|&x| below(x, v));
    let dominated = |&u: &u32| below(w, u) && !below(u, w);
    !reversible && !graph.options(v, player).iter().any(dominated)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bach's Carousel: a = {0,b|0}, b = {1|1,c}, c = {*,d|*}, d = {1*|1*,a}.
    fn carousel() -> Bigraph {
        let [zero, star, one, one_star] = [4, 5, 6, 7];
        Bigraph::from_rows([
            (&[zero, 1][..], &[zero][..]),
            (&[one], &[one, 2]),
            (&[star, 3], &[star]),
            (&[one_star], &[one_star, 0]),
            (&[], &[]),
            (&[zero], &[zero]),
            (&[zero], &[]),
            (&[one], &[one]),
        ])
    }

    fn found(graph: &Bigraph, side: Side) -> Option<ForcedCycle> {
        forced_cycle(graph, 0, side, &Meter::unlimited()).expect("no limit")
    }

    #[test]
    fn both_sides_of_the_carousel() {
        let graph = carousel();
        for side in Side::BOTH {
            let found = found(&graph, side).expect("a forced cycle");
            assert_eq!(found.cycle.len(), 4, "{found:?}");
            let ends = found.cycle.iter().map(|edge| edge.0);
            assert_eq!(ends.collect::<std::collections::BTreeSet<_>>().len(), 4);
            for (edge, after) in found.cycle.iter().zip(found.cycle.iter().cycle().skip(1)) {
                assert_eq!((edge.2, -edge.1), (after.0, after.1));
            }
        }
    }

    #[test]
    fn stoppers_have_none() {
        // over; {0|off}; dud = on & off: both sides are stoppers.
        let over = Bigraph::from_rows([(&[1][..], &[0][..]), (&[], &[])]);
        let dud = Bigraph::from_rows([(&[0][..], &[0][..])]);
        for graph in [over, dud] {
            for side in Side::BOTH {
                assert_eq!(found(&graph, side), None);
            }
        }
    }
}
