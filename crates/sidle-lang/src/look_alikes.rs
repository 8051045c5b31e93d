//! Signs that look like signs of the notation, as they come out of papers, web pages and word
//! processors, are read as what they look like.
//!
//! A text is put into plain signs before it is split into tokens; whoever reports a place in it asks
//! [`Plain::original`] where that is in the text as it was typed. Strings and comments stay as they are.

mod small_digits;

use std::borrow::Cow;

use crate::Span;

/// A text in plain signs.
pub(crate) struct Plain<'s> {
    pub(crate) text: Cow<'s, str>,
    /// For each byte of the text, and its end, the place in the original; empty if nothing was changed.
    places: Vec<u32>,
}

impl Plain<'_> {
    /// The place in the text as typed.
    pub(crate) fn original(&self, span: Span) -> Span {
        match (self.places.get(span.start), self.places.get(span.end)) {
            (Some(&start), Some(&end)) => Span::new(start as usize, end as usize),
            _ => span,
        }
    }
}

/// The plain spelling of a sign; `inside` says whether braces are open, where double bars separate
/// options.
fn plain_sign(sign: char, inside: bool) -> Option<&'static str> {
    Some(match sign {
        '∗' | '＊' | '﹡' | '⁎' | '✱' | '✲' | '★' | '☆' => "*",
        '⇑' => "↑↑",
        '⇓' => "↓↓",
        '⤊' => "↑↑↑",
        '⤋' => "↓↓↓",
        '🠕' | '⭡' | '￪' => "↑",
        '🠗' | '⭣' | '￬' => "↓",
        '‖' | '∥' | '║' if inside => "||",
        '∥' | '║' => "‖",
        '⦀' => "|||",
        '∣' | '│' | '｜' | '❘' | '￨' | '⏐' => "|",
        '–' | '—' | '‐' | '‑' | '‒' | '－' | '﹣' => "-",
        '＋' | '﹢' => "+",
        '∓' => "-+-",
        '⩽' | '≦' | '⪯' => "<=",
        '⩾' | '≧' | '⪰' => ">=",
        '＜' => "<",
        '＞' => ">",
        '＝' => "=",
        '≔' => ":=",
        '⊲' | '◁' | '⊴' => "<|",
        '⊳' | '▷' | '⊵' => "|>",
        '｛' | '❴' => "{",
        '｝' | '❵' => "}",
        '（' => "(",
        '）' => ")",
        '［' => "[",
        '］' => "]",
        '，' => ",",
        '：' | '∶' => ":",
        '；' => ";",
        '∕' | '⁄' | '÷' | '／' => "/",
        '⋅' | '∙' | '✕' | '✖' => "×",
        '’' | '‘' | '′' => "'",
        '…' => "...",
        '‥' => "..",
        _ => return None,
    })
}

/// Fractions that are one sign.
fn fraction(sign: char) -> Option<(u64, u64)> {
    Some(match sign {
        '½' => (1, 2),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        _ => return None,
    })
}

fn superscript(sign: char) -> Option<char> {
    let digit = match sign {
        '⁰' => 0,
        '¹' => 1,
        '²' => 2,
        '³' => 3,
        '⁴'..='⁹' => sign as u32 - '⁰' as u32,
        _ => return None,
    };
    char::from_digit(digit, 10)
}

fn subscript(sign: char) -> Option<char> {
    ('₀'..='₉')
        .contains(&sign)
        .then(|| char::from_digit(sign as u32 - '₀' as u32, 10))
        .flatten()
}

/// A letter or digit as wide as a Chinese one.
fn wide(sign: char) -> Option<char> {
    let narrow = char::from_u32((sign as u32).checked_sub('０' as u32)? + u32::from('0'))?;
    (('０'..='ｚ').contains(&sign) && narrow.is_ascii_alphanumeric()).then_some(narrow)
}

/// Quotation marks of books, which open and close strings.
const QUOTES: [char; 4] = ['“', '”', '„', '＂'];

/// Puts a text into plain signs.
///
/// Cost: linear in the length of the text.
pub(crate) fn plain(source: &str) -> Plain<'_> {
    if source.is_ascii() {
        return Plain {
            text: Cow::Borrowed(source),
            places: Vec::new(),
        };
    }
    let mut writer = Writer {
        text: String::with_capacity(source.len()),
        places: Vec::with_capacity(source.len() + 1),
        changed: false,
    };
    let mut depth = 0usize;
    let mut rest = source;
    while let Some(sign) = rest.chars().next() {
        let at = source.len() - rest.len();
        let kept = kept_length(rest);
        if kept > 0 {
            writer.copy(&rest[..kept], at);
            rest = &rest[kept..];
            continue;
        }
        rest = &rest[sign.len_utf8()..];
        if let Some((above, below)) = fraction(sign) {
            writer.fraction(above, below, at, rest);
        } else if superscript(sign).is_some() {
            rest = &source[at + writer.raised(source, at)..];
        } else if subscript(sign).is_some() {
            rest = &source[at + writer.lowered(source, at)..];
        } else if let Some(letter) = wide(sign) {
            writer.change(letter.encode_utf8(&mut [0; 4]), at);
        } else if let Some(length) = rest.find(QUOTES).filter(|_| QUOTES.contains(&sign)) {
            writer.change("\"", at);
            writer.copy(&rest[..length], at + sign.len_utf8());
            let end = at + sign.len_utf8() + length;
            writer.change("\"", end);
            rest = &rest[length..];
            rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
        } else if let Some(text) = plain_sign(sign, depth > 0) {
            writer.change(text, at);
        } else {
            writer.copy(sign.encode_utf8(&mut [0; 4]), at);
        }
        depth = match writer.text.as_bytes().last() {
            Some(b'{') => depth + 1,
            Some(b'}') => depth.saturating_sub(1),
            _ => depth,
        };
    }
    if !writer.changed {
        return Plain {
            text: Cow::Borrowed(source),
            places: Vec::new(),
        };
    }
    writer.places.push(source.len() as u32);
    Plain {
        text: Cow::Owned(writer.text),
        places: writer.places,
    }
}

/// The length of the string or comment that begins here.
fn kept_length(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if let Some(inside) = rest.strip_prefix("/*") {
        return inside.find("*/").map_or(rest.len(), |end| end + 4);
    }
    if !rest.starts_with('"') {
        return 0;
    }
    let mut escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

struct Writer {
    text: String,
    places: Vec<u32>,
    changed: bool,
}

impl Writer {
    /// As it stands at `at`.
    fn copy(&mut self, text: &str, at: usize) {
        self.part_slashes(text, at);
        self.text.push_str(text);
        self.places
            .extend((at..at + text.len()).map(|place| place as u32));
    }

    /// In place of the sign at `at`.
    fn change(&mut self, text: &str, at: usize) {
        self.changed = true;
        self.part_slashes(text, at);
        self.text.push_str(text);
        self.places
            .extend(std::iter::repeat_n(at as u32, text.len()));
    }

    /// Comments are typed as `//` and `/*`: two signs that only look so, as `÷÷`, begin none.
    fn part_slashes(&mut self, text: &str, at: usize) {
        if self.text.ends_with('/') && text.starts_with(['/', '*']) {
            self.changed = true;
            self.text.push(' ');
            self.places.push(at as u32);
        }
    }

    /// A fraction, alone or behind a whole number: `½`, `2½`.
    fn fraction(&mut self, above: u64, below: u64, at: usize, rest: &str) {
        let digits = self
            .text
            .bytes()
            .rev()
            .take_while(u8::is_ascii_digit)
            .count();
        let start = self.text.len() - digits;
        let before = self.text[..start].chars().next_back();
        let attached = before.is_some_and(|sign| sign.is_alphanumeric() || "._".contains(sign));
        let whole = self.text[start..].parse::<u64>().ok();
        let mixed = whole.and_then(|whole| whole.checked_mul(below)?.checked_add(above));
        let above = match (digits, mixed) {
            (0, _) => above,
            (_, Some(above)) if !attached => {
                self.text.truncate(start);
                self.places.truncate(start);
                above
            }
            // No reading is better than a wrong one: a sign that is an error wherever it stands.
            _ => return self.change(" ½", at),
        };
        // An infinitesimal can stand right behind a bare fraction only.
        let glued = match rest.strip_prefix('^') {
            Some(behind) => {
                !behind.starts_with(|sign: char| sign.is_alphanumeric() || "({-.".contains(sign))
            }
            None => rest.starts_with(['*', '∗', '⋆', '↑', '↓', '⇑', '⇓', 'v', '⧾', '⧿']),
        };
        let text = if glued {
            format!("{above}/{below}")
        } else {
            format!("({above}/{below})")
        };
        self.change(&text, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        plain(text).text.into_owned()
    }

    #[test]
    fn signs_are_read_as_what_they_look_like() {
        assert_eq!(read("∗2 + ⇑∗ – ⇓"), "*2 + ↑↑* - ↓↓");
        assert_eq!(read("{1‖0}"), "{1||0}");
        assert_eq!(read("1 ‖ 0"), "1 ‖ 0");
        assert_eq!(read("½ + ¾∗"), "(1/2) + 3/4*");
        assert_eq!(read("2½"), "(5/2)");
        assert_eq!(read("¾^2 + ½^*"), "(3/4)^2 + 1/2^*");
        assert_eq!(read("2￪3 + x⇓"), "2↑3 + x↓↓");
        assert_eq!(read("｛1｜0｝"), "{1|0}");
        assert_eq!(read("｛１｜ｏｎ｝"), "{1|on}");
        assert_eq!(read("“½ ∗”.Length + “"), "\"½ ∗\".Length + “");
    }

    #[test]
    fn strings_and_comments_stay() {
        assert_eq!(read("\"½ \\\" ∗\" + ∗ // ½"), "\"½ \\\" ∗\" + * // ½");
        assert_eq!(read("/* ∗ */ ∗"), "/* ∗ */ *");
        assert_eq!(read("\"∗"), "\"∗");
    }

    #[test]
    fn only_typed_slashes_begin_a_comment() {
        assert_eq!(read("1÷÷2 + 6÷∕2 + 1÷/2"), "1/ /2 + 6/ /2 + 1/ /2");
        assert_eq!(read("1/÷ + 6/∗2"), "1/ / + 6/ *2");
        assert_eq!(read("6÷// ∗"), "6/ // ∗");
    }

    #[test]
    fn places_lead_back_to_the_text() {
        let text = "½ + ⇑";
        let plain = plain(text);
        let end = plain.text.len();
        assert_eq!(plain.original(Span::new(0, 5)), Span::new(0, 2));
        assert_eq!(plain.original(Span::new(8, end)), Span::new(5, text.len()));
    }
}
