//! Two-player constraint logic.
//!
//! White moves first. A player must reverse an edge of his own if he can; one who cannot passes, and when
//! neither can, the game is drawn. Who reverses his own target wins. The winner shortens the game and the
//! loser lengthens it; passes count as moves.
//!
//! Unbounded: the reachable states (configuration, player) are a digraph whose ends are lost for the player to
//! move, and two players who pass for ever are a cycle, so the labelling of Fraenkel and Lévy
//! ([`try_label_symmetric`]) decides it. Bounded: alpha–beta search with a table of transpositions.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};
use sidle_graph::{
    Csr, Digraph, Threads,
    label::{Ends, Label, Labelling, try_label_symmetric},
};

use super::{
    Answer, Solution,
    packed::{Packed, bit},
};
use crate::{
    Error,
    graph::{ConstraintGraph, EdgeId, Owner},
    search::Key,
};

/// Whose turn it is, with the configuration.
pub(super) type State<K> = (K, Owner);

struct Rules<K> {
    packed: Packed<K>,
    own: [Vec<EdgeId>; 2],
    targets: [EdgeId; 2],
    bounded: bool,
}

impl<K: Key> Rules<K> {
    fn new(graph: &ConstraintGraph, targets: [EdgeId; 2], bounded: bool) -> Rules<K> {
        let of = |owner| {
            let mut edges: Vec<EdgeId> = (0..graph.edges().len())
                .filter(|&e| graph.edges()[e].owner == Some(owner))
                .collect();
            // The winning move is looked at first.
            edges.sort_by_key(|&e| (!targets.contains(&e), e));
            edges
        };
        Rules {
            packed: Packed::new(graph),
            own: [of(Owner::White), of(Owner::Black)],
            targets,
            bounded,
        }
    }

    /// The legal moves of the player, into `moves`.
    fn moves(&self, (at, player): State<K>, slack: &mut Vec<i64>, moves: &mut Vec<EdgeId>) {
        self.packed.slack(at, slack);
        moves.clear();
        moves.extend(self.own[player.index()].iter().copied().filter(|&edge| {
            !(self.bounded && at.field(edge as u32, 1) == 1)
                && self.packed.can_reverse(at, edge, slack)
        }));
    }

    fn is_won(&self, (at, player): State<K>) -> bool {
        at.field(self.targets[player.other().index()] as u32, 1) == 1
    }
}

/// The states that can be reached, with their options; the pass is an option without an edge.
#[derive(Debug)]
pub(super) struct Reachable<K> {
    pub(super) states: Vec<State<K>>,
    pub(super) options: Csr<u32>,
    pub(super) edges: Vec<Option<EdgeId>>,
    pub(super) labels: Labelling<u32>,
}

/// Explores and labels everything that can be reached.
pub(super) fn label<K: Key + std::hash::Hash>(
    graph: &ConstraintGraph,
    targets: [EdgeId; 2],
    bounded: bool,
    meter: &Meter,
) -> Result<Reachable<K>, (StopReason, u64)> {
    let rules = Rules::<K>::new(graph, targets, bounded);
    let mut ticker = meter.ticker();
    let start = (K::ZERO, Owner::White);
    let mut numbers: FxHashMap<State<K>, u32> = FxHashMap::default();
    numbers.insert(start, 0);
    let mut states = vec![start];
    let mut offsets = vec![0u32];
    let mut targets = Vec::new();
    let mut edges = Vec::new();
    let (mut slack, mut moves) = (Vec::new(), Vec::new());
    let mut row: Vec<(u32, Option<EdgeId>)> = Vec::new();
    let mut next = 0;
    while next < states.len() {
        let state @ (at, player) = states[next];
        next += 1;
        row.clear();
        let mut reach = |state: State<K>, edge: Option<EdgeId>| {
            let fresh = states.len() as u32;
            let number = *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                fresh
            });
            row.push((number, edge));
        };
        let count = next as u64;
        ticker
            .node(size_of::<State<K>>() * 3 + 64)
            .and_then(|()| ticker.step())
            .map_err(|stop| (stop, count))?;
        if !rules.is_won(state) {
            rules.moves(state, &mut slack, &mut moves);
            for &edge in &moves {
                reach((at.xor(bit(edge)), player.other()), Some(edge));
            }
            if moves.is_empty() {
                reach((at, player.other()), None);
            }
        }
        row.sort_unstable();
        targets.extend(row.iter().map(|&(number, _)| number));
        edges.extend(row.iter().map(|&(_, edge)| edge));
        let Ok(end) = u32::try_from(targets.len()) else {
            return Err((StopReason::StoreFull, count));
        };
        offsets.push(end);
    }
    let count = states.len() as u64;
    let options = Csr::from_parts(offsets, targets).map_err(|_| (StopReason::StoreFull, count))?;
    let digraph = Digraph::new(options);
    let labels = try_label_symmetric(&digraph, &Ends::normal(), Threads::ONE, meter)
        .map_err(|stop| (stop, count))?;
    Ok(Reachable {
        states,
        options: digraph.forward().clone(),
        edges,
        labels,
    })
}

impl<K: Key> Reachable<K> {
    /// The value of a state: the winner and the number of moves.
    pub(super) fn value(&self, state: u32) -> Option<(Owner, u64)> {
        let player = self.states[state as usize].1;
        let distance = self.labels.distance(state)?;
        match self.labels.label(state) {
            Label::N => Some((player, distance)),
            Label::P => Some((player.other(), distance)),
            Label::D => None,
        }
    }

    fn solution(&self) -> Solution {
        let states = self.states.len() as u64;
        let Some((winner, length)) = self.value(0) else {
            return Solution::new(Answer::Draw, states);
        };
        let mut moves = Vec::new();
        let (mut at, mut left) = (0u32, length);
        while left > 0 {
            let begin = self.options.offsets()[at as usize] as usize;
            let row = self.options.successors(at).iter();
            let best = row
                .enumerate()
                .filter(|&(_, &to)| self.value(to) == Some((winner, left - 1)))
                .map(|(place, &to)| (self.edges[begin + place], to))
                .min();
            let Some((edge, to)) = best else { break };
            moves.push(edge);
            at = to;
            left -= 1;
        }
        Solution::new(winner.into(), states).with_moves(moves)
    }
}

pub(super) fn unbounded(
    graph: &ConstraintGraph,
    targets: [EdgeId; 2],
    meter: &Meter,
) -> Result<Solution, Error> {
    let stopped = |(stop, states): (StopReason, u64)| {
        Solution::stopped(stop, states, format!("{states} states were explored"))
    };
    Ok(match graph.edges().len() {
        0..=63 => label::<u64>(graph, targets, false, meter)
            .map_or_else(stopped, |reachable| reachable.solution()),
        64..=127 => label::<u128>(graph, targets, false, meter)
            .map_or_else(stopped, |reachable| reachable.solution()),
        _ => return Err(super::ncl::too_large(127)),
    })
}

/// The value for the player to move: positive for a win, larger for a sooner one; negative for a loss.
type Score = i32;
const WIN: Score = 1 << 20;

/// One move further away.
fn aged(score: Score) -> Score {
    match score {
        0 => 0,
        score if score > 0 => -(score - 1),
        score => -(score + 1),
    }
}

/// The window of a move so that its aged score falls into `alpha..beta`.
fn young(score: Score) -> Score {
    match score {
        0 => 0,
        score if score > 0 => -score - 1,
        score => -score + 1,
    }
}

struct Search<'m, K> {
    rules: Rules<K>,
    meter: &'m Meter,
    /// The least and the greatest score a state can have.
    table: FxHashMap<State<K>, (Score, Score)>,
}

impl<K: Key + std::hash::Hash> Search<'_, K> {
    /// The score if it lies between `alpha` and `beta`, else a bound on that side. The depth is at most twice the
    /// number of edges, which is at most 127.
    fn score(
        &mut self,
        state: State<K>,
        mut alpha: Score,
        mut beta: Score,
        passed: bool,
    ) -> Result<Score, StopReason> {
        if self.rules.is_won(state) {
            return Ok(-WIN);
        }
        let (low, high) = *self.table.get(&state).unwrap_or(&(-WIN, WIN));
        if low >= beta || low == high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        alpha = alpha.max(low);
        beta = beta.min(high);
        let (at, player) = state;
        let (mut slack, mut moves) = (Vec::new(), Vec::new());
        self.rules.moves(state, &mut slack, &mut moves);
        let mut best = -WIN;
        if moves.is_empty() {
            if passed {
                return Ok(0);
            }
            // A pass leads to one state only: no cut is lost by asking for its whole score.
            best = aged(self.score((at, player.other()), -WIN, WIN, true)?);
            self.keep(state, best, best)?;
            return Ok(best);
        }
        for edge in moves {
            let next = (at.xor(bit(edge)), player.other());
            let floor = alpha.max(best);
            let score = aged(self.score(next, young(beta), young(floor), false)?);
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        let (low, high) = *self.table.get(&state).unwrap_or(&(-WIN, WIN));
        let known = if best <= alpha {
            (low, high.min(best))
        } else if best >= beta {
            (low.max(best), high)
        } else {
            (best, best)
        };
        self.keep(state, known.0, known.1)?;
        Ok(best)
    }

    fn keep(&mut self, state: State<K>, low: Score, high: Score) -> Result<(), StopReason> {
        self.meter.ticker().node(size_of::<State<K>>() + 16)?;
        if self.table.len().is_multiple_of(1024) {
            self.meter.check()?;
        }
        self.table.insert(state, (low, high));
        Ok(())
    }

    fn exact(&mut self, state: State<K>, passed: bool) -> Result<Score, StopReason> {
        self.score(state, -WIN, WIN, passed)
    }

    fn line(&mut self) -> Result<(Score, Vec<Option<EdgeId>>), StopReason> {
        let mut state = (K::ZERO, Owner::White);
        let root = self.exact(state, false)?;
        let mut line = Vec::new();
        if root == 0 {
            return Ok((root, line));
        }
        let mut score = root;
        let mut passed = false;
        while score.abs() != WIN {
            let (at, player) = state;
            let (mut slack, mut moves) = (Vec::new(), Vec::new());
            self.rules.moves(state, &mut slack, &mut moves);
            moves.sort_unstable();
            passed = moves.is_empty() && !passed;
            if moves.is_empty() {
                line.push(None);
                state = (at, player.other());
                score = young(score);
                continue;
            }
            for edge in moves {
                let next = (at.xor(bit(edge)), player.other());
                let after = self.exact(next, false)?;
                if aged(after) == score {
                    line.push(Some(edge));
                    state = next;
                    score = after;
                    break;
                }
            }
        }
        Ok((root, line))
    }
}

pub(super) fn bounded(
    graph: &ConstraintGraph,
    targets: [EdgeId; 2],
    meter: &Meter,
) -> Result<Solution, Error> {
    match graph.edges().len() {
        0..=63 => Ok(alpha_beta::<u64>(graph, targets, meter)),
        64..=127 => Ok(alpha_beta::<u128>(graph, targets, meter)),
        _ => Err(super::ncl::too_large(127)),
    }
}

fn alpha_beta<K: Key + std::hash::Hash>(
    graph: &ConstraintGraph,
    targets: [EdgeId; 2],
    meter: &Meter,
) -> Solution {
    let mut search = Search {
        rules: Rules::<K>::new(graph, targets, true),
        meter,
        table: FxHashMap::default(),
    };
    let line = search.line();
    let states = search.table.len() as u64 + 1;
    match line {
        Err(stop) => Solution::stopped(stop, states, format!("{states} states were searched")),
        Ok((0, _)) => Solution::new(Answer::Draw, states),
        Ok((score, line)) => {
            let answer = if score > 0 {
                Answer::White
            } else {
                Answer::Black
            };
            Solution::new(answer, states).with_moves(line)
        }
    }
}
