//! Words that people type into a calculator they do not know yet.

/// Such a word, if a line is one, and what to type instead. It means something else if the session has given it as a name.
pub(super) fn hint(line: &str) -> Option<(&str, String)> {
    let line = line.trim().trim_end_matches([';', ' ']);
    let (word, topic) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let bare = word.strip_suffix("()").unwrap_or(word);
    // A single capital is rather the name of a game.
    let plain = match bare.len() {
        1 => bare.to_owned(),
        _ => bare.to_lowercase(),
    };
    let hint = match (plain.as_str(), topic.trim()) {
        ("exit" | "quit" | "bye" | "q", "") => {
            Some("`:quit` or Ctrl-D leaves the calculator".to_owned())
        }
        ("help" | "?" | "h" | "man", "") => Some(
            "`:help` explains the notation, `:help methods` lists what can be asked of a game"
                .to_owned(),
        ),
        ("help" | "?" | "man", topic) if is_topic(topic) => {
            Some(format!("`:help {topic}` explains it"))
        }
        ("clear" | "cls", "") => {
            Some("Ctrl-L clears the screen, `:reset` forgets all names".to_owned())
        }
        _ => None,
    };
    hint.map(|hint| (word, hint))
}

/// A name, with its package perhaps.
fn is_topic(text: &str) -> bool {
    text.chars()
        .all(|sign| sign.is_alphanumeric() || "_.".contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_calculators_lead_to_the_commands() {
        let of = |line| hint(line).map_or_else(String::new, |(_, hint)| hint);
        for line in ["quit;", "EXIT", "exit()", "q", "Quit ;"] {
            assert!(of(line).contains(":quit"), "{line}");
        }
        for line in ["Help", "help", "help();", "?"] {
            assert!(of(line).contains(":help methods"), "{line}");
        }
        assert!(of("help Cool").contains("`:help Cool`"));
        assert!(of("help methods").contains("`:help methods`"));
        for line in ["help := 3", "quit + 1", "Q", "H", "G"] {
            assert_eq!(hint(line), None, "{line}");
        }
        assert_eq!(hint("help").map(|(word, _)| word), Some("help"));
    }
}
