//! The generalized Sprague–Grundy function γ of cyclic digraphs, and sums of tokens.
//!
//! Put tokens on the vertices of digraphs; a move takes one token along an edge; who cannot move
//! loses, and an endless play is a draw. [`Gamma`] gives every vertex a finite value, as on an
//! acyclic graph, or an infinite one, ∞(K); [`LoopyNimber`]s are added by the generalized nim-sum;
//! and [`TokenSum`] says who wins any number of tokens on any number of digraphs, and how.
//!
//! ```
//! use sidle_graph::{Digraph, gamma::{Gamma, TokenSum}, label::Label};
//! // 0 ⇄ 1 → 2, and 3 → 2.
//! let graph = Digraph::<u32>::from_edges(4, &[(0, 1), (1, 0), (1, 2), (3, 2)])?;
//! let gamma = Gamma::of(&graph);
//! assert_eq!(gamma.finite(0), Some(0));
//! assert_eq!(gamma.finite(1), Some(1));
//! let sum = TokenSum::new([(graph.forward(), &gamma)], [(0, 1), (0, 3)]);
//! assert_eq!(sum.value().to_string(), "0");
//! assert_eq!(sum.outcome(), Label::P);
//! # Ok::<(), sidle_graph::GraphError>(())
//! ```
//!
//! The theory is due to Smith, to Fraenkel and Perl, and to Fraenkel and Yesha; a survey is section 3
//! of Fraenkel, Hearn and Siegel, *Theory of combinatorial games*. In Conway's *On Numbers and Games*
//! (ch. 11) the values are called loopy nimbers.

mod certificate;
mod function;
mod loopy_nimber;
mod token_sum;

pub use certificate::{write_certificate, write_sum_certificate};
pub use function::Gamma;
pub use loopy_nimber::LoopyNimber;
pub use token_sum::{Token, TokenMove, TokenSum};
