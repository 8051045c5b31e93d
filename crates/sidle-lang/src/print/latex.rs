//! For a formula in LaTeX.

use sidle_core::Player;
use sidle_values::{NumberUpStar, notation::Power};

use super::visitor::{Visitor, arrow};
use crate::{Rational, symbols::Symbol};

pub(super) struct Latex;

impl Visitor for Latex {
    fn symbol(&self, symbol: Symbol) -> &'static str {
        symbol.spelling().latex
    }

    fn number(&self, number: &Rational) -> String {
        let sign = if number.signum() < 0 { "-" } else { "" };
        if !number.is_finite() {
            return format!("{sign}{}", self.symbol(Symbol::Infinity));
        }
        if number.is_integer() {
            return number.to_string();
        }
        let absolute = number.abs();
        let (top, bottom) = (absolute.numerator(), absolute.denominator());
        format!("{sign}\\frac{{{top}}}{{{bottom}}}")
    }

    fn joint(&self, value: &NumberUpStar) -> &'static str {
        if value.ups.unsigned_abs() > 2 {
            "+"
        } else {
            ""
        }
    }

    fn arrows(&self, player: Player, count: u64) -> String {
        match (count, player) {
            (0, _) => String::new(),
            (1, _) => self.symbol(arrow(player)).to_owned(),
            (2, Player::Left) => r"\Uparrow".to_owned(),
            (2, Player::Right) => r"\Downarrow".to_owned(),
            (count, _) => format!("{count}\\cdot{}", self.symbol(arrow(player))),
        }
    }

    /// Siegel writes the powers of up above the arrow and their negatives below it.
    fn exponent(&self, power: &Power) -> String {
        let place = match power.player {
            Player::Left => '^',
            Player::Right => '_',
        };
        let exponent = self.exponent_text(power);
        if power.sum {
            format!("{place}{{[{exponent}]}}")
        } else {
            format!("{place}{{{exponent}}}")
        }
    }

    fn argument(&self) -> [&'static str; 2] {
        ["_{", "}"]
    }

    fn slashes(&self, count: u8) -> String {
        format!("\\,{}\\,", "|".repeat(usize::from(count)))
    }

    fn between_sides(&self) -> String {
        self.symbol(Symbol::Sides).to_owned()
    }

    fn omega(&self) -> &'static str {
        self.symbol(Symbol::Omega)
    }

    fn word(&self, word: &str) -> String {
        format!("\\text{{{}}}", escaped(word))
    }
}

/// Text for LaTeX outside formulas.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '{' | '}' | '%' | '$' | '&' | '#' | '_' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\\' => escaped.push_str(r"\textbackslash{}"),
            '^' => escaped.push_str(r"\textasciicircum{}"),
            '~' => escaped.push_str(r"\textasciitilde{}"),
            other => escaped.push(other),
        }
    }
    escaped
}
