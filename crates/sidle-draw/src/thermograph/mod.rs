//! Drawings of thermographs.

mod svg;
mod text;

pub use svg::{ThermographPanel, thermographs_svg};
pub use text::thermograph_text;
