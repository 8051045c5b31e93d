//! The door, as its clients use it.

mod hosts;
mod limits;
mod positions;
mod threads;
mod wire;
