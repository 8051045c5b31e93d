//! Lines from a terminal: editing, history, completion, and input over several lines.

use std::{borrow::Cow, cell::RefCell, collections::HashMap, io::IsTerminal, path::PathBuf};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper,
    completion::Completer,
    error::ReadlineError,
    highlight::{CmdKind, Highlighter, MatchingBracketHighlighter},
    hint::Hinter,
    history::FileHistory,
    validate::{ValidationContext, ValidationResult, Validator},
};

use sidle::lang::{Literal, Session};

use super::{Source, Typed, commands, hints, history};
use crate::verbs::{limits::Limits, output};

/// The editor of a terminal.
pub(super) struct Terminal {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
}

impl Terminal {
    pub(super) fn new() -> anyhow::Result<Terminal> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(200)
            .max_history_size(10_000)?
            .history_ignore_dups(true)?
            .history_ignore_space(true)
            .auto_add_history(true)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant::default()));
        let history = history::file();
        if let Some(path) = &history {
            // The first session has none yet.
            let _ = editor.load_history(path);
        }
        Ok(Terminal { editor, history })
    }
}

impl Source for Terminal {
    fn read(&mut self, prompt: &str, session: &Session, _: &Limits) -> anyhow::Result<Typed> {
        if let Some(assistant) = self.editor.helper() {
            assistant.names.replace(session.complete(""));
            let given = session.names();
            let own = given
                .into_iter()
                .map(|name| (session.complete_member(&name, ""), name));
            let own = own.map(|(members, name)| (name, members)).collect();
            assistant.members.replace(Members {
                all: session.complete_member("", ""),
                own,
                literals: literals(session),
            });
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Typed::Line(line)),
            Err(ReadlineError::Interrupted) => {
                output::line("(Ctrl-D leaves)")?;
                Ok(Typed::Dropped)
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(error.into()),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(path) = &self.history {
            // A history that cannot be kept is no reason to disturb the end of a session.
            let _ = self.editor.append_history(path);
        }
    }
}

/// Completion, validation and highlighting of the line being typed.
#[derive(Default)]
struct Assistant {
    names: RefCell<Vec<String>>,
    members: RefCell<Members>,
    brackets: MatchingBracketHighlighter,
}

/// The methods behind a dot.
#[derive(Default)]
struct Members {
    all: Vec<String>,
    /// Those of the values that names stand for.
    own: HashMap<String, Vec<String>>,
    /// Those of values that are written out.
    literals: HashMap<Literal, Vec<String>>,
}

fn literals(session: &Session) -> HashMap<Literal, Vec<String>> {
    let kinds = Literal::ALL.into_iter();
    kinds.map(|kind| (kind, session.members_of(kind))).collect()
}

impl Members {
    /// The methods of what stands before the dot, as far as a name or the text of a value tells.
    fn behind(&self, text: &str) -> &[String] {
        let name = &text[word_start(text)..];
        let literal = || self.literals.get(&Literal::at_end(text)?);
        let found = self.own.get(name).or_else(literal);
        found.unwrap_or(&self.all)
    }
}

impl Helper for Assistant {}

impl Hinter for Assistant {
    type Hint = String;
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        if let Some(command) = typed.strip_prefix(':')
            && !command.contains(' ')
        {
            return Ok((0, commands::starting_with(typed)));
        }
        let start = word_start(typed);
        let word = &typed[start..];
        if let Some(before) = typed[..start].strip_suffix('.')
            && !before.ends_with('.')
        {
            let members = self.members.borrow();
            return Ok((start, candidates(members.behind(before), word)));
        }
        if word.is_empty() {
            return Ok((start, Vec::new()));
        }
        Ok((start, candidates(&self.names.borrow(), word)))
    }
}

/// Where the last word of a text begins.
fn word_start(text: &str) -> usize {
    text.rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |at| {
            at + text[at..].chars().next().map_or(1, char::len_utf8)
        })
}

/// The names that begin with `word`; if none does, those that begin so in another case.
fn candidates(names: &[String], word: &str) -> Vec<String> {
    let matching = |test: &dyn Fn(&str) -> bool| -> Vec<String> {
        names.iter().filter(|name| test(name)).cloned().collect()
    };
    let exact = matching(&|name| name.starts_with(word));
    if !exact.is_empty() {
        return exact;
    }
    let lower = word.to_lowercase();
    matching(&|name| name.to_lowercase().starts_with(&lower))
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let input = context.input();
        let members = self.members.borrow();
        let finished = input.trim_start().starts_with(':')
            || hints::hint(input, |name| members.own.contains_key(name)).is_some();
        let unfinished = !finished && Session::is_incomplete(input);
        Ok(if unfinished {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        self.brackets.highlight(line, pos)
    }

    fn highlight_char(&self, line: &str, pos: usize, kind: CmdKind) -> bool {
        self.brackets.highlight_char(line, pos, kind)
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        default: bool,
    ) -> Cow<'b, str> {
        if default && std::env::var_os("NO_COLOR").is_none() && std::io::stdout().is_terminal() {
            Cow::Owned(format!("\x1b[1;32m{prompt}\x1b[0m"))
        } else {
            Cow::Borrowed(prompt)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_asks_for_the_methods() {
        let mut session = Session::new();
        let meter = sidle::core::Meter::unlimited();
        session.evaluate("L := [1,2]", &meter).expect("a list");
        let members = Members {
            all: session.complete_member("", ""),
            own: HashMap::from([("L".to_owned(), session.complete_member("L", ""))]),
            literals: literals(&session),
        };
        let of = |text: &str, name: &str| members.behind(text).iter().any(|member| member == name);
        assert!(of("{1|0}", "Mean") && of("L", "Length"));
        assert!(!of("L", "Mean"));
        for text in ["{3|1}", "(1+2)", "\"abc\"", "[1,2]"] {
            let game = text.starts_with(['{', '(']);
            assert_eq!(of(text, "Mean"), game, "{text}");
        }
        assert!(of("\"abc\"", "Length") && !of("{3|1}", "Length"));
        assert_eq!(word_start("↑ + G"), "↑ + ".len());
    }

    #[test]
    fn completion_prefers_the_case_that_was_typed() {
        let names = ["Mean", "Miny", "mex", "Heat"].map(str::to_owned);
        assert_eq!(candidates(&names, "M"), ["Mean", "Miny"]);
        assert_eq!(candidates(&names, "me"), ["mex"]);
        assert_eq!(candidates(&names, "he"), ["Heat"]);
        assert!(candidates(&names, "zz").is_empty());
    }
}
