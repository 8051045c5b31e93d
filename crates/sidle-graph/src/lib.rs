//! Game graphs and every algorithm on them that needs no values.
//!
//! A digraph is stored as compressed sparse rows ([`Csr`]) with 32- or 64-bit vertex ids; an
//! algorithm that works backwards takes a [`Digraph`], the rows of both directions. Names live
//! apart in [`Names`], so that the kernels see nothing but numbers.
#![deny(unsafe_code)]

pub mod annihilation;
pub mod arena;
pub mod bigraph;
pub mod bisimulation;
mod certificate;
pub mod classics;
mod csr;
mod error;
pub mod gamma;
pub mod io;
pub mod label;
mod parallel;
mod sweep;
mod word;

pub use csr::{Alternating, Board, Csr, Digraph, Explored, NamedGraph, Names, VertexId, explore};
pub use error::GraphError;
pub use parallel::Threads;
