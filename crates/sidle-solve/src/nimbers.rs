//! Nim values by the walk; with cycles the generalized Sprague–Grundy function.

use rustc_hash::FxHashMap;
use sidle_core::{KnownValue, Meter, Player};
use sidle_graph::{
    Csr, Digraph,
    gamma::{Gamma, LoopyNimber},
};
use sidle_values::Store;

use crate::{
    SolveError,
    moves::Known,
    walk::{Algebra, Answer, Edge},
};

/// A nim value, looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Nim {
    Finite(u64),
    /// A number of the pool.
    Infinite(u32),
}

/// The infinite values of a table, and those that are too large to be answers themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct NimPool {
    values: Vec<LoopyNimber>,
    numbers: FxHashMap<LoopyNimber, u32>,
}

/// Answers from here on are numbers of the pool.
const POOLED: u32 = 1 << 31;

impl NimPool {
    fn finite(&mut self, n: u64) -> Answer {
        match u32::try_from(n) {
            Ok(small) if small < POOLED => Answer::Numbered(small),
            _ => self.pooled(LoopyNimber::Finite(n)),
        }
    }

    fn answer(&mut self, value: LoopyNimber) -> Answer {
        match value {
            LoopyNimber::Finite(n) => self.finite(n),
            value => self.pooled(value),
        }
    }

    fn pooled(&mut self, value: LoopyNimber) -> Answer {
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value.clone()).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        Answer::Numbered(POOLED + number)
    }

    fn nim(&self, answer: Answer) -> Nim {
        let Answer::Numbered(number) = answer else {
            unreachable!("nim values are numbered");
        };
        match number.checked_sub(POOLED) {
            None => Nim::Finite(u64::from(number)),
            Some(place) => match self.values[place as usize] {
                LoopyNimber::Finite(n) => Nim::Finite(n),
                LoopyNimber::Infinite(_) => Nim::Infinite(place),
            },
        }
    }

    pub(crate) fn value(&self, answer: Answer) -> LoopyNimber {
        match self.nim(answer) {
            Nim::Finite(n) => LoopyNimber::Finite(n),
            Nim::Infinite(place) => self.values[place as usize].clone(),
        }
    }
}

/// Nim values (Sprague, Grundy; Smith and Fraenkel–Perl where there are cycles).
pub(crate) struct NimValues<'a> {
    pub(crate) store: &'a Store,
    pub(crate) pool: &'a mut NimPool,
    pub(crate) meter: &'a Meter,
    pub(crate) seen: Vec<u64>,
}

/// The least number that is not among those of the bit set.
fn mex(seen: &[u64]) -> u64 {
    match seen.iter().position(|&word| word != u64::MAX) {
        Some(i) => 64 * i as u64 + u64::from(seen[i].trailing_ones()),
        None => 64 * seen.len() as u64,
    }
}

impl Algebra for NimValues<'_> {
    fn players(&self) -> &'static [Player] {
        &[Player::Left]
    }

    fn known(&mut self, known: &Known) -> Result<Option<Answer>, SolveError> {
        let nimber = match known {
            Known::Named(KnownValue::Nimber(star)) => Some(*star),
            Known::Named(KnownValue::Number(number)) if number.is_zero() => Some(0),
            Known::Named(KnownValue::NumberUpStar { number, ups, star })
                if number.is_zero() && *ups == 0 =>
            {
                Some(*star)
            }
            Known::Named(KnownValue::Dud) => return Ok(None),
            Known::Short(game) => self.store.as_nimber(*game),
            Known::Nim(nim) => return Ok(Some(self.pool.answer(nim.clone()))),
            Known::Loopy(value) => match value.short() {
                Some(game) => self.store.as_nimber(game),
                None => None,
            },
            Known::Named(_) => None,
        };
        match nimber {
            Some(star) => Ok(Some(self.pool.finite(star))),
            None => Err(SolveError::NotImpartial),
        }
    }

    fn zero(&mut self) -> Answer {
        Answer::Numbered(0)
    }

    fn add(&mut self, a: Answer, b: Answer) -> Result<Answer, SolveError> {
        if let (Nim::Finite(a), Nim::Finite(b)) = (self.pool.nim(a), self.pool.nim(b)) {
            return Ok(self.pool.finite(a ^ b));
        }
        let sum = self.pool.value(a) + self.pool.value(b);
        Ok(self.pool.answer(sum))
    }

    fn times(&mut self, value: Answer, times: i64) -> Result<Answer, SolveError> {
        match (self.pool.nim(value), times.unsigned_abs()) {
            (_, 0) => Ok(Answer::Numbered(0)),
            (_, 1) => Ok(value),
            (Nim::Finite(_), copies) if copies % 2 == 1 => Ok(value),
            (Nim::Finite(_), _) => Ok(Answer::Numbered(0)),
            // Two infinite values make one without any finite option.
            (Nim::Infinite(_), _) => Ok(self.pool.answer(LoopyNimber::infinite([]))),
        }
    }

    fn game(&mut self, sides: &[Vec<Answer>; 2]) -> Result<Answer, SolveError> {
        // Among n options the least number missing is at most n.
        let room = sides[0].len() + 1;
        self.seen.clear();
        self.seen.resize(room.div_ceil(64), 0);
        let mut infinite = Vec::new();
        for &value in &sides[0] {
            match self.pool.nim(value) {
                Nim::Finite(n) if (n as usize) < room => {
                    self.seen[n as usize / 64] |= 1 << (n % 64);
                }
                Nim::Finite(_) => {}
                Nim::Infinite(place) => infinite.push(place),
            }
        }
        let least = mex(&self.seen);
        // A move to an infinite value must be answered by one back to the least value missing.
        let answered = infinite
            .iter()
            .all(|&place| match &self.pool.values[place as usize] {
                LoopyNimber::Infinite(set) => set.binary_search(&least).is_ok(),
                LoopyNimber::Finite(_) => true,
            });
        if answered {
            return Ok(self.pool.finite(least));
        }
        let finite = sides[0]
            .iter()
            .filter_map(|&value| match self.pool.nim(value) {
                Nim::Finite(n) => Some(n),
                Nim::Infinite(_) => None,
            });
        let value = LoopyNimber::infinite(finite);
        Ok(self.pool.answer(value))
    }

    fn component(&mut self, members: &[[Vec<Edge>; 2]]) -> Result<Vec<Answer>, SolveError> {
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut count = members.len() as u32;
        let mut heaps: Vec<u32> = Vec::new();
        let mut loops: FxHashMap<u32, u32> = FxHashMap::default();
        let mut ticker = self.meter.ticker();
        // A heap of each size up to `n`, as vertices.
        let mut heap = |n: u64, count: &mut u32, edges: &mut Vec<(u32, u32)>| {
            while heaps.len() as u64 <= n {
                for &smaller in &heaps {
                    ticker.step()?;
                    edges.push((*count, smaller));
                }
                heaps.push(*count);
                *count += 1;
            }
            Ok::<u32, SolveError>(heaps[n as usize])
        };
        for (from, sides) in members.iter().enumerate() {
            for edge in &sides[0] {
                let exit = match *edge {
                    Edge::Member { number, .. } => {
                        edges.push((from as u32, number));
                        continue;
                    }
                    Edge::Exit(value) => self.pool.nim(value),
                };
                let to = match exit {
                    Nim::Finite(n) => heap(n, &mut count, &mut edges)?,
                    Nim::Infinite(number) => match loops.get(&number) {
                        Some(&vertex) => vertex,
                        None => {
                            // A loop with these finite options has this value.
                            let vertex = count;
                            count += 1;
                            edges.push((vertex, vertex));
                            if let LoopyNimber::Infinite(set) = &self.pool.values[number as usize] {
                                for &k in set {
                                    let to = heap(k, &mut count, &mut edges)?;
                                    edges.push((vertex, to));
                                }
                            }
                            loops.insert(number, vertex);
                            vertex
                        }
                    },
                };
                edges.push((from as u32, to));
            }
        }
        let rows = match Csr::<u32>::from_edges(count as usize, &edges) {
            Ok(rows) => rows,
            Err(error) => unreachable!("vertices are numbered in order: {error}"),
        };
        let graph = Digraph::new(rows);
        let gamma = Gamma::try_of(&graph, self.meter)?;
        Ok((0..members.len() as u32)
            .map(|v| self.pool.answer(gamma.value(graph.forward(), v)))
            .collect())
    }
}
