//! Boards of the literature, ready to play on.

use sidle_core::Meter;

use crate::{Csr, NamedGraph, VertexId, io::read_text};

/// A digraph of the literature with a position on it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// A short name.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The digraph as a text digraph.
    pub text: &'static str,
    /// Where the tokens are at the beginning.
    pub tokens: &'static [&'static str],
}

/// The examples. Where a figure is known by its values only, the digraph is a small one with these
/// values, and its text says so.
///
/// ```
/// use sidle_graph::{Digraph, classics::EXAMPLES, gamma::{Gamma, TokenSum}};
/// let craig = EXAMPLES.iter().find(|example| example.name == "craig").unwrap();
/// let board = craig.board();
/// let graph = Digraph::new(board.graph.clone());
/// let gamma = Gamma::of(&graph);
/// let tokens = craig.tokens.iter().map(|name| (0, board.find(name).unwrap()));
/// let sum = TokenSum::new([(graph.forward(), &gamma)], tokens);
/// assert_eq!(sum.value().to_string(), "inf{0,1}");
/// ```
pub const EXAMPLES: &[Example] = &[
    Example {
        name: "doug",
        title: "Beat Doug: four tokens on an acyclic digraph",
        text: include_str!("boards/doug.txt"),
        tokens: &["g", "d", "h", "e"],
    },
    Example {
        name: "craig",
        title: "Beat Craig: four tokens on a cyclic digraph",
        text: include_str!("boards/craig.txt"),
        tokens: &["2", "1", "3", "0"],
    },
    Example {
        name: "fig8",
        title: "Small cyclic digraphs with P, N and D",
        text: include_str!("boards/fig8.txt"),
        tokens: &["4", "8"],
    },
    Example {
        name: "fig12a",
        title: "Annihilation on a cycle of four",
        text: include_str!("boards/fig12a.txt"),
        tokens: &["z1", "z3"],
    },
    Example {
        name: "fig12b",
        title: "Annihilation on a cycle of five",
        text: include_str!("boards/fig12b.txt"),
        tokens: &["z1", "z2"],
    },
    Example {
        name: "fig14a",
        title: "A z-component of Beat Anne (annihilation)",
        text: include_str!("boards/fig14a.txt"),
        tokens: &["z0", "z2"],
    },
    Example {
        name: "fig14b",
        title: "A y-component of Beat Anne (annihilation)",
        text: include_str!("boards/fig14b.txt"),
        tokens: &["y0", "y2"],
    },
    Example {
        name: "anne",
        title: "Beat Anne: annihilation with twelve tokens on five components",
        text: include_str!("boards/anne.txt"),
        tokens: &[
            "z0a", "z1a", "z1b", "z2b", "z3b", "z4b", "z0c", "z2c", "y0a", "y1a", "y2b", "y4b",
        ],
    },
    Example {
        name: "loewe-dl",
        title: "Asymmetric game with the labels D/L",
        text: include_str!("boards/loewe-dl.txt"),
        tokens: &["0"],
    },
    Example {
        name: "loewe-wd",
        title: "Asymmetric game with the labels W/D",
        text: include_str!("boards/loewe-wd.txt"),
        tokens: &["0"],
    },
    Example {
        name: "loewe-lw",
        title: "Asymmetric game with the labels L/W",
        text: include_str!("boards/loewe-lw.txt"),
        tokens: &["0"],
    },
    Example {
        name: "loewe-ll",
        title: "Asymmetric game with the labels L/L",
        text: include_str!("boards/loewe-ll.txt"),
        tokens: &["0"],
    },
    Example {
        name: "loewe-ww",
        title: "Asymmetric game with the labels W/W",
        text: include_str!("boards/loewe-ww.txt"),
        tokens: &["0"],
    },
    Example {
        name: "loewe-dd",
        title: "Asymmetric game with the labels D/D",
        text: include_str!("boards/loewe-dd.txt"),
        tokens: &["0"],
    },
    Example {
        name: "loewe-ld",
        title: "Asymmetric game with the labels L/D",
        text: include_str!("boards/loewe-ld.txt"),
        tokens: &["0"],
    },
    Example {
        name: "loewe-dw",
        title: "Asymmetric game with the labels D/W",
        text: include_str!("boards/loewe-dw.txt"),
        tokens: &["0"],
    },
];

impl Example {
    /// The digraph with its names.
    #[must_use]
    pub fn board(&self) -> NamedGraph {
        // The texts are part of the program; a test reads each of them.
        read_text(self.text.as_bytes(), &Meter::unlimited())
            .unwrap_or_else(|error| unreachable!("{}: {error}", self.name))
    }
}

/// One heap of Nim: vertex k is a heap of k, up to `largest`. A token is a heap.
///
/// # Panics
/// If the graph does not fit into the id type.
#[must_use]
pub fn nim<V: VertexId>(largest: usize) -> Csr<V> {
    scoring(largest, largest.max(1))
}

/// Scoring: vertex k is a score of k, up to `largest`; a move subtracts 1, …, `step`. The Grundy value
/// of a score is its remainder modulo `step` + 1.
///
/// ```
/// use sidle_graph::{Digraph, classics::scoring, gamma::Gamma};
/// let gamma = Gamma::of(&Digraph::<u32>::new(scoring(8, 3)));
/// let values: Vec<_> = (0..=8).filter_map(|score| gamma.finite(score)).collect();
/// assert_eq!(values, [0, 1, 2, 3, 0, 1, 2, 3, 0]);
/// ```
///
/// # Panics
/// If the graph does not fit into the id type.
#[must_use]
pub fn scoring<V: VertexId>(largest: usize, step: usize) -> Csr<V> {
    let moves = |score: usize| {
        let lowest = score.saturating_sub(step);
        (lowest..score).map(move |next| (V::from_index(score), V::from_index(next)))
    };
    let edges: Vec<(V, V)> = (0..=largest).flat_map(moves).collect();
    Csr::from_edges(largest + 1, &edges).expect("the scores are vertices")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Digraph, gamma::Gamma};

    #[test]
    fn every_example_is_complete() {
        for example in EXAMPLES {
            let board = example.board();
            for token in example.tokens {
                assert!(board.find(token).is_some(), "{token} of {}", example.name);
            }
        }
    }

    #[test]
    fn heaps_and_scores_have_their_values() {
        let gamma = Gamma::of(&Digraph::<u32>::new(nim(20)));
        assert!((0..=20).all(|heap| gamma.finite(heap) == Some(heap)));
        for step in 1..6 {
            let gamma = Gamma::of(&Digraph::<u32>::new(scoring(30, step)));
            let period = step as u32 + 1;
            assert!((0..=30).all(|score| gamma.finite(score) == Some(score % period)));
        }
        assert_eq!(nim::<u32>(0).vertex_count(), 1);
    }
}
