//! Questions about heap games, in normal and in misère play.

mod code;
mod heap_moves;
mod misere_compare;
mod misere_forms;
mod misere_game;
mod misere_quotient;
mod misere_table;
mod nim_sequence;
mod nim_text;
mod octal_table;

pub(crate) use self::heap_moves::LastQuotient;
pub use self::{
    heap_moves::{HeapMovesAnswer, HeapMovesQuestion},
    misere_compare::*,
    misere_forms::*,
    misere_quotient::{InfiniteQuotient, MisereQuotientAnswer, MisereQuotientQuestion},
    misere_table::*,
    nim_sequence::*,
    octal_table::{OctalTableAnswer, OctalTableQuestion},
};
