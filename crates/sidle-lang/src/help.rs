//! Help, from the same tables that the lexer and the evaluator read.

use std::fmt::Write;

use crate::{library, look_alikes, parser, symbols::SYMBOLS};

/// The words of the language, with what they are for and an example.
const WORDS: &[(&[&str], &str, &str)] = &[
    (
        &[
            "for", "from", "to", "by", "in", "foreach", "while", "where", "do", "break", "continue",
        ],
        "a loop, or a list of what one gives",
        "[n^2 for n from 1 to 9 by 2 where n > 1]",
    ),
    (
        &["if", "then", "elseif", "else", "end", "begin"],
        "a choice",
        "if ^ > 0 then \"positive\" else \"not positive\" end",
    ),
    (
        &["and", "or", "not", "true", "false", "is"],
        "conditions",
        "^ > 0 and not ^ > 1",
    ),
    (
        &["def", "return", "var"],
        "a function",
        "def double(x) := x + x",
    ),
    (
        &["try", "finally", "error"],
        "errors on purpose, and what is done in any case",
        "try 1 finally 2 end",
    ),
];

/// What help can be asked about that resembles a topic nothing is known about, best first.
pub(crate) fn similar(topic: &str) -> Vec<String> {
    let words = SYMBOLS.iter().map(|line| line.name);
    let words: Vec<&str> = words.chain(["methods", "outcomes"]).collect();
    let mut found = library::topics(topic, &words);
    found.retain(|name| self::topic(name).is_some());
    found
}

/// The help on one name or symbol.
pub(crate) fn topic(topic: &str) -> Option<String> {
    match topic {
        "methods" | "functions" => return Some(library::page()),
        "outcomes" | "outcome" => return Some(library::outcome_page()),
        _ => {}
    }
    let plain = look_alikes::plain(topic).text;
    let topic = one_of_a_run(&plain);
    let mut text = String::new();
    for line in SYMBOLS
        .iter()
        .filter(|line| line.input.contains(&topic) || line.name == topic)
    {
        let _ = writeln!(
            text,
            "{}  ({}): {}",
            line.input.join("  "),
            line.name,
            line.doc
        );
    }
    for entry in library::documentation(topic) {
        let _ = writeln!(
            text,
            "{}: {}\n    example: {}",
            entry.signature, entry.doc, entry.example
        );
    }
    if parser::KEYWORDS.contains(&topic) {
        let _ = writeln!(text, "{}", word(topic));
    }
    (!text.is_empty()).then(|| text.trim_end().to_owned())
}

/// A word of the language.
fn word(word: &str) -> String {
    match WORDS.iter().find(|(words, ..)| words.contains(&word)) {
        Some((words, about, example)) => {
            format!("{}: {about}\n    example: {example}", words.join("  "))
        }
        None => format!("{word}: a word of the language for scripts, see `sidle man calculator`"),
    }
}

/// Arrows and bars stand in runs: `||` is explained with `|`.
fn one_of_a_run(topic: &str) -> &str {
    let Some(first) = topic.chars().next() else {
        return topic;
    };
    let run = "|^v↑↓".contains(first) && topic.chars().all(|sign| sign == first);
    if run {
        &topic[..first.len_utf8()]
    } else {
        topic
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    #[test]
    fn signs_words_and_runs_are_explained() {
        for asked in [
            "∗",
            "||",
            "‖",
            "⇑",
            "for",
            "if",
            "yield",
            "*",
            "Cool",
            "game.grid.Clobber",
        ] {
            assert!(topic(asked).is_some(), "{asked}");
        }
        assert!(topic("for").is_some_and(|text| text.contains("[n^2 for n")));
    }

    #[test]
    fn suggested_topics_are_known() {
        for (asked, wanted) in [
            ("Outcme", "OutcomeClass"),
            ("RCF", "ReducedCanonicalForm"),
            ("clobber", "game.grid.Clobber"),
            ("stops", "LeftStop"),
        ] {
            let found = similar(asked);
            assert!(
                found.iter().any(|name| name == wanted),
                "{asked}: {found:?}"
            );
        }
    }

    #[test]
    fn examples_of_words_run() {
        for (_, _, example) in WORDS {
            let answers = Session::new().evaluate(example, sidle_core::Meter::none());
            assert!(answers.is_ok(), "{example}");
        }
    }
}
