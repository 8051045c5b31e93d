//! The order of loopy games against two references: exhaustive search over Left's positional
//! strategies, and the defining fixpoints written out naively.

mod bigraphs;

use bigraphs::{from_code, random_graph};
use sidle_core::{Meter, Player};
use sidle_graph::bigraph::{Bigraph, OrderMatrix, Side, side_matrix, survival_matrix};

/// Which moves are "good": infinite play with infinitely many of them is fine for Left.
#[derive(Clone, Copy, PartialEq)]
enum Good {
    All,
    InH,
    InG,
}

/// A state is `(g, h, mover)`; the bool of a move says whether it is good.
struct Product {
    columns: usize,
    moves: Vec<Vec<(usize, bool)>>,
}

impl Product {
    fn new(g: &Bigraph, h: &Bigraph, good: Good) -> Product {
        let columns = h.vertex_count();
        let at =
            |i: u32, j: u32, mover: Player| 2 * (i as usize * columns + j as usize) + mover.index();
        let mut moves = Vec::new();
        for i in g.vertices() {
            for j in h.vertices() {
                for mover in Player::BOTH {
                    let in_h = h
                        .options(j, mover)
                        .iter()
                        .map(|&k| (at(i, k, -mover), good != Good::InG));
                    let in_g = g
                        .options(i, -mover)
                        .iter()
                        .map(|&k| (at(k, j, -mover), good != Good::InH));
                    moves.push(in_h.chain(in_g).collect());
                }
            }
        }
        Product { columns, moves }
    }

    fn left_states(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves.len()).step_by(2)
    }

    /// `None` when there are more than `limit` strategies.
    fn by_strategies(&self, limit: u64) -> Option<Vec<bool>> {
        let mut count = 1u64;
        for s in self.left_states() {
            count = count.checked_mul(self.moves[s].len().max(1) as u64)?;
            if count > limit {
                return None;
            }
        }
        let mut survived = vec![false; self.moves.len()];
        let mut choice = vec![0usize; self.moves.len()];
        loop {
            for (s, ok) in self.survived_by(&choice).into_iter().enumerate() {
                survived[s] |= ok;
            }
            let next = self.left_states().find(|&s| {
                choice[s] += 1;
                if choice[s] < self.moves[s].len() {
                    return true;
                }
                choice[s] = 0;
                false
            });
            if next.is_none() {
                return Some(survived);
            }
        }
    }

    /// With Left's moves fixed: Right beats him where he can force a dead end for Left or a cycle
    /// without good moves.
    fn survived_by(&self, choice: &[usize]) -> Vec<bool> {
        let n = self.moves.len();
        let moves = |s: usize| -> &[(usize, bool)] {
            if s.is_multiple_of(2) && !self.moves[s].is_empty() {
                &self.moves[s][choice[s]..=choice[s]]
            } else {
                &self.moves[s]
            }
        };
        // Quiet: states from which a walk of n moves without good ones exists.
        let mut quiet = vec![true; n];
        for _ in 0..n {
            quiet = (0..n)
                .map(|s| moves(s).iter().any(|&(t, good)| !good && quiet[t]))
                .collect();
        }
        let mut lost: Vec<bool> = (0..n)
            .map(|s| quiet[s] || (s.is_multiple_of(2) && self.moves[s].is_empty()))
            .collect();
        for _ in 0..n {
            lost = (0..n)
                .map(|s| lost[s] || moves(s).iter().any(|&(t, _)| lost[t]))
                .collect();
        }
        lost.into_iter().map(|lost| !lost).collect()
    }

    /// The nested fixpoint as it is written in the theory.
    fn by_fixpoint(&self) -> Vec<bool> {
        let n = self.moves.len();
        let mut y = vec![true; n];
        loop {
            let mut x = vec![false; n];
            loop {
                let next: Vec<bool> = (0..n)
                    .map(|s| {
                        let fine = |&(t, good): &(usize, bool)| if good { y[t] } else { x[t] };
                        if s.is_multiple_of(2) {
                            self.moves[s].iter().any(fine)
                        } else {
                            self.moves[s].iter().all(fine)
                        }
                    })
                    .collect();
                if next == x {
                    break;
                }
                x = next;
            }
            if x == y {
                return y;
            }
            y = x;
        }
    }

    fn check(&self, survived: &[bool], matrix: &OrderMatrix, what: &str) {
        for (pair, chunk) in survived.chunks(2).enumerate() {
            let (i, j) = ((pair / self.columns) as u32, (pair % self.columns) as u32);
            assert_eq!(chunk[1], matrix.le(i, j), "{what} at {i}, {j}");
        }
    }
}

fn matrix(g: &Bigraph, h: &Bigraph, good: Good) -> OrderMatrix {
    let meter = Meter::unlimited();
    match good {
        Good::All => survival_matrix(g, h, &meter),
        Good::InH => side_matrix(g, h, Side::Onside, &meter),
        Good::InG => side_matrix(g, h, Side::Offside, &meter),
    }
    .expect("unlimited")
}

fn check(g: &Bigraph, h: &Bigraph, strategies: u64) -> bool {
    let mut exhausted = true;
    for good in [Good::All, Good::InH, Good::InG] {
        let product = Product::new(g, h, good);
        let computed = matrix(g, h, good);
        product.check(&product.by_fixpoint(), &computed, "fixpoint");
        match product.by_strategies(strategies) {
            Some(survived) => product.check(&survived, &computed, "strategies"),
            None => exhausted = false,
        }
    }
    exhausted
}

#[test]
fn every_graph_on_two_vertices() {
    for code in 0..256 {
        let graph = from_code(2, code);
        assert!(check(&graph, &graph, 1000));
    }
    for code in 0..4 {
        let graph = from_code(1, code);
        assert!(check(&graph, &graph, 1000));
    }
}

/// All 2^18 graphs on three vertices with `SIDLE_EXHAUSTIVE=1`, every 97th otherwise.
#[test]
fn graphs_on_three_vertices() {
    let step = if std::env::var_os("SIDLE_EXHAUSTIVE").is_some() {
        1
    } else {
        97
    };
    let mut exhausted = 0;
    for code in (0..1u64 << 18).step_by(step) {
        let graph = from_code(3, code);
        exhausted += u32::from(check(&graph, &graph, 500));
    }
    assert!(exhausted > 300, "too few strategy searches: {exhausted}");
}

#[test]
fn random_pairs_of_graphs_to_eight_vertices() {
    let mut rng = fastrand::Rng::with_seed(5);
    for round in 0..1500 {
        let (n, m) = (1 + rng.u32(..8), 1 + rng.u32(..8));
        let (d, e) = (1 + rng.u32(..3), 1 + rng.u32(..3));
        let g = random_graph(&mut rng, n, n * d);
        let h = random_graph(&mut rng, m, m * e);
        check(&g, &h, if round % 5 == 0 { 500 } else { 0 });
    }
}

/// A stopper is a game whose state graph has no cycle: compare with long alternating walks.
#[test]
fn stopper_test_agrees_with_long_walks() {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut stoppers = 0;
    for _ in 0..3000 {
        let n = 1 + rng.u32(..6);
        let edges = 1 + rng.u32(..2 * n);
        let graph = random_graph(&mut rng, n, edges);
        let mut alive = vec![[true; 2]; n as usize];
        for _ in 0..=2 * n {
            alive = graph
                .vertices()
                .map(|v| {
                    Player::BOTH.map(|p| {
                        graph
                            .options(v, p)
                            .iter()
                            .any(|&w| alive[w as usize][(-p).index()])
                    })
                })
                .collect();
        }
        let endless = |v: u32| alive[v as usize] != [false; 2];
        assert_eq!(graph.is_stopper_graph(), !graph.vertices().any(endless));
        for v in graph.vertices() {
            let here = graph.reachable(&[v]).into_iter().any(endless);
            assert_eq!(graph.is_stopper(v), !here);
        }
        stoppers += u32::from(graph.is_stopper_graph());
    }
    assert!(stoppers > 300);
}

/// For stoppers the two sides and survival are one relation.
#[test]
fn stoppers_have_one_order() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut found = 0;
    for _ in 0..4000 {
        let n = 1 + rng.u32(..7);
        let edges = 1 + rng.u32(..2 * n);
        let graph = random_graph(&mut rng, n, edges);
        if graph.is_stopper_graph() {
            found += 1;
            let survival = matrix(&graph, &graph, Good::All);
            assert_eq!(survival, matrix(&graph, &graph, Good::InH));
            assert_eq!(survival, matrix(&graph, &graph, Good::InG));
        }
    }
    assert!(found > 300);
}
