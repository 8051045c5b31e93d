//! Text inside SVG: escaped, measured, and shortened where it has no room.

/// Nobody reads more than this in a hint, and files should not grow with the digits of a number.
const LONGEST_HINT: usize = 10_000;

/// The text with the characters that mean something in XML escaped. Characters that XML does not allow at all, as
/// most control characters, become the sign for an unknown one: a name must not make a file unreadable.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(c),
        }
    }
    safe
}

/// What stands between the tags of a text element: what is shown, after the whole text as a hint if that is longer.
pub(crate) fn hinted(shown: &str, whole: &str) -> String {
    if shown == whole {
        return escaped(shown);
    }
    let hint: String = match whole.char_indices().nth(LONGEST_HINT) {
        Some((end, _)) => format!("{}…", &whole[..end]),
        None => whole.to_owned(),
    };
    format!("<title>{}</title>{}", escaped(&hint), escaped(shown))
}

/// About how wide a text is in a font of this size. The reader's font is not known, so the estimate is that of a
/// wide one (DejaVu Sans): too much room does no harm, too little cuts letters off.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// The part of the size of a font that a character takes.
fn advance(c: char) -> f64 {
    match c {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        'i' | 'j' | 'l' | '|' | '.' | ',' | ':' | ';' | '\'' | '!' | ' ' | 'I' => 0.36,
        '(' | ')' | '[' | ']' | '/' | '-' | 'f' | 't' | 'r' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        '+' | '<' | '>' | '=' | '&' | '~' | '^' | '#' | 'A'..='Z' => 0.84,
        '\0'..='\x7f' => 0.65,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f000}'..='\u{3fffd}' => 1.3,
        _ => 0.87,
    }
}

/// The text, or as much of its beginning as fits into `room` with an ellipsis behind it.
pub(crate) fn shortened(text: &str, size: f64, room: f64) -> String {
    cut(text, size, room, 1.0)
}

/// The text, or its beginning and its end with an ellipsis between them: names are often told apart by their ends.
pub(crate) fn shortened_inside(text: &str, size: f64, room: f64) -> String {
    cut(text, size, room, 0.6)
}

/// Cuts a text so that this share of its room goes to its beginning; at least one character stays.
fn cut(text: &str, size: f64, room: f64, share: f64) -> String {
    if fits(text, size, room) {
        return text.to_owned();
    }
    let room = (room - width("…", size)).max(0.0);
    let mut left = room * share;
    let fitting = |left: &mut f64, c: &char| {
        *left -= advance(*c) * size;
        *left >= 0.0
    };
    let mut shown: String = text.chars().take_while(|c| fitting(&mut left, c)).collect();
    if shown.is_empty() {
        shown.extend(text.chars().next());
    }
    let mut left = room - width(&shown, size);
    let rest = text[shown.len()..].chars().rev();
    let taken = rest.take_while(|c| share < 1.0 && fitting(&mut left, c));
    let end = taken.map(char::len_utf8).sum::<usize>();
    shown.push('…');
    shown + &text[text.len() - end..]
}

/// Does a text fit? Asked without measuring all of it, which may be millions of digits.
fn fits(text: &str, size: f64, room: f64) -> bool {
    let mut used = 0.0;
    text.chars().all(|c| {
        used += advance(c) * size;
        used <= room + 1e-9
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_takes_every_name() {
        assert_eq!(escaped("a<b>&\0\n"), "a&lt;b&gt;&amp;\u{fffd} ");
        assert_eq!(hinted("a", "a"), "a");
        assert_eq!(hinted("a…", "a<b"), "<title>a&lt;b</title>a…");
        assert!(hinted("1…", &"1".repeat(1_000_000)).len() < 10_100);
    }

    #[test]
    fn what_is_shortened_fits() {
        for name in ["position_000001", "漢字漢字漢字漢字漢字", "WWWWWWWWWWWWWW"] {
            for room in [30.0, 50.0, 80.0] {
                for text in [
                    shortened(name, 13.0, room),
                    shortened_inside(name, 13.0, room),
                ] {
                    assert!(text.contains('…') && width(&text, 13.0) <= room, "{text}");
                }
            }
            assert_eq!(shortened(name, 13.0, 300.0), name);
        }
        assert_eq!(shortened("abcdefgh", 10.0, 45.0), "abcde…");
        assert!(shortened_inside("position_000001", 10.0, 70.0).ends_with("01"));
        // However little room there is, something is shown.
        assert_eq!(shortened("ab", 10.0, 0.0), "a…");
    }

    #[test]
    fn wide_characters_count_twice() {
        assert!((width("漢", 10.0) - 2.0 * width("0", 10.0)).abs() < 1e-9);
        assert!((width("e\u{301}", 10.0) - width("e", 10.0)).abs() < 1e-9);
    }
}
