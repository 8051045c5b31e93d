//! Hitori: paint cells so that no row or column shows a label twice, no two painted cells touch, and the unpainted
//! cells hang together (survey, section 7.2.1).

mod board;
mod certificate;
mod explain;
mod generate;
mod marks;
mod solve;

pub use board::{Board, Cell, is_solution};
pub use certificate::certificate;
pub use explain::{Explanation, Grade, Step, explain};
pub use generate::{NewBoard, generate};
pub use marks::Rule;
pub use solve::{Outcome, Solutions, is_satisfiable, is_satisfiable_with, solve};
