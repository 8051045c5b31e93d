//! MathML Core, for a page in a browser: one `<math>` element, well-formed as XML.
//!
//! Arrows and stars are identifiers, so that they neither stretch nor get the blanks of an operator. An
//! element that may have several parts holds an `<mrow>`.

use sidle_core::Player;
use sidle_numbers::{Ordinal, Quotient, Rational};

use super::{
    Power, Symbol,
    visitor::{Visitor, arrow, push, tiny},
};
use crate::NumberUpStar;

pub(super) struct MathMl;

impl Visitor for MathMl {
    fn spelling(&self, symbol: Symbol) -> &'static str {
        symbol.spelling().mathml
    }

    fn symbol(&self, symbol: Symbol, text: &mut String) {
        let tag = if is_identifier(symbol) { "mi" } else { "mo" };
        element(tag, self.spelling(symbol), text);
    }

    /// The renderer sets the blanks.
    fn operator(&self, operator: &str, text: &mut String) {
        let operator = operator.trim();
        if !operator.is_empty() {
            element("mo", operator, text);
        }
    }

    fn word(&self, word: &str, text: &mut String) {
        element("mtext", word, text);
    }

    fn label(&self, label: &str, text: &mut String) {
        element("mi", label, text);
    }

    fn number(&self, number: &Rational, text: &mut String) {
        // A minus is a sign, rather than an operator, where it begins a row.
        let negative = number.signum() < 0;
        if negative {
            text.push_str("<mrow>");
            self.symbol(Symbol::Minus, text);
        }
        let absolute = number.abs();
        if !number.is_finite() {
            self.symbol(Symbol::Infinity, text);
        } else if number.is_integer() {
            digits(absolute.numerator(), text);
        } else {
            text.push_str("<mfrac>");
            digits(absolute.numerator(), text);
            digits(absolute.denominator(), text);
            text.push_str("</mfrac>");
        }
        if negative {
            text.push_str("</mrow>");
        }
    }

    fn surreal(&self, number: &Quotient, text: &mut String) {
        if let Some(ordinal) = number.to_ordinal() {
            return self.ordinal(ordinal, text);
        }
        text.push_str("<mfrac>");
        self.ordinal(number.numerator(), text);
        self.ordinal(number.denominator(), text);
        text.push_str("</mfrac>");
    }

    fn has_joint(&self, value: &NumberUpStar) -> bool {
        value.ups.unsigned_abs() > 2
    }

    fn arrows(&self, player: Player, count: u64, text: &mut String) {
        match (count, player) {
            (1, _) => {}
            (2, Player::Left) => return element("mi", "⇑", text),
            (2, Player::Right) => return element("mi", "⇓", text),
            (count, _) => {
                digits(count, text);
                element("mo", "·", text);
            }
        }
        self.symbol(arrow(player), text);
    }

    fn star(&self, star: u64, text: &mut String) {
        self.symbol(Symbol::Star, text);
        if star > 1 {
            digits(star, text);
        }
    }

    /// Siegel writes the powers of up above the arrow and their negatives below it.
    fn power(&self, power: &Power, text: &mut String) {
        let tag = match power.player {
            Player::Left => "msup",
            Player::Right => "msub",
        };
        push(text, format_args!("<{tag}>"));
        self.symbol(arrow(power.player), text);
        if power.sum {
            text.push_str("<mrow><mo>[</mo>");
        }
        self.exponent(power, text);
        if power.sum {
            text.push_str("<mo>]</mo></mrow>");
        }
        push(text, format_args!("</{tag}>"));
    }

    fn exponent(&self, power: &Power, text: &mut String) {
        match power.exponent {
            Some(n) => digits(n, text),
            None => self.symbol(Symbol::On, text),
        }
    }

    fn tiny(&self, player: Player, text: &mut String) {
        text.push_str("<msub>");
        self.symbol(tiny(player), text);
        text.push_str("<mrow>");
    }

    fn tiny_end(&self) -> &'static str {
        "</mrow></msub>"
    }

    /// The thin spaces of LaTeX; bars that stretched would all look alike.
    fn slashes(&self, count: u8, text: &mut String) {
        text.push_str(r#"<mo stretchy="false" lspace="0.17em" rspace="0.17em">"#);
        for _ in 0..count {
            text.push('|');
        }
        text.push_str("</mo>");
    }

    fn between_sides(&self, text: &mut String) {
        self.symbol(Symbol::Sides, text);
    }

    fn group(&self) -> [&'static str; 2] {
        ["<mrow>", "</mrow>"]
    }

    fn whole(&self) -> [&'static str; 2] {
        [
            r#"<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>"#,
            "</mrow></math>",
        ]
    }
}

impl MathMl {
    /// A sum of powers of ω; recursion is bounded by the height that an ordinal may have.
    fn ordinal(&self, ordinal: &Ordinal, text: &mut String) {
        text.push_str("<mrow>");
        if ordinal.is_zero() {
            digits(0, text);
        }
        for (place, (exponent, coefficient)) in ordinal.monomials().enumerate() {
            let coefficient = Rational::from(coefficient.clone());
            if coefficient.signum() < 0 {
                self.symbol(Symbol::Minus, text);
            } else if place > 0 {
                self.symbol(Symbol::Plus, text);
            }
            let size = coefficient.abs();
            if exponent.is_zero() {
                digits(size, text);
                continue;
            }
            if exponent.to_integer() == Some(1.into()) {
                self.symbol(Symbol::Omega, text);
            } else {
                text.push_str("<msup>");
                self.symbol(Symbol::Omega, text);
                self.ordinal(exponent, text);
                text.push_str("</msup>");
            }
            if size.small() != Some(1) {
                self.symbol(Symbol::Times, text);
                digits(size, text);
            }
        }
        text.push_str("</mrow>");
    }
}

/// Whether a symbol is a value of its own or a letter, rather than an operator or a bracket.
fn is_identifier(symbol: Symbol) -> bool {
    matches!(
        symbol,
        Symbol::Up
            | Symbol::Down
            | Symbol::Star
            | Symbol::Tiny
            | Symbol::Miny
            | Symbol::On
            | Symbol::Off
            | Symbol::Over
            | Symbol::Under
            | Symbol::Upon
            | Symbol::Dud
            | Symbol::Tis
            | Symbol::Tisn
            | Symbol::Pass
            | Symbol::Omega
            | Symbol::Infinity
    )
}

fn digits(number: impl std::fmt::Display, text: &mut String) {
    push(text, format_args!("<mn>{number}</mn>"));
}

/// An element that holds text. Control characters, which XML does not have, become the replacement character.
fn element(tag: &str, content: &str, text: &mut String) {
    push(text, format_args!("<{tag}>"));
    for character in content.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '\t' | '\n' | '\r' => text.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => text.push('\u{fffd}'),
            other => text.push(other),
        }
    }
    push(text, format_args!("</{tag}>"));
}
