//! Lines of play that never end: ever more moves, or sums of ever more parts.

use rustc_hash::FxHashMap;
use sidle_core::Player;
use sidle_graph::bigraph::{BigraphBuilder, Components};
use smallvec::SmallVec;

use crate::{Asking, Compound, Form, Position, SolveError, forms::summands, search::MOST_MOVES};

/// A line of play is watched for growth when its sums have more parts.
const MANY_PARTS: usize = 100;
/// With so many parts in the options along the line it is taken for one that grows for ever. (A game that adds a part
/// with each move gets there after two hundred moves.)
const MANY_IN_ALL: usize = 3_000_000;

/// With so many parts more than the position has at the start it is looked into whether its sums grow for ever.
const SUSPECT: usize = 8;

/// The moves and the parts along a line of play.
#[derive(Clone, Debug)]
pub struct Growth {
    moves: usize,
    most_moves: usize,
    parts: usize,
}

impl Default for Growth {
    /// For positions of any kind.
    fn default() -> Growth {
        Growth::with_most_moves(MOST_MOVES)
    }
}

impl Growth {
    pub(crate) fn with_most_moves(most_moves: usize) -> Growth {
        Growth {
            moves: 0,
            most_moves,
            parts: 0,
        }
    }

    /// The line goes on to a sum with so many parts and options; what is to be given back when it is left.
    pub fn enter(&mut self, parts: usize, options: usize) -> Result<usize, SolveError> {
        if self.moves >= self.most_moves {
            return Err(SolveError::Endless(self.most_moves));
        }
        let cost = parts.saturating_mul(options);
        self.moves += 1;
        self.parts = self.parts.saturating_add(cost);
        if parts > MANY_PARTS && self.parts > MANY_IN_ALL {
            return Err(SolveError::Growing(parts));
        }
        Ok(cost)
    }

    /// The last sum of the line is left.
    pub fn leave(&mut self, cost: usize) {
        self.moves = self.moves.saturating_sub(1);
        self.parts = self.parts.saturating_sub(cost);
    }
}

/// Watches the followers of a position while they are found in breadth-first order.
#[derive(Debug)]
pub(crate) struct FollowerWatch {
    /// From so many parts on the sums are suspected; nothing when they have been looked into.
    suspect: Option<usize>,
    /// How many moves lead to the followers that are expanded now, and where the next ones begin.
    moves: usize,
    next_level: usize,
}

impl FollowerWatch {
    pub(crate) fn new(of: &Position) -> FollowerWatch {
        FollowerWatch {
            suspect: Some(of.part_count() + SUSPECT),
            moves: 0,
            next_level: 1,
        }
    }

    /// The follower at a place of the list is expanded; so many are found by now.
    pub(crate) fn expand(&mut self, place: usize, found: usize) -> Result<(), SolveError> {
        if place == self.next_level {
            self.next_level = found;
            self.moves += 1;
        }
        match self.moves >= MOST_MOVES {
            true => Err(SolveError::Endless(MOST_MOVES)),
            false => Ok(()),
        }
    }

    /// A new follower is found.
    pub(crate) fn meet(
        &mut self,
        asking: &mut Asking<'_>,
        of: &Position,
        follower: &Position,
    ) -> Result<(), SolveError> {
        let Some(least) = self.suspect else {
            return Ok(());
        };
        let parts = follower.part_count();
        if parts < least {
            return Ok(());
        }
        self.suspect = None;
        match grows(asking, of)? {
            true => Err(SolveError::Growing(parts)),
            false => Ok(()),
        }
    }
}

/// Are there sums of ever more parts among the followers of a position? A move takes a part to some parts. Where
/// a part comes to itself again, and a move on the way leaves another part beside it that is not 0, it does so again
/// and again, and the sum grows each time; otherwise no part can come back with company, and the sums are bounded.
fn grows(asking: &mut Asking<'_>, of: &Position) -> Result<bool, SolveError> {
    let zero = asking.store.zero();
    let is_zero = |part: &Position| matches!(part.form(), Form::Value(value) if value == zero);
    let mut ticker = asking.meter.ticker();
    let mut numbers: FxHashMap<Position, u32> = FxHashMap::default();
    let mut found: Vec<Position> = Vec::new();
    let mut graph = BigraphBuilder::new(0);
    let mut number = |part: &Position, found: &mut Vec<Position>, graph: &mut BigraphBuilder| {
        *numbers.entry(part.clone()).or_insert_with(|| {
            found.push(part.clone());
            graph.vertex()
        })
    };
    for part in summands(of, asking.meter)? {
        number(part, &mut found, &mut graph);
    }
    // Moves that leave a part with company.
    let mut widening: Vec<(u32, u32)> = Vec::new();
    let mut next = 0;
    while next < found.len() {
        let at = found[next].clone();
        for player in Player::BOTH {
            for option in asking.options(&at, player)? {
                let parts = summands(&option, asking.meter)?;
                let others = parts.iter().filter(|part| !is_zero(part)).count();
                for part in parts {
                    ticker.node(64)?;
                    let to = number(part, &mut found, &mut graph);
                    graph.edge(next as u32, player, to);
                    if others > usize::from(!is_zero(part)) {
                        widening.push((next as u32, to));
                    }
                }
            }
        }
        next += 1;
    }
    let components = Components::new(&graph.build());
    Ok(widening
        .into_iter()
        .any(|(from, to)| components.of(from) == components.of(to)))
}

impl Position {
    /// How many parts it has as a sum; 1 if it is not a sum.
    #[must_use]
    pub fn part_count(&self) -> usize {
        few_parts(self).unwrap_or_else(|| many_parts(self))
    }
}

/// The number of parts, if it is soon counted.
fn few_parts(of: &Position) -> Option<usize> {
    const FEW: usize = 256;
    let mut stack: SmallVec<[&Position; 16]> = SmallVec::from_slice(&[of]);
    let mut count = 0;
    while let Some(top) = stack.pop() {
        match top.form() {
            Form::Compound(Compound::Sum, a, b) => stack.extend([a, b]),
            _ => count += 1,
        }
        if count + stack.len() > FEW {
            return None;
        }
    }
    Some(count)
}

/// Sums share their parts, so that each sum is counted once.
fn many_parts(of: &Position) -> usize {
    let mut known: FxHashMap<&Position, usize> = FxHashMap::default();
    let mut stack = vec![of];
    while let Some(&top) = stack.last() {
        let Form::Compound(Compound::Sum, a, b) = top.form() else {
            known.insert(top, 1);
            stack.pop();
            continue;
        };
        match (known.get(a), known.get(b)) {
            (Some(&a), Some(&b)) => {
                known.insert(top, a.saturating_add(b));
                stack.pop();
            }
            (None, _) => stack.push(a),
            (_, None) => stack.push(b),
        }
    }
    known[of]
}

#[cfg(test)]
mod tests {
    use sidle_core::Meter;
    use sidle_values::Store;

    use super::*;
    use crate::{Compound, NoHost};

    #[test]
    fn a_million_moves_to_new_positions_are_endless() {
        let store = Store::new();
        let mut watch = FollowerWatch::new(&Position::value(store.zero()));
        let chain = (0..).find_map(|place| watch.expand(place, place + 1).err().zip(Some(place)));
        let (error, place) = chain.expect("it ends");
        assert!(matches!(error, SolveError::Endless(MOST_MOVES)), "{error}");
        assert_eq!(place, MOST_MOVES);
    }

    /// A product leads to products beside others: with a loop they come back, without one they do not.
    #[test]
    fn products_grow_where_there_are_loops() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let on = Position::loopy(store.loopy().on().into());
        let loopy = Position::explicit(vec![on], Vec::new());
        let one = Position::value(store.integer(1));
        let short = Position::explicit(vec![one.clone()], vec![one]);
        for (factor, endless) in [(&loopy, true), (&short, false)] {
            let mut asking = Asking {
                store: &store,
                host: &mut NoHost,
                meter: &meter,
            };
            let product = Position::compound(Compound::ConwayProduct, factor, factor);
            assert_eq!(grows(&mut asking, &product).expect("no limit"), endless);
        }
    }
}
