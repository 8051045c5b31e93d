//! How values are written: one tree for short and loopy values, laid out once, and a visitor for each
//! [`Style`] that spells its parts.
//!
//! [`Store::text`] returns the text of a value, [`Store::display`] is for `format!`, a [`Writer`] puts several
//! values into one text, and [`Structure`] is a value as data, for programs that do not read notation.
//!
//! A value is written by the first of these that fits: a number-up-star; a number plus a tiny, a miny, a
//! power `^<n>` or a sum of powers `^[n]`; a name such as `over`; a switch `+-x`; braces. A single option
//! that needs braces is written without them beside a longer run of slashes, up to four. A loop is a label
//! before the braces it leads back to, or `pass` from the innermost ones. A value that is not a stopper is
//! written as its two sides.
//!
//! The items know nothing of spelling, which a visitor takes from the table of symbols ([`SYMBOLS`]).
//! An item that stands for a short game is shared by all who refer to it, so that a game takes no more
//! items than it has followers; its text can be exponentially longer.

mod latex;
mod mathml;
mod order;
mod short;
pub mod structure;
mod symbols;
mod text;
mod visitor;
mod writer;

use std::collections::HashMap;

use sidle_core::{Dyadic, Player};

pub use self::{
    order::NotationOrder,
    structure::Structure,
    symbols::{SYMBOLS, Spelling, Symbol},
    text::{MAX_LENGTH, Style, Term, TextError},
    writer::Writer,
};
use crate::{Game, NumberUpStar, Store, loopy::Pseudonumber};

/// More slashes than this are never written: braces are used instead.
pub const MOST_SLASHES: u8 = 4;

/// An item of a [`Notation`], by number.
pub type ItemId = usize;

/// How a value or a part of it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `3`, `1/2*`, `^3*2`.
    NumberUpStar(NumberUpStar),
    /// `^<2>`, `1/2v[3]*`, `^[on]`.
    Power(Power),
    /// `on`, `off`, `5over`, `under`.
    Pseudonumber(Pseudonumber),
    /// `dud`.
    Dud,
    /// A number, if it is not 0, then `Tiny(argument)` for Left or `Miny(argument)` for Right.
    Tiny {
        /// The number before it.
        number: Dyadic,
        /// Who holds the threat: Left for a tiny.
        player: Player,
        /// What is threatened.
        argument: ItemId,
    },
    /// `+-x`, or `+-{x,y}` with more than one Left option.
    Switch(Vec<ItemId>),
    /// `{left|right}`.
    Braces {
        /// The name by which parts of this item refer to it, if there are such.
        label: Option<String>,
        /// The Left and the Right options.
        sides: [Vec<ItemId>; 2],
        /// The slashes between them.
        slashes: u8,
    },
    /// A move back to the braces around this item that have this label.
    Back(String),
    /// A move of the innermost braces to themselves.
    Pass,
    /// `onside & offside`.
    Sides(ItemId, ItemId),
}

/// `number ± ^<n>` or `number ± ^[n]`, perhaps with a star.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Power {
    /// The number before it; 0 is not written.
    pub number: Dyadic,
    /// Up for Left, down for Right.
    pub player: Player,
    /// The sum of the first powers, `^[n]`, rather than one power, `^<n>`.
    pub sum: bool,
    /// n; `None` is `on`.
    pub exponent: Option<u64>,
    /// Is there a star?
    pub star: bool,
}

impl Item {
    /// How many slashes stand between the sides; 0 for what has no braces.
    #[must_use]
    pub fn slashes(&self) -> u8 {
        match self {
            Item::Braces { slashes, .. } => *slashes,
            _ => 0,
        }
    }

    /// Can it go without its braces as the only option of a side?
    #[must_use]
    pub fn can_be_bare(&self) -> bool {
        match self {
            Item::Braces { label, slashes, .. } => label.is_none() && *slashes < MOST_SLASHES,
            _ => false,
        }
    }

    /// Does a switch need parentheses around it, as in `+-(1*)`?
    #[must_use]
    pub fn is_composite(&self) -> bool {
        match self {
            Item::NumberUpStar(nus) => !nus.is_number() && !nus.number.is_zero(),
            Item::Tiny { number, .. } => !number.is_zero(),
            Item::Power(power) => !power.number.is_zero() || power.exponent.is_none(),
            Item::Pseudonumber(Pseudonumber::Over(number) | Pseudonumber::Under(number)) => {
                !number.is_zero()
            }
            Item::Switch(_) => true,
            _ => false,
        }
    }
}

/// Lays values out and remembers the short ones.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_values::{Store, notation::{Item, Notation}};
/// let store = Store::new();
/// let mut notation = Notation::new(&store);
/// let game = store.game(&[store.integer(2)], &[store.integer(-2)]);
/// let item = notation.game(game, &Meter::unlimited())?;
/// assert!(matches!(notation.item(item), Item::Switch(options) if options.len() == 1));
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
#[derive(Debug)]
pub struct Notation<'s> {
    store: &'s Store,
    items: Vec<Item>,
    order: NotationOrder<'s>,
    /// The item of each short game.
    games: HashMap<Game, ItemId>,
    /// `^[n]` and `^[n]*` by game: the exponent and whether there is a star.
    sums: HashMap<Game, Option<(u64, bool)>>,
}

impl<'s> Notation<'s> {
    /// Nothing laid out yet.
    #[must_use]
    pub fn new(store: &'s Store) -> Notation<'s> {
        Notation {
            store,
            items: Vec::new(),
            order: NotationOrder::new(store),
            games: HashMap::new(),
            sums: HashMap::new(),
        }
    }

    /// One item.
    ///
    /// # Panics
    /// If the item is not one of this notation.
    #[must_use]
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[id]
    }

    /// All items so far.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn push(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        self.items.len() - 1
    }

    pub(crate) fn items_mut(&mut self) -> &mut Vec<Item> {
        &mut self.items
    }

    pub(crate) fn order(&mut self) -> &mut NotationOrder<'s> {
        &mut self.order
    }

    pub(crate) fn store(&self) -> &'s Store {
        self.store
    }

    /// The slashes between two sides whose items are complete.
    pub(crate) fn slashes_between(&self, sides: &[Vec<ItemId>; 2]) -> u8 {
        let only = sides.iter().filter_map(|side| match side[..] {
            [only] if self.items[only].can_be_bare() => Some(self.items[only].slashes()),
            _ => None,
        });
        1 + only.max().unwrap_or(0)
    }
}
