//! Pictures of puzzles: constraint graphs, Hitori boards and sliding blocks, still or moving, as SVG.

use crate::markup::{escaped, hinted, shortened, shortened_inside, width};

mod blocks;
mod constraint;
mod hitori;

pub use blocks::{blocks_film, blocks_picture};
pub use constraint::{constraint_film, constraint_picture};
pub use hitori::hitori_picture;

/// The head of an SVG file of the given size.
fn head(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    )
}

/// How long each frame of a film stays, in seconds.
const FRAME_SECONDS: f64 = 0.6;
