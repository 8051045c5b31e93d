//! The door, as its clients use it.

mod hosts;
mod limits;
mod threads;
mod wire;
