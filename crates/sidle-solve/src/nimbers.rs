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
    walk::{Algebra, Edge},
};

/// A nim value in few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Nim {
    Finite(u64),
    /// A number of the pool.
    Infinite(u32),
}

/// The infinite values of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct NimPool {
    values: Vec<LoopyNimber>,
    numbers: FxHashMap<LoopyNimber, u32>,
}

impl NimPool {
    fn nim(&mut self, value: LoopyNimber) -> Nim {
        if let LoopyNimber::Finite(n) = value {
            return Nim::Finite(n);
        }
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value.clone()).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        Nim::Infinite(number)
    }

    pub(crate) fn value(&self, nim: Nim) -> LoopyNimber {
        match nim {
            Nim::Finite(n) => LoopyNimber::Finite(n),
            Nim::Infinite(number) => self.values[number as usize].clone(),
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
    type Value = Nim;
    const ADDS: bool = true;

    fn players(&self) -> &'static [Player] {
        &[Player::Left]
    }

    fn known(&mut self, known: &Known) -> Result<Option<Nim>, SolveError> {
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
            Known::Nim(nim) => return Ok(Some(self.pool.nim(nim.clone()))),
            Known::Loopy(value) => match value.short() {
                Some(game) => self.store.as_nimber(game),
                None => None,
            },
            Known::Named(_) => None,
        };
        match nimber {
            Some(star) => Ok(Some(Nim::Finite(star))),
            None => Err(SolveError::NotImpartial),
        }
    }

    fn zero(&mut self) -> Nim {
        Nim::Finite(0)
    }

    fn add(&mut self, a: Nim, b: Nim) -> Result<Nim, SolveError> {
        if let (Nim::Finite(a), Nim::Finite(b)) = (a, b) {
            return Ok(Nim::Finite(a ^ b));
        }
        let sum = self.pool.value(a) + self.pool.value(b);
        Ok(self.pool.nim(sum))
    }

    fn times(&mut self, value: Nim, times: i64) -> Result<Nim, SolveError> {
        match (value, times.unsigned_abs()) {
            (_, 0) => Ok(Nim::Finite(0)),
            (_, 1) => Ok(value),
            (Nim::Finite(n), copies) => Ok(Nim::Finite(if copies % 2 == 1 { n } else { 0 })),
            // Two infinite values make one without any finite option.
            (Nim::Infinite(_), _) => Ok(self.pool.nim(LoopyNimber::infinite([]))),
        }
    }

    fn game(&mut self, sides: &[Vec<Nim>; 2]) -> Result<Nim, SolveError> {
        // Among n options the least number missing is at most n.
        let room = sides[0].len() + 1;
        self.seen.clear();
        self.seen.resize(room.div_ceil(64), 0);
        let mut infinite = Vec::new();
        for &value in &sides[0] {
            match value {
                Nim::Finite(n) if (n as usize) < room => {
                    self.seen[n as usize / 64] |= 1 << (n % 64);
                }
                Nim::Finite(_) => {}
                Nim::Infinite(number) => infinite.push(number),
            }
        }
        let least = mex(&self.seen);
        // A move to an infinite value must be answered by one back to the least value missing.
        let answered = infinite
            .iter()
            .all(|&number| match &self.pool.values[number as usize] {
                LoopyNimber::Infinite(set) => set.binary_search(&least).is_ok(),
                LoopyNimber::Finite(_) => true,
            });
        if answered {
            return Ok(Nim::Finite(least));
        }
        let finite = sides[0].iter().filter_map(|value| match value {
            Nim::Finite(n) => Some(*n),
            Nim::Infinite(_) => None,
        });
        Ok(self.pool.nim(LoopyNimber::infinite(finite)))
    }

    fn component(&mut self, members: &[[Vec<Edge<Nim>>; 2]]) -> Result<Vec<Nim>, SolveError> {
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
                let to = match *edge {
                    Edge::Member { number, .. } => number,
                    Edge::Exit(Nim::Finite(n)) => heap(n, &mut count, &mut edges)?,
                    Edge::Exit(Nim::Infinite(number)) => match loops.get(&number) {
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
            .map(|v| self.pool.nim(gamma.value(graph.forward(), v)))
            .collect())
    }
}
