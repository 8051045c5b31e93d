//! The door, as its clients use it.

mod certificates;
mod explain;
mod graphs;
mod heaps;
mod hosts;
mod language;
mod limits;
mod loopy;
mod positions;
mod puzzles;
mod questions;
mod sections;
mod threads;
mod wire;
