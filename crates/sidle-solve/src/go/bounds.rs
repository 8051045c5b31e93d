//! Fights whose cycles change the number of prisoners.
//!
//! Such a fight has infinitely many positions: stones, ban, and the number n of net prisoners. Where |n| > K the
//! positions are replaced by `on` for an upper bound and by `off` for a lower one. Both sides of a loopy game, and of
//! φ_L and φ_R, are monotone in their exits, so the value lies between the bounds; they tighten with K, and where they
//! meet they are the value.

use std::hash::Hash;

use sidle_core::{Meter, Relation, StopReason};
use sidle_values::{
    Store,
    loopy::{LoopyValue, Side},
};

use super::phi::{KoFailure, KoGame, KoGraph, KoRules};

/// What stands for the positions with more than `at` net prisoners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) at: u32,
    pub(super) beyond: LoopyValue,
}

/// Bounds of the value of a position with a ko ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoBounds {
    /// The value is at least this.
    pub low: LoopyValue,
    /// The value is at most this.
    pub high: LoopyValue,
    /// How many positions (with their bans) there are.
    pub states: usize,
    /// Does the ban ever forbid a move?
    pub has_ban: bool,
    /// How many net prisoners were played out; 0 where no cycle changes their number.
    pub cut: u32,
    /// The limit that ended the search before the bounds met.
    pub stopped: Option<StopReason>,
}

impl KoBounds {
    /// The value, if the bounds meet.
    #[must_use]
    pub fn value(&self) -> Option<LoopyValue> {
        (self.low == self.high).then_some(self.low)
    }
}

/// More net prisoners than this are not played out.
const MOST_PRISONERS: u32 = 12;

/// Fights with more positions, counted with their prisoners, are not played out further.
const LARGEST_FIGHT: u64 = 100_000;

/// The value of a position, or bounds of it: more and more prisoners are played out until the bounds meet.
///
/// # Errors
/// If a limit is reached before there are bounds, or there are more than `most` positions.
pub fn bounds_of_ko<R: KoRules>(
    rules: &R,
    start: &R::Position,
    game: KoGame,
    most: usize,
    store: &Store,
    meter: &Meter,
) -> Result<KoBounds, KoFailure> {
    let graph = KoGraph::explore_within(rules, start, game, most, meter)?;
    let mut search = Bounding::new(&graph, game);
    let mut known: Option<KoBounds> = None;
    loop {
        let found = match (search.deepen(store, meter), known) {
            (Ok(()), _) => search.of_start(&graph),
            (Err(KoFailure::Stopped(reason)), Some(known)) => {
                return Ok(KoBounds {
                    stopped: Some(reason),
                    ..known
                });
            }
            (Err(error), _) => return Err(error),
        };
        if found.low == found.high || search.is_exhausted() {
            return Ok(found);
        }
        known = Some(found);
    }
}

/// The values of all positions that a start leads to.
///
/// # Errors
/// [`KoFailure::Between`] if the value of one of them is not determined, with the bounds of the start.
pub(super) fn values_of_all<P: Clone + Eq + Hash>(
    graph: &KoGraph<P>,
    game: KoGame,
    store: &Store,
    meter: &Meter,
) -> Result<Vec<LoopyValue>, KoFailure> {
    let mut search = Bounding::new(graph, game);
    loop {
        search.deepen(store, meter)?;
        let values = search
            .bounds
            .iter()
            .map(|&[low, high]| (low == high).then_some(low));
        if let Some(values) = values.collect() {
            return Ok(values);
        }
        if search.is_exhausted() {
            let [low, high] = search.bounds[0];
            let cut = search.cut;
            return Err(KoFailure::Between { low, high, cut });
        }
    }
}

/// A search that plays out more prisoners in each round.
struct Bounding<'g, P> {
    graph: &'g KoGraph<P>,
    game: KoGame,
    /// What lies below comes first.
    components: Vec<Vec<usize>>,
    /// Is the component valued for good?
    settled: Vec<bool>,
    /// The bounds of each position after the last round.
    bounds: Vec<[LoopyValue; 2]>,
    cut: u32,
    /// Was a fight too large to be played out further?
    is_full: bool,
}

impl<'g, P: Clone + Eq + Hash> Bounding<'g, P> {
    fn new(graph: &'g KoGraph<P>, game: KoGame) -> Bounding<'g, P> {
        let components = graph.components();
        Bounding {
            graph,
            game,
            settled: vec![false; components.len()],
            components,
            bounds: Vec::new(),
            cut: 0,
            is_full: false,
        }
    }

    fn of_start(&self, graph: &KoGraph<P>) -> KoBounds {
        let [low, high] = self.bounds[0];
        KoBounds {
            low,
            high,
            states: graph.positions.len(),
            has_ban: graph.has_ban,
            cut: self.cut,
            stopped: None,
        }
    }

    /// Would another round add nothing?
    fn is_exhausted(&self) -> bool {
        self.is_full || self.cut >= MOST_PRISONERS
    }

    /// Plays one prisoner more out. The first round finds the values of everything that needs no bounds.
    fn deepen(&mut self, store: &Store, meter: &Meter) -> Result<(), KoFailure> {
        let loopy = store.loopy();
        let ends: [LoopyValue; 2] = [loopy.off().into(), loopy.on().into()];
        let at = self.cut + 1;
        let mut bounds = self.bounds.clone();
        bounds.resize(self.graph.positions.len(), ends);
        let mut is_cut = false;
        for number in 0..self.components.len() {
            if self.settled[number] {
                continue;
            }
            // Each piece is small, so that the work on it may never look at the clock.
            meter.check()?;
            let members = &self.components[number];
            let gains = self.graph.gains(members);
            if gains && members.len() as u64 * (2 * u64::from(at) + 1) > LARGEST_FIGHT {
                self.is_full = true;
                is_cut = true;
                continue;
            }
            let is_exact = !gains
                && self
                    .graph
                    .exits(members)
                    .all(|exit| bounds[exit][0] == bounds[exit][1]);
            let bound = |which: usize| {
                let cut = gains.then_some(Cut {
                    at,
                    beyond: ends[which],
                });
                let below = |exit: usize| bounds[exit][which];
                let piece = self.graph.piece(members, below, cut, store, meter)?;
                piece.values(self.game, store, meter)
            };
            let low = bound(0)?;
            let high = match is_exact {
                true => low.clone(),
                false => bound(1)?,
            };
            let mut all_met = true;
            for ((&at, low), high) in members.iter().zip(low).zip(high) {
                let met = met(low, high, store, meter)?;
                bounds[at] = [low, if met { low } else { high }];
                all_met &= met;
            }
            self.settled[number] = all_met;
            is_cut |= gains;
        }
        self.bounds = bounds;
        if is_cut {
            self.cut = at;
        }
        Ok(())
    }
}

/// Are two values equal? Sides that are not known to be stoppers are compared by play.
fn met(
    low: LoopyValue,
    high: LoopyValue,
    store: &Store,
    meter: &Meter,
) -> Result<bool, StopReason> {
    for side in Side::BOTH {
        let (low, high) = (low.side(side), high.side(side));
        let is_same =
            low == high || store.loopy().compare_sides(low, high, side, meter)? == Relation::Equal;
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}
