//! The methods that can follow a dot.

use crate::{Session, builtins, value::Value};

/// The kind of an expression whose text shows what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
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
    /// Every kind.
    pub const ALL: [Literal; 6] = [
        Literal::Number,
        Literal::Game,
        Literal::Text,
        Literal::List,
        Literal::Set,
        Literal::Map,
    ];

    /// What stands at the end of a text, before the dot that is typed next: a literal, or an expression in parentheses or
    /// of signs, which is taken for a game if it does not show that it is a number. `None` behind a name, a call or an index.
    ///
    /// Cost: linear in the length of the text.
    ///
    /// ```
    /// use sidle_lang::Literal;
    /// assert_eq!(Literal::at_end("x := {3|1}"), Some(Literal::Game));
    /// assert_eq!(Literal::at_end("[1,2]"), Some(Literal::List));
    /// assert_eq!(Literal::at_end("f(1)"), None);
    /// ```
    #[must_use]
    pub fn at_end(text: &str) -> Option<Literal> {
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
    /// The methods that begin like this, of the value that a name stands for, or of all values.
    #[must_use]
    pub fn complete_member(&self, receiver: &str, prefix: &str) -> Vec<String> {
        let mut names = builtins::members(self.bound(receiver));
        names.retain(|name| name.starts_with(prefix));
        names
    }

    /// The methods of values of a kind.
    ///
    /// ```
    /// use sidle_lang::{Literal, Session};
    /// let methods = Session::new().members_of(Literal::Text);
    /// assert!(methods.iter().any(|name| name == "Length"));
    /// assert!(!methods.iter().any(|name| name == "LeftOptions"));
    /// ```
    #[must_use]
    pub fn members_of(&self, kind: Literal) -> Vec<String> {
        builtins::members(kind.sample(self).as_ref())
    }
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
    fn games_have_no_length_and_texts_no_options() {
        let session = Session::new();
        let has = |kind, name: &str| session.members_of(kind).iter().any(|member| member == name);
        assert!(has(Literal::Game, "LeftOptions") && !has(Literal::Game, "Length"));
        assert!(has(Literal::List, "Length") && !has(Literal::List, "Mean"));
        assert!(has(Literal::Number, "Mean") && has(Literal::Map, "Keys"));
    }
}
