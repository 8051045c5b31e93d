//! Pictures of values: SVG files and drawings for the terminal.

mod thermograph;
mod thermograph_text;

pub use thermograph::{ThermographPanel, thermographs_svg};
pub use thermograph_text::thermograph_text;
