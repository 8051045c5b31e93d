//! Lines from a terminal: editing, history, completion, and input over several lines.

use std::{borrow::Cow, io::IsTerminal, path::PathBuf};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper,
    completion::Completer,
    error::ReadlineError,
    highlight::{CmdKind, Highlighter, MatchingBracketHighlighter},
    hint::Hinter,
    history::FileHistory,
    validate::{ValidationContext, ValidationResult, Validator},
};

use sidle::{
    Job,
    questions::{CompleteAnswer, CompleteQuestion},
};

use super::{Source, Typed, commands, hints, history};
use crate::{
    door::workspace,
    verbs::{limits::Limits, output},
};

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
    fn read(&mut self, prompt: &str, _: &Limits) -> anyhow::Result<Typed> {
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
    brackets: MatchingBracketHighlighter,
}

/// What the word before a place of the line may become, and whether the line is finished.
fn complete(line: &str, cursor: usize) -> Option<CompleteAnswer> {
    let question = CompleteQuestion {
        session: String::new(),
        text: line.to_owned(),
        cursor: Some(cursor),
    };
    workspace().ask(&question, &Job::unlimited()).ok()
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
        let found = complete(line, pos);
        Ok(found.map_or((pos, Vec::new()), |found| (found.start, found.completions)))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let input = context.input();
        let finished = input.trim_start().starts_with(':') || hints::hint(input).is_some();
        let unfinished =
            !finished && complete(input, input.len()).is_some_and(|answer| answer.incomplete);
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
