//! The pages of `--help` and `man`, put into shape: paragraphs are joined, so that they are broken where the terminal ends, and a
//! long example goes on behind a backslash, so that it can be copied as it is printed.

use clap::{Command, CommandFactory};

/// The widest line of an example.
const WIDTH: usize = 78;

/// The definition of all arguments, with pages in shape.
pub(crate) fn command() -> Command {
    shaped(crate::Arguments::command())
}

fn shaped(mut command: Command) -> Command {
    if let Some(text) = command.get_after_help() {
        let text = shaped_text(&text.to_string());
        command = command.after_help(text);
    }
    let verbs: Vec<String> = command
        .get_subcommands()
        .map(|verb| verb.get_name().to_owned())
        .collect();
    for verb in verbs {
        command = command.mut_subcommand(verb, shaped);
    }
    command
}

/// Joins the lines of each paragraph; what is indented stays a line, broken if it is long.
fn shaped_text(text: &str) -> String {
    let mut shaped = String::new();
    let mut in_paragraph = false;
    for line in text.lines() {
        let is_example = line.starts_with(' ');
        let ends = line.is_empty() || is_example || line.ends_with(':');
        if in_paragraph && !line.is_empty() && !is_example {
            shaped.push(' ');
        } else if !shaped.is_empty() {
            shaped.push('\n');
        }
        if is_example {
            shaped.push_str(&broken(line));
        } else {
            shaped.push_str(line);
        }
        in_paragraph = !ends;
    }
    shaped
}

/// A command that goes on behind a backslash, if it is long: between two words outside of quotation marks.
fn broken(line: &str) -> String {
    let mut broken = String::new();
    let mut rest = line.to_owned();
    while rest.chars().count() > WIDTH {
        let Some(place) = last_gap(&rest) else {
            break;
        };
        broken.push_str(&rest[..place]);
        broken.push_str(" \\\n");
        rest = format!("      {}", rest[place..].trim_start());
    }
    broken + &rest
}

/// The last gap between words that leaves room for a backslash.
fn last_gap(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let (mut quote, mut last) = (None, None);
    for (column, (at, sign)) in line.char_indices().enumerate() {
        match (quote, sign) {
            (None, '\'' | '"') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            (None, ' ') if at > start && column + 2 <= WIDTH => last = Some(at),
            _ => {}
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_joined_and_examples_stay() {
        let text = "Examples:\n  sidle a\n  sidle b\n\nA paragraph of\ntwo lines.\n\nAnother\none.";
        let shaped = "Examples:\n  sidle a\n  sidle b\n\nA paragraph of two lines.\n\nAnother one.";
        assert_eq!(shaped_text(text), shaped);
    }

    #[test]
    fn examples_are_broken_between_words() {
        let line = format!("  sidle eval '{} {}' --json", "1 + ".repeat(12), "2");
        assert_eq!(broken(&line), line);
        let line = format!("  sidle eval '{}' --json", "1 + ".repeat(20));
        assert_eq!(broken(&line).lines().count(), 2);
        assert!(broken(&line).contains("+ ' --json"), "{}", broken(&line));
    }

    #[test]
    fn no_line_of_help_is_longer_than_a_terminal() {
        let mut waiting = vec![command().term_width(80)];
        while let Some(mut page) = waiting.pop() {
            let text = page.render_long_help().to_string();
            for line in text.lines() {
                let quoted = line.contains(['\'', '"']);
                assert!(line.chars().count() <= 80 || quoted, "{line}");
            }
            waiting.extend(
                page.get_subcommands()
                    .map(|verb| verb.clone().term_width(80)),
            );
        }
    }
}
