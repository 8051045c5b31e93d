//! The usual names of games.

use super::Code;

/// Names, without spaces and signs, and codes (*Winning Ways*, chapter 4).
const NAMES: [(&str, &str, &str); 11] = [
    ("nim", "Nim", "0.[3]"),
    ("kayles", "Kayles", "0.77"),
    ("doublekayles", "Double Kayles", "0.7777"),
    ("dawsonkayles", "Dawson's Kayles", "0.07"),
    ("dawsonchess", "Dawson's Chess", "0.137"),
    ("treblecross", "Treblecross", "0.007"),
    ("guiles", "Guiles", "0.15"),
    ("officers", "Officers", "0.6"),
    ("stalking", "Stalking", "0.31"),
    ("laskernim", "Lasker's Nim", "4.[3]"),
    ("grundy", "Grundy's game", "4!.0"),
];

impl Code {
    /// The game with a usual name; case, spaces, hyphens and apostrophes do not matter.
    ///
    /// A heap of *Treblecross* is two tokens larger than its row of squares.
    ///
    /// ```
    /// use sidle_impartial::code::Code;
    /// for name in ["grundy", "Grundy's game", "GRUNDYS-GAME"] {
    ///     assert_eq!(Code::by_name(name).map(|code| code.to_string()).as_deref(), Some("4!.0"));
    /// }
    /// assert_eq!(Code::by_name("0.77"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Code> {
        let letters = name
            .chars()
            .filter(|c| !matches!(c, ' ' | '-' | '_' | '\'' | '’'));
        let mut key = letters.collect::<String>().to_lowercase();
        for (owner, whose) in [
            ("dawsons", "dawson"),
            ("laskers", "lasker"),
            ("grundys", "grundy"),
        ] {
            key = key.replacen(owner, whose, 1);
        }
        let key = key.strip_suffix("game").unwrap_or(&key);
        let (_, _, code) = NAMES.iter().find(|(named, ..)| *named == key)?;
        code.parse().ok()
    }

    /// The names that are known, as they are printed, each with its code.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        NAMES.iter().map(|&(_, name, code)| (name, code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_however_it_is_written() {
        for (name, code) in Code::names() {
            let expected: Code = code.parse().expect("a code");
            for written in [
                name.to_owned(),
                name.to_uppercase(),
                name.replace(' ', "-"),
                name.replace('\'', "’"),
                name.replace(['\'', ' '], ""),
                name.replace("'s", ""),
            ] {
                assert_eq!(Code::by_name(&written), Some(expected.clone()), "{written}");
            }
        }
        for unknown in ["", "game", "kayle", "0.77", "nimnim"] {
            assert_eq!(Code::by_name(unknown), None, "{unknown}");
        }
    }
}
