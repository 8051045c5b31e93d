//! Heap games and misère theory: take-and-break codes, nim-sequences and their periods, genus symbols, misère
//! canonical forms and misère quotients.
//!
//! - [`code`]: what a code says about the moves of a heap
//! - [`nim`]: nim-sequences, fast
//! - [`misere`]: misère canonical forms, genus symbols and classes
//! - [`partizan`]: misère outcomes of partizan games, and comparison modulo dicots and dead-ending games
//! - [`period`]: periods, with the theorem that makes them hold for ever
//! - [`quotient`]: misère quotients, verified by their transition algebras
#![deny(unsafe_code)]

pub mod automatic;
pub mod code;
mod in_order;
pub mod misere;
pub mod nim;
pub mod partizan;
pub mod period;
pub mod quotient;
mod walk;
