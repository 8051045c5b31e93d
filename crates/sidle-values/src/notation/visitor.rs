//! The decisions of a style. The walk over a value is the same for all styles; a visitor spells the parts.

use std::fmt::Write;

use sidle_core::Player;
use sidle_numbers::{Quotient, Rational};

use super::{Power, Symbol};
use crate::NumberUpStar;

/// The spelling of the parts of values; every method appends to a text.
///
/// The defaults are those of texts without markup.
pub(super) trait Visitor: Sync {
    /// A symbol in the spelling of the table.
    fn spelling(&self, symbol: Symbol) -> &'static str;

    /// A symbol.
    fn symbol(&self, symbol: Symbol, text: &mut String) {
        text.push_str(self.spelling(symbol));
    }

    /// Punctuation, or an operator between two values, perhaps with blanks around it.
    fn operator(&self, operator: &str, text: &mut String) {
        text.push_str(operator);
    }

    /// A word that is not a value.
    fn word(&self, word: &str, text: &mut String) {
        text.push_str(word);
    }

    /// The name of braces that parts of them lead back to.
    fn label(&self, label: &str, text: &mut String) {
        text.push_str(label);
    }

    /// A number.
    fn number(&self, number: &Rational, text: &mut String) {
        if number.is_finite() {
            push(text, number);
            return;
        }
        if number.signum() < 0 {
            text.push('-');
        }
        self.symbol(Symbol::Infinity, text);
    }

    /// A generalized ordinal, or a quotient of two.
    fn surreal(&self, number: &Quotient, text: &mut String) {
        push(text, number);
    }

    /// Whether a plus stands between a number and the ups and stars after it.
    fn has_joint(&self, _value: &NumberUpStar) -> bool {
        false
    }

    /// A positive number of ups or downs.
    fn arrows(&self, player: Player, count: u64, text: &mut String) {
        let arrow = arrow(player);
        self.symbol(arrow, text);
        match count {
            1 => {}
            2 => self.symbol(arrow, text),
            count => push(text, count),
        }
    }

    /// A nimber other than 0.
    fn star(&self, star: u64, text: &mut String) {
        self.symbol(Symbol::Star, text);
        if star > 1 {
            push(text, star);
        }
    }

    /// A power, without the number before it and the star after it.
    fn power(&self, power: &Power, text: &mut String) {
        self.symbol(arrow(power.player), text);
        let [open, close] = if power.sum { ['[', ']'] } else { ['<', '>'] };
        text.push(open);
        self.exponent(power, text);
        text.push(close);
    }

    /// The exponent of a power; `on` for the infinite one.
    fn exponent(&self, power: &Power, text: &mut String) {
        match power.exponent {
            Some(n) => push(text, n),
            None => self.symbol(Symbol::On, text),
        }
    }

    /// A tiny for Left, a miny for Right, up to its argument.
    fn tiny(&self, player: Player, text: &mut String) {
        self.symbol(tiny(player), text);
        text.push('(');
    }

    /// The end of the argument of a tiny.
    fn tiny_end(&self) -> &'static str {
        ")"
    }

    /// A run of slashes.
    fn slashes(&self, count: u8, text: &mut String) {
        for _ in 0..count {
            text.push('|');
        }
    }

    /// The sign between the sides of a loopy value.
    fn between_sides(&self, text: &mut String) {
        text.push(' ');
        self.symbol(Symbol::Sides, text);
        text.push(' ');
    }

    /// The ends of a part that belongs together: braces with their options, a switch.
    fn group(&self) -> [&'static str; 2] {
        ["", ""]
    }

    /// The ends of a whole text.
    fn whole(&self) -> [&'static str; 2] {
        ["", ""]
    }
}

/// Up for Left, down for Right.
pub(super) fn arrow(player: Player) -> Symbol {
    match player {
        Player::Left => Symbol::Up,
        Player::Right => Symbol::Down,
    }
}

/// Tiny for Left, miny for Right.
pub(super) fn tiny(player: Player) -> Symbol {
    match player {
        Player::Left => Symbol::Tiny,
        Player::Right => Symbol::Miny,
    }
}

/// Appends what `to_string` returns.
pub(super) fn push(text: &mut String, value: impl std::fmt::Display) {
    // Writing to a string does not fail.
    let _ = write!(text, "{value}");
}

/// ASCII, as it is typed.
pub(super) struct Plain;

impl Visitor for Plain {
    fn spelling(&self, symbol: Symbol) -> &'static str {
        symbol.plain()
    }

    /// `5^3` is a power and `5*2` a product, so those get a plus.
    fn has_joint(&self, value: &NumberUpStar) -> bool {
        value.ups > 2 || value.ups == 0 && value.star > 1
    }
}

/// With arrows and other signs; it can be typed back in.
pub(super) struct Unicode;

impl Visitor for Unicode {
    fn spelling(&self, symbol: Symbol) -> &'static str {
        symbol.spelling().unicode
    }
}
