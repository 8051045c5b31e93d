//! For a formula in LaTeX.

use sidle_core::Player;
use sidle_numbers::{Quotient, Rational};

use super::{
    Power, Symbol,
    visitor::{Visitor, arrow, push, tiny},
};
use crate::NumberUpStar;

pub(super) struct Latex;

impl Visitor for Latex {
    fn spelling(&self, symbol: Symbol) -> &'static str {
        symbol.spelling().latex
    }

    fn word(&self, word: &str, text: &mut String) {
        text.push_str("\\text{");
        escape(word, text);
        text.push('}');
    }

    fn number(&self, number: &Rational, text: &mut String) {
        if number.is_finite() && number.is_integer() {
            return push(text, number);
        }
        if number.signum() < 0 {
            text.push('-');
        }
        if !number.is_finite() {
            return self.symbol(Symbol::Infinity, text);
        }
        let absolute = number.abs();
        let (top, bottom) = (absolute.numerator(), absolute.denominator());
        push(text, format_args!("\\frac{{{top}}}{{{bottom}}}"));
    }

    fn surreal(&self, number: &Quotient, text: &mut String) {
        let omega = Symbol::Omega.spelling();
        let spelled = number.to_string().replace(omega.unicode, omega.latex);
        text.push_str(&spelled);
    }

    fn has_joint(&self, value: &NumberUpStar) -> bool {
        value.ups.unsigned_abs() > 2
    }

    fn arrows(&self, player: Player, count: u64, text: &mut String) {
        match (count, player) {
            (1, _) => {}
            (2, Player::Left) => return text.push_str(r"\Uparrow"),
            (2, Player::Right) => return text.push_str(r"\Downarrow"),
            (count, _) => push(text, format_args!("{count}\\cdot")),
        }
        self.symbol(arrow(player), text);
    }

    /// Siegel writes the powers of up above the arrow and their negatives below it.
    fn power(&self, power: &Power, text: &mut String) {
        self.symbol(arrow(power.player), text);
        text.push_str(match power.player {
            Player::Left => "^{",
            Player::Right => "_{",
        });
        if power.sum {
            text.push('[');
        }
        self.exponent(power, text);
        text.push_str(if power.sum { "]}" } else { "}" });
    }

    fn tiny(&self, player: Player, text: &mut String) {
        self.symbol(tiny(player), text);
        text.push_str("_{");
    }

    fn tiny_end(&self) -> &'static str {
        "}"
    }

    fn slashes(&self, count: u8, text: &mut String) {
        text.push_str("\\,");
        for _ in 0..count {
            text.push('|');
        }
        text.push_str("\\,");
    }

    fn between_sides(&self, text: &mut String) {
        self.symbol(Symbol::Sides, text);
    }
}

/// Text for LaTeX outside formulas.
fn escape(word: &str, text: &mut String) {
    for character in word.chars() {
        match character {
            '{' | '}' | '%' | '$' | '&' | '#' | '_' => {
                text.push('\\');
                text.push(character);
            }
            '\\' => text.push_str(r"\textbackslash{}"),
            '^' => text.push_str(r"\textasciicircum{}"),
            '~' => text.push_str(r"\textasciitilde{}"),
            other => text.push(other),
        }
    }
}
