//! Bounded nondeterministic constraint logic: each edge at most once, so a state is a set that only grows.
//!
//! Level d of the search holds the legal configurations with d reversed edges that can be reached. When the levels
//! grow beyond reason, a SAT solver takes over with the game unrolled: r(e, t) says that edge e is reversed
//! after t moves. Both give a shortest solution.

use sidle_core::{Meter, StopReason};

use super::{
    Answer, Solution,
    packed::{Packed, bit},
    satisfy::{inward, require},
};
use crate::{
    Error,
    graph::{ConstraintGraph, EdgeId},
    sat::{Literal, Sat},
    search::Key,
};

/// The most states that are listed before the SAT solver takes over.
const MOST_LISTED: usize = 1 << 21;

/// The most edges for which the game is unrolled.
const MOST_EDGES: usize = 400;

pub(super) fn solve(
    graph: &ConstraintGraph,
    target: EdgeId,
    meter: &Meter,
) -> Result<Solution, Error> {
    let listed = match graph.edges().len() {
        0..=63 => list::<u64>(graph, target, MOST_LISTED, meter).1,
        64..=127 => list::<u128>(graph, target, MOST_LISTED, meter).1,
        128..=MOST_EDGES => Listed::Large(0, 0),
        _ => return Err(super::ncl::too_large(MOST_EDGES)),
    };
    Ok(match listed {
        Listed::Done(solution) => solution,
        Listed::Large(depth, states) => unroll(graph, target, depth, states, meter),
    })
}

pub(super) enum Listed {
    Done(Solution),
    /// No solution of so many moves or fewer, after so many states.
    Large(usize, u64),
}

/// The levels, and what they say.
pub(super) fn list<K: Key>(
    graph: &ConstraintGraph,
    target: EdgeId,
    most: usize,
    meter: &Meter,
) -> (Vec<Vec<K>>, Listed) {
    let packed = Packed::<K>::new(graph);
    let edges = graph.edges().len();
    let goal: K = bit(target);
    let mut levels = vec![vec![K::ZERO]];
    let mut slack = Vec::new();
    let mut states = 1u64;
    let mut ticker = meter.ticker();
    loop {
        let depth = levels.len() - 1;
        let mut next: Vec<K> = Vec::new();
        for &at in &levels[depth] {
            packed.slack(at, &mut slack);
            for edge in 0..edges {
                if at.field(edge as u32, 1) == 0 && packed.can_reverse(at, edge, &slack) {
                    next.push(at.xor(bit(edge)));
                }
            }
            if let Err(stop) = ticker.steps(edges) {
                let far = format!("no solution of {depth} moves or fewer");
                return (levels, Listed::Done(Solution::stopped(stop, states, far)));
            }
        }
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            let no = Solution::new(Answer::No, states);
            return (levels, Listed::Done(no));
        }
        states += next.len() as u64;
        let bytes = (next.len() * size_of::<K>()) as u64;
        if let Err(stop) = ticker.nodes(next.len() as u64, bytes) {
            let far = format!("no solution of {depth} moves or fewer");
            return (levels, Listed::Done(Solution::stopped(stop, states, far)));
        }
        let found = next.iter().copied().find(|key| key.and(goal) != K::ZERO);
        levels.push(next);
        if let Some(found) = found {
            let moves = moves_back(&levels, found, target, edges);
            let yes = Solution::new(Answer::Yes, states).with_moves(moves);
            return (levels, Listed::Done(yes));
        }
        if states as usize > most {
            return (levels, Listed::Large(depth + 1, states));
        }
    }
}

/// The moves that lead to a state of the last level, the target last.
fn moves_back<K: Key>(
    levels: &[Vec<K>],
    found: K,
    target: EdgeId,
    edges: usize,
) -> Vec<Option<EdgeId>> {
    let mut moves = vec![Some(target)];
    let mut at = found.xor(bit(target));
    for level in levels.iter().rev().skip(2) {
        let edge = (0..edges).find(|&edge| {
            at.field(edge as u32, 1) == 1 && level.binary_search(&at.xor(bit(edge))).is_ok()
        });
        let Some(edge) = edge else { break };
        moves.push(Some(edge));
        at = at.xor(bit(edge));
    }
    moves.reverse();
    moves
}

fn unroll(
    graph: &ConstraintGraph,
    target: EdgeId,
    excluded: usize,
    states: u64,
    meter: &Meter,
) -> Solution {
    let stopped = |stop, low: usize| {
        Solution::stopped(stop, states, format!("no solution of {low} moves or fewer"))
    };
    let mut low = excluded;
    let mut best = match within(graph, target, graph.edges().len(), meter) {
        Ok(Some(moves)) => moves,
        Ok(None) => return Solution::new(Answer::No, states),
        Err(stop) => return stopped(stop, low),
    };
    // No solution of `low` moves; `best` is one.
    while low + 1 < best.len() {
        let middle = low + (best.len() - low) / 2;
        match within(graph, target, middle, meter) {
            Ok(Some(moves)) => best = moves,
            Ok(None) => low = middle,
            Err(stop) => return stopped(stop, low),
        }
    }
    Solution::new(Answer::Yes, states).with_moves(best.into_iter().map(Some).collect())
}

/// A solution of at most so many moves.
fn within(
    graph: &ConstraintGraph,
    target: EdgeId,
    moves: usize,
    meter: &Meter,
) -> Result<Option<Vec<EdgeId>>, StopReason> {
    let edges = graph.edges().len();
    let mut sat = Sat::new(edges * moves, false, meter);
    // Reversed after t moves, t from 1.
    let reversed = |edge: usize, t: usize| (edges * (t - 1) + edge) as Literal + 1;
    for t in 1..=moves {
        meter.check()?;
        for v in 0..graph.vertices().len() {
            let (terms, missing) = inward(graph, v, |edge| reversed(edge, t));
            require(&mut sat, &terms, missing);
        }
        // Reversed edges stay reversed, and at most one changes: a ladder over the edges.
        let mut earlier: Option<Literal> = None;
        for edge in 0..edges {
            let changed = if t == 1 {
                reversed(edge, 1)
            } else {
                sat.add(&[-reversed(edge, t - 1), reversed(edge, t)]);
                let changed = sat.variable();
                sat.add(&[changed, -reversed(edge, t), reversed(edge, t - 1)]);
                changed
            };
            let so_far = sat.variable();
            sat.add(&[-changed, so_far]);
            if let Some(earlier) = earlier {
                sat.add(&[-earlier, so_far]);
                sat.add(&[-earlier, -changed]);
            }
            earlier = Some(so_far);
        }
    }
    sat.add(&[reversed(target, moves)]);
    if !sat.solve(&[])? {
        return Ok(None);
    }
    let mut order = Vec::new();
    for t in 1..=moves {
        let fresh =
            |&e: &usize| sat.value(reversed(e, t)) && (t == 1 || !sat.value(reversed(e, t - 1)));
        order.extend((0..edges).filter(fresh));
    }
    // What comes after the target is not needed.
    let end = order.iter().position(|&edge| edge == target);
    order.truncate(end.map_or(order.len(), |end| end + 1));
    Ok(Some(order))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrolling_finds_what_listing_finds() {
        let text =
            "4 7 1\n0 7 1\n0 3 1\n3 1 1\n1 4 1\n2 3 2\n7 2 2\n6 1 2\n5 0 2\n5 6 2\n2 4 2\n6 5 2\n";
        let graph = ConstraintGraph::parse(text).expect("a good file");
        for target in 0..12 {
            let (_, listed) = list::<u64>(&graph, target, usize::MAX, &Meter::unlimited());
            let Listed::Done(listed) = listed else {
                panic!("no limit")
            };
            let unrolled = unroll(&graph, target, 0, 0, &Meter::unlimited());
            assert_eq!(unrolled.answer, listed.answer, "target {target}");
            assert_eq!(unrolled.length, listed.length, "target {target}");
        }
    }
}
