//! Bigraphs for the tests: all small ones, and random ones. The tests of loopy values use them as well.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use sidle_core::Player;
use sidle_graph::bigraph::{Bigraph, BigraphBuilder};

/// The graph on `n` vertices whose edges are the bits of `code`: Left edges first.
pub(crate) fn from_code(n: u32, code: u64) -> Bigraph {
    let mut builder = BigraphBuilder::new(n as usize);
    for bit in 0..2 * n * n {
        if code >> bit & 1 != 0 {
            let player = Player::BOTH[(bit / (n * n)) as usize];
            builder.edge(bit / n % n, player, bit % n);
        }
    }
    builder.build()
}

/// A graph on `n` vertices with that many random edges.
pub(crate) fn random_graph(random: &mut fastrand::Rng, n: u32, edges: u32) -> Bigraph {
    let mut builder = BigraphBuilder::new(n as usize);
    for _ in 0..edges {
        let player = Player::BOTH[random.usize(..2)];
        builder.edge(random.u32(..n), player, random.u32(..n));
    }
    builder.build()
}
