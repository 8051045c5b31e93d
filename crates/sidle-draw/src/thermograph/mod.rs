//! Drawings of thermographs.

mod labels;
mod svg;
mod text;

pub use svg::{ThermographPanel, thermographs_svg};
pub use text::{
    THERMOGRAPH_COLUMNS, scaled_thermograph_text, thermograph_text, thermograph_text_within,
};
