//! Canonical values by the walk.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player};
use sidle_graph::{bigraph::BigraphBuilder, gamma::LoopyNimber};
use sidle_values::{
    Game, Store,
    loopy::{ComponentEdge, Effort, LoopyGraph, LoopyValue},
};

use crate::{
    SolveError,
    forms::known_value,
    moves::Known,
    walk::{Algebra, Answer, Edge},
};

/// The loopy values of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopyPool {
    values: Vec<LoopyValue>,
    numbers: FxHashMap<LoopyValue, u32>,
}

impl LoopyPool {
    pub(crate) fn solved(&mut self, value: LoopyValue) -> Answer {
        if let Some(game) = value.short() {
            return Answer::Short(game);
        }
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        Answer::Numbered(number)
    }

    pub(crate) fn value(&self, solved: Answer) -> LoopyValue {
        match solved {
            Answer::Short(game) => game.into(),
            Answer::Numbered(number) => self.values[number as usize],
        }
    }
}

/// Canonical values.
pub(crate) struct Partizan<'a> {
    store: &'a Store,
    pool: &'a mut LoopyPool,
    meter: &'a Meter,
    effort: Effort,
    sides: [Vec<Game>; 2],
}

impl<'a> Partizan<'a> {
    pub(crate) fn new(
        store: &'a Store,
        pool: &'a mut LoopyPool,
        meter: &'a Meter,
        effort: Effort,
    ) -> Partizan<'a> {
        Partizan {
            store,
            pool,
            meter,
            effort,
            sides: [Vec::new(), Vec::new()],
        }
    }

    fn loopy_sides(&self, sides: &[Vec<Answer>; 2]) -> [Vec<LoopyValue>; 2] {
        sides
            .each_ref()
            .map(|side| side.iter().map(|value| self.pool.value(*value)).collect())
    }
}

impl Algebra for Partizan<'_> {
    fn players(&self) -> &'static [Player] {
        &Player::BOTH
    }

    fn known(&mut self, known: &Known) -> Result<Option<Answer>, SolveError> {
        Ok(Some(match known {
            Known::Named(named) => {
                let value = known_value(self.store, named);
                self.pool.solved(value)
            }
            Known::Short(game) => Answer::Short(*game),
            Known::Loopy(value) => self.pool.solved(*value),
            Known::Nim(LoopyNimber::Finite(star)) => Answer::Short(self.store.nimber(*star)),
            Known::Nim(LoopyNimber::Infinite(_)) => return Ok(None),
        }))
    }

    fn zero(&mut self) -> Answer {
        Answer::Short(self.store.zero())
    }

    fn add(&mut self, a: Answer, b: Answer) -> Result<Answer, SolveError> {
        if let (Answer::Short(a), Answer::Short(b)) = (a, b) {
            return Ok(Answer::Short(self.store.try_add(a, b, self.meter)?));
        }
        let (a, b) = (self.pool.value(a), self.pool.value(b));
        let sum = self.store.loopy().try_add(a, b, self.effort, self.meter)?;
        Ok(self.pool.solved(sum))
    }

    fn times(&mut self, value: Answer, times: i64) -> Result<Answer, SolveError> {
        match value {
            Answer::Short(game) => {
                let store = self.store;
                Ok(Answer::Short(if times == -1 {
                    store.try_negative(game, self.meter)?
                } else {
                    store.try_multiple(game, times, self.meter)?
                }))
            }
            Answer::Numbered(_) => {
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

    fn game(&mut self, sides: &[Vec<Answer>; 2]) -> Result<Answer, SolveError> {
        for (shorts, side) in self.sides.iter_mut().zip(sides) {
            shorts.clear();
            shorts.extend(side.iter().filter_map(|value| match value {
                Answer::Short(game) => Some(*game),
                Answer::Numbered(_) => None,
            }));
        }
        if (0..2).all(|i| self.sides[i].len() == sides[i].len()) {
            let [left, right] = &self.sides;
            return Ok(Answer::Short(self.store.try_game(left, right, self.meter)?));
        }
        let [left, right] = self.loopy_sides(sides);
        let value = self
            .store
            .loopy()
            .try_game(&left, &right, self.effort, self.meter)?;
        Ok(self.pool.solved(value))
    }

    /// The component with canonical exits goes to the loopy engine. Where the signs allow it, members are
    /// negated so that no move leads to a negative; else every member appears with both signs.
    fn component(&mut self, members: &[[Vec<Edge>; 2]]) -> Result<Vec<Answer>, SolveError> {
        let mut ticker = self.meter.ticker();
        let signs = signs(members);
        let (signs, twice) = match signs {
            Some(signs) => (signs, false),
            None => (vec![false; members.len()], true),
        };
        let count = members.len() as u32;
        let mut negatives: FxHashMap<Answer, Answer> = FxHashMap::default();
        let mut rows: Vec<[Vec<ComponentEdge>; 2]> =
            Vec::with_capacity(members.len() << u8::from(twice));
        for copy in 0..1 + u32::from(twice) {
            for (from, sides) in members.iter().enumerate() {
                let negative = signs[from] != (copy == 1);
                let mut row = [Vec::new(), Vec::new()];
                for player in Player::BOTH {
                    let own = if negative { -player } else { player };
                    for edge in &sides[own.index()] {
                        ticker.step()?;
                        row[player.index()].push(match *edge {
                            Edge::Member { number, negated } => {
                                let other_copy = twice && negated != negative;
                                ComponentEdge::Member(number + if other_copy { count } else { 0 })
                            }
                            Edge::Exit(value) if negative => {
                                let negated = match negatives.get(&value) {
                                    Some(&negated) => negated,
                                    None => {
                                        let negated = self.times(value, -1)?;
                                        negatives.insert(value, negated);
                                        negated
                                    }
                                };
                                ComponentEdge::Exit(self.pool.value(negated))
                            }
                            Edge::Exit(value) => ComponentEdge::Exit(self.pool.value(value)),
                        });
                    }
                }
                rows.push(row);
            }
        }
        let values = self.component_values(&rows)?;
        let mut solved = Vec::with_capacity(members.len());
        for (value, &negative) in values.iter().zip(&signs) {
            let value = self.pool.solved(*value);
            solved.push(match negative {
                true => self.times(value, -1)?,
                false => value,
            });
        }
        Ok(solved)
    }
}

/// Components with more vertices are first looked at as graphs: those of bisimilar positions are joined.
const FEW: usize = 200;

impl Partizan<'_> {
    fn component_values(
        &self,
        rows: &[[Vec<ComponentEdge>; 2]],
    ) -> Result<Vec<LoopyValue>, SolveError> {
        let loopy = self.store.loopy();
        if rows.len() <= FEW {
            return Ok(loopy.try_component_values(rows, self.effort, self.meter)?);
        }
        let mut ticker = self.meter.ticker();
        let mut builder = BigraphBuilder::new(rows.len());
        let mut exits: FxHashMap<LoopyValue, u32> = FxHashMap::default();
        for (from, row) in rows.iter().enumerate() {
            for player in Player::BOTH {
                for edge in &row[player.index()] {
                    ticker.step()?;
                    let to = match *edge {
                        ComponentEdge::Member(to) => to,
                        ComponentEdge::Exit(value) => {
                            *exits.entry(value).or_insert_with(|| builder.vertex())
                        }
                    };
                    builder.edge(from as u32, player, to);
                }
            }
        }
        let mut graph = LoopyGraph::new(builder.build());
        for (value, vertex) in exits {
            graph = graph.with_exit(vertex, value);
        }
        let mut values = loopy.try_graph_values(&graph, self.effort, self.meter)?;
        values.truncate(rows.len());
        Ok(values)
    }
}

/// Which members to negate so that no move inside the component leads to a negative, if that is possible.
fn signs(members: &[[Vec<Edge>; 2]]) -> Option<Vec<bool>> {
    let mut signs: Vec<Option<bool>> = vec![None; members.len()];
    let mut todo = Vec::new();
    for start in 0..members.len() {
        if signs[start].is_some() {
            continue;
        }
        signs[start] = Some(false);
        todo.push((start, false));
        while let Some((from, sign)) = todo.pop() {
            for edge in members[from].iter().flatten() {
                let Edge::Member { number, negated } = *edge else {
                    continue;
                };
                let to = number as usize;
                match signs[to] {
                    None => {
                        signs[to] = Some(sign != negated);
                        todo.push((to, sign != negated));
                    }
                    Some(known) if known != (sign != negated) => return None,
                    Some(_) => {}
                }
            }
        }
    }
    signs.into_iter().collect()
}
