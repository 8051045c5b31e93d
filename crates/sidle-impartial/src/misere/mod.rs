//! Misère impartial games: canonical forms, outcomes, genus symbols and the classes of Conway's theory
//! (*On Numbers and Games*, chapter 12; *Winning Ways*, chapter 13; Siegel, *Combinatorial Game Theory*, chapter V).

mod enumerate;
mod forms;
mod genus;
mod heaps;
mod links;
mod names;
mod notation;
mod parts;
mod species;

pub use enumerate::DayError;
pub use forms::{Form, Forms};
pub use genus::Genus;
pub use heaps::HeapForms;
pub use names::parse_name;
pub use notation::{NotationError, parse_form};
pub use species::Species;

#[cfg(test)]
mod tests;
