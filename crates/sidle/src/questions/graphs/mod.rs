//! Questions about digraphs and about tokens on them.

mod annihilation;
mod convert;
mod epimorphism;
mod example;
mod gamma;
mod input;
mod label;
mod matter;
mod play;
mod position;
mod quotient;
mod rows;
mod tokens;

pub use self::{
    annihilation::*,
    convert::*,
    epimorphism::*,
    example::*,
    gamma::*,
    label::*,
    matter::*,
    play::*,
    position::*,
    quotient::*,
    rows::{Streamed, VertexRows},
    tokens::*,
};
pub(crate) use input::narrow_graph;
pub(crate) use rows::{drawing, picture_form};
