//! Drawings of small digraphs: Graphviz text, and SVG with a layout of our own.

mod dot;
mod layout;
mod picture;
mod route;
mod svg;

pub(crate) use dot::dot;
pub(crate) use picture::{Node, OUTCOMES, Picture, Stroke, Tone};
pub(crate) use svg::svg;
