//! Reductions modulo infinitesimals (J. P. Grossman and A. N. Siegel, *Reductions of partizan games*).
//!
//! Two games are infinitesimally close if their difference is infinitesimal, that is, if both its
//! stops are 0. A reduction picks one game of each class.
//!
//! * `order`: comparison modulo infinitesimals, dominated and reversible options, shifts (section 2)
//! * `by_infinitesimal`: `G_ε`, reduction by a set of infinitesimals, *-projection (sections 2, 5, 7)
//! * `canonical_form`: the reduced canonical form, twice (sections 2 and 4)
//! * `weights`: weights of stops and reduction by an all-small infinitesimal (section 6)
//! * `second_order`: an experiment modulo infinitesimals of the second order (the open problem of section 7)

mod by_infinitesimal;
mod canonical_form;
mod order;
mod second_order;
mod weights;

#[cfg(test)]
mod tests;

pub(crate) use self::canonical_form::ReductionMemo;
pub use self::{order::InfinitesimalShift, second_order::SecondOrderClass};
