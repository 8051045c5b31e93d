//! Completion of words: names, and the methods that can follow a dot.

use std::collections::BTreeSet;

use sidle_solve::catalogue;

use crate::{Session, library, parser, symbols::SYMBOLS, value::Value};

/// The kind of an expression whose text shows what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Literal {
    /// `3`, `1/2`, `(1+2)`.
    Number,
    /// `{3|1}`, `^*`, and whatever else may be a game.
    Game,
    /// `"abc"`.
    Text,
    /// `[1,2]`.
    List,
    /// `{1,2}`.
    Set,
    /// `{1 => 2}`.
    Map,
}

impl Literal {
    /// What stands at the end of a text, before the dot that is typed next: a literal, or an expression in parentheses or
    /// of signs, which is taken for a game if it does not show that it is a number. `None` behind a name, a call or an index.
    ///
    /// Cost: linear in the length of the text.
    fn at_end(text: &str) -> Option<Literal> {
        match text.chars().next_back()? {
            '"' => Some(Literal::Text),
            ')' | ']' | '}' => bracketed(text),
            sign if sign.is_ascii_digit() => number(text),
            sign => (!sign.is_alphanumeric() && sign != '_').then_some(Literal::Game),
        }
    }

    /// A value of the kind.
    fn sample(self, session: &Session) -> Option<Value> {
        match self {
            Literal::Number => Some(Value::small(1)),
            Literal::Game => Some(Value::Game(session.store().nimber(1))),
            Literal::Text => Some(Value::text("")),
            Literal::List => Value::list(Vec::new()).ok(),
            Literal::Set => Value::set(Vec::new()).ok(),
            Literal::Map => Value::map(Vec::new()).ok(),
        }
    }
}

/// A number, unless the digits end a name or the index of a nimber: `x1`, `*2`.
fn number(text: &str) -> Option<Literal> {
    let before = text.trim_end_matches(|sign: char| sign.is_ascii_digit());
    match before.chars().next_back() {
        Some(sign) if sign.is_alphanumeric() || sign == '_' => None,
        Some('*' | '⋆' | '^' | '↑' | '↓') => Some(Literal::Game),
        _ => Some(Literal::Number),
    }
}

/// What ends in a bracket.
fn bracketed(text: &str) -> Option<Literal> {
    let open = opening(text)?;
    let before = text[..open].chars().next_back();
    let inside = &text[open + 1..text.len() - 1];
    let called = before.is_some_and(|sign| sign.is_alphanumeric() || "_)]}\"".contains(sign));
    match &text[open..=open] {
        "{" => Some(braces(inside)),
        _ if called => None,
        "[" => Some(Literal::List),
        _ => Some(parenthesized(inside)),
    }
}

/// What stands between braces: options, entries of a map, or members of a set.
fn braces(inside: &str) -> Literal {
    match () {
        () if inside.contains(['|', '‖', '∣', '｜']) => Literal::Game,
        () if inside.contains("=>") => Literal::Map,
        () => Literal::Set,
    }
}

/// What stands between parentheses: a computation with numbers, one literal, or else perhaps a game.
fn parenthesized(inside: &str) -> Literal {
    let arithmetic = |sign: char| sign.is_ascii_digit() || " +-/()".contains(sign);
    if inside.chars().all(arithmetic) && !inside.contains("+-") {
        return Literal::Number;
    }
    let whole = opening(inside) == Some(0);
    match (whole, inside.chars().next()) {
        (true, Some('[')) => Literal::List,
        (true, Some('{')) => braces(&inside[1..inside.len() - 1]),
        _ => Literal::Game,
    }
}

/// Where the bracket opens that is closed at the end; none if brackets and strings do not match.
fn opening(text: &str) -> Option<usize> {
    let (mut open, mut quoted, mut escaped) = (Vec::new(), false, false);
    for (at, sign) in text.char_indices() {
        let last = at + sign.len_utf8() == text.len();
        match sign {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => open.push((at, sign)),
            ')' | ']' | '}' => {
                let (start, opened) = open.pop()?;
                let matching = matches!((opened, sign), ('(', ')') | ('[', ']') | ('{', '}'));
                if last || !matching {
                    return matching.then_some(start);
                }
            }
            _ => {}
        }
    }
    None
}

impl Session {
    /// What the word before a place of a text may become: where it begins, and the names that begin so, or else those that
    /// begin so in another case. Behind a dot these are methods: those of the value before the dot if its type
    /// follows from a name or a literal, else all. Behind a package they are its rulesets and packages.
    ///
    /// ```
    /// use sidle_lang::Session;
    /// let (start, names) = Session::new().complete_at("1 + \"abc\".Len", 13);
    /// assert_eq!((start, names.as_slice()), (10, &["Length".to_owned()][..]));
    /// ```
    #[must_use]
    pub fn complete_at(&self, text: &str, cursor: usize) -> (usize, Vec<String>) {
        let typed = text.get(..cursor).unwrap_or(text);
        let start = word_start(typed);
        let (before, word) = typed.split_at(start);
        let names = match before.strip_suffix('.') {
            Some(before) if !before.ends_with('.') => self.members_behind(before),
            _ if word.is_empty() => Vec::new(),
            _ => self.all_names(),
        };
        (start, candidates(names, word))
    }

    /// Names of the session, rulesets, methods, functions, words and symbols, sorted.
    fn all_names(&self) -> Vec<String> {
        let mut names = self.names();
        names.extend(library::names().map(str::to_owned));
        let short = |name: &'static str| name.rsplit('.').next();
        names.extend(rulesets().filter_map(short).map(str::to_owned));
        names.extend(inside_package("").into_iter().map(str::to_owned));
        names.extend(parser::KEYWORDS.iter().map(|&word| word.to_owned()));
        let words = SYMBOLS.iter().map(|line| line.input[0]);
        let words = words.filter(|word| word.chars().all(char::is_alphabetic));
        names.extend(words.map(str::to_owned));
        names.sort();
        names.dedup();
        names
    }

    /// The methods of what stands before a dot, or what is in a package.
    fn members_behind(&self, text: &str) -> Vec<String> {
        let named = self.named(&text[word_start(text)..]);
        let value = named.map(|answer| answer.0);
        let path = path_at_end(text);
        let inside = inside_package(path);
        let hidden = value.is_some() && !path.contains('.');
        if !hidden && !path.is_empty() && !inside.is_empty() {
            return inside.into_iter().map(str::to_owned).collect();
        }
        let literal = || Literal::at_end(text)?.sample(self);
        library::members_of(value.or_else(literal).as_ref())
    }

    /// The methods of all values.
    #[must_use]
    pub fn methods(&self) -> Vec<String> {
        library::members_of(None)
    }
}

/// The rulesets that are built in and their families, with their packages.
fn rulesets() -> impl Iterator<Item = &'static str> {
    let named = catalogue::entries().iter().map(|entry| entry.name);
    let families = catalogue::families().iter().map(|family| family.card.class);
    named.chain(families)
}

/// The packages and rulesets in a package; those of no package if its name is empty. None if it is not a package.
fn inside_package(package: &str) -> BTreeSet<&'static str> {
    let inside = |name: &'static str| match package {
        "" => name.split('.').next(),
        _ => name
            .strip_prefix(package)?
            .strip_prefix('.')?
            .split('.')
            .next(),
    };
    rulesets().filter_map(inside).collect()
}

/// The words joined by dots at the end of a text.
fn path_at_end(text: &str) -> &str {
    let is_other = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
    text.rsplit(is_other).next().unwrap_or("")
}

/// Where the last word of a text begins.
fn word_start(text: &str) -> usize {
    let is_sign = |c: char| !(c.is_alphanumeric() || c == '_');
    let sign = text.rfind(is_sign).zip(text.chars().rfind(|&c| is_sign(c)));
    sign.map_or(0, |(at, sign)| at + sign.len_utf8())
}

/// The names that begin with `word`; if none does, those that begin so in another case.
fn candidates(names: Vec<String>, word: &str) -> Vec<String> {
    let lower = word.to_lowercase();
    let (exact, other): (Vec<String>, Vec<String>) = names
        .into_iter()
        .filter(|name| name.to_lowercase().starts_with(&lower))
        .partition(|name| name.starts_with(word));
    if exact.is_empty() { other } else { exact }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_show_their_kind() {
        for (text, kind) in [
            ("{3|1}", Some(Literal::Game)),
            ("1 + {3||2|{1,2}}", Some(Literal::Game)),
            ("\"abc\"", Some(Literal::Text)),
            ("[1,2]", Some(Literal::List)),
            ("{1,2}", Some(Literal::Set)),
            ("{1 => 2}", Some(Literal::Map)),
            ("(1+2)", Some(Literal::Number)),
            ("(+-1)", Some(Literal::Game)),
            ("({3|1} + x)", Some(Literal::Game)),
            ("([1,2])", Some(Literal::List)),
            ("(x + 1)", Some(Literal::Game)),
            ("^*", Some(Literal::Game)),
            ("*2", Some(Literal::Game)),
            ("12", Some(Literal::Number)),
            ("f(1)", None),
            ("L[1]", None),
            ("x1", None),
            ("G", None),
            ("1)", None),
            ("(\")\"", Some(Literal::Text)),
        ] {
            assert_eq!(Literal::at_end(text), kind, "{text}");
        }
    }

    #[test]
    fn a_dot_asks_for_the_methods_of_what_stands_before_it() {
        let mut session = Session::new();
        let meter = sidle_core::Meter::unlimited();
        session.evaluate("L := [1,2]", &meter).expect("a list");
        let has = |text: &str, name: &str| {
            let (start, names) = session.complete_at(text, text.len());
            assert_eq!(start, text.len(), "{text}");
            names.iter().any(|member| member == name)
        };
        assert!(has("{1|0}.", "LeftOptions") && !has("{1|0}.", "Length"));
        assert!(has("L.", "Length") && !has("L.", "Mean"));
        assert!(has("\"abc\".", "Length") && !has("\"abc\".", "Mean"));
        assert!(has("12.", "Mean") && has("{1 => 2}.", "Keys"));
        assert!(has("f(1).", "Mean") && has("f(1).", "Length"));
        assert_eq!(word_start("↑ + G"), "↑ + ".len());
    }

    #[test]
    fn rulesets_and_packages_are_offered() {
        let session = Session::new();
        let names = |text: &str| session.complete_at(text, text.len());
        assert_eq!(
            names("game."),
            (
                5,
                ["graph", "grid", "heap", "strip"]
                    .map(str::to_owned)
                    .to_vec()
            )
        );
        assert_eq!(names("1 + game.heap.N"), (14, vec!["Nim".to_owned()]));
        assert_eq!(names("GenT"), (0, vec!["GenToadsAndFrogs".to_owned()]));
        assert!(names("gam").1.contains(&"game".to_owned()));
        let all = names("game.grid.").1;
        assert!(all.contains(&"Clobber".to_owned()) && !all.contains(&"Mean".to_owned()));
        assert!(
            names("game.grid.Clobber(\"xo\").")
                .1
                .contains(&"Mean".to_owned())
        );
        // A name of the session hides a package.
        let (mut session, meter) = (Session::new(), sidle_core::Meter::unlimited());
        session.evaluate("game := 3", &meter).expect("a number");
        assert!(
            session
                .complete_at("game.", 5)
                .1
                .contains(&"Mean".to_owned())
        );
    }

    #[test]
    fn completion_prefers_the_case_that_was_typed() {
        let names = || ["Mean", "Miny", "mex", "Heat"].map(str::to_owned).to_vec();
        assert_eq!(candidates(names(), "M"), ["Mean", "Miny"]);
        assert_eq!(candidates(names(), "me"), ["mex"]);
        assert_eq!(candidates(names(), "he"), ["Heat"]);
        assert!(candidates(names(), "zz").is_empty());
    }

    #[test]
    fn names_of_the_session_and_of_the_language() {
        let mut session = Session::new();
        let meter = sidle_core::Meter::unlimited();
        session.evaluate("upper := 1", &meter).expect("a number");
        let (start, names) = session.complete_at("1 + up", 6);
        assert_eq!(start, 4);
        assert!(
            ["upper", "upon"]
                .iter()
                .all(|name| names.iter().any(|own| own == name))
        );
        assert!(
            session
                .complete_at("LeftSt", 6)
                .1
                .contains(&"LeftStop".to_owned())
        );
        assert_eq!(session.complete_at("1 + ", 4), (4, Vec::new()));
    }
}
