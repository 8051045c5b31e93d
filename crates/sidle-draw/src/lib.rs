//! Pictures: game graphs as SVG with a layout of our own or as text for Graphviz, thermographs as SVG and
//! for the terminal.
//!
//! ```
//! use sidle_core::Player;
//! use sidle_draw::{Picture, Stroke, graph_svg};
//! let mut picture = Picture::sized(2, 2)?;
//! picture.add("over", "");
//! picture.add("0", "");
//! picture.connect(0, 1, Stroke::of(Player::Left));
//! picture.connect(0, 0, Stroke::of(Player::Right));
//! let mut svg = Vec::new();
//! graph_svg(&picture, &mut svg)?;
//! assert!(svg.starts_with(b"<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod boxes;
mod go_board;
mod graph;
mod markup;
mod network;
mod plot;
pub mod puzzle;
mod sequence_plot;
mod thermograph;

pub use board::{BoardPicture, Piece};
pub use boxes::BoxesPicture;
pub use go_board::{ShadedRegion, go_board_svg, go_board_text};
pub use graph::{Node, OUTCOMES, Picture, Stroke, Tone, TooLarge, graph_dot, graph_svg};
pub use network::Network;
pub use plot::{intensity_svg, scatter_svg, table_svg};
pub use sequence_plot::plot_sequence;
pub use sidle_core::Ink;
pub use thermograph::{
    THERMOGRAPH_COLUMNS, ThermographPanel, scaled_thermograph_text, thermograph_text,
    thermograph_text_within, thermographs_svg,
};
