//! Questions about positions of rulesets.

mod best_moves;
mod boards;
mod comparison;
#[cfg(feature = "draw")]
mod draw;
mod moves;
#[cfg(feature = "lang")]
mod new_class;
mod nim_value;
mod options;
mod outcome;
mod play;
mod reduced_value;
mod rulesets;
mod score;
mod solved;
mod table;
mod value;

#[cfg(feature = "draw")]
pub use self::draw::*;
#[cfg(feature = "lang")]
pub use self::new_class::*;
pub use self::{
    best_moves::*, boards::*, comparison::*, moves::*, nim_value::*, options::*, outcome::*,
    play::*, reduced_value::*, rulesets::*, score::*, solved::*, table::*, value::*,
};
