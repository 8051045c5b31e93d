//! From the syntax tree to values: a compiler to linear code and a stack machine that runs it, so that
//! neither nested syntax nor recursive functions use the stack of the program.

mod at_once;
mod bindings;
mod board_games;
mod calls;
mod classes;
pub(crate) mod code;
mod compile;
mod fuse;
mod games;
mod loops;
pub(crate) mod loopy;
mod machine;
mod make;
mod members;
mod objects;
mod operators;
mod scope;
mod steps;
mod texts;
mod unparse;

pub(crate) use bindings::Bindings;
pub(crate) use board_games::{Board, ink_of};
pub(crate) use compile::{compile, compile_body, compile_constructor, compile_initialiser};
pub(crate) use games::{
    ask, canonical, game, of_position, to_dyadic, to_form, to_game, value_of, worth, worth_of,
};
pub(crate) use machine::{Machine, World};
pub(crate) use operators::{
    binary, compound, compound_or_value, negative, nimber, range, relation,
};
pub(crate) use scope::{Context, Level, MemberInfo, Names, Packaged};
pub(crate) use unparse::text as function_text;
