//! The three conditions that only γ satisfies, vertex by vertex.

use super::Value;
use crate::digraph::Rows;

/// The first vertex at which a condition fails.
#[derive(Debug)]
pub(crate) struct Breach {
    pub(crate) vertex: usize,
    pub(crate) reason: String,
}

fn breach<T>(vertex: usize, reason: impl Into<String>) -> Result<T, Breach> {
    let reason = reason.into();
    Err(Breach { vertex, reason })
}

/// Claimed values with claimed counters on a digraph. Write K(u) for the finite values among the
/// options of u.
///
/// * A: a finite value is mex K(u);
/// * B: if u has a finite value, each option of a larger value (∞ is larger) has itself an option with
///   the value of u and a smaller counter;
/// * C: if u has value ∞, some option v of value ∞ has mex K(u) ∉ K(v).
///
/// A function with a counter that satisfies A, B and C is γ (Fraenkel and Yesha, "The generalized
/// Sprague–Grundy function and its invariance under certain mappings", J. Combin. Theory A 43, 1986;
/// after Smith 1966 and Fraenkel and Perl 1975).
#[derive(Debug)]
pub(crate) struct Claims<'c> {
    pub(crate) rows: &'c Rows,
    /// As many as there are rows.
    pub(crate) gamma: &'c [Value],
    /// As many as there are rows.
    pub(crate) counters: &'c [Option<u64>],
}

impl Claims<'_> {
    /// Checks everything.
    ///
    /// Cost: O(vertices + edges).
    pub(crate) fn verify(&self) -> Result<(), Breach> {
        for v in 0..self.rows.len() {
            self.in_range(v)?;
        }
        let mex = self.check_mex()?;
        self.check_reverts(&mex)
    }

    fn finite(&self, v: u32) -> Option<u32> {
        self.gamma[v as usize].finite()
    }

    /// A value above the number of options is no mex; with that out of the way the values can serve as
    /// indices.
    fn in_range(&self, v: usize) -> Result<(), Breach> {
        match (self.gamma[v].finite(), self.counters[v]) {
            (Some(value), Some(_)) if value as usize > self.rows.of(v).len() => {
                breach(v, "the value is larger than the number of options")
            }
            (Some(_), None) => breach(v, "a finite value needs a counter"),
            (None, Some(_)) => breach(v, "an infinite value has no counter"),
            _ => Ok(()),
        }
    }

    /// Condition A. Returns mex K(u) for every u.
    fn check_mex(&self) -> Result<Vec<u32>, Breach> {
        let mut seen = Marks::new(self.rows.most_options());
        let mut all = Vec::with_capacity(self.rows.len());
        for (u, value) in self.gamma.iter().enumerate() {
            seen.clear();
            let options = self.rows.of(u).iter();
            options
                .filter_map(|&v| self.finite(v))
                .for_each(|k| seen.mark(k, 0));
            let mex = seen.mex();
            if value.finite().is_some_and(|value| value != mex) {
                return breach(u, format!("A: {mex} is the least value that no option has"));
            }
            all.push(mex);
        }
        Ok(all)
    }

    /// Conditions B and C, for all edges into one vertex at a time.
    fn check_reverts(&self, mex: &[u32]) -> Result<(), Breach> {
        let into = self.rows.reversed();
        let mut seen = Marks::new(self.rows.most_options());
        let mut open: Vec<bool> = self.gamma.iter().map(|g| *g == Value::Infinite).collect();
        for v in 0..self.rows.len() {
            seen.clear();
            for &w in self.rows.of(v) {
                if let (Some(value), Some(counter)) = (self.finite(w), self.counters[w as usize]) {
                    seen.mark(value, counter);
                }
            }
            let here = self.gamma[v].finite();
            for &u in into.of(v) {
                let u = u as usize;
                match (self.gamma[u].finite(), here) {
                    (Some(value), here) if here.is_none_or(|here| here > value) => {
                        let nearest = seen.least(value);
                        if nearest.is_none_or(|least| Some(least) >= self.counters[u]) {
                            let reason = format!(
                                "B: its option {v} has no option of this value with a smaller counter"
                            );
                            return breach(u, reason);
                        }
                    }
                    (None, None) if seen.least(mex[u]).is_none() => open[u] = false,
                    _ => {}
                }
            }
        }
        match open.iter().position(|&open| open) {
            None => Ok(()),
            Some(u) => {
                let value = mex[u];
                breach(
                    u,
                    format!("C: there is no infinite option without an option of value {value}"),
                )
            }
        }
    }
}

/// For each value the least counter it was marked with since the last `clear`, which takes no time.
struct Marks {
    round: usize,
    cells: Vec<(usize, u64)>,
}

impl Marks {
    /// For values up to `most`.
    fn new(most: usize) -> Marks {
        Marks {
            round: 0,
            cells: vec![(0, 0); most + 1],
        }
    }

    fn clear(&mut self) {
        self.round += 1;
    }

    fn mark(&mut self, value: u32, counter: u64) {
        let cell = &mut self.cells[value as usize];
        if cell.0 == self.round {
            cell.1 = cell.1.min(counter);
        } else {
            *cell = (self.round, counter);
        }
    }

    fn least(&self, value: u32) -> Option<u64> {
        let &(round, counter) = self.cells.get(value as usize)?;
        (round == self.round).then_some(counter)
    }

    fn mex(&self) -> u32 {
        let marked = self.cells.iter();
        marked.take_while(|cell| cell.0 == self.round).count() as u32
    }
}
