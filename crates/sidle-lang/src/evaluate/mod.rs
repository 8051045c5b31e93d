//! From the syntax tree to values: a compiler to linear code and a stack machine that runs it, so that
//! neither nested syntax nor recursive functions use the stack of the program.

pub(crate) mod code;
mod compile;
mod games;
mod iterate;
pub(crate) mod loopy;
mod machine;
mod operators;
mod scope;

pub(crate) use compile::compile;
pub(crate) use games::{
    ask, canonical, game, of_position, to_dyadic, to_form, to_game, value_of, worth,
};
pub(crate) use machine::{Bindings, Machine};
pub(crate) use operators::{binary, compound, compound_or_value, negative, relation};
