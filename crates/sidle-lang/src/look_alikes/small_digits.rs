//! Digits above and below the line: powers, fractions, and the indices of stars, tinies and names.
//!
//! They end where they end: a digit or a letter right behind them belongs to nothing, and digits that stand on nothing have
//! no meaning. Such signs stay as they are and are an error.

use super::{Writer, subscript, superscript};

/// What digits above the line stand on.
enum Base {
    /// `↑³`: an arrow.
    Arrow,
    /// `2³`, `x²`, `(1+2)²`: an operand.
    Operand,
}

const PLUS: [char; 3] = ['+', '＋', '﹢'];
const MINUS: [char; 9] = ['-', '−', '–', '—', '‐', '‑', '‒', '－', '﹣'];
const SLASHES: [char; 4] = ['/', '⁄', '∕', '／'];

impl Writer {
    /// Reads the digits above the line at `at`; returns how many bytes they take.
    pub(super) fn raised(&mut self, source: &str, at: usize) -> usize {
        let (digits, length) = run(&source[at..], superscript);
        let rest = &source[at + length..];
        if let Some((below, behind)) = denominator(rest)
            && let (Ok(above), Ok(below @ 1..)) = (digits.parse(), below.parse())
        {
            self.fraction(above, below, at, behind);
            return source.len() - at - behind.len();
        }
        let unclear = goes_on(rest) || rest.starts_with('⁄');
        match self.base() {
            Some(Base::Arrow) if !unclear => self.change(&format!("<{digits}>"), at),
            // Powers go from right to left, but `2²^3` looks as if they went from left to right.
            Some(Base::Operand) if !unclear && !rest.starts_with(['^', '↑', '⇑']) => {
                self.change(&format!("^({digits})"), at);
            }
            _ => self.refuse(&source[at..at + length], at),
        }
        length
    }

    /// Reads the digits below the line at `at`; returns how many bytes they take.
    pub(super) fn lowered(&mut self, source: &str, at: usize) -> usize {
        let (digits, length) = run(&source[at..], subscript);
        let mut before = source[..at].chars().rev();
        let (sign, second) = (before.next(), before.next());
        let signed = second.is_some_and(|sign| PLUS.contains(&sign) || MINUS.contains(&sign));
        match sign {
            _ if goes_on(&source[at + length..]) => self.refuse(&source[at..at + length], at),
            Some(sign) if PLUS.contains(&sign) && !signed => {
                self.instead(sign, &format!("⧾({digits})"), at);
            }
            Some(sign) if MINUS.contains(&sign) && !signed => {
                self.instead(sign, &format!("⧿({digits})"), at);
            }
            // Not `*2`, which behind a number is a product.
            Some(sign) if self.text.ends_with(['*', '⋆']) => {
                self.instead(sign, &format!("⋆{digits}"), at);
            }
            Some('_') => self.change(&digits, at),
            Some(letter) if letter.is_alphabetic() && !self.ends_in_downs() => {
                self.change(&digits, at);
            }
            _ => self.refuse(&source[at..at + length], at),
        }
        length
    }

    /// Writes a text in place of the sign before `at`, too.
    fn instead(&mut self, sign: char, text: &str, at: usize) {
        let written = self.text.chars().next_back().map_or(0, char::len_utf8);
        self.text.truncate(self.text.len() - written);
        self.places.truncate(self.text.len());
        self.change(text, at - sign.len_utf8());
    }

    /// Signs without a meaning stay, apart from the name before them, and are an error.
    pub(super) fn refuse(&mut self, signs: &str, at: usize) {
        self.change(" ", at);
        self.copy(signs, at);
    }

    fn base(&self) -> Option<Base> {
        if self.text.ends_with(['^', '↑', '↓']) || self.ends_in_downs() {
            return Some(Base::Arrow);
        }
        let word = self.last_word();
        let before = &self.text[..self.text.len() - word.len()];
        let numeral = word.bytes().all(|byte| byte.is_ascii_digit());
        let stands = match before.chars().next_back() {
            sign if word.is_empty() => matches!(sign, Some(')' | ']' | '}')),
            Some('⋆' | '↑' | '↓' | '⧾' | '⧿') if numeral => false,
            // The square of `3*2²` is one, that of `*2²` would be one of a nimber.
            Some('*' | '^') if numeral => before[..before.len() - 1]
                .trim_end()
                .ends_with(|sign: char| sign.is_alphanumeric() || ")]}".contains(sign)),
            _ => !is_multiple_of_down(word),
        };
        stands.then_some(Base::Operand)
    }

    /// `v`, `vv`, `2v`: downs at the end, and no name that ends so.
    fn ends_in_downs(&self) -> bool {
        let word = self
            .last_word()
            .trim_start_matches(|sign: char| sign.is_ascii_digit());
        !word.is_empty() && word.bytes().all(|byte| byte == b'v')
    }

    fn last_word(&self) -> &str {
        let letters = |sign: char| sign.is_alphanumeric() || sign == '_';
        let start = self.text.trim_end_matches(letters).len();
        &self.text[start..]
    }
}

/// `v3`.
fn is_multiple_of_down(word: &str) -> bool {
    word.strip_prefix('v')
        .is_some_and(|count| count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The digits of one sort at the beginning of a text, and the bytes they take.
fn run(text: &str, digit: fn(char) -> Option<char>) -> (String, usize) {
    let digits: String = text.chars().map_while(digit).collect();
    let taken = text.chars().take(digits.len());
    (digits, taken.map(char::len_utf8).sum())
}

/// `⁄₂` at the beginning of a text, and what is behind it.
fn denominator(text: &str) -> Option<(String, &str)> {
    let (digits, length) = run(text.strip_prefix(SLASHES)?, subscript);
    let slash = text.chars().next().map_or(0, char::len_utf8);
    let behind = &text[slash + length..];
    (length > 0 && !goes_on(behind)).then_some((digits, behind))
}

/// Does a number or a name go on here?
fn goes_on(rest: &str) -> bool {
    let mut signs = rest.chars();
    match signs.next() {
        Some('.') => signs.next().is_some_and(char::is_numeric),
        Some(sign) => sign.is_alphanumeric() || sign == '_',
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;

    fn read(text: &str) -> String {
        plain(text).text.into_owned()
    }

    fn refused(text: &str) -> bool {
        let signs = |sign: char| {
            super::superscript(sign)
                .or(super::subscript(sign))
                .is_some()
        };
        read(text).contains(signs)
    }

    #[test]
    fn digits_above_the_line_are_powers() {
        assert_eq!(read("2³ + x² + (1)²⁰"), "2^(3) + x^(2) + (1)^(20)");
        assert_eq!(read("↑³ + v² + 2v²"), "↑<3> + v<2> + 2v<2>");
        assert_eq!(read("3*2² + 1.5²*2"), "3*2^(2) + 1.5^(2)*2");
    }

    #[test]
    fn digits_glued_to_others_or_on_nothing_have_no_meaning() {
        for text in [
            "1²2", "²", "²2", "+³1", "{1²2|0}", "10²3", "²³", "2 ²", "2².5",
        ] {
            assert!(refused(text), "{text}");
        }
        for text in ["*2²", "v3²", "2²x", "2²½", "2²^3", "^2²", "↑²3", "*²"] {
            assert!(refused(text), "{text}");
        }
        for text in [
            "₂", "₁2", "*₁2", "^₂", "^₂3", "1.₂", "1<₂2", "2₁", "v₂", "x₁y",
        ] {
            assert!(refused(text), "{text}");
        }
        assert!(!read("xv³").contains('<'));
    }

    #[test]
    fn fractions_of_small_digits_can_be_mixed() {
        assert_eq!(read("¹⁄₂ + 3¹⁄₂ + 3³/₄"), "(1/2) + (7/2) + (15/4)");
        assert_eq!(read("¹⁄₁₆∗"), "1/16*");
        for text in ["3¹⁄2", "3¹⁄₀", "¹⁄₂3", "1⁄₂"] {
            assert!(refused(text), "{text}");
        }
    }

    #[test]
    fn digits_below_the_line_are_indices() {
        assert_eq!(read("∗₂ + x₁₂ + ⋆₁₂"), "⋆2 + x12 + ⋆12");
        assert_eq!(read("3∗₂"), "3⋆2");
        assert_eq!(read("+₂ – −₃ + {1|+₂}"), "⧾(2) - ⧿(3) + {1|⧾(2)}");
        assert!(refused("+-₂") && refused("+ ₂"));
    }
}
