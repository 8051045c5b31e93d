//! Slow and obviously right: what the tests of tokens and annihilation compare with.
#![allow(dead_code, reason = "each test program uses a part of this")]

use std::collections::HashMap;
use std::hash::Hash;

use sidle_graph::{Digraph, label::Label};

/// Random numbers from a fixed seed.
pub(crate) struct Random(fastrand::Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A digraph on `n` vertices, loops allowed, with about `percent` of all edges.
    pub(crate) fn digraph(&mut self, n: usize, percent: usize) -> Digraph {
        let mut edges = Vec::new();
        for u in 0..n as u32 {
            for v in 0..n as u32 {
                if self.below(100) < percent {
                    edges.push((u, v));
                }
            }
        }
        Digraph::from_edges(n, &edges).expect("a small graph")
    }

    /// A digraph with up to `n` vertices and a density drawn anew.
    pub(crate) fn any_digraph(&mut self, n: usize) -> Digraph {
        let n = 1 + self.below(n);
        let percent = 5 + self.below(60);
        self.digraph(n, percent)
    }
}

/// The digraph on `n` vertices whose adjacency matrix is `bits`.
pub(crate) fn from_matrix(n: usize, bits: u64) -> Digraph {
    let mut edges = Vec::new();
    for place in 0..n * n {
        if bits >> place & 1 == 1 {
            edges.push(((place / n) as u32, (place % n) as u32));
        }
    }
    Digraph::from_edges(n, &edges).expect("a small graph")
}

/// P, N and D of every position that can be reached, by repeating the definition until nothing
/// changes.
pub(crate) fn outcomes<T: Clone + Eq + Hash>(
    roots: impl IntoIterator<Item = T>,
    options: impl Fn(&T) -> Vec<T>,
) -> HashMap<T, Label> {
    let mut numbers: HashMap<T, usize> = HashMap::new();
    let mut positions: Vec<T> = Vec::new();
    for root in roots {
        if !numbers.contains_key(&root) {
            numbers.insert(root.clone(), positions.len());
            positions.push(root);
        }
    }
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < positions.len() {
        let at = positions[moves.len()].clone();
        let mut row = Vec::new();
        for option in options(&at) {
            let next = positions.len();
            let number = *numbers.entry(option.clone()).or_insert(next);
            if number == next {
                positions.push(option);
            }
            row.push(number);
        }
        moves.push(row);
    }
    let labels = retrograde(&moves);
    positions.into_iter().zip(labels).collect()
}

/// P, N and D of the vertices of a graph given by rows.
pub(crate) fn retrograde(moves: &[Vec<usize>]) -> Vec<Label> {
    let mut labels = vec![Label::D; moves.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (v, row) in moves.iter().enumerate() {
            if labels[v] != Label::D {
                continue;
            }
            if row.iter().any(|&w| labels[w] == Label::P) {
                labels[v] = Label::N;
                changed = true;
            } else if row.iter().all(|&w| labels[w] == Label::N) {
                labels[v] = Label::P;
                changed = true;
            }
        }
    }
    labels
}

/// Is the larger world asked for?
pub(crate) fn exhaustive() -> bool {
    std::env::var_os("SIDLE_EXHAUSTIVE").is_some()
}
