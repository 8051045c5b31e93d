//! Bisimulation: which vertices of a graph are the same in play.
//!
//! The notion is one for digraphs and bigraphs (one relation or two); there are two algorithms for it,
//! because there are two wishes. [`bisimulation`] and [`try_bisimulation`] give the quotient of a digraph
//! as fast as is known, with classes numbered by their least vertices. [`canonical_classes`] gives numbers
//! that depend on nothing but the structure, for any number of relations, which makes a graph without
//! bisimilar vertices something that can be looked up. [`epimorphism_flaw`] checks a map that somebody gives.

mod epimorphism;
mod numbering;
mod quotient;

pub use epimorphism::{EpimorphismFlaw, epimorphism_flaw};
pub use numbering::canonical_classes;
pub use quotient::{Quotient, bisimulation, try_bisimulation};
