//! What the formats decide. The walk over a value is the same for all of them; each of these says how
//! one part is spelled.

use sidle_core::Player;
use sidle_values::{NumberUpStar, notation::Power};

use super::Format;
use crate::{Rational, symbols::Symbol};

/// The spelling of the parts of values.
pub(super) trait Visitor {
    /// A symbol of the table.
    fn symbol(&self, symbol: Symbol) -> &'static str;

    /// A number.
    fn number(&self, number: &Rational) -> String {
        match (number.is_finite(), number.signum() < 0) {
            (true, _) => number.to_string(),
            (false, true) => format!("-{}", self.symbol(Symbol::Infinity)),
            (false, false) => self.symbol(Symbol::Infinity).to_owned(),
        }
    }

    /// What stands between a number and the ups and stars after it.
    fn joint(&self, _value: &NumberUpStar) -> &'static str {
        ""
    }

    /// So many ups or downs.
    fn arrows(&self, player: Player, count: u64) -> String {
        let arrow = self.symbol(arrow(player));
        match count {
            0 => String::new(),
            1 => arrow.to_owned(),
            2 => arrow.repeat(2),
            count => format!("{arrow}{count}"),
        }
    }

    /// What follows the arrow of a power; `on` for the infinite one.
    fn exponent(&self, power: &Power) -> String {
        let exponent = self.exponent_text(power);
        if power.sum {
            format!("[{exponent}]")
        } else {
            format!("<{exponent}>")
        }
    }

    /// The exponent itself.
    fn exponent_text(&self, power: &Power) -> String {
        match power.exponent {
            Some(n) => n.to_string(),
            None => self.symbol(Symbol::On).to_owned(),
        }
    }

    /// What stands around the argument of a tiny.
    fn argument(&self) -> [&'static str; 2] {
        ["(", ")"]
    }

    /// A run of slashes.
    fn slashes(&self, count: u8) -> String {
        "|".repeat(usize::from(count))
    }

    /// What stands between the sides of a loopy game.
    fn between_sides(&self) -> String {
        format!(" {} ", self.symbol(Symbol::Sides))
    }

    /// The first infinite ordinal, which has one sign even in plain text.
    fn omega(&self) -> &'static str {
        Symbol::Omega.spelling().unicode
    }

    /// A word that is not a game.
    fn word(&self, word: &str) -> String {
        word.to_owned()
    }
}

/// Up for Left, down for Right.
pub(super) fn arrow(player: Player) -> Symbol {
    match player {
        Player::Left => Symbol::Up,
        Player::Right => Symbol::Down,
    }
}

impl Format {
    /// The visitor of this format. The texts inside JSON are plain.
    pub(super) fn visitor(self) -> &'static dyn Visitor {
        match self {
            Format::Plain | Format::Json | Format::JsonWithTemperatures => &super::plain::Plain,
            Format::Unicode => &super::unicode::Unicode,
            Format::Latex => &super::latex::Latex,
        }
    }
}
