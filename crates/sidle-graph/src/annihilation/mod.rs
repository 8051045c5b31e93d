//! Annihilation games: tokens on a digraph, at most one a vertex, and two that meet vanish.
//!
//! A position is a set of occupied vertices, a vector over GF(2); a move i → j adds eᵢ + eⱼ to it, so that
//! a token that arrives at another one takes it off the board, and a loop is a pass. Who cannot move
//! loses; an endless play is a draw. The 2ⁿ positions are never built: [`Annihilation`] looks at the
//! positions of at most four tokens and extends γ from there by linear algebra, component by
//! component, and [`Winner`] brings a won position home by a strategy with memory.
//!
//! ```
//! use sidle_graph::{Digraph, annihilation::Annihilation, label::Label};
//! // A directed 4-cycle: two tokens opposite each other are lost for the mover.
//! let cycle = Digraph::<u32>::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
//! let game = Annihilation::of(&cycle)?;
//! assert_eq!(game.value(&[0, 2]).outcome(), Label::P);
//! assert_eq!(game.value(&[0, 1]).to_string(), "1");
//! assert_eq!(game.t(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The theory is Fraenkel and Yesha's (*Theory of annihilation games I*, 1982); a survey is section 4 of
//! Fraenkel, Hearn and Siegel, *Theory of combinatorial games*.

mod basis;
mod certificate;
mod component;
mod game;
mod light;
mod matter;
mod sigma;
mod strategy;
mod winner;

pub use certificate::Certificate;
pub use game::{Annihilation, AnnihilationError};
pub use matter::{MatterAntimatter, Particles};
pub use sigma::Sigma;
pub use winner::Winner;
