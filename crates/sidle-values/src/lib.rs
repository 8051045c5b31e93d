//! The store of canonical values of partizan games.
//!
//! A [`Store`] interns every value once; a [`Game`] is an eight-byte handle to it, and two handles of
//! one store are equal exactly when the values are. Numbers, ups and stars live in the handle itself.
//!
//! ```
//! use sidle_values::Store;
//! let store = Store::new();
//! let one = store.integer(1);
//! let switch = store.game(&[one], &[store.zero()]);
//! let sum = store.at(switch) + store.at(switch);
//! assert_eq!(sum, store.at(one));
//! ```
//!
//! Values print themselves ([`notation`]): as they are typed, in Unicode, LaTeX or MathML.
//!
//! ```
//! use sidle_core::Meter;
//! use sidle_values::{Store, notation::Style};
//! let store = Store::new();
//! let [zero, one, two] = [0, 1, 2].map(|n| store.integer(n));
//! let game = store.game(&[two], &[store.game(&[one], &[zero])]);
//! assert_eq!(store.display(game).to_string(), "{2||1|0}");
//! let text = |style| store.text(game, style, &Meter::unlimited());
//! assert_eq!(text(Style::Plain)?, "{2||1|0}");
//! assert_eq!(text(Style::Unicode)?, "{2||1|0}");
//! assert_eq!(text(Style::Latex)?, r"\{2\,||\,1\,|\,0\}");
//! assert!(text(Style::MathMl)?.contains("<mrow><mo>{</mo><mn>2</mn>"));
//! # Ok::<(), sidle_values::notation::TextError>(())
//! ```
#![forbid(unsafe_code)]
pub mod certify;
pub mod loopy;
pub mod notation;
pub mod unicycle;

mod game;
mod infinitesimal;
mod number_up_star;
mod recursion;
mod reduction;
mod store;
#[cfg(test)]
mod test_worlds;
mod thermography;

pub use game::{Game, In};
pub use infinitesimal::UptimalExpansion;
pub use number_up_star::NumberUpStar;
pub use reduction::{InfinitesimalShift, SecondOrderClass};
pub use store::{
    AdornedStop, Antichains, ConfusionInterval, MemoryUse, Options, Store, StructuralOrder,
};
pub use thermography::{
    CouponError, CouponGame, CouponWall, CouponWalls, HotMove, Initiative, ScaledThermograph,
    Thermograph, Trajectory,
};
