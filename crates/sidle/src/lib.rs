//! Sidle: exact combinatorial game theory.
//!
//! This crate puts the rooms of the engine under one name. Values of games live in a
//! [`Store`](values::Store); handles to them are small, and equal exactly when the values are:
//!
//! ```
//! use sidle::{core::Relation, values::Store};
//!
//! let store = Store::new();
//! let zero = store.zero();
//! let star = store.game(&[zero], &[zero]);
//! let up = store.game(&[zero], &[star]);
//! assert_eq!(store.add(star, star), zero);
//! assert_eq!(store.compare(up, star), Relation::Fuzzy);
//!
//! // A hot game: both players want to move here.
//! let hot = store.game(&[store.integer(3)], &[store.integer(-1)]);
//! assert_eq!(store.compare(hot, zero), Relation::Fuzzy);
//! assert_eq!(store.add(hot, hot), store.integer(2));
//! ```
//!
//! - [`tutorials`]: guides to read from top to bottom
//! - [`core`]: players, numbers, outcomes, and the [`Meter`](core::Meter) that limits work
//! - [`numbers`]: rationals, ordinals, surreal quotients, the field of nimbers
//! - [`graph`]: game graphs and the algorithms on them that need no values
//! - [`values`]: the store of canonical values
//! - [`impartial`]: heap games, nim-sequences and their periods, misère theory
//! - [`rules`]: the rules of games
//! - [`solve`]: the road from positions to values
//! - [`draw`]: pictures of graphs and thermographs
//! - [`logic`]: constraint logic, Hitori and sliding blocks
//! - [`lang`]: the notation and the calculator as a library
//! - [`check`]: certificates, and a checker that shares no code with the solvers
//! - [`certificates`]: certificates made from what the solvers found
//! - [`reproduce`]: published results, derived again
#![forbid(unsafe_code)]
// Helpers of the questions that a program leaves out.
#![cfg_attr(not(all(feature = "lang", feature = "impartial")), allow(dead_code))]

pub use sidle_check as check;
pub use sidle_core as core;
#[cfg(feature = "draw")]
pub use sidle_draw as draw;
pub use sidle_graph as graph;
#[cfg(feature = "impartial")]
pub use sidle_impartial as impartial;
#[cfg(feature = "lang")]
pub use sidle_lang as lang;
#[cfg(feature = "logic")]
pub use sidle_logic as logic;
pub use sidle_numbers as numbers;
pub use sidle_rules as rules;
pub use sidle_solve as solve;
pub use sidle_values as values;

mod arithmetic;
mod drawing;
mod error;
#[cfg(feature = "draw")]
mod go;
mod host;
mod job;
#[cfg(feature = "lang")]
mod language;
mod parts;
mod position;
pub mod questions;
mod report;
mod rulesets;
#[cfg(any(feature = "impartial", feature = "logic"))]
mod saved;
#[cfg(feature = "lang")]
mod session;
mod source;
mod table;
mod value;
mod wire;
mod workspace;

pub use arithmetic::Arithmetic;
pub use drawing::Drawing;
pub use error::{Error, ErrorKind, FileLocation, Location, Trace};
pub use host::{Host, State};
pub use job::{CancelSource, CancelToken, Clock, Job, Limits, Sink};
pub use parts::Part;
pub use position::{Expression, Position, PositionSource, WrittenPosition};
pub use questions::{Ask, QuestionKind};
pub use report::{Blob, Report};
pub use source::{FileAccess, Source, Stream};
pub use table::Table;
pub use value::{SideValue, Value};
pub use values::notation::Style;
pub use wire::{Cancel, Event, Incoming, Outgoing, ProgressEvent, Request, WIRE_VERSION};
pub use workspace::Workspace;

pub mod certificates;
#[cfg(all(feature = "lang", feature = "logic"))]
pub mod reproduce;
pub mod thermographs;
pub mod tutorials;
#[cfg(feature = "lang")]
pub mod unicycles;

/// The front page of the project; here so that its examples are run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FrontPage;
