//! Drawings of small digraphs: Graphviz text, and SVG with a layout of our own.

mod dot;
mod labels;
mod layout;
mod picture;
mod route;
mod svg;

pub use dot::graph_dot;
pub use picture::{Node, OUTCOMES, Picture, Stroke, Tone, TooLarge};
pub use svg::graph_svg;
