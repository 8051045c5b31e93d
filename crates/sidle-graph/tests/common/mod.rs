//! Graphs for the tests: all small ones, and random ones from a fixed seed.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use sidle_graph::Digraph;

/// The digraph on `n` vertices whose edge `u -> v` is bit `n u + v` of `bits`.
pub(crate) fn small_digraph(n: usize, bits: u64) -> Digraph {
    let edges: Vec<(u32, u32)> = (0..n * n)
        .filter(|&bit| bits >> bit & 1 == 1)
        .map(|bit| ((bit / n) as u32, (bit % n) as u32))
        .collect();
    Digraph::from_edges(n, &edges).expect("both ends are below n")
}

/// All digraphs with loops on at most `most` vertices.
pub(crate) fn all_digraphs(most: usize) -> impl Iterator<Item = Digraph> {
    (0..=most).flat_map(|n| (0..1u64 << (n * n)).map(move |bits| small_digraph(n, bits)))
}

/// A random digraph on 1 to `most` vertices with a random density.
pub(crate) fn random_digraph(random: &mut fastrand::Rng, most: usize) -> Digraph {
    let n = 1 + random.usize(..most);
    let edges = random.usize(..3 * n + 1);
    let edges: Vec<(u32, u32)> = (0..edges)
        .map(|_| (random.usize(..n) as u32, random.usize(..n) as u32))
        .collect();
    Digraph::from_edges(n, &edges).expect("both ends are below n")
}

/// Larger graphs with deep and wide levels, leaves and draws.
pub(crate) fn large_digraphs(n: usize) -> Vec<(&'static str, Digraph)> {
    let mut random = fastrand::Rng::with_seed(7);
    let id = |v: usize| v as u32;
    let mut uniform = Vec::new();
    let mut local = Vec::new();
    for v in 0..n {
        if random.usize(..10) == 0 {
            continue;
        }
        for _ in 0..1 + random.usize(..4) {
            uniform.push((id(v), id(random.usize(..n))));
            let near = v + random.usize(..200);
            local.push((id(v), id((near + n - 90) % n)));
        }
    }
    // Nearly everything ends in the end, most of it in a few large levels; some rows are long.
    let mut ending = Vec::new();
    for v in 0..n {
        let options = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4][random.usize(..10)];
        let options = if random.usize(..50) == 0 { 40 } else { options };
        ending.extend((0..options).map(|_| (id(v), id(random.usize(..n)))));
    }
    let side = n.isqrt();
    let mut grid = Vec::new();
    for v in 0..side * side {
        let (row, column) = (v / side, v % side);
        for (to, inside) in [(v + side, row + 1 < side), (v + 1, column + 1 < side)] {
            if inside {
                grid.push((id(v), id(to)));
            }
        }
        if random.usize(..50) == 0 && row > 0 {
            grid.push((id(v), id(v - side)));
        }
    }
    [
        ("uniform", n, uniform),
        ("local", n, local),
        ("ending", n, ending),
        ("grid", side * side, grid),
    ]
    .into_iter()
    .map(|(name, n, edges)| (name, Digraph::from_edges(n, &edges).expect("good edges")))
    .collect()
}
