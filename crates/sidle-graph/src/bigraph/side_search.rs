//! Comparisons of arbitrary loopy games on one side, explored as they are asked for.
//!
//! The same Büchi game as in the all-pairs comparison, on the part of the product that a question can
//! reach. Answers are kept: a later question stops at every state that an earlier one has settled,
//! because the winner from there does not depend on how the play came there.

use std::fmt;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, Rules, StopReason, Ticker};

use super::{
    Side,
    search::{KnownOrder, NothingKnown, Universe},
};

/// A search for `g⁺ <= h⁺` (onside) or `g⁻ <= h⁻` (offside) among arbitrary loopy games.
///
/// Cost of a question: the new part of the product, times the number of rounds (two or three in
/// practice).
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::bigraph::{Bigraph, Side, SideSearch};
/// // 0 = zero, 1 = dud = {dud|dud}
/// let graph = Bigraph::from_rows([(&[][..], &[][..]), (&[1], &[1])]);
/// let meter = Meter::unlimited();
/// assert!(SideSearch::new(&graph, Side::Onside).le(&0, &1, &meter)?);
/// assert!(!SideSearch::new(&graph, Side::Offside).le(&0, &1, &meter)?);
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
pub struct SideSearch<'g, G: Rules, K = NothingKnown> {
    universe: Universe<'g, G>,
    known: K,
    side: Side,
    settled: FxHashMap<(u32, u32, bool), bool>,
}

impl<'g, G: Rules> SideSearch<'g, G> {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new(graph: &'g G, side: Side) -> SideSearch<'g, G> {
        SideSearch::with_known(graph, side, NothingKnown)
    }
}

impl<'g, G: Rules, K: KnownOrder<G::Position>> SideSearch<'g, G, K> {
    /// A search that asks `known` first.
    #[must_use]
    pub fn with_known(graph: &'g G, side: Side, known: K) -> SideSearch<'g, G, K> {
        SideSearch {
            universe: Universe::new(graph),
            known,
            side,
            settled: FxHashMap::default(),
        }
    }

    /// Is `g <= h` on this side: does Left survive `h - g` there when Right starts?
    pub fn le(
        &mut self,
        g: &G::Position,
        h: &G::Position,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        self.survives(g, h, Player::Right, meter)
    }

    /// What the search has found about a state so far.
    #[must_use]
    pub fn settled(&self, g: &G::Position, h: &G::Position, mover: Player) -> Option<bool> {
        if self.settled.is_empty() {
            return None;
        }
        let (g, h) = (self.universe.known(g)?, self.universe.known(h)?);
        self.settled.get(&key((g, h, mover))).copied()
    }

    /// Does Left survive `h - g` on this side when `mover` starts?
    pub fn survives(
        &mut self,
        g: &G::Position,
        h: &G::Position,
        mover: Player,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let (g, h) = (self.universe.number(g), self.universe.number(h));
        let mut ticker = meter.ticker();
        if let Some(answer) = self.answer(g, h, mover) {
            return Ok(answer);
        }
        let region = self.explore(g, h, mover, &mut ticker)?;
        let alive = region.solve(&mut ticker)?;
        for (&state, &survived) in region.states.iter().zip(&alive) {
            self.settled.insert(key(state), survived);
        }
        Ok(alive[0])
    }

    fn answer(&mut self, g: u32, h: u32, mover: Player) -> Option<bool> {
        if g == h && mover == Player::Right {
            return Some(true);
        }
        if let Some(&settled) = self.settled.get(&key((g, h, mover))) {
            return Some(settled);
        }
        let at = |i: u32| &self.universe.positions[i as usize];
        let answer = self.known.survives(at(g), at(h), mover)?;
        self.settled.insert(key((g, h, mover)), answer);
        Some(answer)
    }

    /// Everything the start leads to, up to settled states.
    fn explore(
        &mut self,
        g: u32,
        h: u32,
        mover: Player,
        ticker: &mut Ticker<'_>,
    ) -> Result<Region, StopReason> {
        let mut region = Region::default();
        let mut number = FxHashMap::default();
        region.states.push((g, h, mover));
        number.insert(key((g, h, mover)), 0u32);
        let mut next = 0;
        while let Some(&state) = region.states.get(next) {
            next += 1;
            ticker.node(size_of::<(u32, u32, Player)>() + 16)?;
            self.expand(state, &mut region, &mut number, ticker)?;
        }
        Ok(region)
    }

    fn expand(
        &mut self,
        (g, h, mover): (u32, u32, Player),
        region: &mut Region,
        number: &mut FxHashMap<(u32, u32, bool), u32>,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), StopReason> {
        self.universe.look_up(h, mover);
        self.universe.look_up(g, -mover);
        let in_h = self.universe.options(h, mover).iter().map(|&k| (g, k));
        let in_g = self.universe.options(g, -mover).iter().map(|&k| (k, h));
        let targets: Vec<(bool, (u32, u32))> = in_h
            .map(|to| (true, to))
            .chain(in_g.map(|to| (false, to)))
            .collect();
        for (moves_h, (g, h)) in targets {
            ticker.step()?;
            let good = moves_h == (self.side == Side::Onside);
            let to = match self.answer(g, h, -mover) {
                Some(true) => Target::Survived,
                Some(false) => Target::Lost,
                None => {
                    let state = (g, h, -mover);
                    let new = region.states.len() as u32;
                    let at = *number.entry(key(state)).or_insert_with(|| {
                        region.states.push(state);
                        new
                    });
                    Target::State(at)
                }
            };
            region.moves.push((good, to));
        }
        region.ends.push(region.moves.len());
        Ok(())
    }
}

fn key((g, h, mover): (u32, u32, Player)) -> (u32, u32, bool) {
    (g, h, mover == Player::Right)
}

#[derive(Clone, Copy, Debug)]
enum Target {
    State(u32),
    Survived,
    Lost,
}

/// The unsettled part of the product that a question leads to.
#[derive(Debug, Default)]
struct Region {
    states: Vec<(u32, u32, Player)>,
    /// Where the moves of each state end.
    ends: Vec<usize>,
    moves: Vec<(bool, Target)>,
}

impl Region {
    fn moves(&self, state: usize) -> &[(bool, Target)] {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.moves[start..self.ends[state]]
    }

    fn is_left(&self, state: usize) -> bool {
        self.states[state].2 == Player::Left
    }

    /// The greatest `Y` with `Y = X(Y)`.
    fn solve(&self, ticker: &mut Ticker<'_>) -> Result<Vec<bool>, StopReason> {
        let back = self.quiet_moves_reversed();
        let mut alive = vec![true; self.states.len()];
        loop {
            let reached = self.reach(&alive, &back, ticker)?;
            if reached == alive {
                return Ok(alive);
            }
            alive = reached;
        }
    }

    /// For each state, the states with a move to it that is not good.
    fn quiet_moves_reversed(&self) -> Vec<Vec<u32>> {
        let mut back = vec![Vec::new(); self.states.len()];
        for state in 0..self.states.len() {
            for &(good, to) in self.moves(state) {
                if let (false, Target::State(to)) = (good, to) {
                    back[to as usize].push(state as u32);
                }
            }
        }
        back
    }

    /// `X(Y)`: the least set with a good move into `Y` (or into a settled survival), or another move
    /// into `X`, for Left; and nothing but such moves for Right.
    fn reach(
        &self,
        alive: &[bool],
        back: &[Vec<u32>],
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<bool>, StopReason> {
        let mut reached = vec![false; self.states.len()];
        let mut open = vec![u32::MAX; self.states.len()];
        let mut todo = Vec::new();
        for state in 0..self.states.len() {
            ticker.step()?;
            let fine = |&(good, to): &(bool, Target)| match to {
                Target::Survived => Some(true),
                Target::Lost => Some(false),
                Target::State(to) if good => Some(alive[to as usize]),
                Target::State(_) => None,
            };
            let mut verdicts = self.moves(state).iter().map(fine);
            let enters = if self.is_left(state) {
                verdicts.any(|fine| fine == Some(true))
            } else if verdicts.clone().any(|fine| fine == Some(false)) {
                false
            } else {
                open[state] = verdicts.filter(Option::is_none).count() as u32;
                open[state] == 0
            };
            if enters {
                reached[state] = true;
                todo.push(state as u32);
            }
        }
        while let Some(state) = todo.pop() {
            ticker.step()?;
            for &before in &back[state as usize] {
                let at = before as usize;
                if reached[at] {
                    continue;
                }
                if !self.is_left(at) {
                    if open[at] == u32::MAX {
                        continue;
                    }
                    open[at] -= 1;
                    if open[at] > 0 {
                        continue;
                    }
                }
                reached[at] = true;
                todo.push(before);
            }
        }
        Ok(reached)
    }
}

impl<G: Rules, K> fmt::Debug for SideSearch<'_, G, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SideSearch")
            .field("side", &self.side)
            .field("positions", &self.universe.positions.len())
            .field("settled", &self.settled.len())
            .finish_non_exhaustive()
    }
}
