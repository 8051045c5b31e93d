//! Canonical values by the walk.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player};
use sidle_graph::{bigraph::BigraphBuilder, gamma::LoopyNimber};
use sidle_values::{
    Game, Store,
    loopy::{Effort, LoopyGraph, LoopyValue},
};

use crate::{
    SolveError,
    forms::known_value,
    moves::Known,
    walk::{Algebra, Edge},
};

/// A canonical value in few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Solved {
    Short(Game),
    /// A number of the pool.
    Loopy(u32),
}

/// The loopy values of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopyPool {
    values: Vec<LoopyValue>,
    numbers: FxHashMap<LoopyValue, u32>,
}

impl LoopyPool {
    pub(crate) fn solved(&mut self, value: LoopyValue) -> Solved {
        if let Some(game) = value.short() {
            return Solved::Short(game);
        }
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        Solved::Loopy(number)
    }

    pub(crate) fn value(&self, solved: Solved) -> LoopyValue {
        match solved {
            Solved::Short(game) => game.into(),
            Solved::Loopy(number) => self.values[number as usize],
        }
    }
}

/// Canonical values.
pub(crate) struct Partizan<'a> {
    pub(crate) store: &'a Store,
    pub(crate) pool: &'a mut LoopyPool,
    pub(crate) meter: &'a Meter,
    pub(crate) effort: Effort,
    pub(crate) sides: [Vec<Game>; 2],
}

impl Partizan<'_> {
    fn loopy_sides(&self, sides: &[Vec<Solved>; 2]) -> [Vec<LoopyValue>; 2] {
        sides
            .each_ref()
            .map(|side| side.iter().map(|value| self.pool.value(*value)).collect())
    }
}

impl Algebra for Partizan<'_> {
    type Value = Solved;
    const ADDS: bool = true;

    fn players(&self) -> &'static [Player] {
        &Player::BOTH
    }

    fn known(&mut self, known: &Known) -> Result<Option<Solved>, SolveError> {
        Ok(Some(match known {
            Known::Named(named) => {
                let value = known_value(self.store, named);
                self.pool.solved(value)
            }
            Known::Short(game) => Solved::Short(*game),
            Known::Loopy(value) => self.pool.solved(*value),
            Known::Nim(LoopyNimber::Finite(star)) => Solved::Short(self.store.nimber(*star)),
            Known::Nim(LoopyNimber::Infinite(_)) => return Ok(None),
        }))
    }

    fn zero(&mut self) -> Solved {
        Solved::Short(self.store.zero())
    }

    fn add(&mut self, a: Solved, b: Solved) -> Result<Solved, SolveError> {
        if let (Solved::Short(a), Solved::Short(b)) = (a, b) {
            return Ok(Solved::Short(self.store.try_add(a, b, self.meter)?));
        }
        let (a, b) = (self.pool.value(a), self.pool.value(b));
        let sum = self.store.loopy().try_add(a, b, self.effort, self.meter)?;
        Ok(self.pool.solved(sum))
    }

    fn times(&mut self, value: Solved, times: i64) -> Result<Solved, SolveError> {
        match value {
            Solved::Short(game) => {
                let store = self.store;
                Ok(Solved::Short(if times == -1 {
                    store.try_negative(game, self.meter)?
                } else {
                    store.try_multiple(game, times, self.meter)?
                }))
            }
            Solved::Loopy(_) => {
                let (loopy, value) = (self.store.loopy(), self.pool.value(value));
                let scaled = if times == -1 {
                    loopy.try_negative_value(value, self.meter)?
                } else {
                    loopy.try_multiple(value, times, self.effort, self.meter)?
                };
                Ok(self.pool.solved(scaled))
            }
        }
    }

    fn game(&mut self, sides: &[Vec<Solved>; 2]) -> Result<Solved, SolveError> {
        for (shorts, side) in self.sides.iter_mut().zip(sides) {
            shorts.clear();
            shorts.extend(side.iter().filter_map(|value| match value {
                Solved::Short(game) => Some(*game),
                Solved::Loopy(_) => None,
            }));
        }
        if (0..2).all(|i| self.sides[i].len() == sides[i].len()) {
            let [left, right] = &self.sides;
            return Ok(Solved::Short(self.store.try_game(left, right, self.meter)?));
        }
        let [left, right] = self.loopy_sides(sides);
        let value = self
            .store
            .loopy()
            .try_game(&left, &right, self.effort, self.meter)?;
        Ok(self.pool.solved(value))
    }

    /// The component becomes a graph whose exits are canonical; members that are met as negatives
    /// appear with both signs.
    fn component(&mut self, members: &[[Vec<Edge<Solved>>; 2]]) -> Result<Vec<Solved>, SolveError> {
        let signs = members.iter().flatten().flatten();
        let twice = signs
            .into_iter()
            .any(|edge| matches!(edge, Edge::Member { negated: true, .. }));
        let count = members.len() as u32;
        let mut builder = BigraphBuilder::new(members.len() * if twice { 2 } else { 1 });
        let mut exits: Vec<(u32, Solved)> = Vec::new();
        let mut exit_of: FxHashMap<Solved, u32> = FxHashMap::default();
        let mut ticker = self.meter.ticker();
        for negative in [false, true] {
            if negative && !twice {
                break;
            }
            for (from, sides) in members.iter().enumerate() {
                for player in Player::BOTH {
                    let own = if negative { -player } else { player };
                    for edge in &sides[own.index()] {
                        ticker.step()?;
                        let to = match *edge {
                            Edge::Member { number, negated } => {
                                number + if negated != negative { count } else { 0 }
                            }
                            Edge::Exit(value) => {
                                let value = if negative {
                                    self.times(value, -1)?
                                } else {
                                    value
                                };
                                *exit_of.entry(value).or_insert_with(|| {
                                    let vertex = builder.vertex();
                                    exits.push((vertex, value));
                                    vertex
                                })
                            }
                        };
                        let from = from as u32 + if negative { count } else { 0 };
                        builder.edge(from, player, to);
                    }
                }
            }
        }
        let mut graph = LoopyGraph::new(builder.build());
        for (vertex, value) in exits {
            graph = graph.with_exit(vertex, self.pool.value(value));
        }
        let values = self
            .store
            .loopy()
            .try_graph_values(&graph, self.effort, self.meter)?;
        Ok(values[..members.len()]
            .iter()
            .map(|value| self.pool.solved(*value))
            .collect())
    }
}
