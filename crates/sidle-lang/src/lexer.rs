//! From text to tokens.
//!
//! Two decisions of the notation need more than one character of look-ahead and are made here:
//! whether an infinitesimal follows a number without a sign (`6^*`, `9/8*`, `73/16v9*8`, `5over`),
//! and whether `<` behind an arrow opens an exponent (`^<2>`).

use std::sync::Arc;

use dashu_int::IBig;
use sidle_core::Meter;

use crate::{
    Diagnostic, DiagnosticKind, Span, literal, look_alikes,
    rational::Rational,
    symbols::{self, Symbol},
    token::{Token, TokenKind},
};

/// Numbers of more digits than this are refused.
const MAX_DIGITS: usize = 400_000;

/// So many tokens are read between two looks at the limits. They are not counted: a meter counts what a program does.
pub(crate) const LOOK: usize = 1024;

/// Splits a text into tokens; the last one is always [`TokenKind::End`].
///
/// Cost: linear in the length of the text.
pub(crate) fn tokens(source: &str, meter: &Meter) -> Result<Vec<Token>, Diagnostic> {
    let plain = look_alikes::plain(source);
    let mut tokens = split(&plain.text, meter).map_err(|error| Diagnostic {
        span: plain.original(error.span),
        ..error
    })?;
    for token in &mut tokens {
        token.span = plain.original(token.span);
    }
    Ok(tokens)
}

/// Splits a text in plain signs.
fn split(source: &str, meter: &Meter) -> Result<Vec<Token>, Diagnostic> {
    let mut lexer = Lexer {
        source,
        at: 0,
        spaced: true,
        tokens: Vec::new(),
    };
    while lexer.skip_blanks()? {
        lexer.token()?;
        if lexer.tokens.len().is_multiple_of(LOOK) {
            meter.check().map_err(Diagnostic::stopped)?;
        }
    }
    let end = source.len();
    lexer.push(TokenKind::End, end, end);
    Ok(lexer.tokens)
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    spaced: bool,
    tokens: Vec<Token>,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.tokens.push(Token {
            kind,
            span: Span::new(start, end),
            spaced: self.spaced,
        });
        self.spaced = false;
        self.at = end;
    }

    /// Skips blanks and comments; false at the end of the text.
    fn skip_blanks(&mut self) -> Result<bool, Diagnostic> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.chars().next() else {
                return Ok(false);
            };
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let Some(length) = rest.find("*/") else {
                    let mut error = Diagnostic::syntax(
                        Span::new(self.at, self.at + 2),
                        "this comment never ends",
                    )
                    .with_help("close it with `*/`");
                    error.kind = DiagnosticKind::Incomplete;
                    return Err(error);
                };
                self.at += length + 2;
            } else if first != '\n' && first.is_whitespace() || first == '\u{feff}' && self.at == 0
            {
                self.at += first.len_utf8();
            } else {
                return Ok(true);
            }
            self.spaced = true;
        }
    }

    fn token(&mut self) -> Result<(), Diagnostic> {
        let rest = self.rest();
        let start = self.at;
        let Some(first) = rest.chars().next() else {
            return Ok(());
        };
        match first {
            '\n' => {
                self.push(TokenKind::Newline, start, start + 1);
                self.spaced = true;
            }
            '0'..='9' => self.number()?,
            '"' => self.text()?,
            '^' | '↑' => self.ups(first),
            '↓' => {
                let count = run(rest, '↓');
                self.push(
                    TokenKind::Downs(count as u64),
                    start,
                    start + count * first.len_utf8(),
                );
                self.exponent();
            }
            '|' => self.slashes(),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) && self.spaced => {
                self.number()?;
            }
            _ if first.is_alphabetic() => self.word(),
            '$' if digits(&rest[1..]) > 0 => {
                let length = 1 + digits(&rest[1..]);
                let name = Arc::from(&rest[..length]);
                self.push(TokenKind::Word(name), start, start + length);
            }
            '[' if self.source[..start].ends_with('*') && misere_name(rest).is_some() => {
                let length = misere_name(rest).unwrap_or_default();
                let name = Arc::from(&rest[1..length - 1]);
                self.push(TokenKind::Symbol(Symbol::OpenBracket), start, start + 1);
                self.push(TokenKind::Text(name), start + 1, start + length - 1);
                self.push(
                    TokenKind::Symbol(Symbol::CloseBracket),
                    start + length - 1,
                    start + length,
                );
            }
            _ => self.operator(first)?,
        }
        Ok(())
    }

    fn ups(&mut self, sign: char) {
        let (start, count) = (self.at, run(self.rest(), sign));
        let kind = TokenKind::Ups {
            count: u32::try_from(count).unwrap_or(u32::MAX),
            arrow: sign != '^',
        };
        self.push(kind, start, start + count * sign.len_utf8());
        self.exponent();
    }

    /// `<n>` or `<on>` directly behind an arrow.
    fn exponent(&mut self) {
        if let Some((exponent, length)) = exponent_at(self.rest()) {
            self.push(TokenKind::Exponent(exponent), self.at, self.at + length);
        }
    }

    fn slashes(&mut self) {
        let (start, count) = (self.at, run(self.rest(), '|'));
        if count == 1 && self.rest()[1..].starts_with('>') {
            self.push(TokenKind::Symbol(Symbol::GreaterFuzzy), start, start + 2);
        } else {
            let kind = TokenKind::Slashes(u32::try_from(count).unwrap_or(u32::MAX));
            self.push(kind, start, start + count);
        }
    }

    fn word(&mut self) {
        let (start, word) = (self.at, word_at(self.rest()));
        match downs(word) {
            Some(count) => {
                self.push(TokenKind::Downs(count), start, start + word.len());
                self.exponent();
            }
            None => self.push(TokenKind::Word(Arc::from(word)), start, start + word.len()),
        }
    }

    fn operator(&mut self, first: char) -> Result<(), Diagnostic> {
        let (start, rest) = (self.at, self.rest());
        // `<||` is `<` and two slashes: only one slash makes `<|`.
        if rest.starts_with("<||") {
            self.push(TokenKind::Symbol(Symbol::Less), start, start + 1);
            return Ok(());
        }
        if let Some((symbol, length)) = symbols::operator_at(rest) {
            self.push(TokenKind::Symbol(symbol), start, start + length);
            return Ok(());
        }
        let span = Span::new(start, start + first.len_utf8());
        let error = Diagnostic::syntax(span, format!("the sign `{first}` has no meaning here"));
        Err(match first {
            '=' => error.with_help("write `:=` to give a name, `==` to compare"),
            '!' => error.with_help("write `not` for the negation, `!=` for unequal"),
            _ => error,
        })
    }

    fn text(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let mut text = String::new();
        let mut length = 1;
        while let Some(next) = literal::character(&self.rest()[length..]) {
            let (character, bytes) = next.map_err(|bad| {
                let span = Span::new(start + length, start + length + bad.length);
                Diagnostic::syntax(span, bad.message).with_help(bad.help)
            })?;
            length += bytes;
            if character == '"' && bytes == 1 {
                self.push(TokenKind::Text(Arc::from(text)), start, start + length);
                return Ok(());
            }
            text.push(character);
        }
        let mut error = Diagnostic::syntax(Span::new(start, start + 1), "this string never ends")
            .with_help("close it with `\"`");
        error.kind = DiagnosticKind::Incomplete;
        Err(error)
    }

    fn number(&mut self) -> Result<(), Diagnostic> {
        let (start, rest) = (self.at, self.rest());
        let whole = digits(rest);
        let decimals = match rest[whole..].strip_prefix('.') {
            Some(behind) => digits(behind),
            None => 0,
        };
        if whole + decimals > MAX_DIGITS {
            let message = format!("this number has more than {MAX_DIGITS} digits");
            return Err(Diagnostic::syntax(Span::new(start, start + whole), message));
        }
        if decimals > 0 {
            let length = whole + 1 + decimals;
            let all = format!("{}{}", &rest[..whole], &rest[whole + 1..length]);
            let scale = IBig::from(10).pow(decimals);
            let value = Rational::new(integer(&all), scale).unwrap_or_else(|_| Rational::from(0));
            self.finish_number(value, start, length);
            return Ok(());
        }
        // A fraction is one token only when something is glued to it: `73/16v9`.
        if let Some(behind) = rest[whole..].strip_prefix('/') {
            let below = digits(behind);
            let length = whole + 1 + below;
            if below > 0 && below <= MAX_DIGITS && glued(&rest[length..]) {
                let denominator = integer(&behind[..below]);
                let value =
                    Rational::new(integer(&rest[..whole]), denominator).map_err(|error| {
                        Diagnostic::syntax(Span::new(start, start + length), error.to_string())
                    })?;
                self.finish_number(value, start, length);
                return Ok(());
            }
        }
        self.finish_number(Rational::from(integer(&rest[..whole])), start, whole);
        Ok(())
    }

    fn finish_number(&mut self, value: Rational, start: usize, length: usize) {
        let glued = glued(&self.source[start + length..]);
        self.push(TokenKind::Number { value, glued }, start, start + length);
    }
}

/// The length of a misère game in brackets as it is printed: `[2#]`, `[2[3]]`, `[(2#1)[1]]`. Lists such as `[2]` and
/// `[[2],0]` are none.
fn misere_name(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_name = false;
    for (at, sign) in rest.bytes().enumerate() {
        let before = rest.as_bytes()[at.saturating_sub(1)];
        match sign {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b'0'..=b'9' | b'#' | b'&' | b';' | b'(' | b')' | b'-' => {}
            _ => return None,
        }
        is_name |= match sign {
            b'#' | b';' => true,
            b'[' | b'(' => before.is_ascii_digit() || before == b')',
            b'0'..=b'9' => before == b')',
            _ => false,
        };
        if depth == 0 {
            return is_name.then_some(at + 1);
        }
    }
    None
}

/// Does an infinitesimal follow a number here, without a sign between them?
fn glued(rest: &str) -> bool {
    let Some(first) = rest.chars().next() else {
        return false;
    };
    let behind = &rest[first.len_utf8()..];
    // A member of the star: `2^*.Mean` is a power.
    if let Some(member) = rest.strip_prefix("^*.")
        && member.starts_with(|c: char| c.is_alphabetic())
    {
        return false;
    }
    match first {
        '↑' | '↓' | '⧾' | '⧿' | '⋆' => true,
        '^' => {
            behind.starts_with(['^', '*', '⋆', '['])
                || exponent_at(behind).is_some()
                || !begins_operand(behind)
        }
        '*' => !begins_operand(behind),
        _ if first.is_alphabetic() => {
            let word = word_at(rest);
            downs(word).is_some() || symbols::glues_to_number(word)
        }
        _ => false,
    }
}

/// Can an operand begin here? Then a `*` or `^` before it joins two operands. A sign counts only when
/// it stands close by: `2*-3` is a product, `2* - 3` a difference.
fn begins_operand(rest: &str) -> bool {
    let trimmed = rest.trim_start_matches([' ', '\t']);
    let spaced = trimmed.len() < rest.len();
    let Some(first) = trimmed.chars().next() else {
        return false;
    };
    match first {
        '(' | '[' | '{' | '"' | '\'' | '^' | '*' | '±' | '↑' | '↓' | '⧾' | '⧿' | '⋆' => {
            true
        }
        '+' | '-' | '−' => {
            !spaced && !matches!(trimmed[first.len_utf8()..].chars().next(), None | Some(' '))
        }
        '.' => trimmed[1..].starts_with(|c: char| c.is_ascii_digit()),
        _ => {
            first.is_ascii_digit()
                || (first.is_alphabetic() && !ends_operand(word_at(trimmed)))
                || first == '_'
        }
    }
}

/// Words that come after an operand and cannot begin one.
fn ends_operand(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "or"
            | "then"
            | "else"
            | "elseif"
            | "end"
            | "do"
            | "to"
            | "by"
            | "where"
            | "for"
            | "in"
            | "from"
            | "while"
            | "is"
    )
}

fn exponent_at(rest: &str) -> Option<(Option<u64>, usize)> {
    let inside = rest.strip_prefix('<')?;
    if inside.starts_with("on>") {
        return Some((None, 4));
    }
    let length = digits(&inside.as_bytes()[..inside.len().min(20)]);
    let exponent = inside[..length].parse().ok()?;
    inside[length..]
        .starts_with('>')
        .then_some((Some(exponent), length + 2))
}

/// `v`, `vv`, … and `v3`: the number of downs a word stands for.
fn downs(word: &str) -> Option<u64> {
    if word.bytes().all(|byte| byte == b'v') {
        return Some(word.len() as u64);
    }
    let count = word.strip_prefix('v')?;
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    count.parse().ok()
}

fn run(text: &str, sign: char) -> usize {
    text.chars().take_while(|&c| c == sign).count()
}

fn digits(text: impl AsRef<[u8]>) -> usize {
    text.as_ref()
        .iter()
        .copied()
        .take_while(u8::is_ascii_digit)
        .count()
}

fn word_at(text: &str) -> &str {
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    &text[..end]
}

fn integer(digits: &str) -> IBig {
    IBig::from_str_radix(digits, 10).unwrap_or(IBig::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<TokenKind> {
        tokens(source, Meter::none())
            .unwrap_or_else(|error| panic!("{source}: {error}"))
            .into_iter()
            .map(|token| token.kind)
            .collect()
    }

    fn is_glued(source: &str) -> bool {
        matches!(kinds(source)[0], TokenKind::Number { glued: true, .. })
    }

    #[test]
    fn numbers_know_what_is_glued_to_them() {
        for source in [
            "6^*",
            "6^^",
            "6^",
            "9/8*",
            "73/16v9*8",
            "5over",
            "1* + 2",
            "5^<on>",
            "5^[2]",
            "1*|",
            "3⧾2",
            "2^ and",
        ] {
            assert!(is_glued(source), "{source}");
        }
        for source in [
            "6^2", "6*2", "2^(3)", "2^n", "2* x", "2*-3", "2^-3", "6 ^*", "6", "5*{1|0}", "2x",
            "2*+-1",
        ] {
            assert!(!is_glued(source), "{source}");
        }
    }

    #[test]
    fn downs_are_words_of_v_alone() {
        assert_eq!(kinds("vvv")[0], TokenKind::Downs(3));
        assert_eq!(kinds("v12")[0], TokenKind::Downs(12));
        assert_eq!(kinds("vvvvx")[0], TokenKind::Word(Arc::from("vvvvx")));
        assert_eq!(kinds("v<3>")[1], TokenKind::Exponent(Some(3)));
    }

    #[test]
    fn slashes_and_comparisons_are_kept_apart() {
        assert_eq!(kinds("|||")[0], TokenKind::Slashes(3));
        assert_eq!(kinds("|>")[0], TokenKind::Symbol(Symbol::GreaterFuzzy));
        assert_eq!(kinds("<|")[0], TokenKind::Symbol(Symbol::LessFuzzy));
        assert_eq!(kinds("<||")[1], TokenKind::Slashes(2));
    }

    #[test]
    fn methods_of_integers_are_not_decimals() {
        let integer = |n| TokenKind::Number {
            value: Rational::from(n),
            glued: false,
        };
        assert_eq!(kinds("3.Max")[0], integer(3));
        assert_eq!(kinds("1..5")[0], integer(1));
        assert_eq!(kinds("1..5")[1], TokenKind::Symbol(Symbol::Range));
        assert_eq!(
            kinds("1.50")[0],
            TokenKind::Number {
                value: Rational::new(3.into(), 2.into()).unwrap(),
                glued: false
            }
        );
    }

    #[test]
    fn unfinished_strings_and_comments_ask_for_more() {
        for source in ["\"abc", "/* abc", "\"abc\\"] {
            assert!(
                tokens(source, Meter::none()).is_err_and(|error| error.is_incomplete()),
                "{source}"
            );
        }
    }
}
